/** So many mistakes are told of all files together; more wouldn't be read. */
export const MOST_FAULTS = 20;

/**
 * What is wrong with a member and what to write, in the one text that a schema may give: each without its full stop,
 * the first to follow the member's name.
 */
export function words(fault: string, remedy: string): string {
  return `${fault}\n${remedy}`;
}

export interface Words {
  readonly fault: string;
  readonly remedy: string;
}

/** What `words` wrote, one after the other. */
export function readWords(message: string): readonly Words[] {
  const lines = message.split('\n');
  return lines.flatMap((fault, place) =>
    place % 2 === 0 ? [{ fault, remedy: sentence(lines[place + 1] ?? '') }] : [],
  );
}

export function sentence(text: string): string {
  return /[.?]$/.test(text) ? text : `${text}.`;
}
