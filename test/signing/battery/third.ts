import { rsaKeys } from '../../support/keys.ts';
import { NORTHERN, PI, person, psd2Statement, statements, tpp } from './people.ts';
import { CREATE, paying, type Row, rare, usual } from './row.ts';
import {
  comma,
  digits,
  from,
  header,
  listing,
  long,
  northern,
  octets,
  SN,
  withRoles,
  word,
} from './second.ts';
import { base64, hex, putting, type Request } from './signer.ts';

/** Keys, issuers, targets; and what few send. */
export const THIRD: readonly Row[] = [
  ...usual({
    'signature-invalid-target|signature-invalid/unknown|upper-method|-': {
      'GET in (request-target) of a POST': listing(CREATE, (value) => value.replace('post', 'get')),
    },
    'signature-invalid-target|signature-invalid/unknown|-|prefix|percent': {
      'a slash more at the end of (request-target)': listing(CREATE, (value) => `${value}/`),
    },
    'signature-invalid-target/percent': {
      'payment id decoded in (request-target)': listing(`${CREATE}/a%2Fb/status`, (value) =>
        value.replace('%2F', '/'),
      ),
      'lower-case escapes in (request-target)': listing(`${CREATE}?x=%C3%B8`, (value) => value.toLowerCase()),
    },
    'signature-invalid-target/prefix|unknown|-': {
      '(request-target) with prefix /psd2 of the gateway when signed': listing(CREATE, (value) =>
        value.replace('/v1', '/psd2/v1'),
      ),
    },
    'keyid-mismatch/decimal-serial': {
      'serial of digits alone, in decimal': {
        ...paying({ as: digits, keyId: () => `SN=${0x1234567890n},CA=${digits.issuer}` }),
      },
    },
    valid: {
      'serial of twenty octets, right': { ...paying({ as: long }) },
      'issuer with a comma, right': { ...paying({ as: comma }) },
      'issuer with ø in an encoded-word, right': from(
        northern,
        `SN=${SN},CA=${NORTHERN.text}`,
        header((value) => word(value)),
      ),
      'authority of Sweden': {
        ...paying({ as: person({ statements: statements(psd2Statement({ ncaId: 'SE-FINA' })) }) }),
      },
    },
    'valid-with-warning/leading-zero': {
      'serial of twenty octets, leading zero octet': {
        ...paying({ as: long, keyId: () => `SN=00${hex(long.serial)},CA=${long.issuer}` }),
      },
    },
    'valid-with-warning/comma-space|-': {
      'issuer with a comma, in quotes as RFC 1779': from(
        comma,
        `SN=${SN},CA=CN=Seal CA 1, O=\\"Nordic Trust, Inc.\\", C=NO`,
      ),
    },
    'keyid-mismatch|keyid-format|valid-with-warning/unknown|-|comma-space|portal-signer': {
      'issuer with a comma not escaped': from(comma, `SN=${SN},CA=CN=Seal CA 1,O=Nordic Trust, Inc.,C=NO`),
    },
    'valid-with-warning/raw': {
      'issuer with ø raw in UTF-8': from(northern, octets(`SN=${SN},CA=${NORTHERN.text}`)),
      'issuer with ø raw in Latin-1': from(northern, `SN=${SN},CA=${NORTHERN.text}`),
    },
    'valid-with-warning|valid/-|percent|hex-upper|comma-space|orgid-name|string-tag': {
      'issuer with ø as openssl writes it': from(
        northern,
        `SN=${SN},CA=${NORTHERN.text.replace('ø', '\\C3\\B8')}`,
      ),
    },
    'keyid-mismatch/unknown': {
      'issuer with ø turned into a question mark': from(
        northern,
        `SN=${SN},CA=${NORTHERN.text.replace('ø', '?')}`,
      ),
    },
    'certificate-role': {
      'payment initiation only, consents': {
        ...paying({ as: withRoles([PI]), target: '/v1/bank-offered-consents', body: '{}' }),
      },
    },
  }),
  ...rare({
    valid: { 'encoded-word with lower-case b': header((value) => word(value).replace('?B?', '?b?')) },
    'encoded-word-format/charset|-|unterminated': {
      'encoded-word without its charset': header((value) => `=?B?${base64(value)}?=`),
    },
    'encoded-word-format|signature-header-format/inner|-|unquoted': {
      'encoded-word in quotes': header((value) => `"${word(value)}"`),
    },
    'encoded-word-format|valid|valid-with-warning/-|inner|twice|unterminated': {
      'two encoded-words without a blank between': header(
        (value) => word(value.slice(0, 300)) + word(value.slice(300)),
      ),
    },
    'signature-encoding/hex': {
      'octets of the signature reversed and hexadecimal': [
        { encode: (s: Buffer) => Buffer.from(s).reverse().toString('hex') },
        { also: ['key-mismatch', 'signature-padding'] },
      ],
    },
    'certificate-qc-malformed/name-oid-mismatch': {
      'two roles under one OID': { ...paying({ as: withRoles([PI, [PI[0], 'PSP_AI']]) }) },
    },
    'certificate-role': {
      'account-servicing role only': { ...paying({ as: withRoles([['0.4.0.19495.1.1', 'PSP_AS']]) }) },
    },
    'certificate-qc-malformed|certificate-role|certificate-no-psd2/-|flat-roles|set|string-type|unwrapped': {
      'no role at all': { ...paying({ as: withRoles([]) }) },
    },
    'keyid-mismatch/unknown': {
      'issuer with ø twice encoded': [
        from(northern, octets(octets(`SN=${SN},CA=${NORTHERN.text}`))),
        { also: ['encoded-word-format/raw'] },
      ],
    },
    'signature-invalid|signature-invalid-duplicate/unknown|-@psu-id': {
      'PSU-ID sent as two headers of half each': [
        {
          onTheWay: (request: Request) => ({
            ...putting('PSU-ID', '3d9e6f21')(request),
            headers: [...putting('PSU-ID', '3d9e6f21')(request).headers, ['PSU-ID', '70ab'] as const],
          }),
        },
        { suspect: 'psu-id' },
      ],
    },
    'digest-format|signature-invalid-duplicate|valid|digest-mismatch@digest': {
      'Digest sent twice, once of the right body': [
        {
          onTheWay: (request: Request) => ({
            ...request,
            headers: [...request.headers, request.headers.find(([name]) => name === 'Digest') ?? ['', '']],
          }),
        },
        { also: ['signature-invalid-duplicate', 'digest-format'] },
      ],
    },
    'key-mismatch': {
      'a second key of the same TPP: keyId and certificate right, key old': {
        ...paying({ as: { ...tpp, key: rsaKeys('third').privateKey } }),
      },
    },
  }),
];
