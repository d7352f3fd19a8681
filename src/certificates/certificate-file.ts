import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { isObject, parseJson } from '../core/json-object.ts';
import { type Certificate, type PublicKey, readCertificate, readPublicKey } from './certificate.ts';
import { type DerKind, decodeDer, decodeOr, detectDerKind } from './der.ts';
import { type PemBlock, readPem } from './pem.ts';
import { isEncrypted, PRIVATE_KEY_LABELS, readPrivateKey } from './private-key.ts';

/** The certificates and keys of a file, in order. */
interface Contents {
  readonly certificates: readonly Certificate[];
  /** The private keys, not decrypted yet. */
  readonly keys: readonly PemBlock[];
}

type ContentsReading =
  | { readonly kind: 'contents'; readonly contents: Contents }
  /** A PKCS #12 file that needs its passphrase. */
  | { readonly kind: 'pkcs12'; readonly bytes: Uint8Array }
  /** Another file type, as far as it is detected. */
  | { readonly kind: 'foreign'; readonly file: ForeignFile }
  | { readonly kind: 'damaged'; readonly reason: string };

/** The size of the longest file that is read. @see S12-certificate-files-hostile */
export const MAX_FILE_BYTES = 256 * 1024;

/**
 * The number of certificates that are read: more than a leaf and its chain; a bundle of all authorities has hundreds.
 */
export const MAX_CERTIFICATES = 32;

/**
 * Parses a file: PEM with any number of blocks, DER, PKCS #12, or one of them in Base64 on its own lines. Never throws
 * on any bytes, and decrypts nothing.
 * @see A-certificate-files
 */
export function parseCertificateFile(bytes: Uint8Array): ContentsReading {
  if (bytes.length > MAX_FILE_BYTES) {
    return { kind: 'damaged', reason: `it's larger than the limit of ${MAX_FILE_BYTES / 1024} KiB` };
  }
  const archive = detectArchive(bytes);
  if (archive !== undefined) return { kind: 'foreign', file: archive };
  const text = decodeText(bytes);
  if (text.includes('-----BEGIN ')) return readPemFile(text);
  if (/^[A-Za-z0-9+/\s]{64,}={0,2}$/.test(text.trim())) return readEncoded(Buffer.from(text, 'base64'));
  return readDerFile(bytes);
}

/** Reads a file encoded in Base64, as in secrets of Kubernetes or CI. */
function readEncoded(bytes: Uint8Array): ContentsReading {
  const text = decodeText(bytes);
  return text.includes('-----BEGIN ') ? readPemFile(text) : readDerFile(bytes);
}

/** Decodes text; Notepad and PowerShell write UTF-16 with a byte order mark. */
function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  return bytes[0] === 0xff && bytes[1] === 0xfe ? buffer.toString('utf16le') : buffer.toString('utf8');
}

function readPemFile(text: string): ContentsReading {
  const reading = readPem(text);
  if (!reading.ok) return { kind: 'damaged', reason: `${reading.reason}${joinLines(text)}` };
  if (reading.blocks.length === 0) {
    return {
      kind: 'damaged',
      reason: `it has no line -----BEGIN CERTIFICATE-----${joinLines(text)}`,
    };
  }
  const certificates: Certificate[] = [];
  for (const { label, der } of reading.blocks) {
    if (!/^(?:X509 )?CERTIFICATE$/.test(label)) continue;
    if (certificates.length === MAX_CERTIFICATES) {
      return { kind: 'damaged', reason: `it has more than ${MAX_CERTIFICATES} certificates` };
    }
    const one = readOne(der);
    if (one.kind !== 'contents') return one;
    certificates.push(...one.contents.certificates);
  }
  const keys = reading.blocks.filter(({ label }) => PRIVATE_KEY_LABELS.includes(label));
  const [other] = reading.blocks;
  return certificates.length + keys.length === 0 && other !== undefined
    ? { kind: 'foreign', file: describeForeignBlock(other.label) }
    : { kind: 'contents', contents: { certificates, keys } };
}

