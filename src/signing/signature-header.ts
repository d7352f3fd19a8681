import { trimCharacters } from '../core/octets.ts';
import { isAt, matchAt, matchLength } from '../core/scan.ts';
import { type EncodedWordProblem, readHeaderText, writeHeaderText } from './encoded-word.ts';
import { deduplicate, describeProblem, type FindingDetails, type Report } from './findings.ts';
import { isAttributeName } from './issuer.ts';
import {
  createProblem,
  detectOtherThing,
  isPlainButQuotes,
  PAIR,
  PARAMETER_NAMES,
  parseMeantPairs,
  type SignatureHeaderProblem,
  UNQUOTED,
} from './signature-header-forms.ts';
import type { HeaderIndex } from './signing-string.ts';

export interface SignatureHeader {
  /** Undefined if the request has no readable signature. */
  readonly parameters?: Readonly<Partial<SignatureParameters>>;
  /** The lower-case names that were signed; undefined if the header doesn't list them. */
  readonly names?: readonly string[];
  /** True if the value was an encoded-word of RFC 2047. */
  readonly isEncodedWord?: boolean;
  /** True if the end is lost, so that missing parts aren't reported. */
  readonly isPartial?: boolean;
}

/** All headers together have at most 16 KiB (S12-header-limits); captures may contain more. */
const MAX_CHARACTERS = 64 * 1024;

/** Checks presence, encoded-word, syntax and the headers parameter. @see G4-signature-header-format */
export function checkSignatureHeader(index: HeaderIndex, report: Report): SignatureHeader {
  const value = readSignatureValue(index, report);
  if (value === undefined) return {};
  if (value.length > MAX_CHARACTERS) {
    report('signature-header-format', { detail: `It's longer than ${MAX_CHARACTERS} characters.` });
    return {};
  }
  const { text, problems } = readHeaderText(value);
  const syntax = parseSignatureHeader(text);
  const words = problems.filter((problem) => !isOfQuotes(problem, syntax, text));
  for (const problem of words) {
    const expected = text === value && problem.cause !== 'raw' ? undefined : writeHeaderText(text, 'auto');
    report('encoded-word-format', { ...describeProblem(problem), expected, found: value });
  }
  // A remaining encoded-word can't be parsed, and a cut inside one also cuts the value.
  const isWrapped = words.some(({ tolerated }) => !tolerated);
  if (isWrapped && /^\s*=\?/.test(text)) return {};
  reportSyntax(syntax, { text, value, index, isWrapped }, report);
  const { parameters, isPartial } = syntax;
  if (Object.keys(parameters).length === 0) return {};
  const { headers } = parameters;
  const names = headers === undefined && isPartial ? {} : checkNames(headers, report);
  return { parameters, isEncodedWord: text !== value, isPartial, ...names };
}

/** Returns true if the problem is only due to typographic quotes, which are also bytes beyond ASCII. */
function isOfQuotes(
  { cause }: EncodedWordProblem,
  { problems }: SignatureHeaderReading,
  text: string,
): boolean {
  return cause === 'raw' && problems.some((one) => one.cause === 'smart-quotes') && isPlainButQuotes(text);
}

function reportSyntax(
  { parameters, problems, isPartial }: SignatureHeaderReading,
  { text, value, index, isWrapped }: { text: string; value: string; index: HeaderIndex; isWrapped: boolean },
  report: Report,
): void {
  const times = index.get('signature')?.length ?? 0;
  for (const problem of problems) {
    const { cause } = problem;
    if (cause === 'cut-short' && isWrapped) continue;
    const expected = isPartial ? undefined : writeWholeHeader(parameters);
    const details = {
      ...describeProblem(problem),
      ...(cause === 'cut-short' && { detail: `It has ${value.length} characters.` }),
      ...(cause === 'duplicate-parameter' && times > 1 && { says: 'The header is sent twice.' }),
    };
    report('signature-header-format', { ...details, expected, found: text });
  }
  const isListed = parameters.signature === undefined && problems.every(({ tolerated }) => tolerated);
  if (!isListed || isPartial) return;
  report('signature-header-format', { detail: 'The parameter signature is missing.', found: text });
}

/** Formats the parsed header correctly; returns undefined if a part is missing. */
function writeWholeHeader(parameters: Partial<SignatureParameters>): string | undefined {
  const isWhole = PARAMETER_NAMES.slice(0, 4).every((name) => parameters[name] !== undefined);
  return isWhole ? writeSignatureHeader(parameters as SignatureParameters) : undefined;
}

