/**
 * Issues the certificates of the embedded bank and its TPPs. The only place beside PKCS#12 that imports
 * node-forge (27 ms): load it when a certificate is to be made, never at the start. forge builds, node:crypto signs.
 * @see signing.md §5
 */
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import forge from 'node-forge';
import {
  asPrivateKey,
  asPublicKey,
  type CaRequest,
  checkText,
  refusal,
  type SealRequest,
  type Term,
} from './issue-request.ts';
import { keyIdentifier, readIssuer } from './issuer.ts';
import { OID, ROLE_OIDS } from './oids.ts';
import { writePem } from './pem.ts';

/**
 * A self-signed CA certificate for issuing seals, as PEM.
 * @throws Fault INPUT_INVALID when a name, the key or the serial can't stand in a certificate.
 * @see signing.md §5
 */
export function issueCa(request: CaRequest): string {
  const privateKey = asPrivateKey(request.privateKey);
  const publicKey = createPublicKey(privateKey);
  const certificate = startCertificate(request, publicKey);
  certificate.setSubject([nameField(OID.commonName, 'commonName', request.commonName)]);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    { id: OID.subjectKeyIdentifier, value: octets(keyIdentifier(publicKey)) },
  ]);
  return signCertificate(certificate, privateKey);
}

/**
 * A qualified certificate for electronic seals with a PSD2 statement (QSealC), as PEM.
 * @throws Fault INPUT_INVALID when a name, a key or the serial can't stand in a certificate, or when the key is not
 * the CA certificate's.
 * @see signing.md §5
 */
export function issueSeal(request: SealRequest): string {
  const caKey = asPrivateKey(request.caKey);
  const issuer = readIssuer(request.caCertificate, caKey);
  const publicKey = asPublicKey(request.publicKey);
  const certificate = startCertificate(request, publicKey);
  certificate.setSubject([
    countryField(request.country),
    nameField(OID.organizationName, 'organizationName', request.organizationName),
    nameField(OID.organizationIdentifier, 'organizationIdentifier', request.organizationIdentifier),
    nameField(OID.commonName, 'commonName', request.commonName),
  ]);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
    { id: OID.subjectKeyIdentifier, value: octets(keyIdentifier(publicKey)) },
    { id: OID.authorityKeyIdentifier, value: sequence(tagged(0, issuer.keyIdentifier)) },
    { id: OID.qcStatements, value: qcStatements(request) },
  ]);
  return signCertificate(certificate, caKey, issuer.subjectDer);
}

/** Where the CA's disclosure statement would be; the name is reserved (RFC 2606) and nothing is there. */
const PDS_URL = 'https://ca.example.test/pds_en.pdf';

/** @see signing.md §5, ETSI EN 319 412-5, ETSI TS 119 495 */
function qcStatements({ roles, ncaName, ncaId }: SealRequest): forge.asn1.Asn1 {
  const pds = sequence(primitive(Type.IA5STRING, PDS_URL), primitive(Type.PRINTABLESTRING, 'en'));
  const written = [...ROLE_OIDS].filter(([, role]) => roles.includes(role));
  if (written.length === 0) throw refusal('roles names no role');
  return sequence(
    sequence(oid(OID.qcCompliance)),
    sequence(oid(OID.qcSscd)),
    sequence(oid(OID.qcType), sequence(oid(OID.qcTypeSeal))),
    sequence(oid(OID.qcPds), sequence(pds)),
    sequence(
      oid(OID.psd2),
      sequence(
        sequence(...written.map(([role, name]) => sequence(oid(role), utf8(name)))),
        utf8(checkText('ncaName', ncaName, 256)),
        utf8(checkText('ncaId', ncaId, 256)),
      ),
    ),
  );
}

function startCertificate(
  { serial, notBefore, notAfter }: Term,
  publicKey: KeyObject,
): forge.pki.Certificate {
  const digits = serial.toString(16);
  if (serial <= 0n || digits.length > 40) throw refusal('serial must be positive and at most 20 octets long');
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (publicKey.asymmetricKeyType !== 'rsa' || bits < 2048) {
    throw refusal('the key must be RSA of 2048 bits or more');
  }
  if (notAfter < notBefore) throw refusal('notAfter lies before notBefore');
  const certificate = forge.pki.createCertificate();
  // forge wants whole octets and leaves out a leading zero octet where none is needed.
  certificate.serialNumber = `${digits.length % 2 === 0 ? '00' : '0'}${digits}`;
  certificate.validity.notBefore = new Date(notBefore);
  certificate.validity.notAfter = new Date(notAfter);
  certificate.publicKey = forge.pki.publicKeyFromPem(
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  return certificate;
}

/** The package's types leave this function out. */
type ForgePki = typeof forge.pki & { getTBSCertificate(certificate: forge.pki.Certificate): forge.asn1.Asn1 };

/** The issuer is taken over as the CA wrote it: forge flattens names and garbles UTF-8 when it reads them. */
function signCertificate(certificate: forge.pki.Certificate, key: KeyObject, issuer?: Uint8Array): string {
  certificate.signatureOid = OID.sha256WithRsaEncryption;
  certificate.siginfo.algorithmOid = OID.sha256WithRsaEncryption;
  const signed = (forge.pki as ForgePki).getTBSCertificate(certificate);
  if (issuer !== undefined) (signed.value as forge.asn1.Asn1[])[ISSUER_FIELD] = fromDer(issuer);
  certificate.tbsCertificate = signed;
  certificate.signature = sign('sha256', toDer(signed), key).toString('latin1');
  return writePem({ label: 'CERTIFICATE', der: toDer(forge.pki.certificateToAsn1(certificate)) });
}

/** Place in the signed part of a version 3 certificate (RFC 5280 4.1). */
const ISSUER_FIELD = 3;

function countryField(country: string): forge.pki.CertificateField {
  if (!/^[A-Z]{2}$/.test(country)) throw refusal('country must be two upper-case letters');
  return { type: OID.countryName, value: country };
}

function nameField(type: string, field: string, value: string): forge.pki.CertificateField {
  return { type, value: checkText(field, value, 64), valueTagClass: Type.UTF8 as never };
}

const { Class, Type } = forge.asn1;

function sequence(...parts: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return forge.asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts);
}

function primitive(type: forge.asn1.Type, value: string): forge.asn1.Asn1 {
  return forge.asn1.create(Class.UNIVERSAL, type, false, value);
}

function tagged(number: number, value: Uint8Array): forge.asn1.Asn1 {
  return forge.asn1.create(Class.CONTEXT_SPECIFIC, number, false, Buffer.from(value).toString('latin1'));
}

function octets(value: Uint8Array): forge.asn1.Asn1 {
  return primitive(Type.OCTETSTRING, Buffer.from(value).toString('latin1'));
}

function oid(dotted: string): forge.asn1.Asn1 {
  return primitive(Type.OID, forge.asn1.oidToDer(dotted).getBytes());
}

function utf8(text: string): forge.asn1.Asn1 {
  return primitive(Type.UTF8, forge.util.encodeUtf8(text));
}

function fromDer(der: Uint8Array): forge.asn1.Asn1 {
  return forge.asn1.fromDer(Buffer.from(der).toString('latin1'));
}

function toDer(value: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
}
