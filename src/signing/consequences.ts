import type { Finding } from './findings.ts';

/** A finding that is there only because of another. */
export interface Consequence {
  readonly finding: Finding;
  readonly of: Finding;
}

/** Each says in its own way that a header isn't sent. */
const OF_UNSENT: ReadonlySet<string> = new Set([
  ...['date-missing', 'digest-missing', 'listed-header-absent', 'required-header-absent'],
]);

/**
 * The findings that follow from an error that stands before them: a header that isn't sent is told once. What follows
 * from a header or a certificate that can't be read isn't checked in the first place.
 * @see C-verify-report
 */
export function consequencesOf(findings: readonly Finding[]): readonly Consequence[] {
  const unsent = findings.filter(({ code }) => OF_UNSENT.has(code));
  return unsent.flatMap((finding, place) => {
    const of = unsent
      .slice(0, place)
      .find(({ header, severity }) => severity === 'error' && header === finding.header);
    return of === undefined ? [] : [{ finding, of }];
  });
}
