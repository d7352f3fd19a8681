/**
 * Issues the seals and website certificates of the embedded bank and its TPPs, and their CA. Only this module and the
 * RC2 of PKCS #12 import node-forge (27 ms): load it when a certificate is issued, never at startup. forge builds the
 * certificate, node:crypto signs it.
 * @see G5-issue-seal
 */
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import forge from 'node-forge';
import { TAG } from './der.ts';
import { encodeDer, encodeOid, encodePsd2Statement, encodeSequence, encodeText } from './issue/der-writer.ts';
import {
  type CaRequest,
  checkTerm,
  checkText,
  computeAuthorityKeyIdentifier,
  computeSubjectKeyIdentifier,
  createRefusal,
  parsePrivateKey,
  parsePublicKey,
  type QwacRequest,
  readIssuer,
  type SealRequest,
  type Term,
} from './issue/request.ts';
import { encodeSubjectAltName, parseHostName } from './issue/tls.ts';
import { OID } from './oids.ts';
import { writeCertificates } from './pem.ts';
import { ROLE_OIDS } from './qc-statements.ts';

/**
 * Issues a self-signed CA certificate for issuing seals, as PEM.
 * @throws Fault INPUT_INVALID if a name, the key or the serial isn't valid in a certificate.
 * @see G5-issue-seal, G5-issue-ca
 */
export function issueCa(request: CaRequest): string {
  const privateKey = parsePrivateKey(request.privateKey);
  const publicKey = createPublicKey(privateKey);
  const certificate = startCertificate(request, publicKey);
  certificate.setSubject([createNameField(OID.commonName, 'commonName', request.commonName)]);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: true, pathLenConstraint: 0 },
    { name: 'keyUsage', critical: true, keyCertSign: true, cRLSign: true },
    createExtension(OID.subjectKeyIdentifier, computeSubjectKeyIdentifier(publicKey)),
  ]);
  return signCertificate(certificate, privateKey);
}

/**
 * Issues a qualified certificate for electronic seals with a PSD2 statement (QSealC), as PEM.
 * @throws Fault INPUT_INVALID if a name, a key or the serial isn't valid in a certificate, or if the key doesn't match
 * the CA certificate.
 * @see G5-issue-seal, G5-seal
 */
export function issueSeal(request: SealRequest): string {
  return issueQualified('seal', request, [
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
  ]);
}

/**
 * Issues a qualified certificate for website authentication with a PSD2 statement (QWAC), as PEM, for TLS servers and
 * clients.
 * @throws Fault INPUT_INVALID as `issueSeal`, and for a host that is neither a name nor an address
 * @see G5-issue-seal, G5-issue-qwac
 */
export function issueQwac(request: QwacRequest): string {
  if (request.hosts.length === 0) throw createRefusal('hosts is empty');
  const hosts = request.hosts.map((host) => parseHostName(host.toLowerCase()));
  return issueQualified('web', request, [
    { name: 'keyUsage', critical: true, digitalSignature: true, keyEncipherment: true },
    createExtension(OID.extKeyUsage, encodeSequence(encodeOid(OID.serverAuth), encodeOid(OID.clientAuth))),
    createExtension(OID.subjectAltName, encodeSubjectAltName(hosts)),
  ]);
}

/** The QcType, the claim of a secure device and the certificate policies, which must agree (EN 319 412-2, 5.2). */
const KINDS = {
  seal: { type: OID.qcTypeSeal, isOnDevice: true, policies: [OID.policyLegalQscd] },
  web: { type: OID.qcTypeWeb, isOnDevice: false, policies: [OID.policyWeb, OID.policyWebPsd2] },
} as const;

type QualifiedKind = keyof typeof KINDS;

function issueQualified(kind: QualifiedKind, request: SealRequest, usage: readonly object[]): string {
  const caKey = parsePrivateKey(request.caKey);
  const issuer = readIssuer(request.caCertificate, caKey);
  const publicKey = parsePublicKey(request.publicKey);
  const certificate = startCertificate(request, publicKey);
  certificate.setSubject([
    createCountryField(request.country),
    createNameField(OID.organizationName, 'organizationName', request.organizationName),
    createNameField(OID.organizationIdentifier, 'organizationIdentifier', request.organizationIdentifier),
    createNameField(OID.commonName, 'commonName', request.commonName),
  ]);
  const policies = KINDS[kind].policies.map((policy) => encodeSequence(encodeOid(policy)));
  certificate.setExtensions([
    { name: 'basicConstraints', critical: true, cA: false },
    ...usage,
    createExtension(OID.subjectKeyIdentifier, computeSubjectKeyIdentifier(publicKey)),
    createExtension(OID.authorityKeyIdentifier, computeAuthorityKeyIdentifier(issuer)),
    createExtension(OID.certificatePolicies, encodeSequence(...policies)),
    createExtension(OID.crlDistributionPoints, CRL_DISTRIBUTION_POINTS),
    createExtension(OID.authorityInfoAccess, AUTHORITY_INFO_ACCESS),
    createExtension(OID.qcStatements, buildQcStatements(kind, request)),
  ]);
  return signCertificate(certificate, caKey, issuer.subjectDer);
}

