import { rsaKeys } from '../../support/keys.ts';
import { NORTHERN, PI, person, psd2Statement, statements, tpp } from './people.ts';
import { CREATE, paying, type Row, rare, usual } from './row.ts';
import {
  comma,
  digits,
  from,
  header,
  INVALID,
  listing,
  long,
  northern,
  octets,
  SN,
  TARGET,
  withRoles,
  word,
} from './second.ts';
import { base64, hex, putting, type Request } from './signer.ts';

/** Keys, issuers, targets; and what few send. */
export const THIRD: readonly Row[] = [
  usual(
    'GET in (request-target) of a POST',
    listing(CREATE, (value) => value.replace('post', 'get')),
    [TARGET, INVALID],
    ['unknown', 'upper-method', undefined],
  ),
  usual(
    'a slash more at the end of (request-target)',
    listing(CREATE, (value) => `${value}/`),
    [TARGET, INVALID],
    ['unknown', undefined, 'prefix', 'percent'],
  ),
  usual(
    'payment id decoded in (request-target)',
    listing(`${CREATE}/a%2Fb/status`, (value) => value.replace('%2F', '/')),
    TARGET,
    'percent',
  ),
  usual(
    'lower-case escapes in (request-target)',
    listing(`${CREATE}?x=%C3%B8`, (value) => value.toLowerCase()),
    TARGET,
    'percent',
  ),
  usual(
    '(request-target) with prefix /psd2 of the gateway when signed',
    listing(CREATE, (value) => value.replace('/v1', '/psd2/v1')),
    TARGET,
    ['prefix', 'unknown', undefined],
  ),
  usual(
    'serial of digits alone, in decimal',
    { ...paying({ as: digits, keyId: () => `SN=${0x1234567890n},CA=${digits.issuer}` }) },
    'keyid-mismatch',
    'decimal-serial',
  ),
  usual('serial of twenty octets, right', { ...paying({ as: long }) }, 'valid', undefined),
  usual(
    'serial of twenty octets, leading zero octet',
    { ...paying({ as: long, keyId: () => `SN=00${hex(long.serial)},CA=${long.issuer}` }) },
    'valid-with-warning',
    'leading-zero',
  ),
  usual('issuer with a comma, right', { ...paying({ as: comma }) }, 'valid', undefined),
  usual(
    'issuer with a comma, in quotes as RFC 1779',
    from(comma, `SN=${SN},CA=CN=Seal CA 1, O=\\"Nordic Trust, Inc.\\", C=NO`),
    ['valid-with-warning'],
    ['comma-space', undefined],
  ),
  usual(
    'issuer with a comma not escaped',
    from(comma, `SN=${SN},CA=CN=Seal CA 1,O=Nordic Trust, Inc.,C=NO`),
    ['keyid-mismatch', 'keyid-format', 'valid-with-warning'],
    ['unknown', undefined, 'comma-space', 'portal-signer'],
  ),
  usual(
    'issuer with ø in an encoded-word, right',
    from(
      northern,
      `SN=${SN},CA=${NORTHERN.text}`,
      header((value) => word(value)),
    ),
    'valid',
    undefined,
  ),
  usual(
    'issuer with ø raw in UTF-8',
    from(northern, octets(`SN=${SN},CA=${NORTHERN.text}`)),
    'valid-with-warning',
    'raw',
  ),
  usual(
    'issuer with ø raw in Latin-1',
    from(northern, `SN=${SN},CA=${NORTHERN.text}`),
    'valid-with-warning',
    'raw',
  ),
  usual(
    'issuer with ø as openssl writes it',
    from(northern, `SN=${SN},CA=${NORTHERN.text.replace('ø', '\\C3\\B8')}`),
    ['valid-with-warning', 'valid'],
    [undefined, 'percent', 'hex-upper', 'comma-space', 'orgid-name', 'string-tag'],
  ),
  usual(
    'issuer with ø turned into a question mark',
    from(northern, `SN=${SN},CA=${NORTHERN.text.replace('ø', '?')}`),
    'keyid-mismatch',
    'unknown',
  ),
  usual(
    'payment initiation only, consents',
    { ...paying({ as: withRoles([PI]), target: '/v1/bank-offered-consents', body: '{}' }) },
    'certificate-role',
    undefined,
  ),
  usual(
    'authority of Sweden',
    { ...paying({ as: person({ statements: statements(psd2Statement({ ncaId: 'SE-FINA' })) }) }) },
    'valid',
    undefined,
  ),
  rare(
    'encoded-word with lower-case b',
    header((value) => word(value).replace('?B?', '?b?')),
    'valid',
    undefined,
  ),
  rare(
    'encoded-word without its charset',
    header((value) => `=?B?${base64(value)}?=`),
    'encoded-word-format',
    ['charset', undefined, 'unterminated'],
  ),
  rare(
    'encoded-word in quotes',
    header((value) => `"${word(value)}"`),
    ['encoded-word-format', 'signature-header-format'],
    ['inner', undefined, 'unquoted'],
  ),
  rare(
    'two encoded-words without a blank between',
    header((value) => word(value.slice(0, 300)) + word(value.slice(300))),
    ['encoded-word-format', 'valid', 'valid-with-warning'],
    [undefined, 'inner', 'twice', 'unterminated'],
  ),
  rare(
    'octets of the signature reversed and hexadecimal',
    { encode: (s: Buffer) => Buffer.from(s).reverse().toString('hex') },
    ['signature-encoding'],
    'hex',
    { also: ['key-mismatch', 'signature-padding'] },
  ),
  rare(
    'two roles under one OID',
    { ...paying({ as: withRoles([PI, [PI[0], 'PSP_AI']]) }) },
    'certificate-qc-malformed',
    'name-oid-mismatch',
  ),
  rare(
    'account-servicing role only',
    { ...paying({ as: withRoles([['0.4.0.19495.1.1', 'PSP_AS']]) }) },
    'certificate-role',
    undefined,
  ),
  rare(
    'no role at all',
    { ...paying({ as: withRoles([]) }) },
    ['certificate-qc-malformed', 'certificate-role', 'certificate-no-psd2'],
    [undefined, 'flat-roles', 'set', 'string-type', 'unwrapped'],
  ),
  rare(
    'issuer with ø twice encoded',
    from(northern, octets(octets(`SN=${SN},CA=${NORTHERN.text}`))),
    ['keyid-mismatch'],
    'unknown',
    { also: ['encoded-word-format/raw'] },
  ),
  rare(
    'PSU-ID sent as two headers of half each',
    {
      onTheWay: (request: Request) => ({
        ...putting('PSU-ID', '3d9e6f21')(request),
        headers: [...putting('PSU-ID', '3d9e6f21')(request).headers, ['PSU-ID', '70ab'] as const],
      }),
    },
    [INVALID, 'signature-invalid-duplicate'],
    ['unknown', undefined],
    { header: 'psu-id', suspect: 'psu-id' },
  ),
  rare(
    'Digest sent twice, once of the right body',
    {
      onTheWay: (request: Request) => ({
        ...request,
        headers: [...request.headers, request.headers.find(([name]) => name === 'Digest') ?? ['', '']],
      }),
    },
    ['digest-format', 'signature-invalid-duplicate', 'valid', 'digest-mismatch'],
    [undefined],
    { header: 'digest', also: ['signature-invalid-duplicate', 'digest-format'] },
  ),
  rare(
    'a second key of the same TPP: keyId and certificate right, key old',
    { ...paying({ as: { ...tpp, key: rsaKeys('third').privateKey } }) },
    'key-mismatch',
    undefined,
  ),
];
