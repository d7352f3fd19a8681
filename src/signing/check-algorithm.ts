import { type FindingCause, finding, type Report } from './findings.ts';
import type { SignatureParameters } from './signature-header.ts';

/** @see I-authentication-3-algorithm */
export function checkAlgorithm(parameters: Partial<SignatureParameters> | undefined, report: Report): void {
  if (parameters === undefined) return;
  const { algorithm } = parameters;
  if (algorithm === undefined) report(finding('algorithm-missing', { expected: EXPECTED }));
  else if (algorithm !== EXPECTED) {
    const cause = causeOf(algorithm);
    report(finding('algorithm-unexpected', { cause, expected: EXPECTED, found: algorithm }));
  }
}

const EXPECTED = 'rsa-sha256';

function causeOf(algorithm: string): FindingCause<'algorithm-unexpected'> {
  const name = algorithm.slice(0, 64).toLowerCase();
  if (/^(?:none|md5|sha-?\d+)with/.test(name)) return 'java-name';
  return name === 'hs2019' || name === 'rsa-sha512' ? name : 'other';
}
