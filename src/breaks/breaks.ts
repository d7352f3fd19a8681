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

const WAYS: Ways = {
  ...HEADER_WAYS,
  ...CERTIFICATE_WAYS,
  ...CONTENT_WAYS,
  ...BODY_WAYS,
  ...SIGNATURE_WAYS,
  ...STRING_WAYS,
  ...KEY_ID_WAYS,
};

/** Every break, in the order of G4-findings. */
export const BREAKS: readonly Break[] = FINDING_CODES.flatMap((code) =>
  [undefined, ...causesOf(code)].flatMap((cause): Break[] => {
    const name = cause === undefined ? code : `${code}/${cause}`;
    const way = wayOf(name);
    return way === undefined
      ? []
      : [{ name, code, ...(cause === undefined ? {} : { cause }), summary: way.summary }];
  }),
);

/** @returns undefined for a name there is not. */
export function wayOf(name: string): Way | undefined {
  return Object.hasOwn(WAYS, name) ? WAYS[name as BreakName] : undefined;
}
