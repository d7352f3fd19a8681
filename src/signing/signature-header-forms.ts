import { decodeBase64, decodeBase64Url } from '../core/base64.ts';
import { parseJson } from '../core/json-object.ts';
import { decodePercent } from '../core/octets.ts';
import type { Problem } from './findings.ts';

/**
 * A problem of a Signature value that isn't a list of key="value" pairs: other content, or another syntax, which is
 * reported and then parsed as intended.
 * @see G4-unseen-header
 */
export type SignatureHeaderProblem = Problem<'signature-header-format'>;

export const PARAMETER_NAMES = ['keyId', 'algorithm', 'headers', 'signature', 'created', 'expires'] as const;

/** The pattern of a parameter name. */
export const PAIR = `(?:${PARAMETER_NAMES.join('|')})`;

/** Detects a value without parameters; returns undefined if it may have some. */
export function detectOtherThing(text: string): SignatureHeaderProblem | undefined {
  if (isJws(text)) return createProblem("It's a JWS.", 'jws');
  if (/^[a-z*][a-z0-9_.*-]{0,40}=(?::[A-Za-z0-9+/]*={0,2}:|\()/.test(text))
    return createProblem("It's as in RFC 9421.", 'rfc9421');
  const placeholder = PLACEHOLDER.exec(text)?.[0];
  if (placeholder !== undefined) return createProblem(`It's the unfilled placeholder ${placeholder}.`);
  if (NO_VALUE.test(text)) return createProblem(`It's the text ${text}: the program had no value.`);
  const bytes = /\s/.test(text) ? undefined : decodeBase64(text);
  return bytes === undefined || bytes.length < 64
    ? undefined
    : createProblem("It's the Base64 of a signature alone, without the other parameters.");
}

const PLACEHOLDER =
  /^(?:\{\{[^{}]{1,40}\}\}|\$\{[^{}]{1,40}\}|\$[A-Za-z_]{1,40}|%[A-Za-z_]{1,40}%|<[^<>]{1,40}>)$/;
const NO_VALUE = /^(?:undefined|null|None|nil|NaN|\[object [A-Za-z]{1,20}\])$/;

/** Detects a JWS: RFC 7515 compact, with its payload or detached, or JSON. */
function isJws(text: string): boolean {
  const compact = /^"?(?:Bearer\s+)?([A-Za-z0-9_-]{8,2048})\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*"?$/i.exec(text);
  const header = /^\{.*"protected"\s*:\s*"([A-Za-z0-9_-]{8,2048})"/s.exec(text.slice(0, 4096));
  const encoded = compact?.[1] ?? header?.[1];
  const decoded = encoded === undefined ? undefined : decodeBase64Url(encoded)?.toString('utf8');
  return decoded !== undefined && /^\s*\{.*"alg"\s*:/s.test(decoded);
}

type RewriteResult = readonly [text: string, problem: SignatureHeaderProblem];
type Rewrite = (text: string) => RewriteResult | undefined;

/** Rewrites the value as pairs and reports each deviation. */
export function parseMeantPairs(value: string, problems: SignatureHeaderProblem[]): string {
  let text = value;
  for (const rewrite of REWRITES) {
    const [meant, problem] = rewrite(text) ?? [text];
    text = meant;
    if (problem !== undefined) problems.push(problem);
  }
  return text;
}

/** The rewrites, the outermost first. */
const REWRITES: readonly Rewrite[] = [
  unfoldLines,
  withoutPercents,
  withoutScheme,
  fromJson,
  stripEnclosure,
  withoutBackslashes,
  withoutUnicodeEscapes,
  withoutEntities,
  withPlainQuotes,
  withEqualsSigns,
  withCommas,
  withSingleQuotes,
];

const FOLD = new RegExp(`,[ \\t]{0,8}(?:\\r?\\n[ \\t]{0,80}){1,8}(?=${PAIR}[ \\t]*=)`, 'gi');

/** Joins folded lines between parameters only: an issuer's name may contain a line end. */
function unfoldLines(text: string): RewriteResult | undefined {
  const joined = text.replaceAll(FOLD, ',');
  return joined === text ? undefined : [joined, createProblem("It's split over several lines.")];
}

function withoutPercents(text: string): RewriteResult | undefined {
  if (!/^(?:Signature(?:%20|\+))?keyId(?:%3D|=)%22/i.test(text)) return undefined;
  return [decodePercent(text), createProblem("It's percent-encoded.")];
}

const SCHEME = new RegExp(
  `^(?:([A-Za-z][A-Za-z0-9-]{0,30})(?::[ \\t]*|[ \\t]+|=(?=keyId=)))+(?=["'{[(]*${PAIR}["']?[ \\t]*[=:])`,
  'i',
);

/** Removes a word before the pairs, such as the scheme of Authorization. */
function withoutScheme(text: string): RewriteResult | undefined {
  const [whole, word = ''] = SCHEME.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const says = /^signature$/i.test(word) ? undefined : `The value begins with the word ${word}.`;
  return [text.slice(whole.length), createProblem('It begins with a word.', 'scheme-prefix', says)];
}

function fromJson(text: string): RewriteResult | undefined {
  const members = text.startsWith('{') ? parseJsonMembers(text) : [];
  if (!members.some(([name]) => /^(?:keyId|signature)$/i.test(name))) return undefined;
  const pairs = members.map(([name, value]) => `${name}="${value}"`);
  return [pairs.join(','), createProblem("It's JSON.")];
}

/** Parses the members that are text or a list of texts. */
function parseJsonMembers(text: string): (readonly [name: string, value: string])[] {
  return Object.entries(parseJson(text) ?? {}).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'string') return [[name, value] as const];
    const isNames = Array.isArray(value) && value.every((one) => typeof one === 'string');
    return isNames ? [[name, value.join(' ')] as const] : [];
  });
}

