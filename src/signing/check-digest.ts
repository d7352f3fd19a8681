import type { HttpRequest } from '../message.ts';
import { trimBlanks } from '../octets.ts';
import { bodyDifference } from './body-difference.ts';
import type { Budget } from './budget.ts';
import {
  algorithmMatching,
  type DigestAlgorithm,
  type DigestValue,
  digestOf,
  readDigest,
  writeDigest,
} from './digest.ts';
import { type FindingCause, finding, type Report, type TextDifference } from './findings.ts';
import { readHttpDate } from './http-date.ts';
import { nearHeaderText } from './near-header.ts';
import { printedBytesText } from './printed-bytes.ts';
import { type HashedBody, recoverDigest } from './recover-digest.ts';
import type { HeaderIndex } from './signing-string.ts';

/**
 * Answers by which algorithms the body was compared.
 * @see G3-all-checks, G4-digest-missing, G4-digest-format, G4-digest-mismatch
 */
export function checkDigest(
  request: HttpRequest,
  index: HeaderIndex,
  isRequired: boolean,
  budget: Budget,
  report: Report,
): readonly DigestAlgorithm[] {
  const header = 'digest';
  const sent = index.get(header);
  if (sent === undefined) {
    if (request.body.length === 0) return [];
    const severity = isRequired ? 'error' : 'warning';
    const detail = nearHeaderText('Digest', index);
    report(finding('digest-missing', { header, severity, detail, expected: writeDigest(request.body) }));
    return [];
  }
  const found = trimBlanks(sent.join(', '));
  // What nearly every request has, without the detours of reading other forms.
  const matching = algorithmMatching(found, request.body);
  if (matching !== undefined) return [matching];
  const { values, problems } = readDigest(found);
  for (const { cause, tolerated } of problems) {
    const expected = writeDigest(request.body, values[0]?.algorithm);
    const detail = cause === undefined ? printedBytesText(found.slice(found.indexOf('=') + 1)) : undefined;
    const severity = tolerated ? 'warning' : 'error';
    report(finding('digest-format', { cause, header, severity, detail, expected, found }));
  }
  for (const value of values) {
    const mismatches = mismatchesOf(request, index, value, budget);
    for (const hashed of mismatches) {
      const expected = writeDigest(request.body, value.algorithm);
      const { cause, says, remedy, suspects } = hashed;
      const difference = differenceOf(hashed, request.body);
      const detail = placeOf(hashed, request.body, difference);
      const shown = { header, detail, expected, found, difference, suspects };
      report(finding('digest-mismatch', { cause, says, remedy, ...shown }));
    }
    if (mismatches.length > 0) break;
  }
  return values.map(({ algorithm }) => algorithm);
}

/** How the hash is written, and what it is the hash of. */
function mismatchesOf(
  request: HttpRequest,
  index: HeaderIndex,
  value: DigestValue,
  budget: Budget,
): readonly HashedBody[] {
  const written: HashedBody[] = value.form === 'plain' ? [] : [{ cause: value.form }];
  if (digestOf(value.algorithm, request.body).equals(value.hash)) return written;
  const contentEncoding = index.get('content-encoding')?.join(', ');
  const contentLength = index.get('content-length')?.[0]?.trim();
  const { time } = readHttpDate(index.get('date')?.[0]?.trim() ?? '');
  const sentAt = time && time / 1000;
  return [...written, recoverDigest(request.body, value, { contentEncoding, sentAt, contentLength }, budget)];
}

/** What is encoded or compressed differs from its first byte on. */
const DIFFERS_THROUGHOUT: readonly FindingCause<'digest-mismatch'>[] = [
  'content-encoding',
  'encoded',
  'empty-object',
  'unknown',
];

function differenceOf({ cause, bytes }: HashedBody, body: Uint8Array): TextDifference | undefined {
  if (bytes === undefined || DIFFERS_THROUGHOUT.includes(cause)) return undefined;
  return bodyDifference(bytes, body);
}

/** What is said of a hash whose bytes were found. @see G4-hashed-bytes */
function placeOf(
  { bytes }: HashedBody,
  body: Uint8Array,
  difference: TextDifference | undefined,
): string | undefined {
  if (bytes === undefined) return undefined;
  const lengths = `The body has ${body.length} bytes, but ${bytes.length} bytes were hashed.`;
  if (difference === undefined) return lengths;
  return `${lengths} They first differ in line ${difference.line}, column ${difference.column}.`;
}
