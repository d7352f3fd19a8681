import type { HttpRequest } from '../message.ts';
import { trimBlanks } from '../octets.ts';
import type { Budget } from './budget.ts';
import {
  algorithmMatching,
  type DigestAlgorithm,
  type DigestValue,
  digestOf,
  readDigest,
  writeDigest,
} from './digest.ts';
import { finding, type Report } from './findings.ts';
import { type HashedBody, recoverDigest } from './recover-digest.ts';
import type { HeaderIndex } from './signing-string.ts';

/**
 * Answers by which algorithms the body was compared.
 * @see G3-all-checks, G4-digest-missing, G4-digest-format, G4-digest-mismatch
 */
export function checkDigest(
  request: HttpRequest,
  index: HeaderIndex,
  isRequired: () => boolean,
  budget: Budget,
  report: Report,
): readonly DigestAlgorithm[] {
  const header = 'digest';
  const sent = index.get(header);
  if (sent === undefined) {
    if (request.body.length === 0) return [];
    const severity = isRequired() ? 'error' : 'warning';
    report(finding('digest-missing', { header, severity, expected: writeDigest(request.body) }));
    return [];
  }
  const found = trimBlanks(sent.join(', '));
  // What nearly every request has, without the detours of reading other forms.
  const matching = algorithmMatching(found, request.body);
  if (matching !== undefined) return [matching];
  const { values, problems } = readDigest(found);
  for (const { cause, tolerated } of problems) {
    const expected = writeDigest(request.body, values[0]?.algorithm);
    report(
      finding('digest-format', { cause, header, severity: tolerated ? 'warning' : 'error', expected, found }),
    );
  }
  for (const value of values) {
    const mismatches = mismatchesOf(request, index, value, budget);
    for (const hashed of mismatches) {
      const expected = writeDigest(request.body, value.algorithm);
      const detail = lengthsOf(hashed, request.body);
      const { cause, says } = hashed;
      report(finding('digest-mismatch', { cause, says, header, detail, expected, found }));
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
  const coding = index.get('content-encoding')?.join(', ');
  return [...written, recoverDigest(request.body, value, coding, budget)];
}

/** What is said of a hash whose bytes were found. @see G4-hashed-bytes */
function lengthsOf({ bytes }: HashedBody, body: Uint8Array): string | undefined {
  return bytes && `The body has ${body.length} bytes, but ${bytes.length} bytes were hashed.`;
}
