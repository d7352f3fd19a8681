import type { KeyObject } from 'node:crypto';
import { type DerNode, decodeDer, TAG } from '../der.ts';
import { childrenOf, expectTag, readOid } from '../der-values.ts';
import type { PassphraseForms, Rc2 } from '../encryption/decrypt.ts';
import type { Iterations } from '../encryption/iterations.ts';
import { SecretRefusal } from '../encryption/refusal.ts';
import { openKey, type PrivateKeyReading, plainKey } from '../private-key.ts';
import { toDer } from './ber.ts';
import { PKCS12_OID } from './oids.ts';

/** What the bags of a file hold. */
export interface Opened {
  /** DER. */
  readonly certificates: Uint8Array[];
  readonly keys: KeyObject[];
}

export interface Opener {
  readonly passphrase: PassphraseForms;
  readonly iterations: Iterations;
  readonly rc2: Rc2 | undefined;
}

const EXPLICIT = 0xa0;
const MAX_DEPTH = 4;

/**
 * Opens a SafeContents (RFC 7292 4.2) into what was opened before. Bags of other kinds are left out.
 * @throws SecretRefusal, DerError
 */
export function openBags(bytes: Uint8Array, opener: Opener, opened: Opened): void {
  const list = toDer(bytes);
  openList(decodeDer(list, list.length), opener, opened, 1);
}

function openList(list: DerNode, opener: Opener, opened: Opened, depth: number): void {
  for (const bag of childrenOf(list, TAG.sequence, 'a list of bags')) {
    const [type, value] = childrenOf(bag, TAG.sequence, 'a bag');
    const oid = readOid(type, 'the kind of a bag');
    const [content] = childrenOf(value, EXPLICIT, 'the content of a bag');
    if (content === undefined) throw new SecretRefusal('damaged', 'it has an empty bag');
    if (oid === PKCS12_OID.certBag) opened.certificates.push(...certificateIn(content));
    if (oid === PKCS12_OID.keyBag) opened.keys.push(keyOf(plainKey(content.der)));
    if (oid === PKCS12_OID.shroudedKeyBag) {
      opened.keys.push(keyOf(openKey(content, opener.passphrase, opener.iterations, opener.rc2)));
    }
    if (oid === PKCS12_OID.safeContentsBag && depth < MAX_DEPTH) openList(content, opener, opened, depth + 1);
  }
}

function certificateIn(content: DerNode): Uint8Array[] {
  const [type, value] = childrenOf(content, TAG.sequence, 'a bag of a certificate');
  if (readOid(type, 'the kind of a certificate') !== PKCS12_OID.x509Certificate) return [];
  const [octets] = childrenOf(value, EXPLICIT, 'a certificate');
  return [expectTag(octets, TAG.octetString, 'a certificate').bytes];
}

function keyOf(reading: PrivateKeyReading): KeyObject {
  if (reading.ok) return reading.key;
  throw new SecretRefusal(reading.fault, `its private key can't be used: ${reading.reason}`);
}
