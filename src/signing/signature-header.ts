import { isAt, lengthAt, matchAt } from '../core/scan.ts';
import { trimCharacters } from '../octets.ts';
import { firstOfEach } from './findings.ts';
import { isAttributeName } from './issuer-text.ts';
import {
  meantPairs,
  otherThing,
  PAIR,
  PARAMETER_NAMES,
  refused,
  type SignatureHeaderProblem,
  UNQUOTED,
} from './signature-header-forms.ts';

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

export interface SignatureHeaderReading {
  /** What could be read, as it stood between the quotes; the first of a parameter sent twice. */
  readonly parameters: Readonly<Partial<SignatureParameters>>;
  readonly problems: readonly SignatureHeaderProblem[];
  /** Whether it is something else, or its end is lost: then what is missing says nothing. */
  readonly isPartial: boolean;
}

type ParameterName = (typeof PARAMETER_NAMES)[number];

const NAME = /[ \t]*([A-Za-z_-]+)([ \t]*)=([ \t]*)/y;
/** What may follow the closing quote of keyId: the end, or the next parameter with or without its comma. */
const AFTER_KEY_ID = /[ \t]*(?:$|(?:(,)[ \t]*)?(?:$|([A-Za-z_-]+)[ \t]*=))/y;
const KNOWN_PARAMETER = new RegExp(`^${PAIR}$`, 'i');
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
    return { parameters: { keyId, algorithm, headers, signature }, problems: [], isPartial: false };
  }
  const other = otherThing(value.trim());
  if (other !== undefined) return { parameters: {}, problems: [other], isPartial: true };
  const problems: SignatureHeaderProblem[] = [];
  const text = meantPairs(value.trim(), problems);
  const found = new Map<string, string>();
  const isCut = scan(text, found, problems);
  const parameters: Partial<Record<ParameterName, string>> = {};
  for (const name of PARAMETER_NAMES) {
    const given = found.get(name.toLowerCase());
    if (given !== undefined) parameters[name] = given;
  }
  const isPartial = isCut || Object.keys(parameters).length === 0;
  return { parameters, problems: problems.length < 2 ? problems : firstOfEach(problems), isPartial };
}

const MAX_PARAMETERS = 32;

/** @returns whether the end of the text is lost */
function scan(text: string, found: Map<string, string>, problems: SignatureHeaderProblem[]): boolean {
  let position = 0;
  for (let count = 0; count < MAX_PARAMETERS && position < text.length; count += 1) {
    const begin = skipEmpty(text, position, problems);
    const [whole, name = '', before = '', after = ''] = matchAt(NAME, text, begin) ?? [];
    const key = name.toLowerCase();
    if (whole === undefined) {
      const end = nextParameter(text, begin);
      if (end === text.length) break;
      problems.push(malformed(text.slice(begin, end)));
      position = skipSeparator(text, end);
      continue;
    }
    if (before !== '' || after !== '') problems.push(tolerated("There's a space beside an equals sign."));
    const value = readValue(text, begin + whole.length, key);
    if (value.isCut) return lost(problems);
    if (!value.quoted && key !== 'created' && key !== 'expires') problems.push(unquoted(text, value));
    if (found.has(key)) problems.push(refused(`${name.slice(0, 20)} is given twice.`, 'duplicate-parameter'));
    else found.set(key, value.text);
    const canonical = PARAMETER_NAMES.find((known) => known.toLowerCase() === key);
    if (canonical !== undefined && canonical !== name)
      problems.push(
        tolerated(`${name.charAt(0).toUpperCase()}${name.slice(1, 20)} is written ${canonical}.`),
      );
    position = skipSeparator(text, value.end);
    if (position > value.end && text.slice(value.end, position) !== ',')
      problems.push(tolerated("There's a space beside a comma."));
    if (position === value.end && isAt(NAME, text, position)) problems.push(refused('A comma is missing.'));
  }
  const rest = trimCharacters(text.slice(position), ' \t,');
  if (isBegun(rest, found) || endsEarly(text, found)) return lost(problems);
  if (/,[ \t]*$/.test(text)) problems.push(refused('It ends with a comma.'));
  if (text === '') problems.push(refused("It's empty."));
  else if (rest !== '') problems.push(malformed(rest));
  return false;
}

