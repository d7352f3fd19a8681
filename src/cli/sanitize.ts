/** The maximum length of text on a terminal; `--json` prints all of it. */
const LENGTH_CAP = 2_000;

// The ranges of characters that move the cursor, reorder a line or end one: C0 and DEL, C1, the bidirectional marks,
// U+2028/9. They are built from numbers so that the source itself holds none of them.
const C0 = formatRange(0x00, 0x1f);
const DEL_AND_C1 = formatRange(0x7f, 0x9f);
const BIDI =
  formatRange(0x061c, 0x061c) +
  formatRange(0x200e, 0x200f) +
  formatRange(0x202a, 0x202e) +
  formatRange(0x2066, 0x2069);
const LINE_SEPARATORS = formatRange(0x2028, 0x2029);
const LONE_SURROGATE = '[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]';

const UNSAFE_IN_JSON = new RegExp(`[${DEL_AND_C1}${BIDI}${LINE_SEPARATORS}]|${LONE_SURROGATE}`, 'g');
const UNSAFE_ON_TERMINAL = new RegExp(`[${C0}${DEL_AND_C1}${BIDI}${LINE_SEPARATORS}]|${LONE_SURROGATE}`, 'g');

/**
 * Escapes foreign text for a terminal or log. Writes control characters as `\uXXXX`, and cuts text beyond the cap, with
 * the number of omitted characters. All text that psd2 didn't write must pass this function.
 * @see S10-foreign-text
 */
export function sanitizeForTerminal(text: string, cap = LENGTH_CAP): string {
  const visible = text.slice(0, cap).replace(UNSAFE_ON_TERMINAL, escapeCharacter);
  return text.length > cap ? `${visible}… (${text.length - cap} more characters)` : visible;
}

/** Escapes a text line by line; only its own line breaks stay, each with the indent after it. */
export function sanitizeLines(text: string, indent = ''): string {
  const lines = text.split('\n').map((line) => sanitizeForTerminal(line));
  return lines.join(`\n${indent}`);
}

/**
 * Formats JSON without characters that act on a terminal: writes those that JSON.stringify leaves (it escapes C0
 * itself) as `\uXXXX`, which parsers read back unchanged.
 */
export function sanitizeJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(UNSAFE_IN_JSON, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function formatRange(from: number, to: number): string {
  const code = (point: number) => `\\u${point.toString(16).padStart(4, '0')}`;
  return `${code(from)}-${code(to)}`;
}
