import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../core/units.ts';
import { openCertificate } from '../certificate.ts';
import { type DerNode, decodeDer, TAG } from '../der.ts';
import { OID } from '../oids.ts';
import { writeCertificates } from '../pem.ts';
import {
  encodeBitString,
  encodeCertificate,
  encodeDer,
  encodeExtension,
  encodeOid,
  encodePositive,
  encodeSequence,
  encodeText,
  encodeTime,
} from './der-writer.ts';
import {
  checkTerm,
  checkText,
  computeAuthorityKeyIdentifier,
  computeSubjectKeyIdentifier,
  createRefusal,
  type KeyInput,
  parsePrivateKey,
  parsePublicKey,
  readIssuer,
  type Term,
} from './request.ts';

interface TlsCaRequest extends Term {
  /** A P-256 key. */
  readonly privateKey: KeyInput;
  readonly commonName: string;
  /** The names and addresses that the CA may certify, besides localhost and loopback. */
  readonly hosts: readonly string[];
}

interface TlsCertificateRequest extends Term {
  /** The PEM of the issuing CA. */
  readonly caCertificate: string;
  readonly caKey: KeyInput;
  /** A P-256 key. */
  readonly publicKey: KeyInput;
  /** The names and addresses of the server, besides localhost, 127.0.0.1 and ::1. */
  readonly hosts: readonly string[];
}

/** The longest validity in days; clients reject longer ones. @see S8-tls-certificate, S8-tls-ca */
const LEAF_LIMIT_DAYS = 397;

/** The bits of keyUsage (RFC 5280 4.2.1.3): the first octet and its number of unused bits. */
const SIGNS_CERTIFICATES = [0b0000_0100, 2] as const;
const SIGNS_HANDSHAKES = [0b1000_0000, 7] as const;

/**
 * Issues a self-signed CA certificate for TLS, as PEM. Its critical name constraints permit only localhost, loopback
 * addresses and the given hosts. The keys are P-256: 1.3 times as many handshakes as with RSA.
 * @throws Fault INPUT_INVALID if a name, a host, the key or the serial isn't valid in a certificate
 * @see S8-tls-certificate, S8-tls-ca
 */
export function issueTlsCa(request: TlsCaRequest): string {
  const privateKey = parsePrivateKey(request.privateKey);
  const publicKey = createPublicKey(privateKey);
  const subject = encodeName(checkText('commonName', request.commonName, 64));
  return signCertificate(request, { publicKey, subject, issuer: subject, caKey: privateKey }, [
    encodeCriticalExtension(
      OID.basicConstraints,
      encodeSequence(encodeDer(TAG.boolean, Buffer.from([0xff])), encodePositive(0n)),
    ),
    encodeCriticalExtension(OID.keyUsage, encodeKeyUsage(SIGNS_CERTIFICATES)),
    encodeCriticalExtension(OID.nameConstraints, encodeNameConstraints(parseHostNames(request.hosts))),
    encodePlainExtension(OID.subjectKeyIdentifier, computeSubjectKeyIdentifier(publicKey)),
  ]);
}

/**
 * Issues the certificate of a server, as PEM.
 * @throws Fault INPUT_INVALID if a host, a key or the serial isn't valid in a certificate, if the CA doesn't permit a
 * host, if the key doesn't match the CA, or if the validity is longer than 397 days
 */
export function issueTlsCertificate(request: TlsCertificateRequest): string {
  if (request.notAfter - request.notBefore > LEAF_LIMIT_DAYS * DAY_MS) {
    throw createRefusal(`a server's certificate is valid for at most ${LEAF_LIMIT_DAYS} days`);
  }
  const caKey = parsePrivateKey(request.caKey);
  const issuer = readIssuer(request.caCertificate, caKey);
  const publicKey = parsePublicKey(request.publicKey);
  const hosts = parseHostNames(request.hosts);
  const outside = findHostsOutside(request.caCertificate, hosts);
  if (outside.length > 0) {
    throw createRefusal(`the CA may not speak for ${outside.map(formatHost).join(', ')}`);
  }
  const parties = { publicKey, subject: encodeName('localhost'), issuer: issuer.subjectDer, caKey };
  return signCertificate(request, parties, [
    encodeCriticalExtension(OID.basicConstraints, encodeSequence()),
    encodeCriticalExtension(OID.keyUsage, encodeKeyUsage(SIGNS_HANDSHAKES)),
    encodePlainExtension(OID.extKeyUsage, encodeSequence(encodeOid(OID.serverAuth))),
    encodePlainExtension(OID.subjectAltName, encodeSubjectAltName(hosts)),
    encodePlainExtension(OID.subjectKeyIdentifier, computeSubjectKeyIdentifier(publicKey)),
    encodePlainExtension(OID.authorityKeyIdentifier, computeAuthorityKeyIdentifier(issuer)),
  ]);
}

interface Parties {
  readonly publicKey: KeyObject;
  /** The names as DER. */
  readonly subject: Uint8Array;
  readonly issuer: Uint8Array;
  readonly caKey: KeyObject;
}

/** Issues a certificate as PEM. */
function signCertificate(
  term: Term,
  { publicKey, subject, issuer, caKey }: Parties,
  extensions: readonly Uint8Array[],
): string {
  checkTerm(term);
  checkCurve(publicKey);
  checkCurve(caKey);
  const validity = encodeSequence(encodeTime(term.notBefore), encodeTime(term.notAfter));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const fields = [encodePositive(term.serial), issuer, validity, subject, spki] as const;
  return writeCertificates([{ der: encodeCertificate(fields, extensions, caKey) }]);
}

