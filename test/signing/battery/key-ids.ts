import { createHash } from 'node:crypto';
import { ISSUER, ORGID_HEX, tpp } from './people.ts';
import { type Row, rare, usual } from './row.ts';
import { hex, type Person } from './signer.ts';

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
