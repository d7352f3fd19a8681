/** How a serialiser writes JSON: its blanks, and the characters of strings that it escapes. */
export interface Layout {
  readonly name: string;
  readonly comma: string;
  readonly colon: string;
  /** In front of each member and item, once for each level; absent where all is on one line. */
  readonly indent?: string;
  readonly written: (string: string) => string;
}

const asWritten = (string: string) => string;
const plain = (string: string) => JSON.stringify(JSON.parse(string));
const ascii = (string: string) => {
  return plain(string).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
};
const slashed = (string: string) => plain(string).replaceAll('/', '\\/');

const COMPACT = { name: 'without blanks, as JSON.stringify writes it,', comma: ',', colon: ':' };
const SPACED = {
  name: "with a blank behind commas and colons, as Python's json.dumps writes it,",
  comma: ', ',
  colon: ': ',
};

/** Those of the usual serialisers; the likeliest first. @see C-verify-json-body */
export const LAYOUTS: readonly [Layout, ...Layout[]] = [
  { ...COMPACT, written: asWritten },
  { ...COMPACT, written: plain },
  { ...SPACED, written: ascii },
  { ...SPACED, written: asWritten },
  { ...COMPACT, written: ascii },
  { ...COMPACT, written: slashed },
  ...['  ', '    ', '\t'].map((indent) => ({
    name: `indented by ${indent === '\t' ? 'tabs' : `${indent.length} blanks`}`,
    comma: ',',
    colon: ': ',
    indent,
    written: asWritten,
  })),
];

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/** JSON in a layout: its numbers, names and their order as they are. */
export function laidOut(json: string, { comma, colon, indent, written }: Layout): string {
  const tokens = json.match(TOKEN) ?? [];
  let level = 0;
  const lineEnd = () => (indent === undefined ? '' : `\n${indent.repeat(level)}`);
  return tokens
    .map((token, place) => {
      if (token === ',') return comma + lineEnd();
      if (token === ':') return colon;
      if (token === '{' || token === '[') {
        level += 1;
        return isClose(tokens[place + 1]) ? token : token + lineEnd();
      }
      if (!isClose(token)) return token.startsWith('"') ? written(token) : token;
      level -= 1;
      return isOpen(tokens[place - 1]) ? token : lineEnd() + token;
    })
    .join('');
}

function isOpen(token: string | undefined): boolean {
  return token === '{' || token === '[';
}

function isClose(token: string | undefined): boolean {
  return token === '}' || token === ']';
}
