/** A character that systems behind the bank can't process. */
export interface Unprocessable {
  readonly codePoint: number;
  /** Place in the text, counted in code points from 1. */
  readonly position: number;
}

/** ’ “ ” – … € */
const SINGLE_CHARACTERS: ReadonlySet<number> = new Set([0x2019, 0x201c, 0x201d, 0x2013, 0x2026, 0x20ac]);

function isProcessable(codePoint: number): boolean {
  return (
    (codePoint >= 0x20 && codePoint <= 0x7e) ||
    (codePoint >= 0xa0 && codePoint <= 0x24f) ||
    SINGLE_CHARACTERS.has(codePoint)
  );
}

/**
 * The first character of a text field that can't be processed; a lone surrogate is one.
 * @see D2-processable-characters, D2-processable, D2-characters, I-unprocessable-character
 */
export function firstUnprocessable(text: string): Unprocessable | undefined {
  let position = 0;
  for (const character of text) {
    position += 1;
    const codePoint = character.codePointAt(0) as number;
    if (!isProcessable(codePoint)) return { codePoint, position };
  }
  return undefined;
}

/** The length that limits of text fields mean. @see D2-lengths */
export function lengthInCodePoints(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Whether a text shows nothing: spaces, no-break spaces and soft hyphens. @see D2-blank */
export function isBlank(text: string): boolean {
  return /^[\s\u00ad]*$/u.test(text);
}