/** The tag of uniformResourceIdentifier in GeneralName (RFC 5280 4.2.1.6). */
const URI = 0x86;
const EXPLICIT = 0xa0;

/** The host name is reserved (RFC 2606): it has no server. */
const PDS_URL = 'https://ca.example.test/pds_en.pdf';

const CRL_DISTRIBUTION_POINTS = encodeSequence(
  encodeSequence(encodeDer(EXPLICIT, encodeDer(EXPLICIT, encodeText(URI, 'http://ca.example.test/ca.crl')))),
);

const AUTHORITY_INFO_ACCESS = encodeSequence(
  encodeSequence(encodeOid(OID.accessOcsp), encodeText(URI, 'http://ocsp.example.test')),
  encodeSequence(encodeOid(OID.accessCaIssuers), encodeText(URI, 'http://ca.example.test/ca.cer')),
);

/**
 * Builds the qcStatements as DER.
 * @see ETSI EN 319 412-5, ETSI TS 119 495
 * @see G5-issue-qwac, G5-psd2-statement
 */
function buildQcStatements(kind: QualifiedKind, { roles, ncaName, ncaId }: SealRequest): Buffer {
  const { type, isOnDevice } = KINDS[kind];
  if (![...ROLE_OIDS.values()].some((role) => roles.includes(role))) throw createRefusal('roles is empty');
  const disclosure = encodeSequence(
    encodeText(TAG.ia5String, PDS_URL),
    encodeText(TAG.printableString, 'en'),
  );
  return encodeSequence(
    encodeSequence(encodeOid(OID.qcCompliance)),
    ...(isOnDevice ? [encodeSequence(encodeOid(OID.qcSscd))] : []),
    encodeSequence(encodeOid(OID.qcType), encodeSequence(encodeOid(type))),
    encodeSequence(encodeOid(OID.qcPds), encodeSequence(disclosure)),
    encodePsd2Statement({
      roles,
      ncaName: checkText('ncaName', ncaName, 256),
      ncaId: checkText('ncaId', ncaId, 256),
    }),
  );
}

/** Creates an extension that isn't critical; forge takes the DER of its value as a binary string. */
function createExtension(id: string, value: Buffer): object {
  return { id, value: value.toString('latin1') };
}

function startCertificate(term: Term, publicKey: KeyObject): forge.pki.Certificate {
  checkTerm(term);
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (publicKey.asymmetricKeyType !== 'rsa' || bits < 2048) {
    throw createRefusal('the key must be RSA of 2048 bits or more');
  }
  const certificate = forge.pki.createCertificate();
  const digits = term.serial.toString(16);
  // forge requires whole octets and removes a leading zero octet that isn't needed.
  certificate.serialNumber = `${digits.length % 2 === 0 ? '00' : '0'}${digits}`;
  certificate.validity.notBefore = new Date(term.notBefore);
  certificate.validity.notAfter = new Date(term.notAfter);
  certificate.publicKey = forge.pki.publicKeyFromPem(
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  return certificate;
}

/** The types of the package lack this function. */
type ForgePki = typeof forge.pki & { getTBSCertificate(certificate: forge.pki.Certificate): forge.asn1.Asn1 };

/**
 * Signs a certificate. The issuer is copied as the CA encoded it: forge flattens names and garbles UTF-8 when it parses
 * them.
 */
function signCertificate(certificate: forge.pki.Certificate, key: KeyObject, issuer?: Uint8Array): string {
  certificate.signatureOid = OID.sha256WithRsaEncryption;
  certificate.siginfo.algorithmOid = OID.sha256WithRsaEncryption;
  const signed = (forge.pki as ForgePki).getTBSCertificate(certificate);
  if (issuer !== undefined) {
    const name = forge.asn1.fromDer(Buffer.from(issuer).toString('latin1'));
    (signed.value as forge.asn1.Asn1[])[ISSUER_FIELD] = name;
  }
  certificate.tbsCertificate = signed;
  certificate.signature = sign('sha256', toDer(signed), key).toString('latin1');
  return writeCertificates([{ der: toDer(forge.pki.certificateToAsn1(certificate)) }]);
}

/** The index in the signed part of a version 3 certificate (RFC 5280 4.1). */
const ISSUER_FIELD = 3;

function toDer(value: forge.asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
}

function createCountryField(country: string): forge.pki.CertificateField {
  if (!/^[A-Z]{2}$/.test(country)) throw createRefusal('country must be two upper-case letters');
  return { type: OID.countryName, value: country };
}

function createNameField(type: string, field: string, value: string): forge.pki.CertificateField {
  return { type, value: checkText(field, value, 64), valueTagClass: forge.asn1.Type.UTF8 as never };
}
