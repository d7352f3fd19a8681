import { type Row, usual } from './row.ts';
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
  usual('X-Signature', moved('X-Signature'), 'signature-missing', undefined),
  usual(
    'single quotes',
    header((value) => value.replaceAll('"', "'")),
    FORMAT,
    ['unquoted', undefined],
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
    'encoded-word in utf-16',
    header((value) => `=?utf-16?B?${Buffer.from(value, 'utf16le').toString('base64')}?=`),
    WORD,
    'charset',
  ),
  usual('x-accept-fix missing', { with: { 'x-accept-fix': undefined } }, 'valid-with-warning', undefined),
  usual('PSU-IP-Address missing', { with: { 'PSU-IP-Address': undefined } }, 'valid-with-warning', undefined),
];
