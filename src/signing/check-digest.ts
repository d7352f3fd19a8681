import type { HttpRequest } from '../message.ts';
import type { Budget } from './budget.ts';
import { type DigestValue, digestOf, readDigest } from './digest.ts';
import { type FindingCause, finding, type Report } from './findings.ts';
import { recoverDigest } from './recover-digest.ts';
import { type HeaderIndex, trim } from './signing-string.ts';

/** @see signing.md §3, §4 digest-missing to digest-mismatch */
export function checkDigest(
  request: HttpRequest,
  index: HeaderIndex,
  isRequired: () => boolean,
  budget: Budget,
  report: Report,
): void {
  const header = 'digest';
  const sent = index.get(header);
  if (sent === undefined) {
    if (request.body.length > 0)
      report(finding('digest-missing', { header, severity: isRequired() ? 'error' : 'warning' }));
    return;
  }
  const { values, problems } = readDigest(trim(sent.join(', ')));
  for (const { cause, tolerated } of problems) {
    report(finding('digest-format', { cause, header, severity: tolerated ? 'warning' : 'error' }));
  }
  for (const value of values) {
    const cause = mismatch(request, index, value, budget);
    if (cause === undefined) continue;
    report(finding('digest-mismatch', { cause, header }));
    return;
  }
}

function mismatch(
  request: HttpRequest,
  index: HeaderIndex,
  value: DigestValue,
  budget: Budget,
): FindingCause<'digest-mismatch'> | undefined {
  if (value.form !== 'plain') return value.form;
  if (digestOf(value.algorithm, request.body).equals(value.hash)) return undefined;
  return recoverDigest(request.body, value, index.get('content-encoding')?.join(', '), budget);
}
