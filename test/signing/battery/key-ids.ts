import { createHash, type KeyObject, sign } from 'node:crypto';
import { ISSUER, ORGID_HEX, tpp } from './people.ts';
import { CREATE, type Row, rare, usual } from './row.ts';
import { base64, DATE, hex, type Person, sha256 } from './signer.ts';
import { targeted } from './values.ts';

/** keyId of every wrong kind. */

const SN = hex(tpp.serial);
const keyId = (text: string | ((as: Person) => string)) => ({
  keyId: typeof text === 'string' ? () => text : text,
});
const serial = (text: string) => keyId(`SN=${text},CA=${ISSUER}`);
const issuer = (text: string) => keyId(`SN=${SN},CA=${text}`);
const [CN, O] = ['Nordic Trust Qualified Seal CA G2', 'Nordic Trust Services AS'];

export const KEY_IDS: readonly Row[] = [
  ...usual({
    'keyid-mismatch/unknown': { 'CN of the issuer alone': issuer(`CN=${CN}`) },
    'keyid-mismatch/unknown|other-certificate': {
      'issuer of the TLS certificate': issuer(`CN=Other Web CA,O=${O},C=NO`),
    },
    'keyid-format/order': { 'CA before SN': keyId(`CA=${ISSUER},SN=${SN}`) },
    'keyid-format/-|identifier': { 'bare serial': keyId(SN) },
    'keyid-format': { 'semicolon between SN and CA': keyId(`SN=${SN};CA=${ISSUER}`) },
  }),
  ...rare({
    'keyid-mismatch/other-certificate|unknown': {
      '.NET GetSerialNumber: octets reversed': serial((SN.match(/../g) ?? []).toReversed().join('')),
      'kid with SN=… of the XS2A example': keyId(
        'SN=9FA1,CA=CN=D-TRUST%20CA%202-1%202015,O=D-Trust%20GmbH,C=DE',
      ),
    },
    'valid-with-warning|keyid-mismatch|signature-header-format/-|unknown|comma-space|backslash-quotes': {
      'issuer in quotes with escapes': issuer(`CN=\\"${CN}\\",2.5.4.97=${ORGID_HEX},O=${O},C=NO`),
    },
    'keyid-format/-|identifier': {
      'fingerprint of another certificate': keyId(createHash('sha256').update('other').digest('hex')),
    },
    'keyid-mismatch/unknown|reversed': {
      'Go: unknown attributes first': issuer(`2.5.4.97=${ORGID_HEX},CN=${CN},O=${O},C=NO`),
    },
    'keyid-mismatch/unknown|other-certificate': {
      'one letter of the issuer wrong': issuer(ISSUER.replace('G2', 'G1')),
    },
    'keyid-mismatch/decimal-serial|reversed': {
      'serial in decimal and issuer reversed': keyId(
        `SN=${tpp.serial},CA=C=NO,O=${O},2.5.4.97=${ORGID_HEX},CN=${CN}`,
      ),
    },
    'keyid-mismatch/subject|slash': {
      'issuer and subject both wrong: slash of the subject': issuer(
        '/C=NO/O=Fjord Pay AS/organizationIdentifier=PSDNO-FSA-9182736/CN=Fjord Pay Seal',
      ),
    },
    'keyid-format/identifier|-': { 'a URL': keyId('https://tpp.example.test/keys/seal.pem') },
  }),
];

/** The signature's own octets, the algorithm's name, Date. */

const encoded = (change: (signature: Buffer) => string) => ({ encode: change });
const twice = (of: (hash: Buffer) => string | Buffer) => ({
  sign: (bytes: Buffer, key: KeyObject) => sign('sha256', Buffer.from(of(sha256(bytes)) as Buffer), key),
});
const dated = (date: string | undefined) => ({ with: { Date: date } });
const utc = (seconds: number) => dated(new Date(Date.parse(DATE) + seconds * 1000).toUTCString());

export const SIGNATURES: readonly Row[] = [
  ...usual({
    'signature-double-hash': {
      'hash signed again': twice((hash) => hash),
      'hexadecimal hash signed again': twice((hash) => hash.toString('hex')),
    },
    'date-skew': { 'five minutes early': utc(302) },
  }),
  ...rare({
    'date-skew|date-skew-timezone': { 'India time as GMT': utc(19_800) },
    'date-format/other': { 'RFC 850': dated('Tuesday, 11-May-27 09:15:42 GMT') },
    'signature-encoding/hex|double-base64': {
      'signature in hexadecimal, then Base64': encoded((s) => base64(s.toString('hex'))),
    },
    'signature-length/cut-short|mangled|-': {
      'UTF-7 typographic minus: one octet lost': encoded((s) => base64(s.subarray(0, 255))),
    },
  }),
];

/** (request-target) built otherwise. */
export const TARGETS: readonly Row[] = usual({
  'signature-invalid-target/absolute': {
    'absolute URL in (request-target)': targeted((value) =>
      value.replace(' ', ' https://api.bank.example.test'),
    ),
  },
  'signature-invalid-target/no-query': {
    '(request-target) without its query': targeted((value) => value.replace(/\?.*/, '')),
  },
  'signature-invalid-target/upper-method': {
    '(request-target) with POST': targeted((value) => value.replace('post', 'POST')),
  },
  'signature-invalid-target/prefix': {
    '(request-target) without the prefix of the gateway': targeted((value) => value.replace('/psd2', '')),
  },
  'signature-invalid-target/prefix|unknown': {
    '(request-target) with a prefix taken away later': targeted(
      (value) => value.replace('/v1', '/open-banking/v1'),
      `${CREATE}?a=1`,
    ),
  },
  'signature-invalid-target/no-space': {
    '(request-target) without its blank': targeted((value) => value.replace(' ', '')),
  },
  'signature-invalid-target/percent': {
    '(request-target) decoded': targeted((value) => value.replace('%20', ' '), `${CREATE}?a=b%20c`),
    '(request-target) encoded by + for %20': targeted(
      (value) => value.replace('%20', '+'),
      `${CREATE}?a=b%20c`,
    ),
  },
  'signature-invalid-target/upper-method|no-query': {
    '(request-target) upper-case method and no query': targeted((value) =>
      value.replace('post', 'POST').replace(/\?.*/, ''),
    ),
  },
});