function readDerFile(bytes: Uint8Array): ContentsReading {
  const kind = detectDerKind(bytes);
  if (kind === 'pkcs12') return { kind, bytes };
  if (kind === 'private-key' || kind === 'encrypted-private-key') {
    const label = kind === 'private-key' ? 'PRIVATE KEY' : 'ENCRYPTED PRIVATE KEY';
    return { kind: 'contents', contents: { certificates: [], keys: [{ label, der: bytes }] } };
  }
  return readOne(bytes);
}

function readOne(der: Uint8Array): ContentsReading {
  const reading = readCertificate(der);
  if (reading.ok) return { kind: 'contents', contents: { certificates: [reading.certificate], keys: [] } };
  const file = detectForeignBytes(der);
  if (file !== undefined) return { kind: 'foreign', file };
  const isDer = der[0] === 0x30 && der.length > 64;
  return isDer ? { kind: 'damaged', reason: reading.reason } : { kind: 'foreign', file: UNKNOWN_FILE };
}

/** Describes how line ends were lost, as often happens in a variable or form. */
function joinLines(text: string): string {
  if (text.includes('\\n')) return '; its line ends are the two characters \\n';
  return /-----BEGIN [A-Z0-9 ]+-----[^\r\n]/.test(text) ? '; its lines were joined into one' : '';
}

/** A file that isn't a certificate, and what to pass instead; `{file}` is replaced by its name. */
export interface ForeignFile {
  readonly what: string;
  readonly remedy: string;
}

const GIVE = 'Use the certificate as PEM (it begins with -----BEGIN CERTIFICATE-----), DER or PKCS #12.';
const CONVERT_KEYSTORE =
  'keytool -importkeystore -srckeystore {file} -destkeystore new.p12 -deststoretype pkcs12; or openssl pkcs12 -export -inkey KEY.pem -in CERTIFICATE.pem -out new.p12';
const PKCS7 = {
  what: 'a PKCS #7 collection of certificates',
  remedy: 'openssl pkcs7 -in {file} -print_certs -out chain.pem',
};
const PRIVATE_KEY = {
  what: 'a private key without its certificate',
  remedy: 'Pass the certificate as FILE, and the key with --key.',
};
const PUBLIC_KEY = {
  what: 'a public key without its certificate',
  remedy: `A certificate is more than a key. You get it from the issuer. ${GIVE}`,
};
const REQUEST = {
  what: 'a certificate signing request (CSR), not a certificate',
  remedy: 'Use the certificate the issuer made from it.',
};
const REVOCATIONS = { what: 'a list of revoked certificates (CRL)', remedy: GIVE };
const PARAMETERS = { what: 'a set of key parameters', remedy: GIVE };
const OPENSSH = {
  what: 'an OpenSSH private key',
  remedy: 'An OpenSSH key has no certificate. To convert it to PKCS #8: ssh-keygen -p -m PKCS8 -f {file}',
};

/** The files by the label of a PEM block. */
const BY_LABEL: ReadonlyMap<string, ForeignFile> = new Map([
  ['CERTIFICATE REQUEST', REQUEST],
  ['NEW CERTIFICATE REQUEST', REQUEST],
  ['PUBLIC KEY', PUBLIC_KEY],
  ['RSA PUBLIC KEY', PUBLIC_KEY],
  ['PRIVATE KEY', PRIVATE_KEY],
  ['ENCRYPTED PRIVATE KEY', PRIVATE_KEY],
  ['RSA PRIVATE KEY', PRIVATE_KEY],
  ['EC PRIVATE KEY', PRIVATE_KEY],
  ['OPENSSH PRIVATE KEY', OPENSSH],
  ['X509 CRL', REVOCATIONS],
  ['DH PARAMETERS', PARAMETERS],
  ['EC PARAMETERS', PARAMETERS],
  [
    'TRUSTED CERTIFICATE',
    { what: "a certificate with OpenSSL's trust settings", remedy: 'openssl x509 -in {file} -out plain.pem' },
  ],
  ['PKCS7', PKCS7],
  ['CMS', PKCS7],
  ['PKCS12', { what: 'a PKCS #12 file in PEM', remedy: 'Use the binary file it was made from.' }],
]);

