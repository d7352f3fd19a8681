import type { CaptureNote } from '../../captures/capture.ts';
import { type HttpRequest, headerValue } from '../../message.ts';
import type { TextDifference } from '../../signing/findings.ts';
import { showsHeader } from '../../traces/listed.ts';
import { strikeTarget } from '../../traces/strike-target.ts';
import type { ShownFinding, ShownVerification } from './shapes.ts';
import { bodyShape, leavesOf } from './share-body.ts';
import { lengthIn, Strikes } from './share-strikes.ts';

/**
 * A report that can be passed on: values of headers that aren't listed, the body's, account numbers in the path, and with
 * them Digest and signature, against which short ones could be tried out, are struck out. What remains is which names and
 * how long.
 * @see C-verify-share, S10-traces
 */
export function shared(
  shown: ShownVerification,
  request: HttpRequest,
  notes: readonly CaptureNote[],
): ShownVerification {
  const strikes = new Strikes(secretsOf(request), wordsOf(shown, request));
  const { signingString, findings, signedHeaders } = shown;
  const quotations = new Map(notes.map(({ message, quoted }) => [message, quoted]));
  return {
    ...shown,
    findings: findings.map((finding) =>
      quotations.has(finding.message)
        ? sharedNote(finding, quotations.get(finding.message), strikes)
        : sharedFinding(finding, strikes),
    ),
    signedHeaders: signedHeaders.map((name) => strikes.known(name)),
    signingString: signingString === null ? null : lines(signingString, strikes),
    request: {
      ...shown.request,
      target: strikeTarget(request.target),
      body: request.body.length === 0 ? null : bodyShape(request.body),
    },
  };
}

/** Codes whose values are of the certificate, the Date, or names of headers. */
const PUBLIC = /^(?:date|certificate|keyid|algorithm|headers|listed|required|key)-/;

function sharedFinding(finding: ShownFinding, strikes: Strikes): ShownFinding {
  const { code, header, message, remedy, expected, found, suspects, difference } = finding;
  const text = (value: string) => (PUBLIC.test(code) ? strikes.known(value) : lines(value, strikes));
  const isHidden =
    !code.startsWith('digest-') &&
    expected !== undefined &&
    found !== undefined &&
    expected !== found &&
    text(expected) === text(found);
  return {
    ...finding,
    ...(header === undefined ? {} : { header: strikes.known(header) }),
    message: strikes.known(message) + (isHidden ? ` ${placeOf(expected, found)}` : ''),
    remedy: strikes.known(remedy),
    ...(suspects === undefined
      ? {}
      : { suspects: suspects.map((one) => ({ ...one, reason: strikes.known(one.reason) })) }),
    ...(expected === undefined ? {} : { expected: text(expected) }),
    ...(found === undefined ? {} : { found: text(found) }),
    ...(difference === undefined ? {} : { difference: maskedDifference(difference, strikes) }),
  };
}

/** A name, not what stands for it. */
const VARIABLE = /^(?:\$\{?\w+\}?|%\w+%|\{\{ ?[\w.]+ ?\}\})$/;
const IN_QUOTES = /"(?:[^"\\]|\\.)*"/g;

/** What a note quotes of the capture may be any part of the request, or of the code that makes it. */
function sharedNote(finding: ShownFinding, quoted: string | undefined, strikes: Strikes): ShownFinding {
  const { message, header } = finding;
  const text =
    quoted === undefined || VARIABLE.test(quoted)
      ? message
      : message.replace(quoted, () => strikes.unknown(quoted));
  const struck = text.replaceAll(IN_QUOTES, (quotation) => strikes.unknown(quotation));
  return {
    ...finding,
    ...(header === undefined ? {} : { header: strikes.known(header) }),
    message: strikes.known(struck),
  };
}

/** Each letter and digit of a value is another, so that the place stays where it is. */
function maskedDifference(difference: TextDifference, strikes: Strikes): TextDifference {
  const { expected, found } = difference;
  return { ...difference, expected: strikes.masked(expected), found: strikes.masked(found) };
}

/** Where two texts begin to differ whose difference was struck out. */
function placeOf(expected: string, found: string): string {
  let place = 0;
  while (expected[place] === found[place]) place += 1;
  const before = expected.slice(0, place).split('\n');
  return `The difference begins in line ${before.length}, at character ${(before.at(-1) ?? '').length + 1}.`;
}

const LINE = /^(\s*)([A-Za-z0-9-]+|\(request-target\))(\s*:\s*)(.*?)([\r\s]*)$/s;

/** Line by line as those of a signing string; of a line that is none, whatever isn't known to be harmless goes. */
function lines(text: string, strikes: Strikes): string {
  return text
    .split('\n')
    .map((line) => {
      const [whole, before, name = '', colon, value = '', after] = LINE.exec(line) ?? [];
      if (whole === undefined || !strikes.isWord(name)) return strikes.unknown(line);
      return `${before}${name}${colon}${sharedValue(name, value, strikes)}${after}`;
    })
    .join('\n');
}

function sharedValue(name: string, value: string, strikes: Strikes): string {
  if (value === '' || showsHeader(name, value)) return value;
  if (name === '(request-target)') return strikes.unknown(value);
  const [, algorithm = ''] = (name.toLowerCase() === 'digest' && /^(SHA-\d+=)/i.exec(value)) || [];
  return algorithm + lengthIn(value.slice(algorithm.length));
}

/** What must not be read anywhere, as it stands in the request. */
function secretsOf({ headers, target, body }: HttpRequest): readonly string[] {
  const hidden = headers.filter(
    ([name, value]) => !(PUBLIC_HEADERS.has(name.toLowerCase()) || showsHeader(name, value)),
  );
  const shownTarget = new Set(strikeTarget(target).split(/[/?&=]/));
  const steps = target.split(/[/?&=]/).filter((step) => !shownTarget.has(step));
  const digests = hidden.flatMap(([name, value]) =>
    name.toLowerCase() === 'digest' ? value.split(/^[A-Za-z0-9-]+=/) : [],
  );
  return [...hidden.map(([, value]) => value.trim()), ...steps, ...digests, ...leavesOf(body)];
}

/** The signature's bytes are struck out wherever they stand, the certificate isn't anybody's secret. */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set([
  ...['signature', 'tpp-signature-certificate', 'content-type', 'accept', 'host', 'user-agent'],
]);

/** Words that may stand in a line of which nothing else is known. */
function wordsOf({ certificate }: ShownVerification, request: HttpRequest): readonly string[] {
  const listed = request.headers.filter(([name, value]) => showsHeader(name, value));
  const [, parameters = ''] =
    /(keyId=.*?)signature=/s.exec(headerValue(request.headers, 'signature') ?? '') ?? [];
  return [
    ...[
      '(request-target)',
      'keyId',
      'algorithm',
      'headers',
      'signature',
      'created',
      'expires',
      'utf',
      'B',
      'Q',
    ],
    ...['SHA', '256', '512', 'SN', 'CA', 'bytes', request.method, strikeTarget(request.target), parameters],
    ...request.headers.map(([name]) => name),
    ...listed.map(([, value]) => value),
    ...[certificate?.serial ?? '', certificate?.issuer ?? '', certificate?.subject ?? ''],
    ...namesIn(request.body),
  ];
}

function namesIn(body: Uint8Array): string[] {
  const text = Buffer.from(body).toString('latin1');
  return [...text.matchAll(/"(_?[a-z][A-Za-z]{0,49})"\s*:/g)].map(([, name = '']) => name);
}
