import { type Row, usual } from './row.ts';
import { base64, type Parameters, putting, type Request, written } from './signer.ts';

/** The Signature header as a text: its place, its syntax, its encoding; the names it lists. */

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
