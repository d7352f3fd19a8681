import { X509Certificate } from 'node:crypto';
import { type DerNode, decodeDer } from '../der.ts';
import { OID } from '../oids.ts';
import { openCertificate } from '../structure.ts';
import { der, derSequence } from './der-writer.ts';
import { refusal } from './request.ts';

/** A host as certificates name it: a DNS name in ASCII, or the 4 or 16 octets of an address. */
export type HostName = { readonly dns: string } | { readonly address: Buffer };

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
export function hostNames(hosts: readonly string[]): HostName[] {
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
export function hostsOutside(caCertificate: string, hosts: readonly HostName[]): HostName[] {
  const { extensions } = openCertificate(new X509Certificate(caCertificate).raw);
  const extension = extensions.get(OID.nameConstraints);
  if (extension === undefined) return [];
  const permitted = decodeDer(extension.value).children.find(({ tag }) => tag === PERMITTED_SUBTREES);
  const bases = (permitted?.children ?? []).flatMap(({ children }) => children.slice(0, 1));
  return hosts.filter((host) => !bases.some((base) => permits(base, host)));
}

/** A host in words. */
export function hostText(host: HostName): string {
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
