import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import { toBuffer } from '../core/base64.ts';
import {
  assertTag,
  DerError,
  type DerNode,
  decodeDer,
  decodeOr,
  getChildren,
  readBitString,
  readBoolean,
  readInteger,
  readOid,
  TAG,
  tryDecode,
} from './der.ts';
import { type DistinguishedName, describeName, getAttributeText, readName } from './names.ts';
import { OID } from './oids.ts';
import {
  type Psd2Role,
  type Psd2Statement,
  type QcFault,
  type QcStatements,
  readQcStatements,
} from './qc-statements.ts';

type CertificateType = 'seal' | 'qwac' | 'unknown';

/** The bits of the keyUsage extension, the most significant first (RFC 5280 4.2.1.3). */
const KEY_USAGE_BITS = [
  ...(['digitalSignature', 'nonRepudiation', 'keyEncipherment', 'dataEncipherment', 'keyAgreement'] as const),
  ...(['keyCertSign', 'cRLSign', 'encipherOnly', 'decipherOnly'] as const),
] as const;
export type KeyUsage = (typeof KEY_USAGE_BITS)[number];

/** A certificate, parsed by our own strict reader. */
export interface Certificate {
  readonly der: Uint8Array;
  readonly serial: bigint;
  readonly issuer: DistinguishedName;
  /** The encoded issuer. */
  readonly issuerDer: Uint8Array;
  readonly subject: DistinguishedName;
  /** The encoded subject, which certificates issued by this one have as their issuer. */
  readonly subjectDer: Uint8Array;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly publicKey: KeyObject;
  readonly keyType: 'rsa' | 'ec' | 'other';
  readonly keyBits: number;
  readonly isCa: boolean;
  /** Empty if there is no keyUsage extension. */
  readonly keyUsage: readonly KeyUsage[];
  /** Dotted object identifiers; empty if there is no extKeyUsage extension. */
  readonly extendedKeyUsage: readonly string[];
  readonly type: CertificateType;
  /** Absent if there is no subjectKeyIdentifier extension. */
  readonly subjectKeyIdentifier?: Uint8Array;
  /** The serial number of the issuer's certificate; absent if authorityKeyIdentifier lacks it. */
  readonly authoritySerial?: bigint;
  /** The object identifiers in QcType. */
  readonly qcTypes: readonly string[];
  /** True if the certificate has a qcStatements extension. */
  readonly hasQcStatements: boolean;
  /** Absent if no PSD2 statement could be parsed. */
  readonly psd2?: Psd2Statement;
  readonly qcFaults: readonly QcFault[];
  /** The organizationIdentifier (2.5.4.97) of the subject; absent if there is none. @see G5-organization-identifier */
  readonly organizationIdentifier?: string;
}

/** One extension; its value is the DER inside the OCTET STRING. */
export interface Extension {
  readonly critical: boolean;
  readonly value: Uint8Array;
}

/**
 * Reads `[3] Extensions` by object identifier; returns an empty map if the field is absent.
 * @throws DerError for another structure, or for a repeated extension (RFC 5280 4.2).
 */
export function readExtensions(node: DerNode | undefined): ReadonlyMap<string, Extension> {
  const extensions = new Map<string, Extension>();
  if (node === undefined) return extensions;
  const [list, ...rest] = node.children;
  if (rest.length > 0) throw new DerError('the extensions are more than one list');
  for (const child of getChildren(list, TAG.sequence, 'the extensions')) {
    const fields = getChildren(child, TAG.sequence, 'an extension');
    const oid = readOid(fields[0], 'the name of an extension');
    const hasCritical = fields[1]?.tag === TAG.boolean;
    const critical = hasCritical && readBoolean(fields[1], `critical of extension ${oid}`);
    const value = assertTag(
      fields[hasCritical ? 2 : 1],
      TAG.octetString,
      `the value of extension ${oid}`,
    ).bytes;
    if (fields.length > (hasCritical ? 3 : 2)) throw new DerError(`extension ${oid} has a field too many`);
    if (extensions.has(oid)) throw new DerError(`extension ${oid} appears twice`);
    extensions.set(oid, { critical, value });
  }
  return extensions;
}

const VERSION = 0xa0;
/** The optional fields: two obsolete unique identifiers may precede the extensions. */
const OPTIONAL: readonly number[] = [0x81, 0x82, 0xa3];

/**
 * Splits a certificate into its fields (RFC 5280 4.1) without parsing them: also the AlgorithmIdentifier of the
 * signature and of the signed part, and `version`, which is absent in version 1.
 * @throws DerError for another structure.
 */
