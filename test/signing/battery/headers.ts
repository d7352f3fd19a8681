import { paying, type Row, reading, usual } from './row.ts';
import { base64, type Parameters, putting, type Request, written } from './signer.ts';

/** The Signature header as a text: its place, its syntax, its encoding; the names it lists. */

export const FORMAT = 'signature-header-format';
export const WORD = 'encoded-word-format';
export const octets = (text: string) => Buffer.from(text, 'utf8').toString('latin1');
export const header = (change: (value: string, parameters: Parameters) => string) => ({
  written: (parameters: Parameters) => change(written(parameters), parameters),
});
export const word = (text: string, charset = 'utf-8', encoding = 'B') =>
  `=?${charset}?${encoding}?${base64(text)}?=`;
export const moved = (name: string, prefix = '') => ({
  onTheWay: (request: Request): Request => {
    const value = request.headers.find(([given]) => given === 'Signature')?.[1] ?? '';
    return putting(name, prefix + value)(putting('Signature', undefined)(request));
  },
});
export const beside = (name: string, value: (signature: string) => string) => ({
  onTheWay: (request: Request): Request => {
    const own = request.headers.find(([given]) => given === 'Signature')?.[1] ?? '';
    return { ...request, headers: [...request.headers, [name, value(own)]] };
  },
});
export const names = (change: (usual: readonly string[]) => readonly string[]) => ({ names: change });
export const without = (name: string) => names((usual) => usual.filter((given) => given !== name));
const jws = `${Buffer.from('{"alg":"RS256","b64":false,"crit":["b64"]}').toString('base64url')}..${'c2lnbmF0dXJl'.repeat(28)}abcdef`;
export const NORWEGIAN = 'CN=Sørnorsk Tillit CA,O=Sørnorsk Tillit AS,C=NO';
const unsignedHeader = (header: string) => ({ header });

