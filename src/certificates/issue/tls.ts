/**
 * Issues what a served bank shows its clients: a CA that can speak for this machine and the given hosts alone, and
 * certificates of it. Keys are P-256: 1.3 times the handshakes of RSA.
 * @see S8-tls-certificate, S8-tls-ca
 */
import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { DAY_MS } from '../../core/units.ts';
import { TAG } from '../der.ts';
import { OID } from '../oids.ts';
import { writePem } from '../pem.ts';
import {
  der,
  derBitString,
  derExtension,
  derOid,
  derPositive,
  derSequence,
  derText,
  derTime,
} from './der-writer.ts';
import {
  asPrivateKey,
  asPublicKey,
  authorityKeyIdentifier,
  checkTerm,
  checkText,
  type KeyInput,
  readIssuer,
  refusal,
  subjectKeyIdentifier,
  type Term,
} from './request.ts';
import { hostNames, hostsOutside, hostText, nameConstraints, subjectAltName } from './tls-hosts.ts';

export interface TlsCaRequest extends Term {
  /** P-256. */
  readonly privateKey: KeyInput;
  readonly commonName: string;
  /** Names and addresses that the CA may speak for, besides localhost and loopback. */
  readonly hosts: readonly string[];
}

export interface TlsCertificateRequest extends Term {
  /** PEM of the issuing CA. */
  readonly caCertificate: string;
  readonly caKey: KeyInput;
  /** P-256. */
  readonly publicKey: KeyInput;
  /** Names and addresses of the server, besides localhost, 127.0.0.1 and ::1. */
  readonly hosts: readonly string[];
}

/** Longer ones are refused by clients. @see S8-tls-certificate, S8-tls-ca */
const LEAF_LIMIT_DAYS = 397;

/** Bits of keyUsage (RFC 5280 4.2.1.3): the first octet and how many bits of it are unused. */
const SIGNS_CERTIFICATES = [0b0000_0100, 2] as const;
const SIGNS_HANDSHAKES = [0b1000_0000, 7] as const;

/**
 * A self-signed CA certificate for TLS, as PEM. Its critical name constraints let it vouch for localhost, loopback
 * addresses and the given hosts only.
 * @throws Fault INPUT_INVALID when a name, a host, the key or the serial can't stand in a certificate
 */
export function issueTlsCa(request: TlsCaRequest): string {
  const privateKey = asPrivateKey(request.privateKey);
  const publicKey = createPublicKey(privateKey);
  const subject = nameOf(checkText('commonName', request.commonName, 64));
  return signCertificate(request, { publicKey, subject, issuer: subject, caKey: privateKey }, [
    critical(OID.basicConstraints, derSequence(der(TAG.boolean, Buffer.from([0xff])), derPositive(0n))),
    critical(OID.keyUsage, usage(SIGNS_CERTIFICATES)),
    critical(OID.nameConstraints, nameConstraints(hostNames(request.hosts))),
    plain(OID.subjectKeyIdentifier, subjectKeyIdentifier(publicKey)),
  ]);
}

/**
 * The certificate of a server, as PEM.
 * @throws Fault INPUT_INVALID when a host, a key or the serial can't stand in a certificate, when the CA may not speak
 * for a host, when the key is not the CA's, or when it would be valid for more than 397 days
 */
export function issueTlsCertificate(request: TlsCertificateRequest): string {
  if (request.notAfter - request.notBefore > LEAF_LIMIT_DAYS * DAY_MS) {
    throw refusal(`a server's certificate is valid for at most ${LEAF_LIMIT_DAYS} days`);
  }
  const caKey = asPrivateKey(request.caKey);
  const issuer = readIssuer(request.caCertificate, caKey);
  const publicKey = asPublicKey(request.publicKey);
  const hosts = hostNames(request.hosts);
  const outside = hostsOutside(request.caCertificate, hosts);
  if (outside.length > 0) {
    throw refusal(`the CA may not speak for ${outside.map(hostText).join(', ')}`);
  }
  const parties = { publicKey, subject: nameOf('localhost'), issuer: issuer.subjectDer, caKey };
  return signCertificate(request, parties, [
    critical(OID.basicConstraints, derSequence()),
    critical(OID.keyUsage, usage(SIGNS_HANDSHAKES)),
    plain(OID.extKeyUsage, derSequence(derOid(OID.serverAuth))),
    plain(OID.subjectAltName, subjectAltName(hosts)),
    plain(OID.subjectKeyIdentifier, subjectKeyIdentifier(publicKey)),
    plain(OID.authorityKeyIdentifier, authorityKeyIdentifier(issuer)),
  ]);
}

interface Parties {
  readonly publicKey: KeyObject;
  /** Names as DER. */
  readonly subject: Uint8Array;
  readonly issuer: Uint8Array;
  readonly caKey: KeyObject;
}

/** Certificate and its TBSCertificate, version 3 (RFC 5280 4.1). */
function signCertificate(
  term: Term,
  { publicKey, subject, issuer, caKey }: Parties,
  extensions: readonly Uint8Array[],
): string {
  checkTerm(term);
  checkCurve(publicKey);
  checkCurve(caKey);
  const algorithm = derSequence(derOid(OID.ecdsaWithSha256));
  const signed = derSequence(
    der(VERSION, derPositive(2n)),
    derPositive(term.serial),
    algorithm,
    issuer,
    derSequence(derTime(term.notBefore), derTime(term.notAfter)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, derSequence(...extensions)),
  );
  const signature = sign('sha256', signed, caKey);
  return writePem({ label: 'CERTIFICATE', der: derSequence(signed, algorithm, derBitString(signature)) });
}

const VERSION = 0xa0;
const EXTENSIONS = 0xa3;

function checkCurve(key: KeyObject): void {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw refusal('keys of TLS must be P-256');
}

function nameOf(commonName: string): Buffer {
  return derSequence(der(TAG.set, derSequence(derOid(OID.commonName), derText(TAG.utf8String, commonName))));
}

function usage([octet, unusedBits]: readonly [number, number]): Buffer {
  return derBitString(Buffer.from([octet]), unusedBits);
}

function critical(id: string, value: Uint8Array): Buffer {
  return derExtension(id, value, { critical: true });
}

function plain(id: string, value: Uint8Array): Buffer {
  return derExtension(id, value, { critical: false });
}