/** Skips elements without content and reports them, unless the text ends with them. */
function skipEmpty(text: string, position: number, problems: SignatureHeaderProblem[]): number {
  const end = position + lengthAt(EMPTY, text, position);
  if (end > position && end < text.length)
    problems.push(refused("There's an empty element: a comma too many."));
  return end;
}

const EMPTY = /(?:[ \t]*,)+[ \t]*/y;

/** @see S10-traces: a message quotes only the beginning */
function malformed(element: string): SignatureHeaderProblem {
  const written = element
    .trim()
    .slice(0, MAX_SHOWN + 1)
    .replaceAll(/[^ -~]/g, '?');
  const shown = written.length > MAX_SHOWN ? `${written.slice(0, MAX_SHOWN)}…` : written;
  return refused(`This element isn't a key="value" pair: ${shown}.`);
}

const MAX_SHOWN = 40;

function lost(problems: SignatureHeaderProblem[]): true {
  problems.push(refused('Its end is missing.', 'cut-short'));
  return true;
}

/** The beginning of a parameter's name, with nothing after it. */
function isBegun(rest: string, found: ReadonlyMap<string, string>): boolean {
  const begun = /^[ \t]*([A-Za-z]+)$/.exec(rest)?.[1]?.toLowerCase();
  return (
    begun !== undefined &&
    PARAMETER_NAMES.some((name) => !found.has(name.toLowerCase()) && name.toLowerCase().startsWith(begun))
  );
}

/** A comma, and no signature before it. */
function endsEarly(text: string, found: ReadonlyMap<string, string>): boolean {
  return found.size > 0 && !found.has('signature') && /,[ \t]*$/.test(text);
}

interface Value {
  readonly text: string;
  readonly quoted: boolean;
  readonly end: number;
  /** Whether the text ends before the value does. */
  readonly isCut?: boolean;
}

function unquoted(text: string, { end }: Value): SignatureHeaderProblem {
  const says = text[end - 1] === "'" ? 'The values are between single quotes.' : undefined;
  return refused(UNQUOTED, 'unquoted', says);
}

function readValue(text: string, start: number, key: string): Value {
  const limit = nextParameter(text, start);
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

/** Where the next known parameter begins with its comma; else the end. */
function nextParameter(text: string, start: number): number {
  NEXT.lastIndex = start;
  return NEXT.exec(text)?.index ?? text.length;
}

const NEXT = new RegExp(`,[ \\t]*${PAIR}[ \\t]*=`, 'gi');

/** An issuer may hold quotes and commas: `CN="A, B",O="C"` goes on, since O is an attribute and no parameter. */
function isEndOfKeyId(text: string, position: number): boolean {
  const [whole, comma, name] = matchAt(AFTER_KEY_ID, text, position) ?? [];
  if (whole === undefined) return false;
  if (name === undefined || KNOWN_PARAMETER.test(name)) return true;
  return comma !== undefined && text[position + whole.length] === '"' && !isAttributeName(name);
}

/** Without quotes a value ends where the next known parameter begins, since an issuer holds commas. */
function readUnquoted(text: string, start: number, limit: number): Value {
  const end = limit === text.length ? text.replace(/(?<![ \t])[ \t]*,[ \t]*$/, '').length : limit;
  const isCut = text[start] === undefined && limit === text.length;
  const written = text.slice(start, Math.max(start, end));
  return {
    text: written.replace(/^'(.*)'$/s, '$1').replace(/"$/, ''),
    quoted: false,
    end: Math.max(start, end),
    isCut,
  };
}

/** Behind the comma after a value, or where it was. */
function skipSeparator(text: string, position: number): number {
  return position + lengthAt(SEPARATOR, text, position);
}

function tolerated(detail: string): SignatureHeaderProblem {
  return { tolerated: true, detail };
}

/** RFC 9110 §5.6.4: a backslash in a quoted string stands for the character after it. */
export function undoQuotedPairs(text: string): string {
  return text.replaceAll(/\\([\s\S])/g, '$1');
}