export function openCertificate(der: Uint8Array) {
  const [signed, algorithm, signature, ...rest] = getChildren(
    decodeDer(der),
    TAG.sequence,
    'the certificate',
  );
  const fields = getChildren(signed, TAG.sequence, 'the signed part of the certificate');
  if (rest.length > 0) throw new DerError('the certificate has a field too many');
  const version = fields[0]?.tag === VERSION ? fields[0] : undefined;
  const [serial, inner, issuer, validity, subject, publicKey, ...optional] = fields.slice(
    version === undefined ? 0 : 1,
  );
  let last = -1;
  for (const { tag } of optional) {
    const place = OPTIONAL.indexOf(tag);
    if (place <= last)
      throw new DerError(`the signed part has a field with tag 0x${tag.toString(16)} too many`);
    last = place;
  }
  return {
    ...{ version, serial, issuer, validity, subject, publicKey },
    algorithm: assertTag(algorithm, TAG.sequence, 'the signature algorithm'),
    innerAlgorithm: assertTag(inner, TAG.sequence, 'the signature algorithm in the signed part'),
    signature: readBitString(signature, 'the signature of the certificate'),
    extensions: readExtensions(optional.find(({ tag }) => tag === OPTIONAL.at(-1))),
  };
}

/** A public key, with the properties that decide whether it is accepted. */
export type PublicKey = Pick<Certificate, 'publicKey' | 'keyType' | 'keyBits'>;

/**
 * Reads a SubjectPublicKeyInfo with any algorithm that node:crypto supports; the caller decides which ones are
 * accepted.
 * @throws DerError if it isn't a public key.
 * @see G5-key-types
 */
export function readPublicKey(node: DerNode | undefined): PublicKey {
  const [algorithm, bits] = getChildren(node, TAG.sequence, 'the public key');
  const [type, parameters] = getChildren(algorithm, TAG.sequence, 'the algorithm of the public key');
  const oid = readOid(type, 'the algorithm of the public key');
  const key = readBitString(bits, 'the public key').bytes;
  const publicKey = () => importKey(assertTag(node, TAG.sequence, 'the public key'));
  if (oid === OID.rsaEncryption) {
    return { keyBits: countModulusBits(key), publicKey: publicKey(), keyType: 'rsa' };
  }
  if (oid === OID.ecPublicKey) {
    // Only named curves (RFC 5480 2.1.1): checking custom parameters can be slow.
    assertTag(parameters, TAG.oid, 'the curve of the public key');
    const imported = publicKey();
    return { publicKey: imported, keyType: 'ec', keyBits: countCurveBits(imported) };
  }
  const imported = publicKey();
  const keyBits = imported.asymmetricKeyDetails?.modulusLength ?? 8 * key.length;
  return { publicKey: imported, keyType: 'other', keyBits };
}

function importKey(node: DerNode): KeyObject {
  try {
    return createPublicKey({ key: toBuffer(node.der), format: 'der', type: 'spki' });
  } catch (error) {
    throw new DerError("the public key can't be used", { cause: error });
  }
}

function countModulusBits(rsaPublicKey: Uint8Array): number {
  const [modulus] = getChildren(decodeDer(rsaPublicKey), TAG.sequence, 'the RSA key');
  const bytes = assertTag(modulus, TAG.integer, 'the modulus').bytes;
  const magnitude = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  return magnitude.length === 0 ? 0 : 8 * magnitude.length - Math.clz32(magnitude[0] ?? 0) + 24;
}

/** Reads the size from the curve's name: `prime256v1`, `secp384r1`, `brainpoolP512r1`. */
function countCurveBits(key: KeyObject): number {
  return Number(/\d+/.exec(key.asymmetricKeyDetails?.namedCurve ?? '')?.[0] ?? 0);
}

/** The certificate, or the reason why it can't be parsed. */
type CertificateReading =
  | { readonly ok: true; readonly certificate: Certificate }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses one X.509 certificate from its DER with our own strict reader. Never throws on any bytes. Signatures and dates
 * aren't checked here. The certificate has its own copy of the bytes.
 * @see S12-certificate-reader
 * @see G5-certificate-content, S12-certificate-refused
 */
export function readCertificate(der: Uint8Array): CertificateReading {
  return decodeOr(
    () => ({ ok: true, certificate: decodeCertificate(new Uint8Array(der)) }) as const,
    (reason) => ({ ok: false, reason }) as const,
  );
}

