import type { Certificate, CertificateType } from './certificate.ts';
import { DerError, type DerNode, decodeDer, readDer, TAG } from './der.ts';
import { childrenOf, expectTag, readBitString, readBoolean, readInteger, readOid } from './der-values.ts';
import { attributeText, readName } from './distinguished-name.ts';
import { KEY_USAGE_BITS, OID } from './oids.ts';
import { readPublicKey } from './public-key.ts';
import { type QcStatements, readQcStatements } from './qc-statements.ts';
import { type Extension, openCertificate } from './structure.ts';

/** The certificate, or the reason why it can't be read. */
export type CertificateReading =
  | { readonly ok: true; readonly certificate: Certificate }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads one X.509 certificate from its DER with our own strict reader. Never throws, whatever the bytes. Signatures and
 * dates aren't checked here. The certificate keeps its own copy of the bytes.
 * @see S12-certificate-reader
 * @see G5-certificate-content, S12-certificate-refused
 */
export function readCertificate(der: Uint8Array): CertificateReading {
  try {
    return { ok: true, certificate: decodeCertificate(new Uint8Array(der)) };
  } catch (error) {
    if (error instanceof DerError) return { ok: false, reason: error.message };
    throw error;
  }
}

const NO_STATEMENTS: QcStatements = { types: [], faults: [] };

function decodeCertificate(der: Uint8Array): Certificate {
  const { version, serial, issuer, validity, subject, publicKey, extensions } = openCertificate(der);
  if (version !== undefined) checkVersion(version);
  const qc = extensions.get(OID.qcStatements);
  const { types, psd2, faults } = qc === undefined ? NO_STATEMENTS : readQcStatements(qc.value);
  const [isCa, keyUsage, extendedKeyUsage] = [
    readIsCa(extensions.get(OID.basicConstraints)),
    readKeyUsage(extensions.get(OID.keyUsage)),
    readExtendedKeyUsage(extensions.get(OID.extKeyUsage)),
  ];
  const subjectName = readName(subject, 'the subject');
  return {
    ...{ der, isCa, keyUsage, extendedKeyUsage, psd2, qcTypes: types, qcFaults: faults },
    serial: readInteger(serial, 'the serial number'),
    issuer: readName(issuer, 'the issuer'),
    issuerDer: expectTag(issuer, TAG.sequence, 'the issuer').der,
    subject: subjectName,
    subjectDer: expectTag(subject, TAG.sequence, 'the subject').der,
    ...readValidity(validity),
    ...readPublicKey(publicKey),
    subjectKeyIdentifier: readSubjectKeyIdentifier(extensions.get(OID.subjectKeyIdentifier)),
    authoritySerial: readAuthoritySerial(extensions.get(OID.authorityKeyIdentifier)),
    type: certificateType(types, extendedKeyUsage),
    hasQcStatements: qc !== undefined,
    organizationIdentifier: attributeText(subjectName, OID.organizationIdentifier),
  };
}

/** Versions 1 to 3 are written 0 to 2. */
function checkVersion({ children }: DerNode): void {
  const version = readInteger(children[0], 'the version');
  if (children.length !== 1 || version < 0n || version > 2n)
    throw new DerError("the version isn't an X.509 version");
}

/** @see G4-certificate-type, G5-certificate-type */
function certificateType(qcTypes: readonly string[], purposes: readonly string[]): CertificateType {
  if (qcTypes.includes(OID.qcTypeWeb) || purposes.includes(OID.serverAuth)) return 'qwac';
  return qcTypes.includes(OID.qcTypeSeal) ? 'seal' : 'unknown';
}

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;

/**
 * Reads the two times of a Validity, in milliseconds since 1970.
 * @throws DerError for a time that RFC 5280 4.1.2.5 does not allow.
 * @see S12-certificate-times
 */
function readValidity(node: DerNode | undefined): Pick<Certificate, 'notBefore' | 'notAfter'> {
  const [notBefore, notAfter, ...rest] = childrenOf(node, TAG.sequence, 'the validity');
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
  // Two digits from 50 on are of the twentieth century (RFC 5280 4.1.2.5.1).
  const year = isUtcTime ? `${years >= '50' ? '19' : '20'}${years}` : years;
  if (year < '0100') throw new DerError(`${what} is before the year 100`);
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
  const time = new Date(iso);
  // A day that its month hasn't becomes one of the next.
  if (Number.isNaN(time.getTime()) || time.toISOString() !== iso)
    throw new DerError(`${what} isn't a real date and time`);
  return time.getTime();
}

function readIsCa(extension: Extension | undefined): boolean {
  if (extension === undefined) return false;
  const [first] = childrenOf(decodeDer(extension.value), TAG.sequence, 'basicConstraints');
  return first?.tag === TAG.boolean && readBoolean(first, 'cA of basicConstraints');
}

function readKeyUsage(extension: Extension | undefined): Certificate['keyUsage'] {
  if (extension === undefined) return [];
  const { bytes } = readBitString(decodeDer(extension.value), 'keyUsage');
  return KEY_USAGE_BITS.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0);
}

function readExtendedKeyUsage(extension: Extension | undefined): string[] {
  if (extension === undefined) return [];
  const purposes = childrenOf(decodeDer(extension.value), TAG.sequence, 'extKeyUsage');
  return purposes.map((purpose) => readOid(purpose, 'a purpose of extKeyUsage'));
}

function readSubjectKeyIdentifier(extension: Extension | undefined): Uint8Array | undefined {
  if (extension === undefined) return undefined;
  return expectTag(decodeDer(extension.value), TAG.octetString, 'subjectKeyIdentifier').bytes;
}

/** authorityCertSerialNumber of AuthorityKeyIdentifier (RFC 5280 4.2.1.1). */
const AUTHORITY_SERIAL = 0x82;

/** Absent when the extension is, or does not say it: nothing that is checked depends on it. */
function readAuthoritySerial(extension: Extension | undefined): bigint | undefined {
  const read = extension && readDer(extension.value);
  const number =
    read?.ok === true ? read.node.children.find(({ tag }) => tag === AUTHORITY_SERIAL) : undefined;
  const hex = Buffer.from(number?.bytes ?? []).toString('hex');
  return hex === '' ? undefined : BigInt(`0x${hex}`);
}
