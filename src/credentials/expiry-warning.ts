import type { Certificate } from '../certificates/certificate.ts';
import { getTime } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import { formatOsloMinute } from '../values/oslo.ts';

/** The number of days before a certificate's expiry in which commands that sign show a warning. */
const WARNED_DAYS = 30;

/**
 * Warns that a signing certificate expires soon, has expired or isn't valid yet.
 * @param of what: the file or name of the certificate; remedy: a sentence or command
 * @see C-cert, C-expiry-warning
 */
export function warnOfExpiry(
  { notBefore, notAfter }: Pick<Certificate, 'notBefore' | 'notAfter'>,
  { what, remedy }: { readonly what: string; readonly remedy: string },
  notice: (text: string) => void,
  now = getTime(),
): void {
  const left = notAfter - now;
  if (now > notAfter) {
    notice(`The signing certificate ${what} expired on ${formatOsloMinute(notAfter)}. ${remedy}`);
  } else if (now < notBefore) {
    const begin = formatOsloMinute(notBefore);
    notice(`The signing certificate ${what} isn't valid until ${begin}. Check this machine's clock.`);
  } else if (left <= WARNED_DAYS * DAY_MS) {
    const days = Math.floor(left / DAY_MS);
    const soon = days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
    notice(`The signing certificate ${what} expires ${soon}, on ${formatOsloMinute(notAfter)}. ${remedy}`);
  }
}