const ENCLOSED = new RegExp(
  `^(?:'(${PAIR}=.*)'|"(${PAIR}=["'].*)"|[[{(]\\s*(${PAIR}\\s*[=:].*)[\\]})])$`,
  'is',
);

/** Removes quotes or braces around the whole value; backslashes identify `"keyId=\"…`. */
function stripEnclosure(text: string): RewriteResult | undefined {
  const [, single, double, braces] = ENCLOSED.exec(text) ?? [];
  const inner = single ?? double ?? braces;
  if (inner === undefined) return undefined;
  return [inner, createProblem(`The whole value is between ${braces ? 'brackets' : 'quotes'}.`)];
}

/** Matches escaped quotes at the start of a parameter's value, as programs or JSON print them. */
const ESCAPED_QUOTE = new RegExp(
  `(?:^"?|[,;&{][ \\t]*)\\\\*"?${PAIR}\\\\*"?[ \\t]*[=:][ \\t]*\\\\+["']`,
  'i',
);

function withoutBackslashes(text: string): RewriteResult | undefined {
  if (!ESCAPED_QUOTE.test(text)) return undefined;
  // Each run of backslashes is matched as a whole: a lookahead would retry at every backslash of a long run.
  const bare = text.replaceAll(/\\+(["']?)/g, (run, quote: string) => (quote === '' ? run : quote));
  const plain = bare.replace(/^"(?=[A-Za-z]+=["'])(.*)"$/s, '$1');
  return [plain, createProblem('Its quotes are written \\".', 'backslash-quotes')];
}

/** The match runs forwards: a lookbehind over blanks would be slow at each of many blanks. */
const UNICODE_QUOTE = new RegExp(`${PAIR}[ \\t]*[=:][ \\t]*(\\\\{1,8}(?:u00|x)2[27])`, 'i');

/** Decodes the \u escapes of logs that escape JSON: of quotes, and often of `+`, `=` and `/` of Base64. */
function withoutUnicodeEscapes(text: string): RewriteResult | undefined {
  const [, written] = UNICODE_QUOTE.exec(text) ?? [];
  if (written === undefined) return undefined;
  const plain = text.replaceAll(/\\{1,8}(?:u00|x)([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const says = `The quotes are written ${written}.`;
  return [plain, createProblem('Its quotes are escaped.', 'backslash-quotes', says)];
}

const ENTITY = /&(?:quot|#34|#x22|ldquo|rdquo);|%22/gi;

function withoutEntities(text: string): RewriteResult | undefined {
  const [written] = new RegExp(`(?<=${PAIR}=)${ENTITY.source}`, 'i').exec(text) ?? [];
  if (written === undefined) return undefined;
  const says = `The quotes are written ${written}.`;
  return [text.replaceAll(ENTITY, '"'), createProblem(UNQUOTED, 'unquoted', says)];
}

export const UNQUOTED = 'A value has no double quotes.';

/** Typographic quotes, and the bytes of Windows-1252 for them, by their code points. */
const SMART = '\u2018-\u201f\u2032-\u2036\u00ab\u00bb\u02ba\u301d-\u301f\uff02\uff07\u0091-\u0094';
const WINDOWS: Readonly<Record<string, number>> = {
  '\u0091': 0x2018,
  '\u0092': 0x2019,
  '\u0093': 0x201c,
  '\u0094': 0x201d,
};
/** The lookbehind starts at the quotes: one before them would cross the same blanks from each blank. */
const OPENING = new RegExp(`[${SMART}]{1,2}(?<=${PAIR}[ \\t]*[=:][ \\t]*[${SMART}]{1,2})`, 'gi');
const CLOSING = new RegExp(`[${SMART}]{1,2}(?=[ \\t]*(?:$|[,;&][ \\t]*(?:$|${PAIR}[ \\t]*[=:])))`, 'gi');

/** Replaces only the quotes around a parameter: an issuer's name may contain such quotes. */
function withPlainQuotes(text: string): RewriteResult | undefined {
  if (!new RegExp(`[${SMART}]`).test(text)) return undefined;
  const found = [...text.matchAll(OPENING), ...text.matchAll(CLOSING)].flatMap(([quotes]) => [...quotes]);
  if (found.length === 0) return undefined;
  const points = [...new Set(found.map(formatCodePoint))].slice(0, 4);
  const says = `The quotes are typographic: ${points.join(' and ')} instead of U+0022.`;
  const plain = text.replaceAll(OPENING, '"').replaceAll(CLOSING, '"');
  return [plain, createProblem('Its quotes are typographic.', 'smart-quotes', says)];
}

function formatCodePoint(character: string): string {
  const point = WINDOWS[character] ?? character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns true if typographic quotes are the only characters beyond ASCII. @see G4-signature-header-format */
export function isPlainButQuotes(text: string): boolean {
  return !/[^\0-\x7f]/.test(text.replaceAll(new RegExp(`[${SMART}]`, 'g'), ''));
}

const COLON = new RegExp(`(^|[,;&\\s])(["']?)(${PAIR})\\2[ \\t]*:[ \\t]*(?=["'])`, 'gi');
const QUOTED_NAME = new RegExp(`(^|[,;&\\s])(["'])(${PAIR})\\2[ \\t]*=`, 'gi');

function withEqualsSigns(text: string): RewriteResult | undefined {
  const equal = text.replaceAll(COLON, '$1$3=');
  if (equal !== text) return [equal, createProblem('Colons stand in place of equals signs.')];
  const bare = text.replaceAll(QUOTED_NAME, '$1$3=');
  return bare === text ? undefined : [bare, createProblem('The names are between quotes.')];
}

const SEPARATOR = new RegExp(`[ \\t]{0,4}([;&|])[ \\t]*(?=${PAIR}[ \\t]*=)`, 'gi');

function withCommas(text: string): RewriteResult | undefined {
  const [, separator] = SEPARATOR.exec(text) ?? [];
  SEPARATOR.lastIndex = 0;
  if (separator === undefined) return undefined;
  const problem = createProblem(`The parameters are separated by ${separator} instead of commas.`);
  return [text.replaceAll(SEPARATOR, ',').replace(/[;&|]$/, ''), problem];
}

const DOUBLED_OPENING = new RegExp(`(^|,[ \\t]*)(${PAIR})([ \\t]*=[ \\t]*)""+(?=[^",\\s])`, 'gi');
const DOUBLED_CLOSING = new RegExp(
  `(?="")(?<=[^"\\s,])(?<!${PAIR}[ \\t]*=)""+(?=[ \\t]*(?:$|,[ \\t]*${PAIR}[ \\t]*=))`,
  'gi',
);
const MAX_DOUBLED = 32;

/** Undoes quotes doubled by CSV; after keyId only if both are doubled, since an issuer may end with a quote. */
function withSingleQuotes(text: string): RewriteResult | undefined {
  const parameters = new Set<string>();
  if (!text.includes('""') || (text.match(DOUBLED_CLOSING)?.length ?? 0) > MAX_DOUBLED) return undefined;
  const opened = text.replaceAll(DOUBLED_OPENING, (_, before: string, name: string, equals: string) => {
    parameters.add(name);
    return `${before}${name}${equals}"`;
  });
  const isKeyIdOpened = /^keyid$/im.test([...parameters].join('\n'));
  const closed = opened.replaceAll(DOUBLED_CLOSING, (quotes: string, place: number) => {
    const name = findLastParameter(opened.slice(0, place));
    if (/^keyid$/i.test(name) && !isKeyIdOpened) return quotes;
    parameters.add(name);
    return '"';
  });
  if (parameters.size === 0) return undefined;
  return [closed, createProblem(`The quote of ${[...parameters].join(', ')} is doubled.`)];
}

/** Finds the last parameter that begins in a text. */
function findLastParameter(text: string): string {
  return [...text.matchAll(new RegExp(`(?:^|,[ \\t]*)(${PAIR})[ \\t]*=`, 'gi'))].at(-1)?.[1] ?? '';
}

export function createProblem(
  detail: string,
  cause?: SignatureHeaderProblem['cause'],
  says?: string,
): SignatureHeaderProblem {
  return { tolerated: false, detail, cause, says };
}
