import { createCipheriv, createHash, createHmac, type KeyObject, pbkdf2Sync } from 'node:crypto';
import { TAG } from '../der.ts';
import { bmpPassphrase, derivePkcs12, PURPOSE } from '../encryption.ts';
import { der, derOid, derPositive, derSequence } from '../issue/der-writer.ts';
import { PKCS12_OID } from './oids.ts';

export interface Pkcs12Request {
  readonly privateKey: KeyObject;
  /** DER: the key's certificate, then its chain. */
  readonly certificates: readonly Uint8Array[];
  readonly passphrase: string;
  /** The alias by which Java and Windows show it. */
  readonly friendlyName: string;
  /** Secure random bytes. */
  readonly random: (size: number) => Uint8Array;
}

/** Slow enough for who guesses, at once for who knows: 30 ms; other programs read it as they read any. */
const ITERATIONS = 100_000;
const EXPLICIT = 0xa0;
const IMPLICIT = 0x80;

const OID = {
  pbes2: '1.2.840.113549.1.5.13',
  pbkdf2: '1.2.840.113549.1.5.12',
  hmacWithSha256: '1.2.840.113549.2.9',
  aes256Cbc: '2.16.840.1.101.3.4.1.42',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;

/**
 * A key and its certificates as PKCS #12: AES-256 and PBKDF2 with HMAC-SHA-256, sealed with HMAC-SHA-256, as openssl 3
 * writes it.
 * @see RFC 7292
 * @see G5-pkcs12-export
 */
export function writePkcs12(request: Pkcs12Request): Buffer {
  const { privateKey, certificates, passphrase, random } = request;
  const [leaf = new Uint8Array()] = certificates;
  const attributes = attributesOf(leaf, request.friendlyName);
  const bags = certificates.map((certificate, place) =>
    certificateBag(certificate, place === 0 ? [attributes] : []),
  );
  const key = encrypted(privateKey.export({ type: 'pkcs8', format: 'der' }), passphrase, random);
  const keyBag = bag(PKCS12_OID.shroudedKeyBag, derSequence(key.algorithm, der(TAG.octetString, key.data)), [
    attributes,
  ]);
  const authSafe = derSequence(
    encryptedPart(encrypted(derSequence(...bags), passphrase, random)),
    dataPart(derSequence(keyBag)),
  );
  return derSequence(derPositive(3n), dataPart(authSafe), macOf(authSafe, passphrase, random(16)));
}

interface Encrypted {
  readonly algorithm: Buffer;
  readonly data: Buffer;
}

function encrypted(plain: Uint8Array, passphrase: string, random: Pkcs12Request['random']): Encrypted {
  const [salt, iv] = [random(16), random(16)];
  const key = pbkdf2Sync(passphrase, salt, ITERATIONS, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const derivation = derSequence(
    der(TAG.octetString, salt),
    derPositive(BigInt(ITERATIONS)),
    derSequence(derOid(OID.hmacWithSha256), der(TAG.null)),
  );
  const algorithm = derSequence(
    derOid(OID.pbes2),
    derSequence(
      derSequence(derOid(OID.pbkdf2), derivation),
      derSequence(derOid(OID.aes256Cbc), der(TAG.octetString, iv)),
    ),
  );
  return { algorithm, data: Buffer.concat([cipher.update(plain), cipher.final()]) };
}

/** ContentInfo of `data`. */
function dataPart(content: Buffer): Buffer {
  return derSequence(derOid(PKCS12_OID.data), der(EXPLICIT, der(TAG.octetString, content)));
}

/** ContentInfo of `encryptedData`. */
function encryptedPart({ algorithm, data }: Encrypted): Buffer {
  const info = derSequence(derOid(PKCS12_OID.data), algorithm, der(IMPLICIT, data));
  return derSequence(derOid(PKCS12_OID.encryptedData), der(EXPLICIT, derSequence(derPositive(0n), info)));
}

function certificateBag(certificate: Uint8Array, attributes: readonly Buffer[]): Buffer {
  const value = derSequence(
    derOid(PKCS12_OID.x509Certificate),
    der(EXPLICIT, der(TAG.octetString, certificate)),
  );
  return bag(PKCS12_OID.certBag, value, attributes);
}

function bag(oid: string, value: Buffer, attributes: readonly Buffer[]): Buffer {
  return derSequence(derOid(oid), der(EXPLICIT, value), ...attributes);
}

/** What says which certificate is the key's: SET OF, in the order of DER. */
function attributesOf(leaf: Uint8Array, friendlyName: string): Buffer {
  const localKeyId = createHash('sha1').update(leaf).digest();
  const attributes = [
    attribute(PKCS12_OID.friendlyName, der(TAG.bmpString, Buffer.from(friendlyName, 'utf16le').swap16())),
    attribute(PKCS12_OID.localKeyId, der(TAG.octetString, localKeyId)),
  ];
  return der(TAG.set, ...attributes.toSorted(Buffer.compare));
}

function attribute(oid: string, value: Buffer): Buffer {
  return derSequence(derOid(oid), der(TAG.set, value));
}

function macOf(sealed: Buffer, passphrase: string, salt: Uint8Array): Buffer {
  const derivation = { hash: 'sha256', salt, iterations: ITERATIONS, purpose: PURPOSE.mac, length: 32 };
  const digest = createHmac('sha256', derivePkcs12(bmpPassphrase(passphrase), derivation))
    .update(sealed)
    .digest();
  return derSequence(
    derSequence(derSequence(derOid(OID.sha256), der(TAG.null)), der(TAG.octetString, digest)),
    der(TAG.octetString, salt),
    derPositive(BigInt(ITERATIONS)),
  );
}
