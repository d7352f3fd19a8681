import { type EncodedWordProblem, readHeaderText, writeHeaderText } from './encoded-word.ts';
import { type Finding, type FindingDetails, finding, type Report } from './findings.ts';
import { parseSignatureHeader, type SignatureParameters, writeSignatureHeader } from './signature-header.ts';
import { type HeaderIndex, REQUEST_TARGET } from './signing-string.ts';

export interface SignatureHeader {
  /** Undefined when the request has no signature at all. */
  readonly parameters?: Readonly<Partial<SignatureParameters>>;
  /** The lower-case names that were signed; undefined when they are not said. */
  readonly names?: readonly string[];
  /** Whether the value was wrapped as RFC 2047 says. */
  readonly isEncodedWord?: boolean;
}

/** All headers together have at most 16 KiB (S12-header-limits); captures may hold more. */
const MAX_CHARACTERS = 64 * 1024;

/** Presence, encoded-word, syntax and the headers parameter. @see G4-signature-header-format */
export function checkSignatureHeader(index: HeaderIndex, report: Report): SignatureHeader {
  const value = presentValue(index, report);
  if (value === undefined) return {};
  if (value.length > MAX_CHARACTERS) {
    report(finding('signature-header-format', { detail: `It's longer than ${MAX_CHARACTERS} characters.` }));
    return {};
  }
  const { text, problems } = readHeaderText(value);
  for (const problem of problems) report(encodedWordFinding(problem, value, text));
  const { parameters, problems: syntax } = parseSignatureHeader(text);
  for (const { tolerated, cause, detail } of syntax) {
    const words = cause === undefined ? { detail: sentence(detail) } : {};
    const severity = tolerated ? 'warning' : 'error';
    const expected = rewritten(parameters);
    report(finding('signature-header-format', { cause, severity, ...words, expected, found: text }));
  }
  if (parameters.signature === undefined && syntax.every(({ tolerated }) => tolerated)) {
    report(
      finding('signature-header-format', { detail: 'The parameter signature is missing.', found: text }),
    );
  }
  return { parameters, isEncodedWord: text !== value, ...checkNames(parameters.headers, report) };
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
  if (values !== undefined && hasText(values)) return values.join(', ');
  const authorization = index.get('authorization')?.find((value) => /^\s*Signature\s/i.test(value));
  report(
    finding('signature-missing', {
      cause: authorization === undefined ? undefined : 'in-authorization-header',
    }),
  );
  // There the word Signature is the scheme, and no part of the value.
  return authorization?.replace(/^\s*Signature\s+/i, '');
}

function hasText(values: readonly string[] | undefined): boolean {
  return values?.some((value) => value.trim() !== '') === true;
}

function encodedWordFinding(
  { tolerated, cause, detail }: EncodedWordProblem,
  value: string,
  text: string,
): Finding {
  const words = cause === undefined ? { detail: sentence(detail) } : {};
  const decoded = text === value && cause !== 'raw' ? {} : { expected: writeHeaderText(text, 'auto') };
  const severity = tolerated ? 'warning' : 'error';
  return finding('encoded-word-format', { cause, severity, ...words, ...decoded, found: value });
}

const NAME = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|\([A-Za-z-]+\))$/;
/** What nearly everyone sends. */
const PLAIN_LIST = /^(?:\(request-target\)|[a-z-]+)(?: [a-z-]+)*$/;
const MAX_NAMES = 100;

/** The parameter headers; a list that is none of header names is told for what it is. @see G4-unseen-header */
function checkNames(headers: string | undefined, report: Report): { names?: readonly string[] } {
  if (headers === undefined) {
    report(finding('headers-missing'));
    return {};
  }
  if (PLAIN_LIST.test(headers)) {
    const names = headers.split(' ');
    if (names.length <= MAX_NAMES && names.every((name, place) => names.indexOf(name) === place))
      return { names };
  }
  const hasCommas = /[,;]/.test(headers);
  const separator = hasCommas || /\s\s|[\t\r\n]/.test(headers) ? /[,;\s]+/ : ' ';
  const written = headers.split(separator, MAX_NAMES + 1).filter((name) => name !== '');
  const isList =
    written.length > 0 && written.length <= MAX_NAMES && written.every((name) => NAME.test(name));
  const names = [...new Set(written.slice(0, MAX_NAMES).map((name) => name.toLowerCase()))];
  const shown = { found: headers, ...(isList ? { expected: names.join(' ') } : {}) };
  for (const problem of listProblems(headers, written, { hasCommas, isList })) {
    report(finding('headers-format', { ...problem, ...shown }));
  }
  return { names: isList ? names : names.filter((name) => NAME.test(name) || name === REQUEST_TARGET) };
}

function listProblems(
  headers: string,
  written: readonly string[],
  { hasCommas, isList }: { readonly hasCommas: boolean; readonly isList: boolean },
): FindingDetails<'headers-format'>[] {
  const lower = written.slice(0, MAX_NAMES).map((name) => name.toLowerCase());
  const problems: FindingDetails<'headers-format'>[] = [];
  if (hasCommas) problems.push({ cause: 'commas' });
  else if (!isList) problems.push({ detail: "It's empty, or contains something that isn't a header name." });
  if (lower.some((name, place) => name !== written[place])) {
    problems.push({ cause: 'upper-case', severity: 'warning' });
  }
  if (!hasCommas && isList && written.join(' ') !== headers) {
    problems.push({ severity: 'warning', detail: 'It contains extra white space.' });
  }
  if (new Set(lower).size < lower.length) problems.push({ detail: 'A name is listed twice.' });
  return problems;
}

/** `a value …` as a sentence of its own. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
