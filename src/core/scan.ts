/**
 * Matches a sticky pattern at a position.
 * @param pattern has the flag `y`
 */
export function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}

/** Returns the text that a sticky pattern matches at a position. */
export function matchText(pattern: RegExp, text: string, position: number): string | undefined {
  return matchAt(pattern, text, position)?.[0];
}

/** Returns the length of a sticky pattern's match at a position; 0 if it doesn't match. */
export function matchLength(pattern: RegExp, text: string, position: number): number {
  return matchText(pattern, text, position)?.length ?? 0;
}

/** Returns the text that a sticky pattern matches at a position, and the position after it. */
export function readMatch(
  pattern: RegExp,
  text: string,
  position: number,
): { readonly text: string; readonly end: number } | undefined {
  const found = matchText(pattern, text, position);
  return found === undefined ? undefined : { text: found, end: position + found.length };
}

export function isAt(pattern: RegExp, text: string, position: number): boolean {
  return matchAt(pattern, text, position) !== undefined;
}
