import { createHash, sign } from 'node:crypto';
import { der, derOid } from '../../support/der-writer.ts';
import { AI, NORTHERN, pemOf, person, psd2Statement, statements, tpp, WITH_COMMA } from './people.ts';
import { BODY, CREATE, paying, type Row, reading, usual } from './row.ts';
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

export const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const signing = (name: string, change: (value: string) => string) => ({
  lines: (all: readonly Pair[]) =>
    all.map(([given, value]): Pair => [given, given === name ? change(value) : value]),
});
export const header = (change: (value: string, parameters: Parameters) => string) => ({
  written: (parameters: Parameters) => change(written(parameters), parameters),
});
export const word = (text: string, charset = 'utf-8') => `=?${charset}?B?${base64(text)}?=`;
const REDIRECT = 'TPP-Redirect-URI';
const uri = (value: string) => ({ with: { [REDIRECT]: value } });
const merged = (name: string) => ({
  onTheWay: (request: Request) => {
    const value = request.headers.find(([given]) => given === name)?.[1] ?? '';
    return putting(name, `${value}, ${value}`)(request);
  },
});
export const northern = person({ by: NORTHERN });
export const comma = person({ by: WITH_COMMA });
export const from = (as: typeof tpp, keyId: string, more: object = {}) => ({
  ...paying({ as, keyId: () => keyId }),
  ...more,
});
export const SN = hex(tpp.serial);
export const listing = (target: string, change: (value: string) => string) =>
  paying({
    target,
    names: (given) => ['(request-target)', ...given],
    ...signing('(request-target)', change),
  });
export const digits = person({ serial: 0x1234567890n });
export const long = person({ serial: 0xf2c4a6e8b0d1f3052746981a3c5e7092b4d6f801n });
export const withRoles = (roles: readonly (readonly [string, string])[]) =>
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
