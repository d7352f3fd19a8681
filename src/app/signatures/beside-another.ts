import type { Difference } from '../../signing/differences.ts';
import type { ShownFinding } from './shapes.ts';

/**
 * A finding of a request beside another that works: what both have alike is no suspect, and no header is named that isn't
 * proved.
 * @see G3-never-false, C-verify-diff
 */
export function besideAnother(finding: ShownFinding, differences: readonly Difference[]): ShownFinding {
  if (finding.proved) return finding;
  const { suspects = [], header: _, ...rest } = finding;
  const left = suspects.filter(({ header }) => header === undefined || differsIn(header, differences));
  return { ...rest, ...(left.length === 0 ? {} : { suspects: left }) };
}

function differsIn(header: string, differences: readonly Difference[]): boolean {
  return differences.some(({ part, name }) =>
    header === '(request-target)'
      ? part === 'method' || part === 'target'
      : part === 'header' && name === header,
  );
}
