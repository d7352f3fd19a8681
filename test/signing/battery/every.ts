import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  authority,
  keysOf,
  ORGID_HEX,
  pemOf,
  person,
  psd2Statement,
  requestFor,
  type Statement,
  statements,
  tpp,
} from './people.ts';
import { BODY, paying, type Row, usual } from './row.ts';
import { base64, hex, type Parameters, type Person, sha256, written } from './signer.ts';

/** One of each finding and cause that neither `sign --break` nor the other rows make. @see G4-breaks */

const SN = hex(tpp.serial);
const word = (text: string) => `=?utf-8?B?${base64(text)}?=`;
/** Base64 of it needs padding; blanks at the end mean nothing. */
const uneven = (text: string) => (text.length % 3 === 0 ? `${text} ` : text);
const header = (change: (value: string, parameters: Parameters) => string) => ({
  written: (parameters: Parameters) => change(written(parameters), parameters),
});
const keyId = (text: string) => ({ keyId: () => text });
const issuer = (orgId: string, cn = 'CN', o = 'O', c = 'C') =>
  keyId(`SN=${SN},CA=${cn}=Nordic Trust Qualified Seal CA G2,${orgId},${o}=Nordic Trust Services AS,${c}=NO`);
const sent = (change: (der: Buffer) => Buffer | string) => ({
  sent: ({ certificate }: Person) => {
    const text = change(certificate);
    return typeof text === 'string' ? text : base64(text);
  },
});
const psd2 = (given: Statement) => paying({ as: person({ statements: statements(psd2Statement(given)) }) });
const digest = (write: (hash: Buffer) => string) => ({ digest: (bytes: Buffer) => write(sha256(bytes)) });
const encode = (change: (signature: Buffer) => string) => ({ encode: change });
const bytes = (change: (signature: Buffer) => Buffer) => encode((signature) => base64(change(signature)));
const ecdsa = (signature: Buffer) => {
  const number = (start: number) =>
    Buffer.concat([Buffer.from([0x02, 33, 0]), signature.subarray(start, start + 32)]);
  return Buffer.concat([Buffer.from([0x30, 70]), number(0), number(32)]);
};

