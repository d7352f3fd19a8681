import type { JsonText } from './json-text.ts';

/** How a program writes the strings and numbers of JSON, whatever its layout. */
export interface ScalarStyle {
  /** A JSON string from what it holds; undefined leaves strings as they stand. */
  readonly string?: (value: string) => string;
  /** A JSON number from how it stands. */
  readonly number?: (token: string) => string;
}

interface Escapes {
  /** Characters written as \u, besides those that JSON wants escaped. */
  readonly escaped?: RegExp;
  readonly upperCase?: boolean;
  readonly slash?: boolean;
}

const strings =
  (escapes: Escapes = {}) =>
  (value: string) =>
    writeString(value, escapes);

const plain = strings();
const ascii = strings({ escaped: /[^ -~]/ });
const shortest = (token: string) => String(Number(token));
const isWhole = (token: string) => Number.isInteger(Number(token));

/** What programs make of strings and numbers; the first leaves them as they stand. */
export const SCALAR_STYLES: readonly ScalarStyle[] = [
  {},
  // JavaScript.
  { string: plain },
  { string: plain, number: shortest },
  // Python and Java, whose fractions keep .0.
  { string: ascii },
  { string: ascii, number: fraction },
  { string: plain, number: fraction },
  // PHP, with and without its flags.
  { string: strings({ escaped: /[^ -~]/, slash: true }) },
  { string: strings({ escaped: /[^ -~]/, slash: true }), number: shortest },
  { string: strings({ slash: true }) },
  // Jackson.
  { string: strings({ escaped: /[^ -~]/, upperCase: true }) },
  // Gson, Go, .NET.
  { string: strings({ escaped: /[<>&='\u2028\u2029]/ }) },
  { string: strings({ escaped: /[<>&\u2028\u2029]/ }) },
  { string: strings({ escaped: /[<>&\u2028\u2029]/ }), number: shortest },
  { string: strings({ escaped: /[<>&'+`"]|[^ -~]/, upperCase: true }) },
  { string: strings({ escaped: /[<>&'+`"]|[^ -~]/, upperCase: true }), number: shortest },
  // What the numbers may have been before one of these wrote them.
  { number: (token) => (isWhole(token) ? `${Number(token)}.0` : token) },
  { number: (token) => Number(token).toFixed(2) },
  { number: (token) => (isWhole(token) ? token : Number(token).toFixed(2)) },
];

function fraction(token: string): string {
  if (/^-?\d+$/.test(token)) return token;
  return isWhole(token) ? `${Number(token)}.0` : shortest(token);
}

function writeString(value: string, { escaped, upperCase, slash }: Escapes): string {
  const text = value.replaceAll(/["\\/<>&'+`=]|[^ -~]/g, (character) => {
    if (escaped?.test(character) === true) return unicodeEscape(character, upperCase === true);
    if (character === '/') return slash === true ? '\\/' : '/';
    return character < ' ' || character === '"' || character === '\\' ? shortEscape(character) : character;
  });
  return `"${text}"`;
}

/** Line ends and tabs have escapes of their own, which every program uses. */
function unicodeEscape(character: string, upperCase: boolean): string {
  if ('\b\f\n\r\t'.includes(character)) return shortEscape(character);
  const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upperCase ? hex.toUpperCase() : hex}`;
}

function shortEscape(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}

/** The value with every string, key and number in a style. */
export function restyled(value: JsonText, style: ScalarStyle): JsonText {
  if (value.kind === 'scalar') return { kind: 'scalar', raw: restyledToken(value.raw, style) };
  if (value.kind === 'array')
    return { kind: 'array', items: value.items.map((item) => restyled(item, style)) };
  return {
    kind: 'object',
    members: value.members.map(([key, member]) => [restyledToken(key, style), restyled(member, style)]),
  };
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[-+.0-9Ee]*/gs;

/** The same without a change of layout. */
export function restyledText(text: string, style: ScalarStyle): string {
  return text.replaceAll(TOKEN, (token) => restyledToken(token, style));
}

function restyledToken(token: string, { string, number }: ScalarStyle): string {
  if (token.startsWith('"')) {
    const value = string === undefined ? undefined : readString(token);
    return value === undefined || string === undefined ? token : string(value);
  }
  return number !== undefined && /^-?\d/.test(token) && Number.isFinite(Number(token))
    ? number(token)
    : token;
}

function readString(token: string): string | undefined {
  try {
    const value: unknown = JSON.parse(token);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
