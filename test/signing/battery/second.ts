import { createHash, sign } from 'node:crypto';
import { der, derOid } from '../../support/der-writer.ts';
import { rsaKeys } from '../../support/keys.ts';
import { AI, NORTHERN, PI, pemOf, person, psd2Statement, statements, tpp, WITH_COMMA } from './people.ts';
import { BODY, CREATE, paying, type Row, rare, reading, usual } from './row.ts';
import {
  base64,
  hex,
  joined,
  type Pair,
  type Parameters,
  putting,
  type Request,
  sha256,
  written,
} from './signer.ts';

/** What a second reader thought of: gateways, other operations, other CAs. */

const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const signing = (name: string, change: (value: string) => string) => ({
  lines: (all: readonly Pair[]) =>
    all.map(([given, value]): Pair => [given, given === name ? change(value) : value]),
});
const header = (change: (value: string, parameters: Parameters) => string) => ({
  written: (parameters: Parameters) => change(written(parameters), parameters),
});
const word = (text: string, charset = 'utf-8') => `=?${charset}?B?${base64(text)}?=`;
const REDIRECT = 'TPP-Redirect-URI';
const uri = (value: string) => ({ with: { [REDIRECT]: value } });
const merged = (name: string) => ({
  onTheWay: (request: Request) => {
    const value = request.headers.find(([given]) => given === name)?.[1] ?? '';
    return putting(name, `${value}, ${value}`)(request);
  },
});
const northern = person({ by: NORTHERN });
const comma = person({ by: WITH_COMMA });
const from = (as: typeof tpp, keyId: string, more: object = {}) => ({
  ...paying({ as, keyId: () => keyId }),
  ...more,
});
const SN = hex(tpp.serial);
const listing = (target: string, change: (value: string) => string) =>
  paying({
    target,
    names: (given) => ['(request-target)', ...given],
    ...signing('(request-target)', change),
  });
const digits = person({ serial: 0x1234567890n });
const long = person({ serial: 0xf2c4a6e8b0d1f3052746981a3c5e7092b4d6f801n });
const withRoles = (roles: readonly (readonly [string, string])[]) =>
  person({ statements: statements(psd2Statement({ roles })) });
const cms = () => der(0x30, derOid('1.2.840.113549.1.7.2'), der(0xa0, der(0x30, Buffer.alloc(900, 7))));

export const SECOND: readonly Row[] = usual({
  'signature-invalid/trailing-newline': {
    'PUT of a contact, newline signed': {
      ...paying({
        method: 'PUT',
        target: '/v1/tpps/77/contact-information',
        body: '{"email":"ops@tpp.example.test"}',
        text: (all) => `${joined(all)}\n`,
      }),
    },
  },
  'digest-mismatch/empty-object': {
    'DELETE with {} hashed and nothing sent': reading({
      method: 'DELETE',
      target: `${CREATE}/1234`,
      digest: () => `SHA-256=${base64(sha256('{}'))}`,
    }),
  },
  'digest-missing': {
    'customer made in the sandbox, no Digest': paying({
      target: '/v1/sandbox/customers',
      digest: () => undefined,
      body: '{"customerNumber":"01019012345","name":"Kari","type":"private"}',
    }),
  },
  'signature-invalid/line-left-out@(request-target)': {
    '(request-target) listed but not signed': {
      names: (given: readonly string[]) => ['(request-target)', ...given],
      lines: (all: readonly Pair[]) => all.slice(1),
    },
  },
  'signature-invalid/line-left-out@x-request-id': {
    'X-Request-ID listed but not signed': {
      lines: (all: readonly Pair[]) => all.filter(([name]) => name !== 'x-request-id'),
    },
  },
  'signature-invalid-duplicate|signature-invalid-value/-|reencoded@x-request-id': {
    'X-Request-ID twice, joined by a proxy': merged('X-Request-ID'),
  },
  'signature-invalid-value/reencoded@tpp-redirect-uri': {
    'redirect URI of letters beyond ASCII, raw when signed': {
      ...uri('https://tpp.example.test/cb?navn=Bj%C3%B8rn'),
      ...signing('tpp-redirect-uri', (value) => value.replace('%C3%B8', 'ø')),
    },
  },
  'signature-invalid-value|signature-invalid/reencoded|port|unknown@tpp-redirect-uri': {
    'default port written in the redirect URI when signed': {
      ...uri('https://tpp.example.test/cb'),
      ...signing('tpp-redirect-uri', (value) => value.replace('.test', '.test:443')),
    },
  },
  'signature-invalid-value|signature-invalid/reencoded|replaced|unknown@tpp-redirect-uri': {
    'redirect URI with http when signed': signing('tpp-redirect-uri', (value) =>
      value.replace('https', 'http'),
    ),
  },
  'signature-invalid/unknown': {
    'placeholder not filled in when signed': signing('psu-id', () => '{{psuId}}'),
    'the list of names was signed': { text: (all: readonly Pair[]) => all.map(([name]) => name).join(' ') },
  },
  'signature-invalid-value|signature-invalid/reencoded|unknown@x-request-id': {
    'X-Request-ID with urn:uuid: when signed': signing('x-request-id', (value) => `urn:uuid:${value}`),
  },
  'signature-invalid/unknown|line-added': {
    'string and body were signed together': { text: (all: readonly Pair[]) => `${joined(all)}\n${BODY}` },
  },
  'signature-length': {
    'CMS for the signature': { sign: () => cms() },
    'the DER of the certificate for the signature': { sign: () => tpp.certificate },
  },
  'signature-hash/sha512': {
    'SHA-512 labelled rsa-sha256': { sign: (bytes: Buffer, key) => sign('sha512', bytes, key) },
  },
  'algorithm-unexpected/other': {
    'hmac-sha256 named and sent': [
      { algorithm: 'hmac-sha256', sign: (bytes: Buffer) => createHash('sha256').update(bytes).digest() },
      { also: ['signature-length/hash'] },
    ],
  },
  'valid-with-warning/pem-spaces': {
    'PEM with CRLF, on one line': {
      sent: (as) => pemOf(as.certificate).trim().replaceAll('\n', '\r\n').replace(/\r\n/g, ' '),
    },
  },
  'valid-with-warning/base64url': {
    'padding of the certificate missing': { as: person({ serial: 0x4b8f0c2a91d6e7n }), ...withoutPadding() },
  },
  'valid-with-warning|certificate-unparseable|certificate-format/pem-spaces|pem-one-line|-': {
    'bag attributes of openssl pkcs12 before the PEM': {
      sent: (as) => `Bag Attributes     localKeyID: 01 ${pemOf(as.certificate).trim().replaceAll('\n', ' ')}`,
    },
  },
  'certificate-role': {
    'account information only, status of a payment': {
      ...reading({ as: withRoles([AI]), target: `${CREATE}/1234/status` }),
    },
  },
});

function withoutPadding() {
  return { target: CREATE, sent: ({ certificate }: typeof tpp) => base64(certificate).replace(/=+$/, '') };
}

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
