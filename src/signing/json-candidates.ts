import { anyOrder, isSmall, oneMoved } from './json-orders.ts';
import { restyled, restyledText, SCALAR_STYLES, type ScalarStyle } from './json-styles.ts';
import {
  COMPACT,
  type JsonLayout,
  type JsonText,
  readJsonText,
  sortMembers,
  writeJsonText,
} from './json-text.ts';

/** The same JSON as another program may have written it. @see G4-digest-mismatch */
export interface JsonCandidate {
  readonly cause: 'reserialised' | 'ascii-escaped' | 'key-order';
  readonly text: string;
}

/** JavaScript and most others; Python; both with indentation. */
const COMMON_LAYOUTS: readonly JsonLayout[] = [
  COMPACT,
  { ...COMPACT, comma: ', ', colon: ': ' },
  { indent: '  ', comma: ',', colon: ': ', newline: '\n' },
  { indent: '    ', comma: ',', colon: ': ', newline: '\n' },
];

const INDENTS = ['\t', '', ' ', '   '];

/** Windows; Gson, .NET, XML tools; Jackson's pretty printer. */
const OTHER_LAYOUTS: readonly JsonLayout[] = [
  ...COMMON_LAYOUTS.slice(2).map((layout): JsonLayout => ({ ...layout, newline: '\r\n' })),
  { indent: '  ', comma: ',', colon: ' : ', newline: '\n', inlineArrays: true },
  { indent: '  ', comma: ',', colon: ' : ', newline: '\r\n', inlineArrays: true },
  { ...COMPACT, colon: ': ' },
  { ...COMPACT, comma: ', ' },
  ...INDENTS.flatMap((indent): JsonLayout[] => [
    { indent, comma: ',', colon: ': ', newline: '\n' },
    { indent, comma: ',', colon: ': ', newline: '\r\n' },
  ]),
];

const LAYOUTS = [...COMMON_LAYOUTS, ...OTHER_LAYOUTS];

/** Longer texts are written in fewer ways: each takes milliseconds. */
const MAX_STYLED_CHARACTERS = 64 * 1024;

/** JSON of a body, and what other programs may have made of it; nothing for a text that is no JSON. */
export class JsonSearch {
  private readonly text: string;
  private readonly json: JsonText | undefined;
  private readonly styles: ScalarStyle[] = [asIs];

  constructor(text: string) {
    this.text = text;
    this.json = readJsonText(text);
  }

  /** The likeliest first. */
  *likely(): Generator<JsonCandidate> {
    const json = this.json;
    if (json === undefined) return;
    yield* sameLayout(this.text, this.styles);
    yield* twiceSerialised(this.text, json);
    yield* otherLayouts('reserialised', json, this.styles, COMMON_LAYOUTS);
    yield* otherLayouts('key-order', sortMembers(json, 1), this.styles, COMMON_LAYOUTS);
    if (isSmall(json)) yield* otherOrders(this.text, json, oneMoved);
  }

  /** In rarer layouts. */
  *further(): Generator<JsonCandidate> {
    const json = this.json;
    if (json === undefined) return;
    yield* otherLayouts('reserialised', json, this.styles, OTHER_LAYOUTS);
    yield* withLastNewline(json, this.styles);
    yield* otherLayouts('key-order', sortMembers(json, 1), this.styles, OTHER_LAYOUTS);
    yield* otherLayouts('key-order', sortMembers(json, -1), [asIs], LAYOUTS);
  }

  /** In every order of a small value: too many to try them all. */
  *orders(): Generator<JsonCandidate> {
    const json = this.json;
    if (json !== undefined && isSmall(json)) yield* otherOrders(this.text, json, anyOrder);
  }
}

/** Leaves strings and numbers as they stand. */
const asIs: ScalarStyle = {};

/** Keeps in `styles` those that don't leave this text as it stands and don't do what another does. */
function* sameLayout(text: string, styles: ScalarStyle[]): Generator<JsonCandidate> {
  const known = new Set([text]);
  for (const style of text.length > MAX_STYLED_CHARACTERS ? [] : SCALAR_STYLES) {
    const written = restyledText(text, style);
    if (!known.has(written)) styles.push(style);
    known.add(written);
    // Those already known too, so that the clock is looked at after each.
    yield { cause: isAscii(written) === isAscii(text) ? 'reserialised' : 'ascii-escaped', text: written };
  }
  for (const written of [
    text.trim(),
    text.normalize('NFD'),
    text.normalize('NFC'),
    `${text} `,
    ` ${text}`,
    `  ${text}`,
  ])
    yield { cause: 'reserialised', text: written };
}

function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** JSON as a JSON string, and what such a string holds. */
function* twiceSerialised(text: string, json: JsonText): Generator<JsonCandidate> {
  yield { cause: 'reserialised', text: JSON.stringify(text) };
  if (json.kind !== 'scalar' || !json.raw.startsWith('"')) return;
  const inner: unknown = parsed(json.raw);
  if (typeof inner === 'string') yield { cause: 'reserialised', text: inner };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* otherLayouts(
  cause: 'reserialised' | 'key-order',
  json: JsonText,
  styles: readonly ScalarStyle[],
  layouts: readonly JsonLayout[],
): Generator<JsonCandidate> {
  for (const style of styles) {
    const value = restyled(json, style);
    for (const layout of layouts) yield { cause, text: writeJsonText(value, layout) };
  }
}

function* withLastNewline(json: JsonText, styles: readonly ScalarStyle[]): Generator<JsonCandidate> {
  for (const { cause, text } of otherLayouts('reserialised', json, styles, LAYOUTS)) {
    yield { cause, text: `${text}\n` };
    if (text.includes('\r\n')) yield { cause, text: `${text}\r\n` };
  }
}

function* otherOrders(
  text: string,
  json: JsonText,
  orders: (json: JsonText) => Iterable<JsonText>,
): Generator<JsonCandidate> {
  const own = LAYOUTS.find((layout) => writeJsonText(json, layout) === text.trim());
  for (const layout of own === undefined || own === COMPACT ? [COMPACT] : [own, COMPACT]) {
    for (const value of orders(json)) yield { cause: 'key-order', text: writeJsonText(value, layout) };
  }
}
