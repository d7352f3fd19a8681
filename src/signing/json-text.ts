import { parseJson } from '../core/json-object.ts';
import { type JsonLayout, type JsonMember, type JsonText, writeJsonText } from '../core/json-text.ts';
import { formatCount } from '../values/duration.ts';

/** Changes the members of every object, the innermost first. */
export function mapMembers(
  value: JsonText,
  change: (members: readonly JsonMember[]) => readonly JsonMember[],
): JsonText {
  return mapJson(value, (token) => token, change);
}

/** Changes every scalar and key, and then the members of every object. */
function mapJson(
  value: JsonText,
  token: (raw: string) => string,
  change: (members: readonly JsonMember[]) => readonly JsonMember[],
): JsonText {
  if (value.kind === 'scalar') return { kind: 'scalar', raw: token(value.raw) };
  const inner = (part: JsonText) => mapJson(part, token, change);
  if (value.kind === 'array') return { kind: 'array', items: value.items.map(inner) };
  const members = value.members.map(([key, member]) => [token(key), inner(member)] as const);
  return { kind: 'object', members: change(members) };
}

/** A layout with its description. @see G4-digest-mismatch */
export interface NamedLayout extends JsonLayout {
  /** The description after "the same JSON", such as `indented by 2 spaces`. */
  readonly what: string;
}

/** The one-line layouts of JavaScript, Python and others in between. */
const ONE_LINE: readonly NamedLayout[] = [
  createOneLineLayout(',', ':', 'without spaces'),
  createOneLineLayout(', ', ': ', 'with spaces after commas and colons'),
  createOneLineLayout(',', ': ', 'with spaces after colons'),
  createOneLineLayout(', ', ':', 'with spaces after commas'),
  createOneLineLayout(',', ' : ', 'with spaces around colons'),
  createOneLineLayout(', ', ' : ', 'with spaces around colons'),
];
const PADDED = [': ', ' : ', ':'].map((colon) =>
  createOneLineLayout(', ', colon, 'with spaces inside braces', ' '),
);

function createOneLineLayout(comma: string, colon: string, what: string, padding?: string): NamedLayout {
  return { comma, colon, newline: '\n', padding, what: `on one line ${what}` };
}

/** The rarer indentations, the most likely first. */
const RARE_INDENTS = ['', ' ', '   ', '        ', '      ', '     ', '       '];

function createIndentedLayout(indent: string, others: Partial<JsonLayout> = {}): NamedLayout {
  const layout: JsonLayout = { indent, comma: ',', colon: ': ', newline: '\n', ...others };
  const step = indent === '\t' ? 'a tab' : formatCount(indent.length, 'space');
  const what = [
    indent === '' ? 'on several lines without indentation' : `indented by ${step}`,
    ...(layout.newline === '\r\n' ? ['with CRLF line ends'] : []),
    ...(layout.colon === ': ' ? [] : [layout.colon === ':' ? 'without spaces' : 'with spaces around colons']),
    ...(layout.comma === ',' ? [] : ['with spaces at the line ends']),
  ].join(' ');
  return { ...layout, what };
}

/** The layouts of most programs. */
export const COMMON_LAYOUTS: readonly NamedLayout[] = [
  ...ONE_LINE.slice(0, 2),
  createIndentedLayout('  '),
  createIndentedLayout('    '),
  createIndentedLayout('\t'),
];

/**
 * The variants of indented layouts: Jackson with arrays on one line or not, Windows, Perl, and Python 2, which writes a
 * blank at each line end.
 */
const WAYS: readonly Partial<JsonLayout>[] = [
  { newline: '\r\n' },
  { colon: ' : ', inlineArrays: true },
  { colon: ' : ', inlineArrays: true, newline: '\r\n' },
  { colon: ' : ' },
  { comma: ', ' },
  { colon: ':' },
  { inlineArrays: true },
  { colon: ' : ', newline: '\r\n' },
  { inlineArrays: true, newline: '\r\n' },
  { colon: ':', newline: '\r\n' },
  { inlineSingles: true },
];

/** The variants for indentations that are the default of few programs. */
const FEWER_WAYS = WAYS.slice(0, 4);

