import type { Certificate } from '../certificates/certificate.ts';
import type { DistinguishedName } from '../certificates/names.ts';
import { renderName } from '../certificates/names.ts';
import { causesOf, type FindingCause } from './findings.ts';
import { compareRdns, firstDifference, issuerStyles, plainStyles } from './issuer-compare.ts';
import { readIssuerText, readSlashName, type WrittenName } from './issuer-text.ts';
import { type KeyIdLabels, type KeyIdReading, readKeyId, writeKeyId } from './key-id.ts';
import { undoQuotedPairs } from './signature-header.ts';

/**
 * keyId against certificate: the serial as an integer, the issuer as a list of RDNs.
 * @see G2-key-id, G4-keyid-mismatch
 */

/**
 * In the order of G4-keyid-mismatch, but for lower case: openssl, forge and Python write it beside all others.
 * @see G4-keyid-style
 */
const STYLE_CAUSES: readonly KeyIdStyleCause[] = [
  ...causesOf('keyid-style').filter((cause) => cause !== 'lowercase'),
  'lowercase',
];

type KeyIdStyleCause = FindingCause<'keyid-style'>;
type KeyIdMismatchCause = FindingCause<'keyid-mismatch'>;

/** How the text between the quotes had to be read to match. */
export type QuotedReading = 'raw' | 'quoted-pairs';

export type KeyIdComparison =
  | { readonly result: 'equal'; readonly reading: QuotedReading }
  | (Style & { readonly reading: QuotedReading })
  | Mismatch;

interface Style {
  readonly result: 'style';
  readonly cause?: KeyIdStyleCause;
  /** The others that apply too. */
  readonly also?: readonly KeyIdStyleCause[];
}

interface Mismatch {
  readonly result: 'mismatch';
  readonly cause: KeyIdMismatchCause;
  /** The other part, of serial number and issuer, where both are wrong. */
  readonly also?: readonly KeyIdMismatchCause[];
  /** What no cause says. */
  readonly detail?: string | undefined;
  /** In place of what the cause says. */
  readonly says?: string;
}

/** No real issuer has so many parts, and a hostile one is not compared in every writing. */
const MAX_RDNS = 256;

/**
 * Compares a well-formed keyId with the certificate sent. The text is read raw first, then with quoted-pairs
 * undone. `authorities` are the certification authorities known to the caller, to recognise their serials.
 * @see G2-raw-quotes, G4-unseen-key-id
 */
export function compareKeyId(
  keyId: string,
  certificate: Certificate,
  authorities: readonly Certificate[] = [],
  labels?: KeyIdLabels,
): KeyIdComparison {
  const right = writeKeyId(certificate, labels === undefined ? {} : { labels });
  if (keyId === right) return { result: 'equal', reading: 'raw' };
  if (certificate.issuer.length > MAX_RDNS) return { result: 'mismatch', cause: 'unknown' };
  const raw = compareText(readKeyId(keyId, labels), certificate, authorities);
  if (raw.result === 'style') return { ...raw, reading: 'raw' };
  if (!keyId.includes('\\')) return raw;
  const unquoted = undoQuotedPairs(keyId);
  if (unquoted === right) return { result: 'style', reading: 'quoted-pairs' };
  const compared = compareText(readKeyId(unquoted, labels), certificate, authorities);
  return compared.result === 'style' ? { ...compared, reading: 'quoted-pairs' } : raw;
}

type TextComparison = Style | Mismatch;

function compareText(
  read: KeyIdReading | undefined,
  certificate: Certificate,
  authorities: readonly Certificate[],
): TextComparison {
  if (read === undefined) return { result: 'mismatch', cause: 'unknown' };
  const serial = readSerial(read.serial, certificate.serial);
  const issuer = issuerStyles(read.issuer, certificate.issuer);
  if (issuer === undefined || serial.value !== certificate.serial) {
    return mismatch(read, serial.value, issuer !== undefined, certificate, authorities);
  }
  const causes = new Set<KeyIdStyleCause>([
    ...serial.causes,
    ...issuer,
    ...(read.hasBlank ? ['comma-space' as const] : []),
  ]);
  const [cause, ...also] = STYLE_CAUSES.filter((known) => causes.has(known));
  if (cause === undefined) return { result: 'style' };
  return { result: 'style', cause, ...(also.length === 0 ? {} : { also }) };
}

