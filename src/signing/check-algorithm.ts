import type { SignatureHeader } from './check-signature-header.ts';
import type { Dialect } from './dialect.ts';
import { type FindingCause, finding, type Report } from './findings.ts';

/** @see I-authentication-3-algorithm */
export function checkAlgorithm(
  { parameters, isPartial }: SignatureHeader,
  { algorithms }: Dialect,
  report: Report,
): void {
  if (parameters === undefined) return;
  const { algorithm } = parameters;
  const [expected] = algorithms;
  if (algorithm === undefined && isPartial === true) return;
  if (algorithm === undefined) report(finding('algorithm-missing', { expected }));
  else if (!algorithms.includes(algorithm)) {
    const cause = causeOf(algorithm);
    report(finding('algorithm-unexpected', { cause, expected, found: algorithm }));
  }
}

function causeOf(algorithm: string): FindingCause<'algorithm-unexpected'> {
  const name = algorithm.slice(0, 64).toLowerCase();
  if (/^(?:none|md5|sha-?\d+)with/.test(name)) return 'java-name';
  return name === 'hs2019' || name === 'rsa-sha512' ? name : 'other';
}