function decodeCertificate(der: Uint8Array): Certificate {
  const { version, serial, issuer, validity, subject, publicKey, extensions } = openCertificate(der);
  if (version !== undefined) checkVersion(version);
  const read = <Value>(oid: string, decode: (node: DerNode) => Value): Value | undefined => {
    const extension = extensions.get(oid);
    return extension && decode(decodeDer(extension.value));
  };
  const qc = extensions.get(OID.qcStatements);
  const { types, psd2, faults }: QcStatements =
    qc === undefined ? { types: [], faults: [] } : readQcStatements(qc.value);
  const isCa = read(OID.basicConstraints, (node) => {
    const [first] = getChildren(node, TAG.sequence, 'basicConstraints');
    return first?.tag === TAG.boolean && readBoolean(first, 'cA of basicConstraints');
  });
  const keyUsage = read(OID.keyUsage, (node) => {
    const { bytes } = readBitString(node, 'keyUsage');
    return KEY_USAGE_BITS.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
  });
  const purposes = read(OID.extKeyUsage, (node) => getChildren(node, TAG.sequence, 'extKeyUsage')) ?? [];
  const extendedKeyUsage = purposes.map((one) => readOid(one, 'a purpose of extKeyUsage'));
  const subjectName = readName(subject, 'the subject');
  return {
    ...{ der, isCa: isCa ?? false, keyUsage: keyUsage ?? [], extendedKeyUsage },
    ...{ psd2, qcTypes: types, qcFaults: faults },
    serial: readInteger(serial, 'the serial number'),
    issuer: readName(issuer, 'the issuer'),
    issuerDer: assertTag(issuer, TAG.sequence, 'the issuer').der,
    subject: subjectName,
    subjectDer: assertTag(subject, TAG.sequence, 'the subject').der,
    ...readValidity(validity),
    ...readPublicKey(publicKey),
    subjectKeyIdentifier: read(
      OID.subjectKeyIdentifier,
      (node) => assertTag(node, TAG.octetString, 'subjectKeyIdentifier').bytes,
    ),
    authoritySerial: readAuthoritySerial(extensions.get(OID.authorityKeyIdentifier)),
    type: getCertificateType(types, extendedKeyUsage),
    hasQcStatements: qc !== undefined,
    organizationIdentifier: getAttributeText(subjectName, OID.organizationIdentifier),
  };
}

/** Checks the version: versions 1 to 3 are encoded as 0 to 2. */
function checkVersion({ children }: DerNode): void {
  const version = readInteger(children[0], 'the version');
  if (children.length !== 1 || version < 0n || version > 2n)
    throw new DerError("the version isn't an X.509 version");
}

/**
 * Returns the type of a certificate: a QWAC by QcType or by the serverAuth purpose, a seal by QcType.
 * @see G4-certificate-type, G5-certificate-type
 */
function getCertificateType(qcTypes: readonly string[], purposes: readonly string[]): CertificateType {
  if (qcTypes.includes(OID.qcTypeWeb) || purposes.includes(OID.serverAuth)) return 'qwac';
  return qcTypes.includes(OID.qcTypeSeal) ? 'seal' : 'unknown';
}

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

/**
 * Reads the two times of a Validity, in milliseconds since 1970.
 * @throws DerError for a time that RFC 5280 4.1.2.5 doesn't allow.
 * @see S12-certificate-times
 */
function readValidity(node: DerNode | undefined): Pick<Certificate, 'notBefore' | 'notAfter'> {
  const [notBefore, notAfter, ...rest] = getChildren(node, TAG.sequence, 'the validity');
  if (rest.length > 0) throw new DerError('the validity has more than two times');
  return { notBefore: readTime(notBefore, 'notBefore'), notAfter: readTime(notAfter, 'notAfter') };
}

function readTime(node: DerNode | undefined, what: string): number {
  const isUtcTime = node?.tag === TAG.utcTime;
  if (node === undefined || !(isUtcTime || node.tag === TAG.generalizedTime))
    throw new DerError(`${what} isn't a time`);
  const written = Buffer.from(node.bytes).toString('latin1');
  const [, years = '', month, day, hour, minute, second] =
    (isUtcTime ? UTC_TIME : GENERALIZED_TIME).exec(written) ?? [];
  if (years === '') throw new DerError(`${what} isn't written with seconds and a final Z`);
  // Two-digit years from 50 on are in the twentieth century (RFC 5280 4.1.2.5.1).
  const year = isUtcTime ? `${years >= '50' ? '19' : '20'}${years}` : years;
  if (year < '0100') throw new DerError(`${what} is before the year 100`);
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(iso);
  // Date turns a day that its month lacks into one of the next month.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso)
    throw new DerError(`${what} isn't a real date and time`);
  return time.getTime();
}