function checkCurve(key: KeyObject): void {
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw createRefusal('keys of TLS must be P-256');
}

function encodeName(commonName: string): Buffer {
  return encodeSequence(
    encodeDer(TAG.set, encodeSequence(encodeOid(OID.commonName), encodeText(TAG.utf8String, commonName))),
  );
}

function encodeKeyUsage([octet, unusedBits]: readonly [number, number]): Buffer {
  return encodeBitString(Buffer.from([octet]), unusedBits);
}

function encodeCriticalExtension(id: string, value: Uint8Array): Buffer {
  return encodeExtension(id, value, { critical: true });
}

function encodePlainExtension(id: string, value: Uint8Array): Buffer {
  return encodeExtension(id, value, { critical: false });
}

/** A host as in certificates: a DNS name in ASCII, or the 4 or 16 octets of an address. */
type HostName = { readonly dns: string } | { readonly address: Buffer };

/** The names of a server on this machine. @see S8-tls-certificate, S8-tls-ca */
const THIS_MACHINE = ['localhost', '127.0.0.1', '::1'];

/** The loopback addresses 127.0.0.0/8 (RFC 1122 3.2.1.3) as address and mask; IPv6 has only one. */
const LOOPBACK = Buffer.from([127, 0, 0, 0, 255, 0, 0, 0]);

/** The tags of GeneralName (RFC 5280 4.2.1.6). */
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;
const PERMITTED_SUBTREES = 0xa0;

/**
 * Parses this machine's names and the given hosts without duplicates.
 * @throws Fault INPUT_INVALID for a host that is neither a DNS name nor an address
 */
function parseHostNames(hosts: readonly string[]): HostName[] {
  return [...new Set([...THIS_MACHINE, ...hosts.map((host) => host.toLowerCase())])].map(parseHostName);
}

/** Encodes a SubjectAltName (RFC 5280 4.2.1.6). */
export function encodeSubjectAltName(hosts: readonly HostName[]): Buffer {
  return encodeSequence(...hosts.map((host) => encodeGeneralName(host)));
}

/** Encodes NameConstraints that permit only these hosts and loopback (RFC 5280 4.2.1.10). @see S8-tls-constraints */
export function encodeNameConstraints(hosts: readonly HostName[]): Buffer {
  const loopback = encodeSequence(encodeDer(IP_ADDRESS, LOOPBACK));
  const subtrees = hosts.map((host) => encodeSequence(encodeGeneralName(host, 0xff)));
  return encodeSequence(encodeDer(PERMITTED_SUBTREES, loopback, ...subtrees));
}

/** Encodes a GeneralName. @param mask the octet that fills the mask of an address in constraints; absent for no mask */
function encodeGeneralName(host: HostName, mask?: number): Buffer {
  if ('dns' in host) return encodeDer(DNS_NAME, Buffer.from(host.dns, 'latin1'));
  const { address } = host;
  return encodeDer(IP_ADDRESS, address, Buffer.alloc(mask === undefined ? 0 : address.length, mask));
}

/**
 * Finds the hosts that a CA's certificate doesn't permit: every client would reject a certificate for them.
 * @param caCertificate PEM of a readable certificate
 * @see S8-tls-constraints
 */
function findHostsOutside(caCertificate: string, hosts: readonly HostName[]): HostName[] {
  const { extensions } = openCertificate(new X509Certificate(caCertificate).raw);
  const extension = extensions.get(OID.nameConstraints);
  if (extension === undefined) return [];
  const permitted = decodeDer(extension.value).children.find(({ tag }) => tag === PERMITTED_SUBTREES);
  const bases = (permitted?.children ?? []).flatMap(({ children }) => children.slice(0, 1));
  return hosts.filter((host) => !bases.some((base) => isPermitted(base, host)));
}

/** Formats a host for messages. */
function formatHost(host: HostName): string {
  if ('dns' in host) return host.dns;
  const { address } = host;
  return address.length === 4 ? address.join('.') : (address.toString('hex').match(/.{4}/g) ?? []).join(':');
}

function isPermitted({ tag, bytes }: DerNode, host: HostName): boolean {
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

/** Parses a host. @throws Fault INPUT_INVALID for a host that is neither a DNS name nor an address */
export function parseHostName(host: string): HostName {
  const address = host.includes(':') ? parseIpv6(host) : parseIpv4(host);
  if (address !== undefined) return { address };
  const labels = host.split('.');
  const isName = host.length <= DNS_NAME_LIMIT && labels.every((label) => LABEL.test(label));
  if (!isName || /^\d+$/.test(labels.at(-1) ?? '')) {
    throw createRefusal(`${host} is neither a host name nor an address`);
  }
  return { dns: host };
}

function parseIpv4(text: string): Buffer | undefined {
  const octets = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  return octets?.every((octet) => octet < 256) ? Buffer.from(octets) : undefined;
}

/** Parses an IPv6 address; URL normalises all its forms to one (RFC 5952). */
function parseIpv6(text: string): Buffer | undefined {
  if (!/^[0-9a-f:.]+$/.test(text) || !URL.canParse(`http://[${text}]/`)) return undefined;
  const [before = '', after] = new URL(`http://[${text}]/`).hostname.slice(1, -1).split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [first, last] = [groups(before), groups(after ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return Buffer.from([...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join(''), 'hex');
}
