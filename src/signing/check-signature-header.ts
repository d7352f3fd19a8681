import { trimCharacters } from '../octets.ts';
import { type EncodedWordProblem, readHeaderText, writeHeaderText } from './encoded-word.ts';
import { describeProblem, type FindingDetails, type Report } from './findings.ts';
import {
  parseSignatureHeader,
  type SignatureHeaderReading,
  type SignatureParameters,
  writeSignatureHeader,
} from './signature-header.ts';
import { isPlainButQuotes } from './signature-header-forms.ts';
import type { HeaderIndex } from './signing-string.ts';

export interface SignatureHeader {
  /** Undefined when the request has no signature that can be read. */
  readonly parameters?: Readonly<Partial<SignatureParameters>>;
  /** The lower-case names that were signed; undefined when they are not said. */
  readonly names?: readonly string[];
  /** Whether the value was wrapped as RFC 2047 says. */
  readonly isEncodedWord?: boolean;
  /** Whether its end is lost: what is missing then is no fault of its own. */
  readonly isPartial?: boolean;
}

/** All headers together have at most 16 KiB (S12-header-limits); captures may hold more. */
const MAX_CHARACTERS = 64 * 1024;

/** Presence, encoded-word, syntax and the headers parameter. @see G4-signature-header-format */
export function checkSignatureHeader(index: HeaderIndex, report: Report): SignatureHeader {
  const value = presentValue(index, report);
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
  // What is still an encoded-word can't be read, and what is cut within one is cut with it.
  const isWrapped = words.some(({ tolerated }) => !tolerated);
  if (isWrapped && /^\s*=\?/.test(text)) return {};
  reportSyntax(syntax, { text, value, index, isWrapped }, report);
  const { parameters, isPartial } = syntax;
  if (Object.keys(parameters).length === 0) return {};
  const { headers } = parameters;
  const names = headers === undefined && isPartial ? {} : checkNames(headers, report);
  return { parameters, isEncodedWord: text !== value, isPartial, ...names };
}

/** Quotes beyond ASCII are octets beyond ASCII too. */
function isOfQuotes(
  { cause }: EncodedWordProblem,
  { problems }: SignatureHeaderReading,
  text: string,
): boolean {
  return cause === 'raw' && problems.some((one) => one.cause === 'smart-quotes') && isPlainButQuotes(text);
}

interface Written {
  readonly text: string;
  readonly value: string;
  readonly index: HeaderIndex;
  /** Whether the encoded-word around it is broken. */
  readonly isWrapped: boolean;
}

function reportSyntax(
  { parameters, problems, isPartial }: SignatureHeaderReading,
  { text, value, index, isWrapped }: Written,
  report: Report,
): void {
  const times = index.get('signature')?.length ?? 0;
  for (const problem of problems) {
    const { cause } = problem;
    if (cause === 'cut-short' && isWrapped) continue;
    const expected = isPartial ? undefined : rewritten(parameters);
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

/** What was read, written as it should be; undefined when a part is missing. */
function rewritten({
  keyId,
  algorithm,
  headers,
  signature,
}: Partial<SignatureParameters>): string | undefined {
  const isWhole =
    keyId !== undefined && algorithm !== undefined && headers !== undefined && signature !== undefined;
  return isWhole ? writeSignatureHeader({ keyId, algorithm, headers, signature }) : undefined;
}

function presentValue(index: HeaderIndex, report: Report): string | undefined {
  const values = index.get('signature');
  if (values?.some((value) => value.trim() !== '')) return values.join(values.length > 1 ? ',' : '');
  const authorization = index.get('authorization')?.find((value) => AUTHORIZATION.test(value));
  const cause = authorization === undefined ? undefined : 'in-authorization-header';
  report('signature-missing', { cause, detail: cause === undefined ? elsewhere(index) : undefined });
  // There the word Signature is the scheme, and no part of the value.
  return authorization?.replace(/^\s*Signature\s+/i, '');
}

const AUTHORIZATION = /^\s*(?:Signature\s|keyId\s*=)/i;

/** A header of another name that holds what Signature should. */
function elsewhere(index: HeaderIndex): string | undefined {
  const [name] =
    [...index].find(([, [value = '']]) => /keyId="/.test(value) && /signature="/.test(value)) ?? [];
  if (name !== undefined) return `The header ${name} has a signature.`;
  return index.has('signature') ? "The header is there, but it's empty." : undefined;
}

const NAME = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|\([A-Za-z-]+\))$/;
/** What nearly everyone sends. */
const PLAIN_LIST = /^(?:\(request-target\)|[a-z-]+)(?: [a-z-]+)*$/;
const MAX_NAMES = 100;

/** The parameter headers; a list that is none of header names is told for what it is. @see G4-unseen-header */
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
  const bare = unenclosed(headers);
  const separator = SEPARATORS.find(({ among }) => among.test(bare));
  const written = bare.split(separator?.between ?? ' ', MAX_NAMES + 1).filter((name) => name !== '');
  const isList =
    written.length > 0 && written.length <= MAX_NAMES && written.every((name) => NAME.test(name));
  const names = [...new Set(written.slice(0, MAX_NAMES).map((name) => name.toLowerCase()))];
  const shown = { found: headers, ...(isList ? { expected: names.join(' ') } : {}) };
  for (const problem of listProblems(headers, written, { separator, isList })) {
    report('headers-format', { ...problem, ...shown });
  }
  return isList ? { names } : {};
}

/** Without what programs print around a list. */
function unenclosed(headers: string): string {
  const text = trimCharacters(headers, ' \t\r\n[]{}\'":');
  const inner = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : '';
  return /[\s,]/.test(inner) && !/[()]/.test(inner) ? inner : text;
}

interface Separator {
  /** Whether it is what separates the names. */
  readonly among: RegExp;
  readonly between: RegExp;
  readonly detail?: string;
}

/** What separates names in place of one blank. A plus sign may stand in a name, so that it comes last. */
const SEPARATORS: readonly Separator[] = [
  { among: /[,;]/, between: /[,;\s'"]+/ },
  { among: /%20/, between: /(?:%20|\s)+/, detail: 'The names are separated by %20.' },
  { among: /\\[nt]/, between: /(?:\\[nt]|\s)+/, detail: 'The names are separated by the characters \\n.' },
  { among: /:(?:\s|$)/, between: /[:\s]+/, detail: 'A colon stands behind the names.' },
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
  if (!isRight && isList) problems.push(looseProblem(headers));
  if (isList && new Set(lower).size < lower.length) problems.push({ detail: 'A name is listed twice.' });
  return problems;
}

/** Blanks too many are nothing to most banks; brackets are. */
function looseProblem(headers: string): FindingDetails<'headers-format'> {
  return /[[\]{}'"]|^\((?!request-target)/.test(headers)
    ? { detail: 'There are brackets or quotes around the names.' }
    : { severity: 'warning', detail: 'It contains extra white space.' };
}
