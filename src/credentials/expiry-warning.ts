import { clock } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import { osloMinute } from '../values/oslo.ts';

/** From so many days before the end on, every command that signs says it. */
const WARNED_DAYS = 30;

/** A certificate that something is signed with. */
interface SigningTerm {
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
}

/** Every command that signs says it. @see C-cert, C-expiry-warning */
export function warnOfEnd(
  certificate: SigningTerm,
  of: { readonly what: string; readonly remedy: string },
  notice: (text: string) => void,
): void {
  const warning = expiryWarning(certificate, clock(), of);
  if (warning !== undefined) notice(warning);
}

/**
 * The sentence for who signs with a certificate that ends soon, has ended or has not begun; undefined when there is
 * nothing to say.
 * @param what the file or name of the certificate
 * @param remedy what to do about it, a sentence or command
 */
export function expiryWarning(
  { notBefore, notAfter }: SigningTerm,
  now: number,
  { what, remedy }: { readonly what: string; readonly remedy: string },
): string | undefined {
  if (now > notAfter) {
    return `The signing certificate ${what} expired on ${osloMinute(notAfter)}. ${remedy}`;
  }
  if (now < notBefore) {
    return `The signing certificate ${what} isn't valid until ${osloMinute(notBefore)}. Check this machine's clock.`;
  }
  const days = Math.floor((notAfter - now) / DAY_MS);
  if (notAfter - now > WARNED_DAYS * DAY_MS) return undefined;
  return `The signing certificate ${what} expires ${inDays(days)}, on ${osloMinute(notAfter)}. ${remedy}`;
}

function inDays(days: number): string {
  if (days === 0) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
