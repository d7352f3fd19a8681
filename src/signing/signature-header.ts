import { isAttributeName } from './issuer-text.ts';

/**
 * The Signature header: `keyId="…",algorithm="…",headers="…",signature="…"`.
 * @see I-authentication-3-algorithm, I-authentication-3-signature-header
 * @see G1-signature-header, G2-hostile-headers
 */

export interface SignatureParameters {
  readonly keyId: string;
  readonly algorithm: string;
  readonly headers: string;
  readonly signature: string;
  /** Of later drafts, which sign them as lines of their own. */
  readonly created?: string;
  readonly expires?: string;
}

/** Comma without blank, values raw between the quotes. */
export function writeSignatureHeader({ keyId, algorithm, headers, signature }: SignatureParameters): string {
  return `keyId="${keyId}",algorithm="${algorithm}",headers="${headers}",signature="${signature}"`;
}

export type SignatureHeaderCause = 'unquoted' | 'backslash-quotes' | 'scheme-prefix' | 'duplicate-parameter';

export interface SignatureHeaderProblem {
  readonly tolerated: boolean;
  readonly cause?: SignatureHeaderCause;
  readonly detail: string;
}

export interface SignatureHeaderReading {
  /** What could be read, as it stood between the quotes; the first of a parameter sent twice. */
  readonly parameters: Readonly<Partial<SignatureParameters>>;
  readonly problems: readonly SignatureHeaderProblem[];
}

const KNOWN = ['keyId', 'algorithm', 'headers', 'signature', 'created', 'expires'] as const;
type ParameterName = (typeof KNOWN)[number];

