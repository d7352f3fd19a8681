/** Builds DER by hand, so that tests can make what no honest issuer would. */

/** One value: an identifier octet and its content. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOctets(body.length), body]);
}

export function derOid(dotted: string): Buffer {
  const [root = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  return der(0x06, ...[root * 40n + second, ...rest].map(base128));
}

export function derInteger(value: bigint): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return der(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** An attribute as `[type, tag, content]`; text is written as UTF-8. */
export type WrittenAttribute = readonly [oid: string, tag: number, content: string | Uint8Array];

/** A Name from its RDNs, each a list of attributes in the order they are to stand. */
export function derName(rdns: readonly (readonly WrittenAttribute[])[]): Buffer {
  return der(0x30, ...rdns.map((rdn) => der(0x31, ...rdn.map(attribute))));
}

function attribute([oid, tag, content]: WrittenAttribute): Buffer {
  return der(0x30, derOid(oid), der(tag, typeof content === 'string' ? Buffer.from(content) : content));
}

function lengthOctets(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const hex = length.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes]);
}

function base128(value: bigint): Buffer {
  const octets = [Number(value & 0x7fn)];
  for (let rest = value >> 7n; rest > 0n; rest >>= 7n) octets.unshift(Number(rest & 0x7fn) | 0x80);
  return Buffer.from(octets);
}