const BY_KIND: Readonly<Record<Exclude<DerKind, 'certificate' | 'pkcs12'>, ForeignFile>> = {
  'private-key': PRIVATE_KEY,
  'encrypted-private-key': PRIVATE_KEY,
  'public-key': PUBLIC_KEY,
  'certificate-request': REQUEST,
  'revocation-list': REVOCATIONS,
  pkcs7: { ...PKCS7, remedy: PKCS7.remedy.replace('pkcs7', 'pkcs7 -inform DER') },
};

const UNPACK = 'Unpack it and use the certificate inside.';

/** The files by their first bytes, in hexadecimal. */
const BY_BYTES: readonly (readonly [beginning: string, file: ForeignFile])[] = [
  ['504b', { what: 'a zip archive', remedy: UNPACK }],
  ['1f8b', { what: 'a gzip archive', remedy: UNPACK }],
  ['255044462d', { what: 'a PDF document', remedy: GIVE }],
  ['feedfeed', { what: 'a Java keystore (JKS)', remedy: CONVERT_KEYSTORE }],
  ['cececece', { what: 'a Java keystore (JCEKS)', remedy: CONVERT_KEYSTORE }],
  ['6f70656e7373682d6b65792d763100', OPENSSH],
];

/** The files by their first characters. */
const BY_TEXT: readonly (readonly [beginning: RegExp, file: ForeignFile])[] = [
  [/^(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\S+) AAAA/, { what: 'an OpenSSH public key', remedy: GIVE }],
  [/^-----BEGIN PGP /, { what: 'a PGP file', remedy: GIVE }],
  [
    /^\s*<(?:!doctype html|html)/i,
    { what: 'a web page', remedy: `The download returned a web page. ${GIVE}` },
  ],
  [/^\s*<\?xml/i, { what: 'an XML document', remedy: GIVE }],
  [/^\s*\{/, { what: 'JSON', remedy: GIVE }],
];

/** Describes a PEM block that is neither a certificate nor a supported key. */
function describeForeignBlock(label: string): ForeignFile {
  return BY_LABEL.get(label) ?? { what: `a PEM file of ${label}`, remedy: GIVE };
}

/** Detects an archive by its first bytes; it may contain an uncompressed certificate. */
function detectArchive(bytes: Uint8Array): ForeignFile | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return BY_BYTES.find(([start]) => beginning.startsWith(start))?.[1];
}

/** Detects the type of bytes without PEM block and certificate. @see A-foreign-files */
function detectForeignBytes(bytes: Uint8Array): ForeignFile | undefined {
  if (bytes.length === 0) return { what: 'empty', remedy: GIVE };
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const known = BY_TEXT.find(([pattern]) => pattern.test(beginning));
  if (known !== undefined) return known[1];
  const kind = detectDerKind(bytes);
  return kind === undefined || kind === 'certificate' || kind === 'pkcs12' ? undefined : BY_KIND[kind];
}

/** The description of an unknown file. */
const UNKNOWN_FILE: ForeignFile = { what: 'no certificate', remedy: GIVE };