export const EVERY: readonly Row[] = usual({
  'encoded-word-format': { 'of an unknown encoding': header((value) => word(value).replace('?B?', '?X?')) },
  'encoded-word-format/inner': {
    'keyId alone encoded': { keyId: ({ serial, issuer }) => word(`SN=${hex(serial)},CA=${issuer}`) },
  },
  'encoded-word-format/twice': { 'encoded twice': header((value) => word(word(value))) },
  'encoded-word-format/base64url': {
    'encoded in base64url': header(
      (value) => `=?utf-8?B?${Buffer.from(uneven(value)).toString('base64url')}?=`,
    ),
  },
  'signature-header-format/rfc9421': { 'as in RFC 9421': header((_, p) => `sig1=:${p.signature}:`) },
  'signature-header-format/cut-short': { 'cut after 200': header((value) => value.slice(0, 200)) },
  'keyid-format/identifier': { 'a name of the key': keyId('seal-key-1') },
  'keyid-format/fingerprint': {
    fingerprint: { keyId: ({ certificate }) => sha256(certificate).toString('hex') },
  },
  'certificate-unparseable/csr': { 'its CSR': sent(() => requestFor(tpp)) },
  'certificate-unparseable/public-key': {
    'its public key': sent(() => createPublicKey(tpp.key).export({ type: 'spki', format: 'der' })),
  },
  'certificate-format/several': { 'its chain': sent((der) => `${base64(der)},${base64(authority())}`) },
  'certificate-format/key-size': { 'a key of 1024 bits': { as: person({ keys: keysOf(1024) }) } },
  'valid-with-warning/pem-one-line': { 'PEM on one line': sent((der) => pemOf(der).replaceAll('\n', '')) },
  'valid-with-warning/base64-of-pem': { 'Base64 of the PEM': sent((der) => base64(pemOf(der))) },
  'valid-with-warning/percent-encoded': {
    'Base64 percent-encoded': sent((der) => encodeURIComponent(base64(der))),
  },
  'algorithm-unexpected/rsa-sha512': { 'rsa-sha512': { algorithm: 'rsa-sha512' } },
  'date-format/offset': { '+0200': { with: { Date: 'Tue, 11 May 2027 11:15:42 +0200' } } },
  'date-format/weekday': { 'the next weekday': { with: { Date: 'Wed, 11 May 2027 09:15:42 GMT' } } },
  'digest-format': { 'the end missing': digest((hash) => `SHA-256=${base64(hash).slice(0, -8)}`) },
  'digest-format/base64url': { 'base64url hash': digest((hash) => `SHA-256=${hash.toString('base64url')}`) },
  'digest-format/wrong-label': { 'SHA-512= before SHA-256': digest((hash) => `SHA-512=${base64(hash)}`) },
  'digest-format/structured-field': { 'between colons': digest((hash) => `sha-256=:${base64(hash)}:`) },
  'digest-mismatch/missing-newline': { 'a newline hashed': { hashed: (body) => `${body}\n` } },
  'digest-mismatch/crlf': {
    'CRLF hashed': {
      body: BODY.replaceAll(',"', ',\n"'),
      hashed: (body) => `${body}`.replaceAll('\n', '\r\n'),
    },
  },
  'digest-mismatch/base64-of-hex': {
    'Base64 of hex': digest((hash) => `SHA-256=${base64(hash.toString('hex'))}`),
  },
  'digest-mismatch/content-encoding': { 'gzip hashed': { hashed: (body) => gzipSync(body) } },
  'signature-encoding': { 'a star before it': encode((signature) => `*${base64(signature)}`) },
  'signature-encoding/line-wrapped': {
    'in lines of 64': encode((s) => base64(s).replaceAll(/.{64}(?=.)/g, '$& ')),
  },
  'signature-encoding/double-base64': { 'Base64 of Base64': encode((s) => base64(base64(s))) },
  'signature-length/empty': { 'no bytes': encode(() => '') },
  'signature-length/hash': { 'a hash': bytes((signature) => sha256(signature)) },
  'signature-length/ecdsa': { 'two numbers in DER': bytes(ecdsa) },
  'signature-length/mangled': {
    'read as UTF-8': bytes((signature) => Buffer.from(signature.toString('utf8'))),
  },
  'signature-hash': { 'SHA-384': { sign: (signed: Buffer, key: KeyObject) => sign('sha384', signed, key) } },
  'keyid-mismatch/subject': {
    'the subject for the issuer': keyId(
      `SN=${SN},CA=CN=Fjord Pay Seal,2.5.4.97=#0c11${Buffer.from('PSDNO-FSA-9182736').toString('hex')},O=Fjord Pay AS,C=NO`,
    ),
  },
  'keyid-mismatch/other-certificate': {
    'the next serial': { keyId: ({ serial, issuer }) => `SN=${hex(serial + 1n)},CA=${issuer}` },
  },
  'keyid-mismatch/slash': {
    'slashes of openssl': keyId(
      `SN=${SN},CA=/C=NO/O=Nordic Trust Services AS/organizationIdentifier=NTRNO-987654321/CN=Nordic Trust Qualified Seal CA G2`,
    ),
  },
  'keyid-mismatch/spaces': {
    'as openssl prints it': keyId(
      `SN=${SN},CA=C = NO, O = Nordic Trust Services AS, organizationIdentifier = NTRNO-987654321, CN = Nordic Trust Qualified Seal CA G2`,
    ),
  },
  'valid-with-warning/lowercase': { 'types in lower case': issuer(`2.5.4.97=${ORGID_HEX}`, 'cn', 'o', 'c') },
  'valid-with-warning/0x': { '0x before the serial': { keyId: ({ issuer }) => `SN=0x${SN},CA=${issuer}` } },
  'valid-with-warning/orgid-name': {
    'organizationIdentifier=': issuer('organizationIdentifier=NTRNO-987654321'),
  },
  'valid-with-warning/orgid-string': { '2.5.4.97= and text': issuer('2.5.4.97=NTRNO-987654321') },
  'valid-with-warning/hex-upper': { '#0C0F in capitals': issuer(`2.5.4.97=${ORGID_HEX.toUpperCase()}`) },
  'valid-with-warning/string-tag': {
    '#130f for #0c0f': issuer(`2.5.4.97=${ORGID_HEX.replace('#0c', '#13')}`),
  },
  'valid-with-warning/portal-signer': {
    'CN, O and C alone': keyId(
      `SN=${SN},CA=CN=Nordic Trust Qualified Seal CA G2,O=Nordic Trust Services AS,C=NO`,
    ),
  },
  'valid-with-warning/percent': {
    '%20 for blanks': { keyId: ({ issuer }) => `SN=${SN},CA=${encodeURI(issuer)}` },
  },
  'certificate-qc-malformed/unwrapped': {
    'the PSD2 statement alone': paying({ as: person({ statements: psd2Statement() }) }),
  },
  'certificate-qc-malformed/set': { 'a SET of roles': psd2({ rolesTag: 0x31 }) },
  'certificate-qc-malformed/string-type': { 'PrintableString roles': psd2({ stringTag: 0x13 }) },
  'certificate-qc-malformed/ncaid': { 'NCAId without its hyphen': psd2({ ncaId: 'NOFSA' }) },
});
