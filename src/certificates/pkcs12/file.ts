import { type DerNode, decodeDer, TAG } from '../der.ts';
import { childrenOf, expectTag, readInteger, readOid } from '../der-values.ts';
import type { Iterations } from '../encryption/iterations.ts';
import { SecretRefusal } from '../encryption/refusal.ts';
import { type EncryptionScheme, readScheme, unsupported } from '../encryption/scheme.ts';
import { toDer } from './ber.ts';
import { MAC_HASHES, PKCS12_OID } from './oids.ts';

/** A PKCS #12 file as far as it can be read without its passphrase. @see RFC 7292 4 */
export interface Pkcs12File {
  /** What the seal is over. */
  readonly sealed: Uint8Array;
  /** Absent: the file is not sealed. */
  readonly mac?: Mac;
  readonly parts: readonly Part[];
}

export interface Mac {
  readonly hash: string;
  readonly digest: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
}

/** A list of bags, encrypted or not. */
export interface Part {
  readonly data: Uint8Array;
  readonly scheme?: EncryptionScheme;
}

const EXPLICIT = 0xa0;
const IMPLICIT = 0x80;

/** @throws SecretRefusal, DerError */
export function readPkcs12File(bytes: Uint8Array, iterations: Iterations): Pkcs12File {
  const whole = toDer(bytes);
  const [version, authSafe, mac] = childrenOf(
    decodeDer(whole, whole.length),
    TAG.sequence,
    'the PKCS #12 file',
  );
  if (readInteger(version, 'the version') !== 3n) throw new SecretRefusal('damaged', "its version isn't 3");
  const sealed = readData(authSafe);
  const list = toDer(sealed);
  const parts = childrenOf(decodeDer(list, list.length), TAG.sequence, 'the list of its parts');
  return {
    sealed,
    ...(mac === undefined ? {} : { mac: readMac(mac, iterations) }),
    parts: parts.map((part) => readPart(part, iterations)),
  };
}

/** ContentInfo of `data`: signed or enveloped for a certificate's holder are the other ways there are. */
function readData(node: DerNode | undefined): Uint8Array {
  const [type, content] = childrenOf(node, TAG.sequence, 'the content');
  const oid = readOid(type, 'the kind of content');
  if (oid !== PKCS12_OID.data) unsupported(oid, 'it is sealed or encrypted by');
  const [octets] = childrenOf(content, EXPLICIT, 'the content');
  return expectTag(octets, TAG.octetString, 'the content').bytes;
}

function readPart(node: DerNode, iterations: Iterations): Part {
  const [type, content] = childrenOf(node, TAG.sequence, 'a part');
  if (readOid(type, 'the kind of a part') !== PKCS12_OID.encryptedData) return { data: readData(node) };
  const [encrypted] = childrenOf(content, EXPLICIT, 'an encrypted part');
  const [, info] = childrenOf(encrypted, TAG.sequence, 'an encrypted part');
  const [, algorithm, data] = childrenOf(info, TAG.sequence, 'an encrypted part');
  return { data: implicitOctets(data), scheme: readScheme(algorithm, iterations) };
}

/** `[0] IMPLICIT OCTET STRING`, whole or in pieces. */
function implicitOctets(node: DerNode | undefined): Uint8Array {
  if (node?.tag === EXPLICIT) return Buffer.concat(node.children.map(({ bytes }) => bytes));
  return expectTag(node, IMPLICIT, 'the encrypted content').bytes;
}

function readMac(node: DerNode, iterations: Iterations): Mac {
  const [info, salt, count] = childrenOf(node, TAG.sequence, 'the seal');
  const [algorithm, digest] = childrenOf(info, TAG.sequence, 'the digest of the seal');
  const oid = readOid(childrenOf(algorithm, TAG.sequence, 'the hash of the seal')[0], 'the hash of the seal');
  const { hash, bytes } = MAC_HASHES.get(oid) ?? unsupported(oid, 'it is sealed with');
  const value = expectTag(digest, TAG.octetString, 'the digest of the seal').bytes;
  if (value.length !== bytes)
    throw new SecretRefusal('damaged', `its seal has ${value.length} bytes, not ${bytes}`);
  return {
    hash,
    digest: value,
    salt: expectTag(salt, TAG.octetString, 'the salt of the seal').bytes,
    iterations: count === undefined ? 1 : iterations.read(count),
  };
}
