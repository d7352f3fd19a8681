import { unreadable } from '../unreadable.ts';

const DEFINITION = /^@([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*([^\r\n]*?)[ \t]*\r?$/gm;
const USE = /\{\{[ \t]*([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*\}\}/g;
const LONGEST_VALUE = 65_536;
const MOST_OCTETS = 8 * 1024 * 1024;

/** The variables that lines `@name = value` say; a value may use those before it. */
export function variablesIn(skipped: readonly string[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  for (const text of skipped) {
    for (const [, name = '', written = ''] of text.matchAll(DEFINITION)) {
      const value = filledIn(written, variables);
      if (value.length <= LONGEST_VALUE) variables.set(name, value);
    }
  }
  return variables;
}

/**
 * The text with the variables that are known; others stay.
 * @throws Fault INPUT_INVALID where it would become far longer
 * @see C-verify-http-client-files
 */
export function filledIn(text: string, variables: ReadonlyMap<string, string>): string {
  if (variables.size === 0 || !text.includes('{{')) return text;
  let added = 0;
  return text.replaceAll(USE, (use, name: string) => {
    const value = variables.get(name) ?? use;
    added += value.length;
    if (added <= MOST_OCTETS) return value;
    throw unreadable(
      'The variables of the file make it too long.',
      'Pass only the request you want to check.',
    );
  });
}
