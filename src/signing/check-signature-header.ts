import { type EncodedWordProblem, readHeaderText } from './encoded-word.ts';
import { type Finding, finding, type Report } from './findings.ts';
import { parseSignatureHeader, type SignatureParameters } from './signature-header.ts';
import { type HeaderIndex, REQUEST_TARGET } from './signing-string.ts';

export interface SignatureHeader {
  /** Undefined when the request has no signature at all. */
  readonly parameters?: Readonly<Partial<SignatureParameters>>;
  /** The lower-case names that were signed; undefined when they are not said. */
  readonly names?: readonly string[];
}

/** All headers together have at most 16 KiB (safety.md §12); captures may hold more. */
const MAX_CHARACTERS = 64 * 1024;

/** Presence, encoded-word, syntax and the headers parameter. @see signing.md §3 */
export function checkSignatureHeader(index: HeaderIndex, report: Report): SignatureHeader {
  const value = presentValue(index, report);
  if (value === undefined) return {};
  if (value.length > MAX_CHARACTERS) {
    report(finding('signature-header-format', { detail: `It is longer than ${MAX_CHARACTERS} characters.` }));
    return {};
  }
  const { text, problems } = readHeaderText(value);
  for (const problem of problems) report(encodedWordFinding(problem));
  const { parameters, problems: syntax } = parseSignatureHeader(text);
  const isInAuthorization = !hasText(index.get('signature'));
  for (const { tolerated, cause, detail } of syntax) {
    if (isInAuthorization && cause === 'scheme-prefix') continue;
    const words = cause === undefined ? { detail: sentence(detail) } : {};
    report(
      finding('signature-header-format', { cause, severity: tolerated ? 'warning' : 'error', ...words }),
    );
  }
  if (parameters.signature === undefined && syntax.every(({ tolerated }) => tolerated)) {
    report(finding('signature-header-format', { detail: 'The parameter signature is missing.' }));
  }
  return { parameters, ...checkNames(parameters.headers, report) };
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
  return authorization;
}

function hasText(values: readonly string[] | undefined): boolean {
  return values?.some((value) => value.trim() !== '') === true;
}

function encodedWordFinding({ tolerated, cause, detail }: EncodedWordProblem): Finding {
  const words = cause === undefined ? { detail: sentence(detail) } : {};
  return finding('encoded-word-format', { cause, severity: tolerated ? 'warning' : 'error', ...words });
}

const NAME = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+|\([a-z-]+\))$/;
/** What nearly everyone sends. */
const PLAIN_LIST = /^(?:\(request-target\)|[a-z-]+)(?: [a-z-]+)*$/;
const MAX_NAMES = 100;

function checkNames(headers: string | undefined, report: Report): { names?: readonly string[] } {
  if (headers === undefined) {
    report(finding('headers-missing'));
    return {};
  }
  if (PLAIN_LIST.test(headers)) {
    const names = headers.split(' ');
    if (names.length <= MAX_NAMES && new Set(names).size === names.length) return { names };
  }
  const hasCommas = /[,;]/.test(headers);
  const separator = hasCommas || /\s\s|[\t\r\n]/.test(headers) ? /[,;\s]+/ : ' ';
  const written = headers.split(separator, MAX_NAMES + 1).filter((name) => name !== '');
  const isList =
    written.length > 0 && written.length <= MAX_NAMES && written.every((name) => NAME.test(name));
  if (hasCommas) report(finding('headers-format', { cause: 'commas' }));
  else if (!isList)
    report(finding('headers-format', { detail: 'It is empty, or holds what is no header name.' }));
  const names = written.slice(0, MAX_NAMES).map((name) => name.toLowerCase());
  if (names.some((name, place) => name !== written[place])) {
    report(finding('headers-format', { cause: 'upper-case', severity: 'warning' }));
  }
  if (!hasCommas && isList && written.join(' ') !== headers) {
    report(
      finding('headers-format', { severity: 'warning', detail: 'It holds more white space than needed.' }),
    );
  }
  const unique = [...new Set(names)];
  if (unique.length < names.length) report(finding('headers-format', { detail: 'A name is listed twice.' }));
  return { names: isList ? unique : unique.filter((name) => NAME.test(name) || name === REQUEST_TARGET) };
}

/** `a value …` as a sentence of its own. */
function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