const PREFIX = /^\s*Signature(?::\s*|\s+)(?=[A-Za-z]+\s*=)/i;
const NAME = /[ \t]*([A-Za-z_-]+)([ \t]*)=([ \t]*)/y;
/** What may follow the closing quote of keyId: the end, or the next parameter with or without its comma. */
const AFTER_KEY_ID = /[ \t]*(?:$|(?:(,)[ \t]*)?(?:$|([A-Za-z_-]+)[ \t]*=))/y;
const KNOWN_PARAMETER = /^(?:keyId|algorithm|headers|signature|created|expires)$/i;
/** What stands where the value of a parameter begins, in a text that a program or JSON had between its quotes. */
const ESCAPED_QUOTE = /(?:^"?|,[ \t]*)(?:keyId|algorithm|headers|signature)[ \t]*=[ \t]*\\"/i;
const SEPARATOR = /([ \t]*),([ \t]*)/y;

/** As we write it and nearly everyone does; an issuer with quotes in it needs more care. */
const USUAL = /^keyId="([^"]*)",algorithm="([^"]*)",headers="([^"]*)",signature="([^"]*)"$/;

/**
 * Reads the parameters, and as many as it can of a header written wrongly, naming what is wrong.
 * @see G4-unseen-header
 */
export function parseSignatureHeader(value: string): SignatureHeaderReading {
  const usual = USUAL.exec(value);
  if (usual !== null) {
    const [, keyId = '', algorithm = '', headers = '', signature = ''] = usual;
    return { parameters: { keyId, algorithm, headers, signature }, problems: [] };
  }
  const problems: SignatureHeaderProblem[] = [];
  let text = value.trim();
  const prefix = PREFIX.exec(text)?.[0];
  if (prefix !== undefined) {
    problems.push(refused('it begins with the word Signature', 'scheme-prefix'));
    text = text.slice(prefix.length);
  }
  if (ESCAPED_QUOTE.test(text)) {
    problems.push(refused('its quotes are written \\"', 'backslash-quotes'));
    text = text.replaceAll('\\"', '"').replace(/^"(?=[A-Za-z]+=")(.*)"$/s, '$1');
  }
  const found = new Map<string, string>();
  scan(text, found, problems);
  const parameters: Partial<Record<ParameterName, string>> = {};
  for (const name of KNOWN) {
    const given = found.get(name.toLowerCase());
    if (given !== undefined) parameters[name] = given;
  }
  return { parameters, problems: problems.length < 2 ? problems : firstOfEach(problems) };
}

function firstOfEach(problems: readonly SignatureHeaderProblem[]): SignatureHeaderProblem[] {
  return [...new Map(problems.map((problem) => [problem.detail, problem])).values()];
}

const MAX_PARAMETERS = 32;

function scan(text: string, found: Map<string, string>, problems: SignatureHeaderProblem[]): void {
  let position = 0;
  for (let count = 0; count < MAX_PARAMETERS && position < text.length; count += 1) {
    NAME.lastIndex = position;
    const match = NAME.exec(text);
    const [whole = '', name = '', before = '', after = ''] = match ?? [];
    const key = name.toLowerCase();
    if (match === null) break;
    if (before !== '' || after !== '') problems.push(tolerated("there's a space beside an equals sign"));
    const value = readValue(text, position + whole.length, key);
    if (!value.quoted && key !== 'created' && key !== 'expires')
      problems.push(refused('a value has no double quotes', 'unquoted'));
    if (found.has(key)) problems.push(refused(`${printable(name)} is given twice`, 'duplicate-parameter'));
    else found.set(key, value.text);
    const canonical = KNOWN.find((known) => known.toLowerCase() === key);
    if (canonical !== undefined && canonical !== name)
      problems.push(tolerated(`${printable(name)} is written ${canonical}`));
    position = skipSeparator(text, value.end, problems);
    if (position === value.end && position < text.length) problems.push(refused('a comma is missing'));
  }
  if (position < text.length || text === '') problems.push(refused('it isn\'t a list of key="value" pairs'));
}

interface Value {
  readonly text: string;
  readonly quoted: boolean;
  readonly end: number;
}

function readValue(text: string, start: number, key: string): Value {
  if (text[start] !== '"') return readUnquoted(text, start);
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    if (key !== 'keyid' || isEndOfKeyId(text, quote + 1)) {
      return { text: text.slice(start + 1, quote), quoted: true, end: quote + 1 };
    }
  }
  return { text: text.slice(start + 1), quoted: false, end: text.length };
}

/** An issuer may hold quotes and commas: `CN="A, B",O="C"` goes on, since O is an attribute and no parameter. */
function isEndOfKeyId(text: string, position: number): boolean {
  AFTER_KEY_ID.lastIndex = position;
  const match = AFTER_KEY_ID.exec(text);
  if (match === null) return false;
  const [, comma, name] = match;
  if (name === undefined || KNOWN_PARAMETER.test(name)) return true;
  return comma !== undefined && text[AFTER_KEY_ID.lastIndex] === '"' && !isAttributeName(name);
}

/** Without quotes a value ends where the next known parameter begins, since an issuer holds commas. */
function readUnquoted(text: string, start: number): Value {
  const next = /,[ \t]*(?:keyId|algorithm|headers|signature|created|expires)[ \t]*=/gi;
  next.lastIndex = start;
  const end = next.exec(text)?.index ?? text.replace(/[ \t]*,[ \t]*$/, '').length;
  return { text: text.slice(start, end).replace(/^'(.*)'$/s, '$1'), quoted: false, end };
}

/** A blank beside a comma is accepted, and told. @see G2-raw-quotes */
function skipSeparator(text: string, position: number, problems: SignatureHeaderProblem[]): number {
  SEPARATOR.lastIndex = position;
  const match = SEPARATOR.exec(text);
  if (match === null) return position;
  const [whole, before, after] = match;
  if (before !== '' || after !== '') problems.push(tolerated("there's a space beside a comma"));
  const end = position + whole.length;
  if (end === text.length) problems.push(refused('it ends with a comma'));
  return end;
}

function refused(detail: string, cause?: SignatureHeaderCause): SignatureHeaderProblem {
  return { tolerated: false, detail, ...(cause === undefined ? {} : { cause }) };
}

function tolerated(detail: string): SignatureHeaderProblem {
  return { tolerated: true, detail };
}

function printable(name: string): string {
  return name.slice(0, 20);
}

/** RFC 9110 §5.6.4: a backslash in a quoted string stands for the character after it. */
export function undoQuotedPairs(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, '$1');
}
