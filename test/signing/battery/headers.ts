import { type Row, rare, usual } from './row.ts';
import { base64, type Parameters, putting, type Request, written } from './signer.ts';

/** The Signature header as a text: its place, its syntax, its encoding; the names it lists. */

const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
const header = (change: (value: string, parameters: Parameters) => string) => ({
  written: (parameters: Parameters) => change(written(parameters), parameters),
});
const word = (text: string, charset = 'utf-8', encoding = 'B') =>
  `=?${charset}?${encoding}?${base64(text)}?=`;
const moved = (name: string, prefix = '') => ({
  onTheWay: (request: Request): Request => {
    const value = request.headers.find(([given]) => given === 'Signature')?.[1] ?? '';
    return putting(name, prefix + value)(putting('Signature', undefined)(request));
  },
});
const beside = (name: string, value: (signature: string) => string) => ({
  onTheWay: (request: Request): Request => {
    const own = request.headers.find(([given]) => given === 'Signature')?.[1] ?? '';
    return { ...request, headers: [...request.headers, [name, value(own)]] };
  },
});
const names = (change: (usual: readonly string[]) => readonly string[]) => ({ names: change });
const without = (name: string) => names((usual) => usual.filter((given) => given !== name));
const jws = `${Buffer.from('{"alg":"RS256","b64":false,"crit":["b64"]}').toString('base64url')}..${'c2lnbmF0dXJl'.repeat(28)}abcdef`;
const NORWEGIAN = 'CN=Sørnorsk Tillit CA,O=Sørnorsk Tillit AS,C=NO';

export const HEADERS: readonly Row[] = [
  ...usual({
    'signature-missing': { 'X-Signature': moved('X-Signature') },
    'signature-header-format/unquoted|-': { 'single quotes': header((value) => value.replaceAll('"', "'")) },
    'signature-header-format/smart-quotes': {
      'smart quotes of a word processor': header((value) => octets(value.replace(/"([^"]*)"/g, '“$1”'))),
    },
    'signature-header-format/jws': { 'a detached JWS': header(() => jws) },
    'signature-header-format': {
      'semicolons between parameters': header((value) => value.replaceAll('",', '";')),
    },
    'signature-header-format/-|unquoted': {
      'as JSON': header((_, p) => JSON.stringify(p)),
      'only the signature inside': header((_, p) => p.signature),
    },
    'signature-header-format/duplicate-parameter': { 'sent twice': beside('Signature', (value) => value) },
    'headers-missing': {
      'no headers parameter': header(
        (_, p) => `keyId="${p.keyId}",algorithm="${p.algorithm}",signature="${p.signature}"`,
      ),
    },
    'encoded-word-format/charset': {
      'encoded-word in utf-16': header(
        (value) => `=?utf-16?B?${Buffer.from(value, 'utf16le').toString('base64')}?=`,
      ),
    },
    'valid-with-warning': {
      'x-accept-fix missing': { with: { 'x-accept-fix': undefined } },
      'PSU-IP-Address missing': { with: { 'PSU-IP-Address': undefined } },
    },
  }),
  ...['psu-id', 'tpp-redirect-uri', 'x-request-id', 'digest', 'date'].flatMap((name) =>
    usual({ [`required-header-not-signed@${name}`]: { [`${name} sent but not listed`]: without(name) } }),
  ),
];

/** The same, as few send them. */
export const RARE_HEADERS: readonly Row[] = rare({
  'valid-with-warning': {
    'quoted-printable encoded-word': header(
      (value) => `=?utf-8?Q?${value.replaceAll('=', '=3D').replaceAll('?', '=3F').replaceAll(' ', '_')}?=`,
    ),
  },
  'keyid-mismatch/unknown|other-certificate': {
    'raw UTF-8 issuer': [
      { keyId: () => octets(`SN=4B8F0C2A91D6E7F3,CA=${NORWEGIAN}`) },
      { also: ['encoded-word-format/raw'] },
    ],
  },
  'signature-header-format/-|unquoted': {
    'quotes of HTML': header((value) => value.replaceAll('"', '&quot;')),
    'percent-encoded whole': header((value) => encodeURIComponent(value)),
  },
  'signature-header-format|encoded-word-format/-|unquoted|unterminated': {
    'Base64 of the whole, without a wrapper': header((value) => base64(value)),
  },
  'signature-header-format': {
    'colons for equals signs': header((value) =>
      value.replace(/(keyId|algorithm|headers|signature)=/g, '$1:'),
    ),
  },
  'signature-header-format/-|backslash-quotes|unquoted': {
    'quotes around the whole': header((value) => `"${value}"`),
  },
  'signature-header-format|signature-length|signature-encoding/-|cut-short|empty': {
    'signature parameter left out': header(
      (_, p) => `keyId="${p.keyId}",algorithm="${p.algorithm}",headers="${p.headers}"`,
    ),
  },
  'headers-format|headers-missing': {
    'headers empty': [
      header((value, p) => value.replace(`headers="${p.headers}"`, 'headers=""')),
      { also: ['required-header-not-signed', 'signature-invalid/line-added'] },
    ],
  },
  'headers-format|valid-with-warning|valid': {
    'two blanks between names': header((value, p) =>
      value.replace(p.headers, p.headers.replaceAll(' ', '  ')),
    ),
  },
  'listed-header-absent|headers-format|signature-header-format|valid|valid-with-warning|algorithm-unexpected/-|unquoted':
    {
      '(created) listed with its parameter': [
        {
          names: (usual) => ['(created)', ...usual],
          lines: (all) => [['(created)', '1810026942'], ...all],
          ...header((value) => value.replace(',headers=', ',created=1810026942,headers=')),
        },
        { also: ['signature-header-format', 'listed-header-absent', 'signature-invalid/line-added'] },
      ],
    },
  'listed-header-absent|headers-format|signature-header-format|valid|valid-with-warning|algorithm-unexpected':
    {
      '(created) and (expires) listed with quoted parameters': [
        {
          names: (usual) => ['(created)', '(expires)', ...usual],
          lines: (all) => [['(created)', '1810026942'], ['(expires)', '1810027242'], ...all],
          ...header((value) =>
            value.replace(',headers=', ',created="1810026942",expires="1810027242",headers='),
          ),
        },
        { also: ['listed-header-absent', 'signature-invalid/line-added'] },
      ],
    },
  'signature-header-format/smart-quotes': {
    'smart quotes of a German keyboard': header((value) => octets(value.replace(/"([^"]*)"/g, '„$1“'))),
  },
  'encoded-word-format/unterminated': {
    'encoded-word cut at 76 by a mailer': header((value) => word(value).slice(0, 76)),
  },
  'signature-missing/-|in-authorization-header': {
    'Proxy-Authorization': moved('Proxy-Authorization', 'Signature '),
  },
  'headers-format': {
    'a name listed twice, and signed twice': { names: (all) => [...all, 'date'] },
    'an empty list, and nothing signed': { names: () => [] },
  },
});
