/**
 * The text of one member of the outermost object, as it stands there; of several with the name the last, as
 * JSON.parse takes it. The text is JSON.
 */
export function rawMember(text: string, name: string): string | undefined {
  let found: string | undefined;
  for (const { name: written, value } of members(text)) if (written === name) found = value;
  return found;
}

/** A string, or a character that means something outside of one. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

function* members(text: string): Generator<{ readonly name: string; readonly value: string }> {
  let depth = 0;
  let name: string | undefined;
  let start: number | undefined;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const isEnd = depth === 1 && (token === ',' || token === '}');
    if (isEnd && name !== undefined && start !== undefined) {
      yield { name, value: text.slice(start, index).trim() };
      start = undefined;
      name = undefined;
    }
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && token === ':' && start === undefined) start = index + 1;
    else if (depth === 1 && token.startsWith('"') && start === undefined) name = JSON.parse(token) as string;
  }
}
