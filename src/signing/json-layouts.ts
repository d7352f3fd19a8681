import { type JsonLayout, type JsonText, writeJsonText } from './json-text.ts';

/** How programs lay JSON out, and how that is called. @see G4-digest-mismatch */
export interface NamedLayout extends JsonLayout {
  /** After "the same JSON": `indented by 2 spaces`. */
  readonly what: string;
}

/** JavaScript, Python, and what stands between them. */
const ONE_LINE: readonly NamedLayout[] = [
  oneLine(',', ':', 'on one line without spaces'),
  oneLine(', ', ': ', 'on one line with spaces after commas and colons'),
  oneLine(',', ': ', 'on one line with spaces after colons'),
  oneLine(', ', ':', 'on one line with spaces after commas'),
  oneLine(',', ' : ', 'on one line with spaces around colons'),
  oneLine(', ', ' : ', 'on one line with spaces around colons'),
];
const PADDED = [': ', ' : ', ':'].map((colon) => ({
  ...oneLine(', ', colon, 'on one line with spaces inside braces'),
  padding: ' ',
}));

function oneLine(comma: string, colon: string, what: string): NamedLayout {
  return { comma, colon, newline: '\n', what };
}

/** The likeliest first. */
const RARE_INDENTS = ['', ' ', '   ', '        ', '      ', '     ', '       '];

function indented(indent: string, others: Partial<JsonLayout> = {}): NamedLayout {
  const layout: JsonLayout = { indent, comma: ',', colon: ': ', newline: '\n', ...others };
  const step = indent === '\t' ? 'a tab' : `${indent.length} ${indent.length === 1 ? 'space' : 'spaces'}`;
  const what = [
    indent === '' ? 'on several lines without indentation' : `indented by ${step}`,
    ...(layout.newline === '\r\n' ? ['with CRLF line ends'] : []),
    ...(layout.colon === ': ' ? [] : [layout.colon === ':' ? 'without spaces' : 'with spaces around colons']),
    ...(layout.comma === ',' ? [] : ['with spaces at the line ends']),
  ].join(' ');
  return { ...layout, what };
}

/** What most programs write. */
export const COMMON_LAYOUTS: readonly NamedLayout[] = [
  ...ONE_LINE.slice(0, 2),
  indented('  '),
  indented('    '),
  indented('\t'),
];

/** Jackson, with arrays on one line or not; Windows; Perl; Python 2, which leaves a blank at each line end. */
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

/** Indentations that few programs have by default come in fewer ways. */
const FEWER_WAYS = WAYS.slice(0, 4);

/** All others, the likeliest first. */
export const OTHER_LAYOUTS: readonly NamedLayout[] = [
  ...WAYS.map((way) => indented('  ', way)),
  ...ONE_LINE.slice(2),
  ...RARE_INDENTS.map((indent) => indented(indent)),
  ...PADDED,
  ...['    ', '\t'].flatMap((indent) => WAYS.map((way) => indented(indent, way))),
  ...RARE_INDENTS.flatMap((indent) => FEWER_WAYS.map((way) => indented(indent, way))),
];

export const LAYOUTS: readonly NamedLayout[] = [...COMMON_LAYOUTS, ...OTHER_LAYOUTS];

/** The layout in which a text is written; undefined for one that nobody's program writes. */
export function layoutOf(text: string, json: JsonText): NamedLayout | undefined {
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