/** The RSA public key of a file, or the reason why there is none; `reason` completes "has no usable key: …". */
type PublicKeyReading =
  | { readonly ok: true; readonly key: PublicKey; readonly isOfPrivateKey: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Reads the public key of a file: PEM or DER of a SubjectPublicKeyInfo or of PKCS #1, a JWK, a JWKS with one key, or a
 * certificate. Of a private key it returns only the public key. Never throws on any bytes.
 * @see G5-public-key-files
 */
export function readPublicKeyFile(bytes: Uint8Array): PublicKeyReading {
  return decodeOr(() => {
    const text = Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .trim();
    const reading = text.startsWith('{') ? readJsonKey(text) : (readPemKey(text) ?? readDerKey(bytes));
    return reading.ok && reading.key.keyType !== 'rsa' ? createRefusedKey("it isn't an RSA key") : reading;
  }, createRefusedKey);
}

function createRefusedKey(reason: string): PublicKeyReading {
  return { ok: false, reason };
}

function createFoundKey(key: PublicKey, isOfPrivateKey = false): PublicKeyReading {
  return { ok: true, key, isOfPrivateKey };
}

/** Reads a key in PEM; returns undefined without a PEM block. */
function readPemKey(text: string): PublicKeyReading | undefined {
  if (!text.includes('-----BEGIN ')) return undefined;
  const reading = readPem(text);
  if (!reading.ok) return createRefusedKey(reading.reason);
  const block = reading.blocks.find(({ label }) => /^(?:RSA )?PUBLIC KEY$/.test(label));
  return block === undefined ? readContentsKey(Buffer.from(text)) : readDerKey(block.der);
}

function readDerKey(der: Uint8Array): PublicKeyReading {
  if (detectDerKind(der) !== 'public-key') return readContentsKey(der);
  const node = decodeDer(der);
  const [modulus, second] = node.children;
  // An RSAPublicKey (RFC 8017 A.1.1) has two integers.
  if (second?.tag !== modulus?.tag) return createFoundKey(readPublicKey(node));
  if ((modulus?.bytes.length ?? 0) > MAX_MODULUS_BYTES) return createRefusedKey('its modulus is too long');
  return importKey(() => createPublicKey({ key: Buffer.from(der), format: 'der', type: 'pkcs1' }));
}

const MAX_MODULUS_BYTES = 2049;

function importKey(make: () => KeyObject, isOfPrivateKey = false): PublicKeyReading {
  let key: KeyObject;
  try {
    key = make();
  } catch {
    return createRefusedKey("it isn't a key that can be used");
  }
  return createFoundKey(
    readPublicKey(decodeDer(key.export({ type: 'spki', format: 'der' }))),
    isOfPrivateKey,
  );
}

/** Returns the key of a certificate, or the public key of a private key. */
function readContentsKey(bytes: Uint8Array): PublicKeyReading {
  const reading = parseCertificateFile(bytes);
  if (reading.kind === 'damaged') return createRefusedKey(reading.reason);
  if (reading.kind === 'foreign') return createRefusedKey(`it's ${reading.file.what}`);
  if (reading.kind === 'pkcs12') return createRefusedKey("it's a PKCS #12 file");
  const { certificates, keys } = reading.contents;
  const [certificate] = certificates;
  const [block] = keys;
  if (certificate !== undefined) return createFoundKey(certificate);
  if (block === undefined) return createRefusedKey('it has no key');
  if (isEncrypted(block)) return createRefusedKey("it's an encrypted private key");
  const opened = readPrivateKey(block, undefined);
  if (!opened.ok) return createRefusedKey(opened.reason);
  return importKey(() => createPublicKey(opened.key), true);
}

function readJsonKey(text: string): PublicKeyReading {
  const parsed = parseJson(text);
  if (!isObject(parsed)) return createRefusedKey("it isn't JSON that can be read");
  const { keys } = parsed;
  if (!Array.isArray(keys)) return readJwk(parsed);
  const [key]: readonly unknown[] = keys;
  if (keys.length !== 1) return createRefusedKey(`its JWKS has ${keys.length} keys, not one`);
  return isObject(key) ? readJwk(key) : createRefusedKey('its JWKS holds no key');
}

/** Reads a JWK; only its public members are used (RFC 7518 6.3.1). */
function readJwk(members: object): PublicKeyReading {
  const { kty, n, e, d } = members as JsonWebKey;
  if (kty === undefined) return createRefusedKey("it's JSON without kty, so no JWK");
  if (kty !== 'RSA') return createRefusedKey(`it's a JWK with kty ${JSON.stringify(kty)}, not RSA`);
  if (typeof n !== 'string' || typeof e !== 'string' || n.length > MAX_MODULUS_CHARACTERS)
    return createRefusedKey('its JWK has no modulus n or exponent e that can be read');
  return importKey(() => createPublicKey({ key: { kty, n, e }, format: 'jwk' }), d !== undefined);
}

/** The length of 16384 bits in base64url. */
const MAX_MODULUS_CHARACTERS = 2732;
