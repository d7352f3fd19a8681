import { createHash } from 'node:crypto';
import { CA_SERIAL, ISSUER, ORGID_HEX, SUBJECT, tpp } from './people.ts';
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
const print = (algorithm: string) => createHash(algorithm).update(tpp.certificate).digest('hex');
const ORG = 'NTRNO-987654321';
const [CN, O] = ['Nordic Trust Qualified Seal CA G2', 'Nordic Trust Services AS'];

export const KEY_IDS: readonly Row[] = [
  usual('serial in decimal', serial(String(tpp.serial)), MISMATCH, 'decimal-serial'),
  usual('serial with colons', serial(SN.replace(/..(?=.)/g, '$&:')), STYLE, 'colons'),
  usual('serial in lower case', serial(SN.toLowerCase()), STYLE, 'lowercase'),
  usual('serial with 0x', serial(`0x${SN}`), STYLE, '0x'),
  usual('serial with a leading zero octet', serial(`00${SN}`), STYLE, 'leading-zero'),
  usual('lower case and colons', serial(SN.toLowerCase().replace(/..(?=.)/g, '$&:')), STYLE, [
    'colons',
    'lowercase',
  ]),
  usual('serial of the CA', serial(hex(CA_SERIAL)), MISMATCH, ['other-certificate', 'ca-serial']),
  usual('serial of a certificate before renewal', serial('5C01AB7E21F09D34'), MISMATCH, 'other-certificate'),
  usual(
    'openssl -issuer, old form with slashes',
    issuer(`/C=NO/O=${O}/organizationIdentifier=${ORG}/CN=${CN}`),
    MISMATCH,
    'slash',
  ),
  usual(
    'openssl -issuer, with blanks',
    issuer(`C = NO, O = ${O}, organizationIdentifier = ${ORG}, CN = ${CN}`),
    MISMATCH,
    'spaces',
  ),
  usual('issuer reversed', issuer(`C=NO,O=${O},2.5.4.97=${ORGID_HEX},CN=${CN}`), MISMATCH, 'reversed'),
  usual('BouncyCastle toString', issuer(`C=NO,O=${O},2.5.4.97=${ORG},CN=${CN}`), MISMATCH, 'reversed'),
  usual('Java toString', issuer(`CN=${CN}, OID.2.5.4.97=${ORG}, O=${O}, C=NO`), STYLE, [
    'comma-space',
    'orgid-string',
    'orgid-name',
  ]),
  usual('.NET Issuer', issuer(`CN=${CN}, OID.2.5.4.97=${ORG}, O=${O}, C=NO`), STYLE, [
    'comma-space',
    'orgid-string',
    'orgid-name',
  ]),
  usual('Python rfc4514_string', issuer(`CN=${CN},2.5.4.97=${ORG},O=${O},C=NO`), STYLE, 'orgid-string'),
  usual('openssl -nameopt RFC2253', issuer(`CN=${CN},organizationIdentifier=${ORG},O=${O},C=NO`), STYLE, [
    'orgid-name',
    'orgid-string',
  ]),
  usual('comma and blank', issuer(ISSUER.replaceAll(',', ', ')), STYLE, 'comma-space'),
  usual(
    'hexadecimal in upper case',
    issuer(ISSUER.replace(ORGID_HEX, `#${ORGID_HEX.slice(1).toUpperCase()}`)),
    STYLE,
    'hex-upper',
  ),
  usual('printable string tag', issuer(ISSUER.replace('#0c', '#13')), STYLE, 'string-tag'),
  usual('percent-encoded issuer', issuer(ISSUER.replaceAll(' ', '%20')), STYLE, 'percent'),
  usual(
    'attribute names in lower case',
    issuer(`cn=${CN},2.5.4.97=${ORGID_HEX},o=${O},c=NO`),
    STYLE,
    'lowercase',
  ),
  usual('subject for issuer', issuer(SUBJECT), MISMATCH, 'subject'),
  usual('CN of the issuer alone', issuer(`CN=${CN}`), MISMATCH, ['unknown']),
  usual('organizationIdentifier left out', issuer(`CN=${CN},O=${O},C=NO`), STYLE, 'portal-signer'),
  usual('issuer of the TLS certificate', issuer(`CN=Other Web CA,O=${O},C=NO`), MISMATCH, [
    'unknown',
    'other-certificate',
  ]),
  usual('CA before SN', keyId(`CA=${ISSUER},SN=${SN}`), FORMAT, 'order'),
  usual('SHA-256 fingerprint', keyId(print('sha256')), FORMAT, 'fingerprint'),
  usual(
    'SHA-1 fingerprint with colons',
    keyId(
      print('sha1')
        .toUpperCase()
        .replace(/..(?=.)/g, '$&:'),
    ),
    FORMAT,
    'fingerprint',
  ),
  usual('organizationIdentifier of the TPP', keyId('PSDNO-FSA-9182736'), FORMAT, 'identifier'),
  usual('a name of its own', keyId('my-key-1'), FORMAT, ['identifier', undefined]),
  usual('a UUID', keyId('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'), FORMAT, ['identifier', undefined]),
  usual('serial alone', keyId(`SN=${SN}`), FORMAT, undefined),
  usual('bare serial', keyId(SN), FORMAT, [undefined, 'identifier']),
  usual('semicolon between SN and CA', keyId(`SN=${SN};CA=${ISSUER}`), FORMAT, undefined),
  usual('a blank after the comma', keyId(`SN=${SN}, CA=${ISSUER}`), STYLE, 'comma-space'),
  usual('empty keyId', keyId(''), [FORMAT, 'signature-header-format'], undefined),

  rare(
    'serial with blanks between octets',
    serial(SN.replace(/..(?=.)/g, '$& ')),
    [STYLE, FORMAT, MISMATCH],
    ['colons', 'comma-space', undefined, 'unknown'],
  ),
  rare(
    '.NET GetSerialNumber: octets reversed',
    serial((SN.match(/../g) ?? []).toReversed().join('')),
    MISMATCH,
    ['other-certificate', 'unknown'],
  ),
  rare(
    'serial in Base64',
    serial(Buffer.from(SN, 'hex').toString('base64')),
    [FORMAT, MISMATCH],
    [undefined, 'unknown'],
  ),
  rare(
    'sn and ca in lower case',
    keyId(`sn=${SN},ca=${ISSUER}`),
    [FORMAT, STYLE],
    [undefined, 'lowercase', 'order'],
  ),
  rare('words serialNumber and issuer', keyId(`serialNumber=${SN},issuer=${ISSUER}`), FORMAT, undefined),
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
  rare(
    'SHA-256 fingerprint in Base64',
    keyId(Buffer.from(print('sha256'), 'hex').toString('base64')),
    FORMAT,
    'fingerprint',
  ),
  rare('subject of the TPP alone', keyId(SUBJECT), FORMAT, [undefined, 'identifier']),
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
  rare('thumbprint of the public key as kid', keyId('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs'), FORMAT, [
    'identifier',
    undefined,
  ]),
  rare(
    'kid with SN=… of the XS2A example',
    keyId('SN=9FA1,CA=CN=D-TRUST%20CA%202-1%202015,O=D-Trust%20GmbH,C=DE'),
    MISMATCH,
    ['other-certificate', 'unknown'],
  ),
];
