import { createPublicKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../core/units.ts';
import { openCertificate } from '../certificate.ts';
import { type DerNode, decodeDer, TAG } from '../der.ts';
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

/**
 * Issues what a served bank shows its clients: a CA that can speak for this machine and the given hosts alone, and
 * certificates of it. Keys are P-256: 1.3 times the handshakes of RSA.
 * @see S8-tls-certificate, S8-tls-ca
 */

interface TlsCaRequest extends Term {
  /** P-256. */
  readonly privateKey: KeyInput;
  readonly commonName: string;
  /** Names and addresses that the CA may speak for, besides localhost and loopback. */
  readonly hosts: readonly string[];
}

interface TlsCertificateRequest extends Term {
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

/** A host as certificates name it: a DNS name in ASCII, or the 4 or 16 octets of an address. */
type HostName = { readonly dns: string } | { readonly address: Buffer };

/** What a server on this machine is called. @see S8-tls-certificate, S8-tls-ca */
const THIS_MACHINE = ['localhost', '127.0.0.1', '::1'];

/** All of 127.0.0.0/8 is loopback (RFC 1122 3.2.1.3), as address and mask; of IPv6 it is one address. */
const LOOPBACK = Buffer.from([127, 0, 0, 0, 255, 0, 0, 0]);

/** GeneralName (RFC 5280 4.2.1.6). */
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;
const PERMITTED_SUBTREES = 0xa0;

/**
 * This machine's names and the given hosts, each once.
 * @throws Fault INPUT_INVALID for a host that is neither a DNS name nor an address
 */
function hostNames(hosts: readonly string[]): HostName[] {
  return [...new Set([...THIS_MACHINE, ...hosts.map((host) => host.toLowerCase())])].map(hostName);
}

/** SubjectAltName (RFC 5280 4.2.1.6). */
export function subjectAltName(hosts: readonly HostName[]): Buffer {
  return derSequence(...hosts.map((host) => generalName(host)));
}

/** NameConstraints that permit these hosts, loopback and nothing else (RFC 5280 4.2.1.10). @see S8-tls-constraints */
export function nameConstraints(hosts: readonly HostName[]): Buffer {
  const loopback = derSequence(der(IP_ADDRESS, LOOPBACK));
  const subtrees = hosts.map((host) => derSequence(generalName(host, 0xff)));
  return derSequence(der(PERMITTED_SUBTREES, loopback, ...subtrees));
}

/** @param mask octet of the mask that follows an address in constraints; absent: none does */
function generalName(host: HostName, mask?: number): Buffer {
  if ('dns' in host) return der(DNS_NAME, Buffer.from(host.dns, 'latin1'));
  const { address } = host;
  return der(IP_ADDRESS, address, Buffer.alloc(mask === undefined ? 0 : address.length, mask));
}

/**
 * The hosts that a CA's certificate does not permit: each client would refuse a certificate for one of them.
 * @param caCertificate PEM of a certificate that could be read
 * @see S8-tls-constraints
 */
function hostsOutside(caCertificate: string, hosts: readonly HostName[]): HostName[] {
  const { extensions } = openCertificate(new X509Certificate(caCertificate).raw);
  const extension = extensions.get(OID.nameConstraints);
  if (extension === undefined) return [];
  const permitted = decodeDer(extension.value).children.find(({ tag }) => tag === PERMITTED_SUBTREES);
  const bases = (permitted?.children ?? []).flatMap(({ children }) => children.slice(0, 1));
  return hosts.filter((host) => !bases.some((base) => permits(base, host)));
}

/** A host in words. */
function hostText(host: HostName): string {
  if ('dns' in host) return host.dns;
  const { address } = host;
  return address.length === 4 ? address.join('.') : (address.toString('hex').match(/.{4}/g) ?? []).join(':');
}

function permits({ tag, bytes }: DerNode, host: HostName): boolean {
  if ('dns' in host) {
    const base = Buffer.from(bytes).toString('latin1');
    return tag === DNS_NAME && `.${host.dns}`.endsWith(`.${base}`);
  }
  const { address } = host;
  if (tag !== IP_ADDRESS || bytes.length !== 2 * address.length) return false;
  return address.every((octet, place) => {
    const mask = bytes[address.length + place] ?? 0;
    return (octet & mask) === ((bytes[place] ?? 0) & mask);
  });
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const DNS_NAME_LIMIT = 253;

/** @throws Fault INPUT_INVALID for a host that is neither a DNS name nor an address */
export function hostName(host: string): HostName {
  const address = host.includes(':') ? ipv6(host) : ipv4(host);
  if (address !== undefined) return { address };
  const labels = host.split('.');
  const isName = host.length <= DNS_NAME_LIMIT && labels.every((label) => LABEL.test(label));
  if (!isName || /^\d+$/.test(labels.at(-1) ?? '')) {
    throw refusal(`${host} is neither a host name nor an address`);
  }
  return { dns: host };
}

function ipv4(text: string): Buffer | undefined {
  const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  return octets?.every((octet) => octet < 256) ? Buffer.from(octets) : undefined;
}

/** URL knows every way to write an address and writes it in one (RFC 5952). */
function ipv6(text: string): Buffer | undefined {
  if (!/^[0-9a-f:.]+$/.test(text) || !URL.canParse(`http://[${text}]/`)) return undefined;
  const [before = '', after] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
