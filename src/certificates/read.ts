import type { Certificate, CertificateType } from './certificate.ts';
import { DerError, type DerNode, decodeDer, TAG } from './der.ts';
import { childrenOf, expectTag, readBitString, readInteger } from './der-values.ts';
import { attributeText, readName } from './distinguished-name.ts';
import { readAuthoritySerial, readExtensions, readSubjectKeyIdentifier, readUsage } from './extensions.ts';
import { OID } from './oids.ts';
import { readPublicKey } from './public-key.ts';
import { type QcStatements, readQcStatements } from './qc-statements.ts';
import { readValidity } from './validity.ts';

/** The certificate, or the reason why it can't be read. */
export type CertificateReading =
  | { readonly ok: true; readonly certificate: Certificate }
  | { readonly ok: false; readonly reason: string };

const VERSION = 0xa0;
const ISSUER_UNIQUE_ID = 0x81;
const SUBJECT_UNIQUE_ID = 0x82;
const EXTENSIONS = 0xa3;

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

function decodeCertificate(der: Uint8Array): Certificate {
  const [signed, algorithm, signature, ...rest] = childrenOf(decodeDer(der), TAG.sequence, 'the certificate');
  const fields = childrenOf(signed, TAG.sequence, 'the signed part of the certificate');
  expectTag(algorithm, TAG.sequence, 'the signature algorithm');
  readBitString(signature, 'the signature of the certificate');
  if (rest.length > 0) throw new DerError('the certificate has a field too many');

  const isVersioned = fields[0]?.tag === VERSION;
  if (isVersioned) checkVersion(fields[0]);
  const [serial, inner, issuer, validity, subject, publicKey, ...optional] = fields.slice(
    isVersioned ? 1 : 0,
  );
  expectTag(inner, TAG.sequence, 'the signature algorithm in the signed part');
  const extensions = readExtensions(extensionsField(optional));
  const qc = extensions.get(OID.qcStatements);
  const statements = qc === undefined ? NO_STATEMENTS : readQcStatements(qc.value);
  const usage = readUsage(extensions);
  const subjectName = readName(subject, 'the subject');
  const organizationIdentifier = attributeText(subjectName, OID.organizationIdentifier);
  return {
    der,
    serial: readInteger(serial, 'the serial number'),
    issuer: readName(issuer, 'the issuer'),
    issuerDer: expectTag(issuer, TAG.sequence, 'the issuer').der,
    subject: subjectName,
    subjectDer: expectTag(subject, TAG.sequence, 'the subject').der,
    ...readValidity(validity),
    ...readPublicKey(publicKey),
    ...usage,
    ...readSubjectKeyIdentifier(extensions),
    ...readAuthoritySerial(extensions),
    type: certificateType(statements.types, usage.extendedKeyUsage),
    hasQcStatements: qc !== undefined,
    ...(statements.psd2 === undefined ? {} : { psd2: statements.psd2 }),
    qcFaults: statements.faults,
    ...(organizationIdentifier === undefined ? {} : { organizationIdentifier }),
  };
}

const NO_STATEMENTS: QcStatements = { types: [], faults: [] };

/** Versions 1 to 3 are written 0 to 2. */
function checkVersion(node: DerNode | undefined): void {
  const version = readInteger(node?.children[0], 'the version');
  if (node?.children.length !== 1 || version < 0n || version > 2n)
    throw new DerError("the version isn't an X.509 version");
}

/** Two unique identifiers, long out of use, may stand before the extensions. */
function extensionsField(optional: readonly DerNode[]): DerNode | undefined {
  const order = [ISSUER_UNIQUE_ID, SUBJECT_UNIQUE_ID, EXTENSIONS];
  let last = -1;
  for (const { tag } of optional) {
    const place = order.indexOf(tag);
    if (place <= last)
      throw new DerError(`the signed part has a field with tag 0x${tag.toString(16)} too many`);
    last = place;
  }
  return optional.find(({ tag }) => tag === EXTENSIONS);
}

/** @see G4-certificate-type, G5-certificate-type */
function certificateType(qcTypes: readonly string[], purposes: readonly string[]): CertificateType {
  if (qcTypes.includes(OID.qcTypeWeb) || purposes.includes(OID.serverAuth)) return 'qwac';
  return qcTypes.includes(OID.qcTypeSeal) ? 'seal' : 'unknown';
}