/** A negative number is taken by its octets too, as those write it who do not know that it is one. */
function readSerial(text: string, known: bigint): { value: bigint; causes: KeyIdStyleCause[] } {
  const causes: KeyIdStyleCause[] = [];
  const bare = text.replace(/^0[xX]/, '');
  if (bare !== text) causes.push('0x');
  if (/.[-: ]/.test(bare)) causes.push('colons');
  const digits = bare.replaceAll(/[-: ]/g, '');
  if (/[a-f]/.test(digits)) causes.push('lowercase');
  if (digits.length > 1 && digits.startsWith('0')) causes.push('leading-zero');
  const magnitude = BigInt(`0x${digits}`);
  if (known < 0n && BigInt.asIntN(4 * digits.length, magnitude) === known) return { value: known, causes };
  return { value: bare.startsWith('-') ? -magnitude : magnitude, causes };
}

function mismatch(
  keyId: KeyIdReading,
  serial: bigint,
  isIssuer: boolean,
  certificate: Certificate,
  known: readonly Certificate[],
): Mismatch {
  const authorities = known.filter((one) => isSameName(one.subject, certificate.issuer));
  if (authorities.some((one) => isOf(keyId, serial, one))) return { result: 'mismatch', cause: 'ca-serial' };
  const ofIssuer = isIssuer ? undefined : issuerMismatch(keyId.issuer, certificate);
  const turned = isIssuer ? turnedSerial(serial, certificate.serial) : undefined;
  if (turned !== undefined) return { result: 'mismatch', cause: 'unknown', detail: turned };
  const ofSerial = serialMismatch(keyId.serial, serial, certificate, authorities);
  const detail =
    isIssuer || ofIssuer !== undefined ? undefined : firstDifference(keyId.issuer, certificate.issuer);
  const unknown = isIssuer ? undefined : 'unknown';
  if (ofSerial === undefined) return { result: 'mismatch', cause: ofIssuer ?? 'unknown', detail };
  if (ofSerial === 'decimal-serial') return both(ofSerial, ofIssuer ?? unknown, detail);
  if (ofIssuer !== undefined) return both(ofIssuer, ofSerial);
  if (ofSerial === 'ca-serial') return both(ofSerial, unknown, detail);
  // Another serial number and another issuer: all of it is of another certificate.
  const isName = isIssuer || readIssuerText(keyId.issuer) !== undefined;
  if (!isName) return { result: 'mismatch', cause: 'unknown', detail };
  const isCaKnown = authorities.length > 0 || certificate.authoritySerial !== undefined;
  return { result: 'mismatch', cause: ofSerial, ...(isCaKnown ? { says: NOT_OF_CA } : {}) };
}

const NOT_OF_CA = "The serial number isn't this certificate's, nor that of its CA.";

function isSameName(one: DistinguishedName, other: DistinguishedName): boolean {
  return renderName(one, 'rfc2253') === renderName(other, 'rfc2253');
}

/** Whether a keyId is that of an authority's own certificate. */
function isOf({ issuer }: KeyIdReading, serial: bigint, authority: Certificate): boolean {
  return serial === authority.serial && issuerStyles(issuer, authority.issuer) !== undefined;
}

function both(cause: KeyIdMismatchCause, also: KeyIdMismatchCause | undefined, detail?: string): Mismatch {
  return { result: 'mismatch', cause, ...(also === undefined ? {} : { also: [also] }), detail };
}

/** How the octets of a serial number were read wrongly, where that makes it the one in the keyId. */
function turnedSerial(written: bigint, serial: bigint): string | undefined {
  if (serial <= 0n) return undefined;
  const hex = serial.toString(16);
  const octets = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  if (written === BigInt(`0x${Buffer.from(octets).reverse().toString('hex')}`))
    return 'The bytes of the serial number are in reverse order.';
  const isSigned = written === BigInt.asIntN(8 * octets.length, serial);
  return isSigned ? 'The first bit of the serial number was read as a sign.' : undefined;
}

function serialMismatch(
  written: string,
  serial: bigint,
  certificate: Certificate,
  authorities: readonly Certificate[],
): 'decimal-serial' | 'ca-serial' | 'other-certificate' | undefined {
  if (serial === certificate.serial) return undefined;
  if (/^\d{1,60}$/.test(written) && BigInt(written) === certificate.serial) return 'decimal-serial';
  if (serial === certificate.authoritySerial) return 'ca-serial';
  return authorities.some((authority) => authority.serial === serial) ? 'ca-serial' : 'other-certificate';
}

function issuerMismatch(text: string, { issuer, subject }: Certificate): KeyIdMismatchCause | undefined {
  const slashed = readSlashName(text);
  if (slashed !== undefined) return isSubject(text, slashed, issuer, subject) ? 'subject' : 'slash';
  const written = readIssuerText(text);
  if (isSubject(text, written, issuer, subject)) return 'subject';
  if (written !== undefined && compareRdns(written.rdns, issuer) !== undefined)
    return written.hasBlankAtEquals ? 'spaces' : 'reversed';
  const plain = plainStyles(text, issuer);
  if (plain === undefined) return undefined;
  return / = /.test(text) ? 'spaces' : 'reversed';
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
