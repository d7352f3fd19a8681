import type { Certificate } from '../../certificates/certificate.ts';
import { DAY_MS } from '../../core/units.ts';
import { Fault } from '../../errors.ts';
import { parseInstant } from '../../values/instant.ts';
import type { CertificateInput } from './shapes.ts';

export interface Term {
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** Whether a part of it lies outside the issuer's own. */
  readonly isOutside: boolean;
}

const USUAL_DAYS = 365;

/**
 * The validity of a new certificate: from a day ago, for clocks that are behind, and for a year, but no longer than
 * its issuer's unless that is asked for.
 * @throws Fault INPUT_INVALID
 * @see C-cert-create-term
 */
export function termOf(
  { notBefore, notAfter, days }: Pick<CertificateInput, 'notBefore' | 'notAfter' | 'days'>,
  { now, issuer }: { readonly now: number; readonly issuer: Pick<Certificate, 'notBefore' | 'notAfter'> },
): Term {
  const begin = notBefore === undefined ? undefined : timeOf('--not-before', notBefore);
  const start = begin ?? Math.floor((now - DAY_MS) / 1000) * 1000;
  const end =
    (notAfter === undefined ? undefined : timeOf('--not-after', notAfter)) ??
    (days === undefined ? undefined : (begin ?? now) + days * DAY_MS) ??
    usualEnd(begin ?? now, issuer.notAfter);
  if (end < start) {
    throw new Fault('INPUT_INVALID', "The certificate would expire before it's valid.", {
      hint: 'Set --not-after later than --not-before.',
    });
  }
  const rounded = Math.floor(end / 1000) * 1000;
  return {
    notBefore: start,
    notAfter: rounded,
    isOutside: start < issuer.notBefore || rounded > issuer.notAfter,
  };
}

function usualEnd(from: number, issuerEnd: number): number {
  const end = from + USUAL_DAYS * DAY_MS;
  return issuerEnd > from && issuerEnd < end ? issuerEnd : end;
}

function timeOf(flag: string, text: string): number {
  const time = parseInstant(text) ?? parseInstant(`${text}T00:00:00Z`);
  if (time !== undefined) return time;
  throw new Fault('INPUT_INVALID', `${flag} ${JSON.stringify(text)} isn't a date or a time.`, {
    hint: 'Use 2027-06-30, or a time with Z or an offset: 2027-06-30T12:00:00Z.',
  });
}
