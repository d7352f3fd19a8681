/**
 * Issues the certificates of the embedded bank and its TPPs. The only place beside PKCS#12 that imports
 * node-forge (27 ms): load it when a certificate is to be made, never at the start. forge builds, node:crypto signs.
 * @see G5-issue-seal
 */
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import forge from 'node-forge';
import { fromDer, octets, oid, sequence, tagged, toDer } from './issue/forge-asn1.ts';
import { type QualifiedKind, qualifiedExtensions } from './issue/qualified.ts';
import { hostName, subjectAltName } from './issue/tls-hosts.ts';
import {
  asPrivateKey,
  asPublicKey,
  type CaRequest,
  checkText,
  type QwacRequest,
  refusal,
  type SealRequest,
  type Term,
} from './issue-request.ts';
import { keyIdentifier, readIssuer } from './issuer.ts';
import { OID } from './oids.ts';
import { writePem } from './pem.ts';

/**
 * A self-signed CA certificate for issuing seals, as PEM.
 * @throws Fault INPUT_INVALID when a name, the key or the serial can't stand in a certificate.
 * @see G5-issue-seal, G5-issue-ca
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
 * @see G5-issue-seal, G5-seal
 */
export function issueSeal(request: SealRequest): string {
  return issueQualified('seal', request, [
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
  ]);
}

/**
 * A qualified certificate for website authentication with a PSD2 statement (QWAC), as PEM: for TLS, in both
 * directions.
 * @throws Fault INPUT_INVALID as `issueSeal`, and for a host that is neither a name nor an address
 * @see G5-issue-seal, G5-issue-qwac
 */
export function issueQwac(request: QwacRequest): string {
  if (request.hosts.length === 0) throw refusal('hosts is empty');
  const hosts = request.hosts.map((host) => hostName(host.toLowerCase()));
  return issueQualified('web', request, [
    { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
    { id: OID.extKeyUsage, value: sequence(oid(OID.serverAuth), oid(OID.clientAuth)) },
    { id: OID.subjectAltName, value: fromDer(subjectAltName(hosts)) },
  ]);
}

function issueQualified(kind: QualifiedKind, request: SealRequest, usage: readonly object[]): string {
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
    ...usage,
    { id: OID.subjectKeyIdentifier, value: octets(keyIdentifier(publicKey)) },
    { id: OID.authorityKeyIdentifier, value: sequence(tagged(0, issuer.keyIdentifier)) },
    ...qualifiedExtensions(kind, request),
  ]);
  return signCertificate(certificate, caKey, issuer.subjectDer);
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
  return { type, value: checkText(field, value, 64), valueTagClass: forge.asn1.Type.UTF8 as never };
}
