import type { Certificate, DistinguishedName } from '../certificates/certificate.ts';
import { renderName } from '../certificates/names.ts';
import { compareRdns, type IssuerStyleCause, issuerStyles } from './issuer-compare.ts';
import { readIssuerText, readSlashName, type WrittenName } from './issuer-text.ts';
import { readKeyId, writeKeyId } from './key-id.ts';
import { undoQuotedPairs } from './signature-header.ts';

/**
 * keyId against certificate: the serial as an integer, the issuer as a list of RDNs.
 * @see signing.md §2, §4 keyid-mismatch, keyid-style
 */

/** In the order of signing.md §4; the first that applies is named. */
const STYLE_CAUSES = [
  'lowercase',
  'colons',
  'leading-zero',
  '0x',
  'comma-space',
  'orgid-name',
  'orgid-string',
  'hex-upper',
  'string-tag',
  'percent',
  'portal-signer',
] as const;

export type KeyIdStyleCause = (typeof STYLE_CAUSES)[number] & (IssuerStyleCause | SerialStyleCause);

type SerialStyleCause = 'lowercase' | 'colons' | 'leading-zero' | '0x';

export type KeyIdMismatchCause =
  | 'decimal-serial'
  | 'subject'
  | 'reversed'
  | 'slash'
  | 'spaces'
  | 'ca-serial'
  | 'other-certificate'
  | 'unknown';

/** How the text between the quotes had to be read to match. */
export type QuotedReading = 'raw' | 'quoted-pairs';

export type KeyIdComparison =
  | { readonly result: 'equal'; readonly reading: QuotedReading }
  | { readonly result: 'style'; readonly reading: QuotedReading; readonly cause?: KeyIdStyleCause }
  | { readonly result: 'mismatch'; readonly cause: KeyIdMismatchCause };

/**
 * Compares a well-formed keyId with the certificate sent. The text is read raw first, then with quoted-pairs
 * undone. `authorities` are the certification authorities known to the caller, to recognise their serials.
 */
export function compareKeyId(
  keyId: string,
  certificate: Certificate,
  authorities: readonly Certificate[] = [],
): KeyIdComparison {
  if (keyId === writeKeyId(certificate)) return { result: 'equal', reading: 'raw' };
  const raw = compareText(keyId, certificate, authorities);
  if (raw.result === 'style') return { ...raw, reading: 'raw' };
  if (!keyId.includes('\\')) return raw;
  const unquoted = undoQuotedPairs(keyId);
  if (unquoted === writeKeyId(certificate)) return { result: 'style', reading: 'quoted-pairs' };
  const compared = compareText(unquoted, certificate, authorities);
  return compared.result === 'style' ? { ...compared, reading: 'quoted-pairs' } : raw;
}

type TextComparison =
  | { readonly result: 'style'; readonly cause?: KeyIdStyleCause }
  | { readonly result: 'mismatch'; readonly cause: KeyIdMismatchCause };

function compareText(
  keyId: string,
  certificate: Certificate,
  authorities: readonly Certificate[],
): TextComparison {
  const read = readKeyId(keyId);
  if (!read.ok) return { result: 'mismatch', cause: 'unknown' };
  const serial = readSerial(read.serial);
  const issuer = issuerStyles(read.issuer, certificate.issuer);
  if (issuer === undefined || serial.value !== certificate.serial) {
    return {
      result: 'mismatch',
      cause: mismatchCause(read, serial.value, issuer !== undefined, certificate, authorities),
    };
  }
  const causes = new Set<KeyIdStyleCause>([
    ...serial.causes,
    ...issuer.filter((cause) => cause !== 'lowercase'),
    ...(read.hasBlank ? ['comma-space' as const] : []),
  ]);
  // Attribute names in lower case are named only when nothing else differs: openssl writes `street` among others.
  const cause = STYLE_CAUSES.find((known) => causes.has(known)) ?? issuer[0];
  return { result: 'style', ...(cause === undefined ? {} : { cause }) };
}

function readSerial(text: string): { value: bigint; causes: KeyIdStyleCause[] } {
  const causes: KeyIdStyleCause[] = [];
  const bare = text.replace(/^0[xX]/, '');
  if (bare !== text) causes.push('0x');
  if (/[: ]/.test(bare)) causes.push('colons');
  const digits = bare.replaceAll(/[-: ]/g, '');
  if (/[a-f]/.test(digits)) causes.push('lowercase');
  if (digits.length > 1 && digits.startsWith('0')) causes.push('leading-zero');
  const magnitude = BigInt(`0x${digits}`);
  return { value: bare.startsWith('-') ? -magnitude : magnitude, causes };
}

function mismatchCause(
  keyId: { readonly serial: string; readonly issuer: string },
  serial: bigint,
  isIssuer: boolean,
  certificate: Certificate,
  authorities: readonly Certificate[],
): KeyIdMismatchCause {
  if (
    /^\d{1,60}$/.test(keyId.serial) &&
    BigInt(keyId.serial) === certificate.serial &&
    serial !== certificate.serial
  ) {
    return 'decimal-serial';
  }
  if (!isIssuer) {
    const cause = issuerMismatch(keyId.issuer, certificate);
    if (cause !== undefined) return cause;
  }
  if (serial === certificate.serial) return 'unknown';
  const isAuthority = authorities.some((authority) => {
    return (
      authority.serial === serial &&
      renderName(authority.subject, 'rfc2253') === renderName(certificate.issuer, 'rfc2253')
    );
  });
  if (isAuthority) return 'ca-serial';
  return isIssuer || readIssuerText(keyId.issuer) !== undefined ? 'other-certificate' : 'unknown';
}

function issuerMismatch(text: string, { issuer, subject }: Certificate): KeyIdMismatchCause | undefined {
  if (text.startsWith('/') && readSlashName(text) !== undefined) return 'slash';
  const written = readIssuerText(text);
  if (isSubject(text, written, issuer, subject)) return 'subject';
  if (written === undefined || compareRdns(written.rdns, issuer) === undefined) return undefined;
  return written.hasBlankAtEquals ? 'spaces' : 'reversed';
}

/** The whole subject in any order, or a list led by the subject's common name, however the rest was cut. */
function isSubject(
  text: string,
  written: WrittenName | undefined,
  issuer: DistinguishedName,
  subject: DistinguishedName,
): boolean {
  if (issuerStyles(text, subject) !== undefined) return true;
  if (written !== undefined && compareRdns(written.rdns, subject) !== undefined) return true;
  const [own, others] = [subject, issuer].map(
    (name) => name.flat().find(({ oid }) => oid === '2.5.4.3')?.text,
  );
  return (
    own !== undefined &&
    own !== others &&
    (text === `CN=${own}` || text.startsWith(`CN=${own},`) || text.endsWith(`,CN=${own}`))
  );
}
