import { createHash } from 'node:crypto';
import { type Certificate, formatSerialHex } from '../certificates/certificate.ts';
import { detectDerKind } from '../certificates/der.ts';
import {
  type DistinguishedName,
  getAttributeText,
  type NameStyle,
  renderName,
} from '../certificates/names.ts';
import { OID } from '../certificates/oids.ts';
import { decodeBase64, decodeBase64Url, decodeHex } from '../core/base64.ts';
import { type FindingCause, type FindingDetails, listCauses, type Report } from './findings.ts';
import {
  compareRdns,
  detectIssuerStyles,
  detectPlainStyles,
  findFirstDifference,
  readIssuerText,
  readSlashName,
  type WrittenName,
} from './issuer.ts';
import { type SignatureHeader, unescapeQuotedPairs } from './signature-header.ts';
import { type Dialect, KEY_ID_LABELS, type KeyIdLabels } from './signing-string.ts';

/** Checks that keyId has the form SN=…,CA=…. @see G4-keyid-format */
export function checkKeyIdForm(
  { parameters, isPartial }: SignatureHeader,
  certificate: Certificate | undefined,
  { keyId: labels }: Dialect,
  report: Report,
): string | undefined {
  if (parameters === undefined) return undefined;
  const { keyId } = parameters;
  const expected = () => (certificate === undefined ? undefined : writeKeyId(certificate, { labels }));
  if (keyId === undefined) {
    if (isPartial === true) return undefined;
    report('keyid-format', { detail: 'The parameter keyId is missing.', expected: expected() });
    return undefined;
  }
  if (readKeyId(keyId, labels) !== undefined || readKeyId(unescapeQuotedPairs(keyId), labels) !== undefined)
    return keyId;
  report('keyid-format', { ...detectKeyId(keyId, labels, certificate), expected: expected(), found: keyId });
  return undefined;
}

/** Checks keyId against the certificate and returns the reading with which it matches. @see G2-key-id */
export function checkKeyId(
  keyId: string | undefined,
  certificate: Certificate | undefined,
  { authorities, labels }: { readonly authorities: readonly Certificate[]; readonly labels: KeyIdLabels },
  report: Report,
): QuotedReading | null {
  if (keyId === undefined || certificate === undefined) return null;
  const compared = compareKeyId(keyId, certificate, authorities, labels);
  if (compared.result === 'equal') return compared.reading;
  const shown = { expected: writeKeyId(certificate, { labels }), found: keyId };
  if (compared.result === 'mismatch') {
    const { causes, says, detail } = compared;
    for (const cause of causes)
      report('keyid-mismatch', { cause, says, detail: cause === 'unknown' ? detail : undefined, ...shown });
    return null;
  }
  const { causes, reading } = compared;
  const detail =
    reading === 'raw' ? undefined : 'It matches after unescaping its quoted-pairs (\\" and \\\\).';
  for (const cause of causes.length === 0 ? [undefined] : causes)
    report('keyid-style', { cause, detail, ...shown });
  return reading;
}

type Details = Pick<FindingDetails<'keyid-format'>, 'cause' | 'says' | 'detail'>;

/** Detects the content of a malformed keyId. @see G4-keyid-format */
export function detectKeyId(
  keyId: string,
  labels: KeyIdLabels,
  certificate: Certificate | undefined,
): Details {
  if (isTurned(keyId, labels)) return { cause: 'order' };
  const text = keyId.length > MAX_CHARACTERS ? '' : keyId.trim();
  return (
    detectCertificateKeyId(text, certificate) ??
    detectFormKeyId(keyId.slice(0, MAX_CHARACTERS), labels) ??
    (IDENTIFIER.test(text) ? { cause: 'identifier' } : {})
  );
}

/** Longer texts aren't identifiers. */
const MAX_CHARACTERS = 8192;

function isTurned(keyId: string, { serial, issuer }: KeyIdLabels): boolean {
  const end = keyId.slice(-MAX_SERIAL_CHARACTERS);
  const last = end.slice(end.lastIndexOf(',')).replace(/^,\s*/, '');
  return keyId.startsWith(issuer) && last.startsWith(serial);
}