/** The tag of authorityCertSerialNumber in AuthorityKeyIdentifier (RFC 5280 4.2.1.1). */
const AUTHORITY_SERIAL = 0x82;

/**
 * Reads the serial number of the issuer; returns undefined if it is absent or malformed, since no check depends on it.
 */
function readAuthoritySerial(extension: Extension | undefined): bigint | undefined {
  const fields = tryDecode(() => extension && decodeDer(extension.value).children);
  const number = fields?.find(({ tag }) => tag === AUTHORITY_SERIAL);
  const hex = Buffer.from(number?.bytes ?? []).toString('hex');
  return hex === '' ? undefined : BigInt(`0x${hex}`);
}

/** A certificate as `cert inspect --json` prints it, without findings. @see C-cert-inspect-shape */
export interface CertificateDescription {
  readonly subject: string;
  readonly issuer: string;
  /** Upper-case hexadecimal, as in keyId. */
  readonly serial: string;
  /** ISO 8601 in UTC, to the second. */
  readonly notBefore: string;
  readonly notAfter: string;
  readonly keyBits: number;
  readonly type: CertificateType;
  /** Empty if there is no PSD2 statement. */
  readonly roles: readonly Psd2Role[];
  readonly ncaName: string | null;
  readonly ncaId: string | null;
  readonly organizationIdentifier: string | null;
}

/** Describes a certificate for people and scripts. @see C-sign-format-json */
export function describeCertificate(certificate: Certificate): CertificateDescription {
  const { psd2 } = certificate;
  return {
    subject: describeName(certificate.subject),
    issuer: describeName(certificate.issuer),
    serial: formatSerialHex(certificate.serial),
    notBefore: formatIsoTime(certificate.notBefore),
    notAfter: formatIsoTime(certificate.notAfter),
    keyBits: certificate.keyBits,
    type: certificate.type,
    roles: psd2?.roles ?? [],
    ncaName: psd2?.ncaName ?? null,
    ncaId: psd2?.ncaId ?? null,
    organizationIdentifier: certificate.organizationIdentifier ?? null,
  };
}

/**
 * Formats a time as ISO 8601 in UTC; certificates have whole seconds, so the milliseconds are always 000 and are
 * omitted.
 */
export function formatIsoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

/**
 * Formats a serial number as in keyId: upper-case hexadecimal with the fewest digits or, on request, an even number of
 * digits.
 * @see G1-serial
 */
export function formatSerialHex(serial: bigint, digits: 'minimal' | 'even' = 'minimal'): string {
  const magnitude = (serial < 0n ? -serial : serial).toString(16).toUpperCase();
  const isPadded = digits === 'even' && magnitude.length % 2 === 1;
  return `${serial < 0n ? '-' : ''}${isPadded ? '0' : ''}${magnitude}`;
}

/** Returns true if a private key belongs to the certificate. */
export function isKeyOf(key: KeyObject, { publicKey }: PublicKey): boolean {
  return createPublicKey(key).equals(publicKey);
}

/** The prefix of an identity that is derived from a key. */
const OF_KEY = 'key:';

/**
 * Returns a certificate's identity: its organizationIdentifier, else its key. Ignores an organizationIdentifier that
 * looks like the identity of a key, since it would give access to that key's payments.
 * @see D12-tpp-identity
 */
export function getTppIdentity({ organizationIdentifier, publicKey }: Certificate): string {
  if (organizationIdentifier !== undefined && !organizationIdentifier.startsWith(OF_KEY)) {
    return organizationIdentifier;
  }
  const key = publicKey.export({ type: 'spki', format: 'der' });
  return OF_KEY + createHash('sha256').update(key).digest('hex');
}

/**
 * Formats the TPP in a path: its organizationIdentifier without the leading PSD, else its identity.
 * @see D12-tpp-identity, D1-tpp-contact
 */
export function formatTppId(identity: string): string {
  return identity.replace(/^PSD/, '');
}

/** Matches an organizationIdentifier without the leading PSD: country, authority and number. */
const WITHOUT_PSD = /^[A-Z]{2}-/;

/**
 * Lists the identities that a name from the operator may mean, the most likely first: the full identity, or an
 * organizationIdentifier without its leading PSD. Completes nothing else: otherwise `VATNO-1` could select the data of
 * `PSDVATNO-1`.
 * @see S11-worlds, S11-shared-world
 */
export function listPossibleIdentities(name: string): readonly string[] {
  return WITHOUT_PSD.test(name) ? [`PSD${name}`, name] : [name];
}