/** All other layouts, the most likely first. */
export const OTHER_LAYOUTS: readonly NamedLayout[] = [
  ...WAYS.map((way) => createIndentedLayout('  ', way)),
  ...ONE_LINE.slice(2),
  ...RARE_INDENTS.map((indent) => createIndentedLayout(indent)),
  ...PADDED,
  ...['    ', '\t'].flatMap((indent) => WAYS.map((way) => createIndentedLayout(indent, way))),
  ...RARE_INDENTS.flatMap((indent) => FEWER_WAYS.map((way) => createIndentedLayout(indent, way))),
];

const LAYOUTS: readonly NamedLayout[] = [...COMMON_LAYOUTS, ...OTHER_LAYOUTS];

/** Detects the layout of a text; returns undefined if it is none of a program. */
export function detectLayout(text: string, json: JsonText): NamedLayout | undefined {
  const written = text.trim();
  const newline = written.includes('\r\n') ? '\r\n' : '\n';
  const indent = /^[{[][ \t]*\r?\n([ \t]*)/.exec(written)?.[1];
  const colon = /"[ \t]*:[ \t]*/.exec(written)?.[0].slice(1) ?? ':';
  const candidates = LAYOUTS.filter(
    (layout) =>
      layout.indent === indent &&
      layout.colon === colon &&
      (indent === undefined || layout.newline === newline),
  );
  return candidates.find((layout) => writeJsonText(json, layout) === written);
}

/** The style in which a program writes the strings and numbers of JSON, independent of the layout. */
export interface ScalarStyle {
  /**
   * The description after "the same JSON", such as `with slashes written as \/`; empty for the style that changes
   * nothing.
   */
  readonly what: string;
  /** Writes a JSON string from its content; undefined keeps strings unchanged. */
  readonly string?: (value: string) => string;
  /** Writes a JSON number from its source text. */
  readonly number?: (token: string) => string;
}

interface Escapes {
  /** The characters written as \u, besides those that JSON requires to be escaped. */
  readonly escaped?: RegExp;
  readonly upperCase?: boolean;
  /** The slashes that are escaped; `closing`: only after `<`. */
  readonly slash?: 'every' | 'closing';
}

const strings =
  (escapes: Escapes = {}) =>
  (value: string) =>
    writeString(value, escapes);

const plain = strings();
const ascii = strings({ escaped: /[^ -~]/ });
const formatShortest = (token: string) => String(Number(token));
const isWhole = (token: string) => Number.isInteger(Number(token));
const formatTwoDecimals = (token: string) => Number(token).toFixed(2);

const NUMBERS = 'with numbers written in another way';
const PLAIN = 'with strings escaped no further than needed';
const ASCII = String.raw`with characters beyond ASCII written as \u`;
const HTML = String.raw`with characters of HTML written as \u`;
const SLASH = String.raw`with slashes written as \/`;

/** The style that keeps strings and numbers unchanged. */
export const AS_IS: ScalarStyle = { what: '' };

/** The styles in which programs write strings and numbers. */
export const SCALAR_STYLES: readonly ScalarStyle[] = [
  // JavaScript.
  { what: PLAIN, string: plain },
  { what: NUMBERS, number: formatShortest },
  { what: `${PLAIN} and numbers in their shortest form`, string: plain, number: formatShortest },
  // Python and Java; their fractions keep .0.
  { what: ASCII, string: ascii },
  { what: `${ASCII} and fractions in their shortest form`, string: ascii, number: formatFraction },
  { what: `${PLAIN} and fractions in their shortest form`, string: plain, number: formatFraction },
  // PHP, with and without its flags; org.json.
  { what: `${ASCII} and slashes as \\/`, string: strings({ escaped: /[^ -~]/, slash: 'every' }) },
  {
    what: `${ASCII}, slashes as \\/ and numbers in their shortest form`,
    string: strings({ escaped: /[^ -~]/, slash: 'every' }),
    number: formatShortest,
  },
  { what: SLASH, string: strings({ slash: 'every' }) },
  { what: `${SLASH} behind <`, string: strings({ slash: 'closing' }) },
  // Jackson.
  { what: ASCII, string: strings({ escaped: /[^ -~]/, upperCase: true }) },
  // Gson, Go, .NET, PHP with JSON_HEX_TAG and the like, Rails.
  { what: HTML, string: strings({ escaped: /[<>&='\u2028\u2029]/ }) },
  { what: HTML, string: strings({ escaped: /[<>&\u2028\u2029]/ }) },
  { what: HTML, string: strings({ escaped: /[<>&\u2028\u2029]/ }), number: formatShortest },
  { what: HTML, string: strings({ escaped: /[<>&'+`"]|[^ -~]/, upperCase: true }) },
  { what: HTML, string: strings({ escaped: /[<>&'+`"]|[^ -~]/, upperCase: true }), number: formatShortest },
  { what: HTML, string: strings({ escaped: /[<>&'"]/ }) },
  { what: HTML, string: strings({ escaped: /[<>&'"]/, upperCase: true }) },
  { what: HTML, string: strings({ escaped: /[<>&]/, upperCase: true }) },
  { what: HTML, string: strings({ escaped: /[<>&'"]|[^ -~]/, upperCase: true, slash: 'every' }) },
  // Numbers before one of these programs wrote them.
  { what: NUMBERS, number: (token) => (isWhole(token) ? `${Number(token)}.0` : token) },
  { what: NUMBERS, number: formatTwoDecimals },
  { what: NUMBERS, number: (token) => (isWhole(token) ? token : formatTwoDecimals(token)) },
  { what: NUMBERS, number: (token) => Number(token).toFixed(1) },
  ...['E', 'e', 'E+', 'e+'].flatMap((mark): ScalarStyle[] => [
    { what: NUMBERS, number: (token) => formatExponential(token, mark) },
    { what: NUMBERS, number: (token) => (isWhole(token) ? token : formatExponential(token, mark)) },
  ]),
  { what: 'with numbers written as strings', number: (token) => `"${token}"` },
  { what: 'with numbers written as strings', number: (token) => `"${formatTwoDecimals(token)}"` },
  {
    what: 'with numbers instead of strings of digits',
    string: (value) => (/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value) ? value : plain(value)),
  },
];

/** Writes `1.005E2`; Java and .NET write the shortest digits before the mark. */
function formatExponential(token: string, mark: string): string {
  const [digits = '', power = ''] = Number(token).toExponential().split('e');
  const sign = power.startsWith('-') ? '-' : mark.endsWith('+') ? '+' : '';
  return digits + (mark[0] ?? '') + sign + power.slice(1);
}

function formatFraction(token: string): string {
  if (/^-?\d+$/.test(token)) return token;
  return isWhole(token) ? `${Number(token)}.0` : formatShortest(token);
}

function writeString(value: string, { escaped, upperCase, slash }: Escapes): string {
  const text = value.replaceAll(/["\\/<>&'+`=]|[^ -~]/g, (character, place: number) => {
    if (escaped?.test(character) === true) return escapeUnicode(character, upperCase === true);
    if (character === '/')
      return slash === 'every' || (slash === 'closing' && value[place - 1] === '<') ? '\\/' : '/';
    return character < ' ' || character === '"' || character === '\\' ? escapeShort(character) : character;
  });
  return `"${text}"`;
}

/** Escapes a character as \u. Line ends and tabs have short escapes that every program uses. */
function escapeUnicode(character: string, upperCase: boolean): string {
  if ('\b\f\n\r\t'.includes(character)) return escapeShort(character);
  const hex = character.charCodeAt(0).toString(16).padStart(4, '0');
  return `\\u${upperCase ? hex.toUpperCase() : hex}`;
}

function escapeShort(character: string): string {
  return JSON.stringify(character).slice(1, -1);
}

/** Writes every string, key and number of a value in a style. */
export function applyStyle(value: JsonText, style: ScalarStyle): JsonText {
  return mapJson(
    value,
    (raw) => applyStyleToToken(raw, style),
    (members) => members,
  );
}

const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d[-+.0-9Ee]*/gs;

/** Applies a style to a text without a change of layout. */
export function applyStyleToText(text: string, style: ScalarStyle): string {
  return text.replaceAll(SCALAR, (token) => applyStyleToToken(token, style));
}

function applyStyleToToken(token: string, { string, number }: ScalarStyle): string {
  if (token.startsWith('"')) {
    const value = string && parseJson(token);
    return typeof value === 'string' && string ? string(value) : token;
  }
  return number !== undefined && /^-?\d/.test(token) && Number.isFinite(Number(token))
    ? number(token)
    : token;
}