const NAMED = /^(?:(?:MD5|SHA-?(?:1|256|512))(?: Fingerprint)?[:=] ?|x5t(?:#S256)?[:=])/i;

/** Detects a hash of the certificate or of its key, its serial number, or the certificate itself. */
function detectCertificateKeyId(text: string, certificate: Certificate | undefined): Details | undefined {
  const der = decodeBase64(text.replaceAll(/\s+/g, '')) ?? Buffer.alloc(0);
  if (detectDerKind(der) === 'certificate') return { detail: "It's a whole certificate." };
  const hash = hashIn(text.replace(NAMED, ''));
  if (certificate === undefined)
    return hash === undefined || hash.length < 20 ? undefined : { detail: UNCOMPARED };
  const digits = /^[0-9A-Fa-f:\s-]+$/.test(text) ? text.replaceAll(/[^0-9A-Fa-f]/g, '') : '';
  if (digits.toUpperCase() === formatSerialHex(certificate.serial))
    return { detail: "It's the certificate's serial number alone." };
  if (hash === undefined) return undefined;
  if (listHashes(certificate.der).some((one) => one.equals(hash))) return { cause: 'fingerprint' };
  const spki = certificate.publicKey.export({ type: 'spki', format: 'der' });
  if (listHashes(spki).some((one) => one.equals(hash)))
    return { cause: 'fingerprint', says: "It's a fingerprint of the certificate's public key." };
  if (hash.equals(Buffer.from(certificate.subjectKeyIdentifier ?? [])))
    return { cause: 'identifier', says: "It's the certificate's subjectKeyIdentifier." };
  return hash.length < 20
    ? undefined
    : { detail: "It's as long as a fingerprint, but isn't this certificate's." };
}

const UNCOMPARED = "It's as long as a fingerprint, but there's no certificate to compare it with.";

function listHashes(bytes: Uint8Array): Buffer[] {
  return ['sha1', 'sha256', 'md5', 'sha512'].map((name) => createHash(name).update(bytes).digest());
}

/** Parses a hash: hexadecimal with colons, blanks, hyphens or nothing between the bytes, Base64 or base64url. */
function hashIn(text: string): Buffer | undefined {
  if (text.length > 200) return undefined;
  const hex = /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text) ? undefined : decodeHex(text.replaceAll(/[: -]/g, ''));
  const bytes = hex ?? decodeBase64(text) ?? decodeBase64Url(text);
  return bytes !== undefined && HASH_BYTES.includes(bytes.length) ? bytes : undefined;
}

const HASH_BYTES = [16, 20, 32, 64];

/** Detects a keyId with both parts in another form than `SN=…,CA=…`. */
function detectFormKeyId(keyId: string, { serial, issuer }: KeyIdLabels): Details | undefined {
  const form = `${serial}…,${issuer}…`;
  const [label, other] = [serial, issuer].map((one) => one.replace('=', ''));
  const has = (name = '') => new RegExp(`(?:^|[,;+/\\s])${name}\\s*[=:]`, 'i').test(keyId);
  const hasExactly = keyId.startsWith(serial) && keyId.includes(`,${issuer}`);
  if (PLACEHOLDER.test(keyId)) return { detail: 'It contains an unfilled placeholder.' };
  if (/^https?:\/\//i.test(keyId)) return { cause: 'identifier', says: "It's a URL." };
  if (hasExactly) return { detail: `The value of ${serial} isn't a hexadecimal number.` };
  if (has(label) && has(other)) return { detail: `It has both parts, but not written as ${form}.` };
  if (has(label)) return { detail: `The issuer is missing: ,${issuer} and its name.` };
  return /^[A-Za-z.0-9]+ ?=/.test(keyId)
    ? { detail: `It's a name, without ${serial} and ${issuer}` }
    : undefined;
}

const PLACEHOLDER = /\{\{|\$\{|^<[^>]*>$|^(?:undefined|null)$/;

/** Matches a client id, an organisation number, a UUID or an address: one word that isn't a pair of parts. */
const IDENTIFIER = /^[\p{L}\p{N}][\p{L}\p{N}._:@/+ #~-]*$/u;

export interface KeyIdOptions {
  /** The style of the issuer. Default: `rfc2253`. */
  readonly style?: NameStyle;
  /** True if the serial has an even number of digits. Default: false, the fewest digits. */
  readonly evenSerial?: boolean;
  /** Default: `SN=` and `CA=`. */
  readonly labels?: KeyIdLabels | undefined;
}

/** Writes the keyId parameter: `SN=<serial>,CA=<issuer>`. @see I-authentication-3-key-id, G1-key-id */
export function writeKeyId(certificate: Certificate, options: KeyIdOptions = {}): string {
  const { serial, issuer } = options.labels ?? KEY_ID_LABELS;
  const number = formatSerialHex(certificate.serial, options.evenSerial === true ? 'even' : 'minimal');
  return `${serial}${number},${issuer}${renderName(certificate.issuer, options.style ?? 'rfc2253')}`;
}

/** The keyId of each certificate in the last used labels: certificates recur. */
const keyIds = new WeakMap<
  Certificate,
  { readonly labels: KeyIdLabels | undefined; readonly keyId: string }
>();

function findKeyId(certificate: Certificate, labels: KeyIdLabels | undefined): string {
  const known = keyIds.get(certificate);
  if (known?.labels === labels && known !== undefined) return known.keyId;
  const keyId = writeKeyId(certificate, { labels });
  keyIds.set(certificate, { labels, keyId });
  return keyId;
}

/** The two parts of a keyId as written. */
interface KeyIdReading {
  readonly serial: string;
  readonly issuer: string;
  readonly hasBlank: boolean;
}

const AFTER_SERIAL = /^([^,]*),( *)/;
const SERIAL = /^(?:0[xX])?-?[0-9A-Fa-f](?:[-: ]?[0-9A-Fa-f])*$/;

/** Splits a keyId into its parts. @returns undefined for a text of another form */
export function readKeyId(keyId: string, labels: KeyIdLabels = KEY_ID_LABELS): KeyIdReading | undefined {
  if (!keyId.startsWith(labels.serial)) return undefined;
  const rest = keyId.slice(labels.serial.length);
  const [separator, serial = '', blank = ''] = AFTER_SERIAL.exec(rest) ?? [];
  const named = rest.slice(separator?.length ?? 0);
  if (separator === undefined || !named.startsWith(labels.issuer) || named.length === labels.issuer.length)
    return undefined;
  if (serial.length > MAX_SERIAL_CHARACTERS || !SERIAL.test(serial)) return undefined;
  return { serial, issuer: named.slice(labels.issuer.length), hasBlank: blank !== '' };
}

/** Serials have at most 20 bytes (RFC 5280 4.1.2.2); the rest is for colons, zeros and decimal digits. */
const MAX_SERIAL_CHARACTERS = 256;

/**
 * The style causes in the order of G4-keyid-mismatch, with lower case last: openssl, forge and Python combine it with
 * all others.
 * @see G4-keyid-style
 */
const STYLE_CAUSES: readonly KeyIdStyleCause[] = [
  ...listCauses('keyid-style').filter((cause) => cause !== 'lowercase'),
  'lowercase',
];

type KeyIdStyleCause = FindingCause<'keyid-style'>;
type KeyIdMismatchCause = FindingCause<'keyid-mismatch'>;

/** The reading of the text between the quotes that matches. */
export type QuotedReading = 'raw' | 'quoted-pairs';

type KeyIdComparison =
  | { readonly result: 'equal'; readonly reading: QuotedReading }
  | (Style & { readonly reading: QuotedReading })
  | Mismatch;

interface Style {
  readonly result: 'style';
  readonly causes: readonly KeyIdStyleCause[];
}

interface Mismatch {
  readonly result: 'mismatch';
  /** One cause, or two if both the serial number and the issuer are wrong. */
  readonly causes: readonly KeyIdMismatchCause[];
  /** The details beyond the cause. */
  readonly detail?: string | undefined;
  /** Replaces the text of the cause. */
  readonly says?: string | undefined;
}

/** No real issuer has this many parts; the limit bounds the comparisons for hostile input. */
const MAX_RDNS = 256;

/**
 * Compares a well-formed keyId with the certificate sent, the serial as an integer and the issuer as a list of RDNs,
 * first with the raw text, then with quoted-pairs undone. `authorities` are the certification authorities known to the
 * caller; their serials are recognised.
 * @see G2-raw-quotes, G4-unseen-key-id, G2-key-id, G4-keyid-mismatch
 */
export function compareKeyId(
  keyId: string,
  certificate: Certificate,
  authorities: readonly Certificate[] = [],
  labels?: KeyIdLabels,
): KeyIdComparison {
  const right = findKeyId(certificate, labels);
  if (keyId === right) return { result: 'equal', reading: 'raw' };
  if (certificate.issuer.length > MAX_RDNS) return createMismatch(['unknown']);
  const raw = compareText(readKeyId(keyId, labels), certificate, authorities);
  if (raw.result === 'style') return { ...raw, reading: 'raw' };
  if (!keyId.includes('\\')) return raw;
  const unquoted = unescapeQuotedPairs(keyId);
  if (unquoted === right) return { result: 'style', reading: 'quoted-pairs', causes: [] };
  const compared = compareText(readKeyId(unquoted, labels), certificate, authorities);
  return compared.result === 'style' ? { ...compared, reading: 'quoted-pairs' } : raw;
}

function compareText(
  read: KeyIdReading | undefined,
  certificate: Certificate,
  authorities: readonly Certificate[],
): Style | Mismatch {
  if (read === undefined) return createMismatch(['unknown']);
  const serial = readSerial(read.serial, certificate.serial);
  const issuer = detectIssuerStyles(read.issuer, certificate.issuer);
  if (issuer === undefined || serial.value !== certificate.serial) {
    return findMismatch(read, serial.value, issuer !== undefined, certificate, authorities);
  }
  const causes: KeyIdStyleCause[] = [...serial.causes, ...issuer];
  if (read.hasBlank) causes.push('comma-space');
  return { result: 'style', causes: STYLE_CAUSES.filter((known) => causes.includes(known)) };
}

/** Parses a serial number. Accepts a negative number also by its bytes, since some programs write it unsigned. */
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

function findMismatch(
  keyId: KeyIdReading,
  serial: bigint,
  isIssuer: boolean,
  certificate: Certificate,
  known: readonly Certificate[],
): Mismatch {
  const authorities = known.filter((one) => isSameName(one.subject, certificate.issuer));
  if (authorities.some((one) => isOf(keyId, serial, one))) return createMismatch(['ca-serial']);
  const ofIssuer = isIssuer ? undefined : findIssuerMismatch(keyId.issuer, certificate);
  const turned = isIssuer ? detectReversedSerial(serial, certificate.serial) : undefined;
  if (turned !== undefined) return createMismatch(['unknown'], turned);
  const ofSerial = findSerialMismatch(keyId.serial, serial, certificate, authorities);
  const detail =
    isIssuer || ofIssuer !== undefined ? undefined : findFirstDifference(keyId.issuer, certificate.issuer);
  const also = isIssuer ? [] : [ofIssuer ?? 'unknown'];
  if (ofSerial === undefined) return createMismatch([ofIssuer ?? 'unknown'], detail);
  if (ofSerial === 'decimal-serial') return createMismatch([ofSerial, ...also], detail);
  if (ofIssuer !== undefined) return createMismatch([ofIssuer, ofSerial]);
  if (ofSerial === 'ca-serial') return createMismatch([ofSerial, ...also], detail);
  // A different serial number and a different issuer: the keyId is of another certificate.
  const isName = isIssuer || readIssuerText(keyId.issuer) !== undefined;
  if (!isName) return createMismatch(['unknown'], detail);
  const isCaKnown = authorities.length > 0 || certificate.authoritySerial !== undefined;
  return { ...createMismatch([ofSerial]), says: isCaKnown ? NOT_OF_CA : undefined };
}

const NOT_OF_CA = "The serial number isn't this certificate's, nor that of its CA.";

function isSameName(one: DistinguishedName, other: DistinguishedName): boolean {
  return renderName(one, 'rfc2253') === renderName(other, 'rfc2253');
}

/** Returns true if a keyId is of an authority's own certificate. */
function isOf({ issuer }: KeyIdReading, serial: bigint, authority: Certificate): boolean {
  return serial === authority.serial && detectIssuerStyles(issuer, authority.issuer) !== undefined;
}

function createMismatch(causes: readonly KeyIdMismatchCause[], detail?: string): Mismatch {
  return { result: 'mismatch', causes, detail };
}

/** Detects a misread serial number: its bytes reversed, or its first bit read as a sign. */
function detectReversedSerial(written: bigint, serial: bigint): string | undefined {
  if (serial <= 0n) return undefined;
  const hex = serial.toString(16);
  const octets = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  if (written === BigInt(`0x${Buffer.from(octets).reverse().toString('hex')}`))
    return 'The bytes of the serial number are in reverse order.';
  const isSigned = written === BigInt.asIntN(8 * octets.length, serial);
  return isSigned ? 'The first bit of the serial number was read as a sign.' : undefined;
}

function findSerialMismatch(
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

function findIssuerMismatch(text: string, { issuer, subject }: Certificate): KeyIdMismatchCause | undefined {
  const slashed = readSlashName(text);
  if (slashed !== undefined) return isSubject(text, slashed, issuer, subject) ? 'subject' : 'slash';
  const written = readIssuerText(text);
  if (isSubject(text, written, issuer, subject)) return 'subject';
  if (written !== undefined && compareRdns(written.rdns, issuer) !== undefined)
    return written.hasBlankAtEquals ? 'spaces' : 'reversed';
  const plain = detectPlainStyles(text, issuer);
  if (plain === undefined) return undefined;
  return / = /.test(text) ? 'spaces' : 'reversed';
}

/**
 * Returns true for the whole subject in any order, and for a list that begins with the subject's common name, even if
 * its rest is cut.
 */
function isSubject(
  text: string,
  written: WrittenName | undefined,
  issuer: DistinguishedName,
  subject: DistinguishedName,
): boolean {
  if (detectIssuerStyles(text, subject) !== undefined) return true;
  if (written !== undefined && compareRdns(written.rdns, subject) !== undefined) return true;
  const [own, others] = [subject, issuer].map((name) => getAttributeText(name, OID.commonName));
  return (
    own !== undefined &&
    own !== others &&
    (text === `CN=${own}` || text.startsWith(`CN=${own},`) || text.endsWith(`,CN=${own}`))
  );
}
