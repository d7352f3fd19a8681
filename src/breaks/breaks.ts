import { causesOf, FINDING_CODES, type FindingCause, type FindingCode } from '../signing/findings.ts';
import { BODY_WAYS } from './body.ts';
import { CERTIFICATE_WAYS } from './certificate.ts';
import { CONTENT_WAYS } from './content.ts';
import { HEADER_WAYS } from './headers.ts';
import { KEY_ID_WAYS } from './key-id.ts';
import type { BreakName, Way, Ways } from './plan.ts';
import { SIGNATURE_WAYS } from './signature.ts';
import { STRING_WAYS } from './string.ts';

/** A way of signing a request wrongly, by the finding that tells it. @see G4-breaks */
export interface Break {
  /** `code`, or `code/cause`. */
  readonly name: string;
  readonly code: FindingCode;
  readonly cause?: FindingCause;
  /** One sentence: what is done wrong. */
  readonly summary: string;
}

/** The ways that `sign --break` offers. */
export const WAYS: Ways = {
  ...HEADER_WAYS,
  ...CERTIFICATE_WAYS,
  ...CONTENT_WAYS,
  ...BODY_WAYS,
  ...SIGNATURE_WAYS,
  ...STRING_WAYS,
  ...KEY_ID_WAYS,
};

/** Lists the breaks of a table in the order of G4-findings. */
export function listWays(ways: Ways): readonly Break[] {
  return FINDING_CODES.flatMap((code) =>
    [undefined, ...causesOf(code)].flatMap((cause): Break[] => {
      const name = cause === undefined ? code : `${code}/${cause}`;
      const way = findWay(name, ways);
      return way === undefined
        ? []
        : [{ name, code, ...(cause === undefined ? {} : { cause }), summary: way.summary }];
    }),
  );
}

/** @returns undefined for a name that the table doesn't have */
export function findWay(name: string, ways: Ways): Way | undefined {
  return Object.hasOwn(ways, name) ? ways[name as BreakName] : undefined;
}
