import type { Operation } from '../wire/operations.ts';
import { requirementsOf } from '../wire/required-headers.ts';
import { finding, type Report } from './findings.ts';
import { nearHeaderText } from './near-header.ts';
import type { HeaderIndex } from './signing-string.ts';

/**
 * The headers that this operation asks for and the request lacks, in one warning: the signature is as good without
 * them. One that the signature lists is told of already.
 * @see G4-required-header-absent, D3-header-matrix
 */
export function checkRequiredHeaders(
  operation: Operation,
  index: HeaderIndex,
  signed: readonly string[],
  report: Report,
): void {
  const { required, requiredOneOf = [] } = requirementsOf(operation);
  const isMissing = (name: string) => !index.has(name.toLowerCase()) && !signed.includes(name.toLowerCase());
  const missing = ['X-Request-ID', ...required].filter(isMissing);
  const [first] = requiredOneOf;
  const isAnyMissing = first !== undefined && requiredOneOf.every(isMissing);
  const names = [...missing, ...(isAnyMissing ? [requiredOneOf.join(' or ')] : [])];
  const header = missing[0] ?? (isAnyMissing ? first : undefined);
  if (header === undefined) return;
  const near = [...missing, ...(isAnyMissing ? requiredOneOf : [])]
    .map((name) => nearHeaderText(name, index))
    .filter((text) => text !== undefined);
  const detail = [`Missing: ${names.join(', ')}.`, ...near].join(' ');
  report(finding('required-header-absent', { header: header.toLowerCase(), detail }));
}