function readSignatureValue(index: HeaderIndex, report: Report): string | undefined {
  const values = index.get('signature');
  if (values?.some((value) => value.trim() !== '')) return values.join(values.length > 1 ? ',' : '');
  const authorization = index.get('authorization')?.find((value) => AUTHORIZATION.test(value));
  const cause = authorization === undefined ? undefined : 'in-authorization-header';
  report('signature-missing', { cause, detail: cause === undefined ? elsewhere(index) : undefined });
  // In Authorization, the word Signature is the scheme and not part of the value.
  return authorization?.replace(/^\s*Signature\s+/i, '');
}

const AUTHORIZATION = /^\s*(?:Signature\s|keyId\s*=)/i;

/** Finds another header that contains the signature. */
function elsewhere(index: HeaderIndex): string | undefined {
  const [name] =
    [...index].find(([, [value = '']]) => /keyId="/.test(value) && /signature="/.test(value)) ?? [];
  if (name !== undefined) return `The header ${name} has a signature.`;
  return index.has('signature') ? "The header is there, but it's empty." : undefined;
}

const HEADER_NAME = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|\([A-Za-z-]+\))$/;
/** Matches the most common form of the list. */
const PLAIN_LIST = /^(?:\(request-target\)|[a-z-]+)(?: [a-z-]+)*$/;
const MAX_NAMES = 100;

/** Checks the headers parameter; identifies lists that aren't lists of header names. @see G4-unseen-header */
function checkNames(headers: string | undefined, report: Report): { names?: readonly string[] } {
  if (headers === undefined) {
    report('headers-missing');
    return {};
  }
  if (PLAIN_LIST.test(headers)) {
    const names = headers.split(' ');
    if (names.length <= MAX_NAMES && names.every((name, place) => names.indexOf(name) === place))
      return { names };
  }
  const bare = stripBrackets(headers);
  const separator = SEPARATORS.find(({ among }) => among.test(bare));
  const written = bare.split(separator?.between ?? ' ', MAX_NAMES + 1).filter((name) => name !== '');
  const isList =
    written.length > 0 && written.length <= MAX_NAMES && written.every((name) => HEADER_NAME.test(name));
  const names = [...new Set(written.slice(0, MAX_NAMES).map((name) => name.toLowerCase()))];
  const shown = { found: headers, expected: isList ? names.join(' ') : undefined };
  for (const problem of listProblems(headers, written, { separator, isList }))
    report('headers-format', { ...problem, ...shown });
  return isList ? { names } : {};
}

/** Removes what programs print around a list. */
function stripBrackets(headers: string): string {
  const text = trimCharacters(headers, ' \t\r\n[]{}\'":');
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : '';
  return /[\s,]/.test(inner) && !/[()]/.test(inner) ? inner : text;
}

interface Separator {
  /** Matches the separator. */
  readonly among: RegExp;
  readonly between: RegExp;
  readonly detail?: string;
}

