import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Certificate } from './certificate.ts';
import { DerError, type DerNode, decodeDer, TAG } from './der.ts';
import { childrenOf, expectTag, readBitString, readOid } from './der-values.ts';
import { OID } from './oids.ts';
import { asBuffer } from './strings.ts';

/** A public key, with what is accepted or refused by. */
export type PublicKey = Pick<Certificate, 'publicKey' | 'keyType' | 'keyBits'>;

/**
 * Reads a SubjectPublicKeyInfo. Any algorithm that node:crypto knows is read; which ones are accepted is for the
 * caller to say.
 * @throws DerError when it is no public key.
 * @see G5-key-types
 */
export function readPublicKey(node: DerNode | undefined): PublicKey {
  const [algorithm, bits] = childrenOf(node, TAG.sequence, 'the public key');
  const [type, parameters] = childrenOf(algorithm, TAG.sequence, 'the algorithm of the public key');
  const oid = readOid(type, 'the algorithm of the public key');
  const key = readBitString(bits, 'the public key').bytes;
  const publicKey = () => importKey(expectTag(node, TAG.sequence, 'the public key'));
  if (oid === OID.rsaEncryption) {
    return { keyBits: modulusBits(key), publicKey: publicKey(), keyType: 'rsa' };
  }
  if (oid === OID.ecPublicKey) {
    // Curves by name only (RFC 5480 2.1.1): checking numbers of a stranger's own choice can take long.
    expectTag(parameters, TAG.oid, 'the curve of the public key');
    const imported = publicKey();
    return { publicKey: imported, keyType: 'ec', keyBits: curveBits(imported) };
  }
  const imported = publicKey();
  const keyBits = imported.asymmetricKeyDetails?.modulusLength ?? 8 * key.length;
  return { publicKey: imported, keyType: 'other', keyBits };
}

function importKey(node: DerNode): KeyObject {
  try {
    return createPublicKey({ key: asBuffer(node.der), format: 'der', type: 'spki' });
  } catch (error) {
    throw new DerError("the public key can't be used", { cause: error });
  }
}

function modulusBits(rsaPublicKey: Uint8Array): number {
  const [modulus] = childrenOf(decodeDer(rsaPublicKey), TAG.sequence, 'the RSA key');
  const bytes = expectTag(modulus, TAG.integer, 'the modulus').bytes;
  const magnitude = bytes[0] === 0 ? bytes.subarray(1) : bytes;
  return magnitude.length === 0 ? 0 : 8 * magnitude.length - Math.clz32(magnitude[0] ?? 0) + 24;
}

/** The size stands in the curve's name: `prime256v1`, `secp384r1`, `brainpoolP512r1`. */
function curveBits(key: KeyObject): number {
  return Number(/\d+/.exec(key.asymmetricKeyDetails?.namedCurve ?? '')?.[0] ?? 0);
}
