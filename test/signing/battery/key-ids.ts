import { createHash } from 'node:crypto';
import { ISSUER, ORGID_HEX, tpp } from './people.ts';
import { type Row, rare, usual } from './row.ts';
import { hex, type Person } from './signer.ts';

/** keyId of every wrong kind. */

const MISMATCH = 'keyid-mismatch';
const STYLE = 'valid-with-warning';
const FORMAT = 'keyid-format';
const SN = hex(tpp.serial);
const keyId = (text: string | ((as: Person) => string)) => ({
  keyId: typeof text === 'string' ? () => text : text,
});
const serial = (text: string) => keyId(`SN=${text},CA=${ISSUER}`);
const issuer = (text: string) => keyId(`SN=${SN},CA=${text}`);
const [CN, O] = ['Nordic Trust Qualified Seal CA G2', 'Nordic Trust Services AS'];

export const KEY_IDS: readonly Row[] = [
  usual('CN of the issuer alone', issuer(`CN=${CN}`), MISMATCH, ['unknown']),
  usual('issuer of the TLS certificate', issuer(`CN=Other Web CA,O=${O},C=NO`), MISMATCH, [
    'unknown',
    'other-certificate',
  ]),
  usual('CA before SN', keyId(`CA=${ISSUER},SN=${SN}`), FORMAT, 'order'),
  usual('bare serial', keyId(SN), FORMAT, [undefined, 'identifier']),
  usual('semicolon between SN and CA', keyId(`SN=${SN};CA=${ISSUER}`), FORMAT, undefined),
  rare(
    '.NET GetSerialNumber: octets reversed',
    serial((SN.match(/../g) ?? []).toReversed().join('')),
    MISMATCH,
    ['other-certificate', 'unknown'],
  ),
  rare(
    'issuer in quotes with escapes',
    issuer(`CN=\\"${CN}\\",2.5.4.97=${ORGID_HEX},O=${O},C=NO`),
    [STYLE, MISMATCH, 'signature-header-format'],
    [undefined, 'unknown', 'comma-space', 'backslash-quotes'],
  ),
  rare(
    'fingerprint of another certificate',
    keyId(createHash('sha256').update('other').digest('hex')),
    FORMAT,
    [undefined, 'identifier'],
  ),
  rare('Go: unknown attributes first', issuer(`2.5.4.97=${ORGID_HEX},CN=${CN},O=${O},C=NO`), MISMATCH, [
    'unknown',
    'reversed',
  ]),
  rare('one letter of the issuer wrong', issuer(ISSUER.replace('G2', 'G1')), MISMATCH, [
    'unknown',
    'other-certificate',
  ]),
  rare(
    'serial in decimal and issuer reversed',
    keyId(`SN=${tpp.serial},CA=C=NO,O=${O},2.5.4.97=${ORGID_HEX},CN=${CN}`),
    MISMATCH,
    ['decimal-serial', 'reversed'],
  ),
  rare(
    'issuer and subject both wrong: slash of the subject',
    issuer('/C=NO/O=Fjord Pay AS/organizationIdentifier=PSDNO-FSA-9182736/CN=Fjord Pay Seal'),
    MISMATCH,
    ['subject', 'slash'],
  ),
  rare('a URL', keyId('https://tpp.example.test/keys/seal.pem'), FORMAT, ['identifier', undefined]),
  rare(
    'kid with SN=… of the XS2A example',
    keyId('SN=9FA1,CA=CN=D-TRUST%20CA%202-1%202015,O=D-Trust%20GmbH,C=DE'),
    MISMATCH,
    ['other-certificate', 'unknown'],
  ),
];