/** The separators of names other than one space. A plus sign can be part of a name, so it comes last. */
const SEPARATORS: readonly Separator[] = [
  { among: /[,;]/, between: /[,;\s'"]+/ },
  { among: /%20/, between: /(?:%20|\s)+/, detail: 'The names are separated by %20.' },
  { among: /\\[nt]/, between: /(?:\\[nt]|\s)+/, detail: 'The names are separated by the characters \\n.' },
  { among: /:(?:\s|$)/, between: /[:\s]+/, detail: 'The names are followed by a colon.' },
  { among: /\w\|\w/, between: /[|\s]+/, detail: 'The names are separated by |.' },
  { among: /date\+|\+date/i, between: /[+\s]+/, detail: 'The names are separated by plus signs.' },
  { among: /\s\s|[\t\r\n]/, between: /\s+/ },
];

function listProblems(
  headers: string,
  written: readonly string[],
  { separator, isList }: { readonly separator: Separator | undefined; readonly isList: boolean },
): FindingDetails<'headers-format'>[] {
  const lower = written.slice(0, MAX_NAMES).map((name) => name.toLowerCase());
  const problems: FindingDetails<'headers-format'>[] = [];
  const hasCommas = separator === SEPARATORS[0];
  if (hasCommas) problems.push({ cause: 'commas' });
  else if (!isList) problems.push({ detail: "It's empty, or contains something that isn't a header name." });
  else if (separator?.detail !== undefined) problems.push({ detail: separator.detail });
  if (isList && lower.some((name, place) => name !== written[place])) {
    problems.push({ cause: 'upper-case', severity: 'warning' });
  }
  const isRight = hasCommas || separator?.detail !== undefined || written.join(' ') === headers;
  if (!isRight && isList) problems.push(describeLooseList(headers));
  if (isList && new Set(lower).size < lower.length) problems.push({ detail: 'A name is listed twice.' });
  return problems;
}

/** Describes extra characters in the list: most banks ignore extra blanks, but not brackets. */
function describeLooseList(headers: string): FindingDetails<'headers-format'> {
  return /[[\]{}'"]|^\((?!request-target)/.test(headers)
    ? { detail: 'There are brackets or quotes around the names.' }
    : { severity: 'warning', detail: 'It contains extra white space.' };
}

/**
 * The parameters of the Signature header: `keyId="…",algorithm="…",headers="…",signature="…"`.
 * @see I-authentication-3-algorithm, I-authentication-3-signature-header
 * @see G1-signature-header, G2-hostile-headers
 */
export interface SignatureParameters {
  readonly keyId: string;
  readonly algorithm: string;
  readonly headers: string;
  readonly signature: string;
  /** Parameters of later drafts, which are signed as lines. */
  readonly created?: string;
  readonly expires?: string;
}

/** Writes the header with commas without blanks and raw values between the quotes. */
export function writeSignatureHeader({ keyId, algorithm, headers, signature }: SignatureParameters): string {
  return `keyId="${keyId}",algorithm="${algorithm}",headers="${headers}",signature="${signature}"`;
}

interface SignatureHeaderReading {
  /** The parameters as written between the quotes; of a repeated one, the first. */
  readonly parameters: Readonly<Partial<SignatureParameters>>;
  readonly problems: readonly SignatureHeaderProblem[];
  /** True if the value is something else or its end is lost, so that missing parameters aren't faults. */
  readonly isPartial: boolean;
}

const NAME = /[ \t]*([A-Za-z_-]+)([ \t]*)=([ \t]*)/y;
/** Matches the text after the closing quote of keyId. */
const AFTER_KEY_ID = /[ \t]*(?:$|(?:(,)[ \t]*)?(?:$|([A-Za-z_-]+)[ \t]*=))/y;
const KNOWN_PARAMETER = new RegExp(`^${PAIR}$`, 'i');
const SEPARATOR = /([ \t]*),([ \t]*)/y;

/** Matches the form of nearly all signers; an issuer with quotes needs the full parser. */
const USUAL = /^keyId="([^"]*)",algorithm="([^"]*)",headers="([^"]*)",signature="([^"]*)"$/;

/**
 * Parses the parameters; of a malformed header, as many as possible, and reports the problems.
 * @see G4-unseen-header
 */
export function parseSignatureHeader(value: string): SignatureHeaderReading {
  const usual = USUAL.exec(value);
  if (usual !== null) {
    const [, keyId = '', algorithm = '', headers = '', signature = ''] = usual;
    return { parameters: { keyId, algorithm, headers, signature }, problems: [], isPartial: false };
  }
  const other = detectOtherThing(value.trim());
  if (other !== undefined) return { parameters: {}, problems: [other], isPartial: true };
  const problems: SignatureHeaderProblem[] = [];
  const text = parseMeantPairs(value.trim(), problems);
  const found = new Map<string, string>();
  const isCut = scan(text, found, problems);
  const given = PARAMETER_NAMES.filter((name) => found.has(name.toLowerCase()));
  const parameters: Partial<SignatureParameters> = Object.fromEntries(
    given.map((name) => [name, found.get(name.toLowerCase())]),
  );
  const isPartial = isCut || Object.keys(parameters).length === 0;
  return { parameters, problems: problems.length < 2 ? problems : deduplicate(problems), isPartial };
}

const MAX_PARAMETERS = 32;

/** Scans the text for parameters. @returns true if the end of the text is lost */
function scan(text: string, found: Map<string, string>, problems: SignatureHeaderProblem[]): boolean {
  let position = 0;
  for (let count = 0; count < MAX_PARAMETERS && position < text.length; count += 1) {
    const begin = skipEmpty(text, position, problems);
    const [whole, name = '', before = '', after = ''] = matchAt(NAME, text, begin) ?? [];
    const key = name.toLowerCase();
    if (whole === undefined) {
      const end = findNextParameter(text, begin);
      if (end === text.length) break;
      problems.push(createMalformed(text.slice(begin, end)));
      position = skipSeparator(text, end);
      continue;
    }
    if (before !== '' || after !== '')
      problems.push(createTolerated("There's a space beside an equals sign."));
    const value = readValue(text, begin + whole.length, key);
    if (value.isCut) return markLost(problems);
    if (!value.quoted && key !== 'created' && key !== 'expires') problems.push(createUnquoted(text, value));
    if (found.has(key))
      problems.push(createProblem(`${name.slice(0, 20)} is given twice.`, 'duplicate-parameter'));
    else found.set(key, value.text);
    const canonical = PARAMETER_NAMES.find((known) => known.toLowerCase() === key) ?? name;
    const capitalised = `${name.charAt(0).toUpperCase()}${name.slice(1, 20)}`;
    if (canonical !== name) problems.push(createTolerated(`${capitalised} is written ${canonical}.`));
    position = skipSeparator(text, value.end);
    if (position > value.end && text.slice(value.end, position) !== ',')
      problems.push(createTolerated("There's a space beside a comma."));
    if (position === value.end && isAt(NAME, text, position))
      problems.push(createProblem('A comma is missing.'));
  }
  const rest = trimCharacters(text.slice(position), ' \t,');
  if (isBegun(rest, found) || (found.size > 0 && !found.has('signature') && /,[ \t]*$/.test(text)))
    return markLost(problems);
  if (/,[ \t]*$/.test(text)) problems.push(createProblem('It ends with a comma.'));
  if (text === '') problems.push(createProblem("It's empty."));
  else if (rest !== '') problems.push(createMalformed(rest));
  return false;
}

/** Skips elements without content and reports them, unless the text ends with them. */
function skipEmpty(text: string, position: number, problems: SignatureHeaderProblem[]): number {
  const end = position + matchLength(EMPTY, text, position);
  if (end > position && end < text.length)
    problems.push(createProblem("There's an empty element: a comma too many."));
  return end;
}

const EMPTY = /(?:[ \t]*,)+[ \t]*/y;

/** Creates the problem of a malformed element. @see S10-traces: a message quotes only the beginning */
function createMalformed(element: string): SignatureHeaderProblem {
  const written = element.trim().replaceAll(/[^ -~]/g, '?');
  const shown = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}…` : written;
  return createProblem(`This element isn't a key="value" pair: ${shown}.`);
}

const MAX_SHOWN = 40;

function markLost(problems: SignatureHeaderProblem[]): true {
  problems.push(createProblem('Its end is missing.', 'cut-short'));
  return true;
}

/** Returns true if the text ends in the middle of a parameter's name. */
function isBegun(rest: string, found: ReadonlyMap<string, string>): boolean {
  const begun = /^[ \t]*([A-Za-z]+)$/.exec(rest)?.[1]?.toLowerCase();
  const left = PARAMETER_NAMES.map((name) => name.toLowerCase()).filter((name) => !found.has(name));
  return begun !== undefined && left.some((name) => name.startsWith(begun));
}

interface Value {
  readonly text: string;
  readonly quoted: boolean;
  readonly end: number;
  /** True if the text ends before the value. */
  readonly isCut?: boolean;
}

function createUnquoted(text: string, { end }: Value): SignatureHeaderProblem {
  const says = text[end - 1] === "'" ? 'The values are between single quotes.' : undefined;
  return createProblem(UNQUOTED, 'unquoted', says);
}

function readValue(text: string, start: number, key: string): Value {
  const limit = findNextParameter(text, start);
  if (text[start] !== '"') return readUnquoted(text, start, limit);
  for (let quote = text.indexOf('"', start + 1); quote >= 0 && quote < limit; ) {
    if (key !== 'keyid' || isEndOfKeyId(text, quote + 1)) {
      return { text: text.slice(start + 1, quote), quoted: true, end: quote + 1 };
    }
    quote = text.indexOf('"', quote + 1);
  }
  const rest = text.slice(start + 1, limit);
  const isCut = limit === text.length && !rest.includes('"');
  return { text: rest.replace(/"$/, ''), quoted: false, end: limit, isCut };
}

/** Finds the comma before the next known parameter; returns the end of the text if there is none. */
function findNextParameter(text: string, start: number): number {
  NEXT.lastIndex = start;
  return NEXT.exec(text)?.index ?? text.length;
}

const NEXT = new RegExp(`,[ \\t]*${PAIR}[ \\t]*=`, 'gi');

/**
 * Returns true if a quote ends keyId. An issuer may contain quotes and commas: `CN="A, B",O="C"` continues, since O is
 * an attribute and not a parameter.
 */
function isEndOfKeyId(text: string, position: number): boolean {
  const [whole, comma, name] = matchAt(AFTER_KEY_ID, text, position) ?? [];
  if (whole === undefined) return false;
  if (name === undefined || KNOWN_PARAMETER.test(name)) return true;
  return comma !== undefined && text[position + whole.length] === '"' && !isAttributeName(name);
}

/** Reads an unquoted value up to the next known parameter, since an issuer contains commas. */
function readUnquoted(text: string, start: number, limit: number): Value {
  const last = limit === text.length ? text.replace(/(?<![ \t])[ \t]*,[ \t]*$/, '').length : limit;
  const end = Math.max(start, last);
  const written = text
    .slice(start, end)
    .replace(/^'(.*)'$/s, '$1')
    .replace(/"$/, '');
  return { text: written, quoted: false, end, isCut: start >= text.length };
}

/** Returns the position after the separator that follows a value. */
function skipSeparator(text: string, position: number): number {
  return position + matchLength(SEPARATOR, text, position);
}

function createTolerated(detail: string): SignatureHeaderProblem {
  return { tolerated: true, detail };
}

/** Undoes quoted-pairs (RFC 9110 §5.6.4): a backslash in a quoted string escapes the next character. */
export function unescapeQuotedPairs(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, '$1');
}