export const HEADERS: readonly Row[] = [
  usual('no Signature', { onTheWay: putting('Signature', undefined) }, 'signature-missing', undefined),
  usual(
    'Authorization: Signature …',
    moved('Authorization', 'Signature '),
    'signature-missing',
    'in-authorization-header',
  ),
  usual('X-Signature', moved('X-Signature'), 'signature-missing', undefined),
  usual(
    'values without quotes',
    header(
      (_, p) => `keyId=${p.keyId},algorithm=${p.algorithm},headers=${p.headers},signature=${p.signature}`,
    ),
    FORMAT,
    'unquoted',
  ),
  usual(
    'single quotes',
    header((value) => value.replaceAll('"', "'")),
    FORMAT,
    ['unquoted', undefined],
  ),
  usual(
    'backslashes before quotes',
    header((value) => value.replaceAll('"', '\\"')),
    FORMAT,
    'backslash-quotes',
  ),
  usual(
    'the word Signature first',
    header((value) => `Signature ${value}`),
    FORMAT,
    'scheme-prefix',
  ),
  usual(
    'algorithm twice',
    header((value) => `${value},algorithm="rsa-sha256"`),
    FORMAT,
    'duplicate-parameter',
  ),
  usual(
    'keyId twice',
    header((value, p) => `keyId="${p.keyId}",${value}`),
    FORMAT,
    'duplicate-parameter',
  ),
  usual(
    'smart quotes of a word processor',
    header((value) => octets(value.replace(/"([^"]*)"/g, '“$1”'))),
    FORMAT,
    'smart-quotes',
  ),
  usual(
    'a detached JWS',
    header(() => jws),
    FORMAT,
    'jws',
  ),
  usual(
    'RFC 9421',
    {
      ...header((_, p) => `sig1=:${p.signature}:`),
      ...beside(
        'Signature-Input',
        () => 'sig1=("date" "digest" "x-request-id");created=1810026942;keyid="k1";alg="rsa-v1_5-sha256"',
      ),
    },
    FORMAT,
    'rfc9421',
  ),
  usual(
    'cut at 200 characters',
    header((value) => value.slice(0, 200)),
    FORMAT,
    'cut-short',
  ),
  usual(
    'cut at 255 characters',
    header((value) => value.slice(0, 255)),
    FORMAT,
    'cut-short',
  ),
  usual(
    'cut at 512 characters',
    header((value) => value.slice(0, 512)),
    FORMAT,
    'cut-short',
  ),
  usual(
    'a blank after each comma',
    header((value) => value.replaceAll('",', '", ')),
    'valid-with-warning',
    undefined,
  ),
  usual(
    'semicolons between parameters',
    header((value) => value.replaceAll('",', '";')),
    FORMAT,
    undefined,
  ),
  usual(
    'as JSON',
    header((_, p) => JSON.stringify(p)),
    FORMAT,
    [undefined, 'unquoted'],
  ),
  usual(
    'sent twice',
    beside('Signature', (value) => value),
    FORMAT,
    'duplicate-parameter',
  ),
  usual(
    'only the signature inside',
    header((_, p) => p.signature),
    FORMAT,
    [undefined, 'unquoted'],
  ),
  usual(
    'no headers parameter',
    header((_, p) => `keyId="${p.keyId}",algorithm="${p.algorithm}",signature="${p.signature}"`),
    'headers-missing',
    undefined,
  ),
  usual(
    'names separated by commas',
    header((value, p) => value.replace(p.headers, p.headers.replaceAll(' ', ','))),
    'headers-format',
    'commas',
  ),
  usual(
    'names separated by comma and blank',
    header((value, p) => value.replace(p.headers, p.headers.replaceAll(' ', ', '))),
    'headers-format',
    'commas',
  ),
  usual(
    'names separated by semicolons',
    header((value, p) => value.replace(p.headers, p.headers.replaceAll(' ', ';'))),
    'headers-format',
    [undefined, 'commas'],
  ),
  usual(
    'names as sent',
    header((value, p) => value.replace(p.headers, 'Date Digest X-Request-ID PSU-ID TPP-Redirect-URI')),
    'valid-with-warning',
    'upper-case',
  ),
  usual(
    'psu-corporate-id listed, not sent',
    names((usual) => [...usual, 'psu-corporate-id']),
    'listed-header-absent',
    undefined,
    unsignedHeader('psu-corporate-id'),
  ),
  usual(
    'digest listed on a GET',
    reading({ names: (usual) => [usual[0]!, 'digest', ...usual.slice(1)] }),
    'listed-header-absent',
    undefined,
    unsignedHeader('digest'),
  ),
  usual(
    'PSU-ID lost on the way',
    { onTheWay: putting('PSU-ID', undefined) },
    'listed-header-absent',
    undefined,
    {
      header: 'psu-id',
      also: ['required-header-absent', 'signature-invalid/line-left-out', 'signature-invalid/line-added'],
    },
  ),
  usual(
    'redirect URI lost on the way',
    { onTheWay: putting('TPP-Redirect-URI', undefined) },
    'listed-header-absent',
    undefined,
    { header: 'tpp-redirect-uri', also: ['required-header-absent'] },
  ),
  ...['psu-id', 'tpp-redirect-uri', 'x-request-id', 'digest', 'date'].map((name) =>
    usual(
      `${name} sent but not listed`,
      without(name),
      'required-header-not-signed',
      undefined,
      unsignedHeader(name),
    ),
  ),
  usual(
    'psu-corporate-id sent but not listed',
    { ...without('psu-corporate-id'), with: { 'PSU-Corporate-ID': '0c0c0c0c-2222-4333-8444-555555555555' } },
    'required-header-not-signed',
    undefined,
    unsignedHeader('psu-corporate-id'),
  ),
  usual(
    'date alone listed',
    names(() => ['date']),
    'required-header-not-signed',
    undefined,
  ),
  usual(
    'encoded-word of the signature alone',
    header((value, p) => value.replace(p.signature, word(p.signature))),
    WORD,
    'inner',
  ),
  usual(
    'encoded twice',
    header((value) => word(word(value))),
    WORD,
    'twice',
  ),
  usual(
    'encoded-word in base64url',
    header(
      (value) =>
        `=?utf-8?B?${Buffer.from(`${value}~~~`.slice(0, -3) + (base64(value).match(/[+/=]/) ? '' : ' ')).toString('base64url')}?=`,
    ),
    WORD,
    'base64url',
  ),
  usual(
    'encoded-word without its end',
    header((value) => word(value).slice(0, -2)),
    WORD,
    'unterminated',
  ),
  usual(
    'encoded-word in utf-16',
    header((value) => `=?utf-16?B?${Buffer.from(value, 'utf16le').toString('base64')}?=`),
    WORD,
    'charset',
  ),
  usual(
    'a right encoded-word',
    header((value) => word(value)),
    'valid',
    undefined,
  ),
  usual(
    'PSU-Corporate-ID right',
    { with: { 'PSU-Corporate-ID': '0c0c0c0c-2222-4333-8444-555555555555' } },
    'valid',
    undefined,
  ),
  usual('reading, right', reading(), 'valid', undefined),
  usual('paying, right', paying(), 'valid', undefined),
  usual('Accept missing', { with: { Accept: undefined } }, 'valid', undefined),
  usual('x-accept-fix missing', { with: { 'x-accept-fix': undefined } }, 'valid-with-warning', undefined),
  usual('PSU-IP-Address missing', { with: { 'PSU-IP-Address': undefined } }, 'valid-with-warning', undefined),
];
