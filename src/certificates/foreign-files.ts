import { type DerKind, derKind } from './der-kind.ts';

/** What a file is that was given for a certificate, and what to give instead; `{file}` stands for its name. */
export interface ForeignFile {
  readonly what: string;
  readonly remedy: string;
}

const GIVE = 'Use the certificate as PEM (it begins with -----BEGIN CERTIFICATE-----), DER or PKCS #12.';
const NEW_P12 = 'openssl pkcs12 -export -inkey KEY.pem -in CERTIFICATE.pem -out new.p12';
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

/** By the label of a PEM block. */
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
  ['PKCS7', pkcs7('')],
  ['CMS', pkcs7('')],
  ['PKCS12', { what: 'a PKCS #12 file in PEM', remedy: 'Use the binary file it was made from.' }],
]);

const BY_KIND: Readonly<Record<Exclude<DerKind, 'certificate' | 'pkcs12'>, ForeignFile>> = {
  'private-key': PRIVATE_KEY,
  'encrypted-private-key': PRIVATE_KEY,
  'public-key': PUBLIC_KEY,
  'certificate-request': REQUEST,
  'revocation-list': REVOCATIONS,
  pkcs7: pkcs7(' -inform DER'),
};

const UNPACK = 'Unpack it and use the certificate inside.';

/** By the first bytes, in hexadecimal. */
const BY_BYTES: readonly (readonly [beginning: string, file: ForeignFile])[] = [
  ['504b', { what: 'a zip archive', remedy: UNPACK }],
  ['1f8b', { what: 'a gzip archive', remedy: UNPACK }],
  ['255044462d', { what: 'a PDF document', remedy: GIVE }],
  ['feedfeed', keystore('a Java keystore (JKS)')],
  ['cececece', keystore('a Java keystore (JCEKS)')],
  ['6f70656e7373682d6b65792d763100', OPENSSH],
];

/** By the first characters. */
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

/** What a PEM block is that is neither a certificate nor a key of ours. */
export function foreignBlock(label: string): ForeignFile {
  return BY_LABEL.get(label) ?? { what: `a PEM file of ${label}`, remedy: GIVE };
}

/** What a file is by its first bytes; an archive may hold a certificate uncompressed. */
export function foreignArchive(bytes: Uint8Array): ForeignFile | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  return BY_BYTES.find(([start]) => beginning.startsWith(start))?.[1];
}

/** What bytes are that hold no PEM block and no certificate. @see A-foreign-files */
export function foreignBytes(bytes: Uint8Array): ForeignFile | undefined {
  if (bytes.length === 0) return { what: 'empty', remedy: GIVE };
  const beginning = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  const known = BY_TEXT.find(([pattern]) => pattern.test(beginning));
  if (known !== undefined) return known[1];
  const kind = derKind(bytes);
  return kind === undefined || kind === 'certificate' || kind === 'pkcs12' ? undefined : BY_KIND[kind];
}

/** What is said of a file that is nothing known. */
export const UNKNOWN_FILE: ForeignFile = { what: 'no certificate', remedy: GIVE };

function pkcs7(form: string): ForeignFile {
  return {
    what: 'a PKCS #7 collection of certificates',
    remedy: `openssl pkcs7${form} -in {file} -print_certs -out chain.pem`,
  };
}

function keystore(what: string): ForeignFile {
  return {
    what,
    remedy: `keytool -importkeystore -srckeystore {file} -destkeystore new.p12 -deststoretype pkcs12; or ${NEW_P12}`,
  };
}
