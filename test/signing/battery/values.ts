import { BODY, PAYMENT, paying, type Row, usual } from './row.ts';
import { base64, type Pair, putting, type Request, sha256 } from './signer.ts';

/** One header's value was another when it was signed; and (request-target). */

export const VALUE = 'signature-invalid-value';
export const TARGET = 'signature-invalid-target';
export const INVALID = 'signature-invalid';

/** The line of one header as it was signed. */
export const signing = (name: string, change: (value: string) => string) => ({
  lines: (all: readonly Pair[]) =>
    all.map(([given, value]): Pair => [given, given === name ? change(value) : value]),
});
export const off = (seconds: number) =>
  signing('date', (value) => new Date(Date.parse(value) + seconds * 1000).toUTCString());
export const replaced = ['replaced', 'reencoded'];
const dated = (name: string, change: (value: string) => string) =>
  usual(name, signing('date', change), VALUE, ['reencoded', 'replaced'], { header: 'date' });
export const targeted = (
  change: (target: string) => string,
  target = '/psd2/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false',
) =>
  paying({
    target,
    names: (usual) => ['(request-target)', ...usual],
    ...signing('(request-target)', change),
  });
export const named =
  (...more: readonly string[]) =>
  (usual: readonly string[]) => [...usual, ...more];
export const after = (name: string, value: string | undefined) => ({ onTheWay: putting(name, value) });
const twice = (name: string, value?: string) => ({
  onTheWay: (request: Request): Request => {
    const own = request.headers.find(([given]) => given.toLowerCase() === name.toLowerCase());
    return { ...request, headers: [...request.headers, [name, value ?? own?.[1] ?? '']] };
  },
});
const digestOf = (text: string) => signing('digest', () => `SHA-256=${base64(sha256(text))}`);

export const VALUES: readonly Row[] = [
  ...[-1, 1, 2, -7, 59, 60, 61, 333, -3600, 7200, 12_345, -43_210, 82_800, 86_399].map((seconds) =>
    usual(`Date ${seconds} s off when signed`, off(seconds), VALUE, 'replaced', { header: 'date' }),
  ),
  dated('ISO 8601 signed, HTTP date sent', (value) => new Date(value).toISOString()),
  dated('ISO 8601 without fractions signed', (value) => new Date(value).toISOString().replace('.000', '')),
  dated('+0000 signed for GMT', (value) => value.replace('GMT', '+0000')),
  dated('UTC signed for GMT', (value) => value.replace('GMT', 'UTC')),
  dated('seconds of the epoch signed', (value) => String(Date.parse(value) / 1000)),
  dated('milliseconds of the epoch signed', (value) => String(Date.parse(value))),
  dated('Norwegian time signed with its offset', () => 'Tue, 11 May 2027 11:15:42 +0200'),
  usual(
    'Host without its port signed',
    { names: named('host'), ...after('Host', 'api.bank.example.test:443') },
    VALUE,
    'port',
    { header: 'host' },
  ),
  usual(
    'Host with its port signed',
    {
      names: named('host'),
      with: { Host: 'api.bank.example.test:443' },
      ...after('Host', 'api.bank.example.test'),
    },
    VALUE,
    'port',
    { header: 'host' },
  ),
  usual(
    'Host with port 8443 sent, without it signed',
    { names: named('host'), ...after('Host', 'api.bank.example.test:8443') },
    VALUE,
    'port',
    { header: 'host' },
  ),
  usual(
    'charset added by the client',
    { names: named('content-type'), ...after('Content-Type', 'application/json; charset=utf-8') },
    VALUE,
    'charset',
    { header: 'content-type' },
  ),
  usual(
    'charset added by Spring',
    { names: named('content-type'), ...after('Content-Type', 'application/json;charset=UTF-8') },
    VALUE,
    'charset',
    { header: 'content-type' },
  ),
  usual(
    'charset taken away',
    {
      names: named('content-type'),
      with: { 'Content-Type': 'application/json; charset=utf-8' },
      ...after('Content-Type', 'application/json'),
    },
    VALUE,
    'charset',
    { header: 'content-type' },
  ),
  usual(
    'X-Request-ID in upper case when signed',
    signing('x-request-id', (value) => value.toUpperCase()),
    VALUE,
    'case',
    { header: 'x-request-id' },
  ),
  usual(
    'PSU-ID in upper case when signed',
    signing('psu-id', (value) => value.toUpperCase()),
    VALUE,
    'case',
    { header: 'psu-id' },
  ),
  usual(
    'a blank after PSU-ID signed',
    signing('psu-id', (value) => `${value} `),
    VALUE,
    'untrimmed',
    { header: 'psu-id' },
  ),
  usual(
    'a blank before X-Request-ID signed',
    signing('x-request-id', (value) => ` ${value}`),
    VALUE,
    'untrimmed',
    { header: 'x-request-id' },
  ),
  usual(
    'PSU-ID from a file with its newline',
    signing('psu-id', (value) => `${value}\n`),
    [VALUE, INVALID],
    ['untrimmed', 'joined'],
    { header: 'psu-id' },
  ),
  usual(
    'redirect URI decoded when signed',
    signing('tpp-redirect-uri', (value) => value.replace('%20', ' ')),
    VALUE,
    'reencoded',
    { header: 'tpp-redirect-uri' },
  ),
  usual(
    'redirect URI with + for %20 when signed',
    signing('tpp-redirect-uri', (value) => value.replace('%20', '+')),
    VALUE,
    'reencoded',
    { header: 'tpp-redirect-uri' },
  ),
  usual(
    'redirect URI encoded whole when signed',
    signing('tpp-redirect-uri', encodeURIComponent),
    VALUE,
    'reencoded',
    { header: 'tpp-redirect-uri' },
  ),
  usual(
    'redirect URI encoded twice when signed',
    signing('tpp-redirect-uri', (value) => value.replaceAll('%', '%25')),
    VALUE,
    'reencoded',
    { header: 'tpp-redirect-uri' },
  ),
  usual(
    'redirect URI encoded whole when sent',
    after('TPP-Redirect-URI', 'https%3A%2F%2Ftpp.example.test%2Fcallback%3Fstate%3D9f%201c%26flow%3Dpis'),
    [VALUE],
    ['reencoded'],
    { header: 'tpp-redirect-uri' },
  ),
  usual(
    'ampersand as in HTML when signed',
    signing('tpp-redirect-uri', (value) => value.replace('&', '&amp;')),
    VALUE,
    'reencoded',
    { header: 'tpp-redirect-uri' },
  ),
  usual(
    'slashes escaped as in PHP when signed',
    signing('tpp-redirect-uri', (value) => value.replaceAll('/', '\\/')),
    VALUE,
    'reencoded',
    { header: 'tpp-redirect-uri' },
  ),
  usual(
    'X-Request-ID made anew when sending',
    after('X-Request-ID', '11111111-2222-4333-8444-555555555555'),
    INVALID,
    'unknown',
    { suspect: 'x-request-id' },
  ),
  usual(
    'PSU-ID of another PSU when sending',
    after('PSU-ID', '99999999-2222-4333-8444-555555555555'),
    INVALID,
    'unknown',
    { suspect: 'psu-id' },
  ),
  usual(
    'another redirect URI when sending',
    after('TPP-Redirect-URI', 'https://tpp.example.test/other'),
    INVALID,
    'unknown',
    { suspect: 'tpp-redirect-uri' },
  ),
  usual(
    'Digest lower-case when signed',
    signing('digest', (value) => value.replace('SHA-', 'sha-')),
    VALUE,
    ['case', 'reencoded'],
    { header: 'digest' },
  ),
  usual(
    'Digest without its algorithm when signed',
    signing('digest', (value) => value.slice(8)),
    VALUE,
    ['reencoded', 'replaced'],
    { header: 'digest' },
  ),
  usual('Digest of the indented body signed', digestOf(JSON.stringify(PAYMENT, null, 2)), VALUE, replaced, {
    header: 'digest',
  }),
  usual('Digest of the empty body signed', digestOf(''), VALUE, replaced, { header: 'digest' }),
  usual('Digest of the body with a newline signed', digestOf(`${BODY}\n`), VALUE, replaced, {
    header: 'digest',
  }),
  usual(
    'Digest in hexadecimal when signed',
    signing('digest', (value) => `SHA-256=${Buffer.from(value.slice(8), 'base64').toString('hex')}`),
    VALUE,
    replaced,
    { header: 'digest' },
  ),
  usual('X-Request-ID twice, signed once', twice('X-Request-ID'), 'signature-invalid-duplicate', undefined, {
    header: 'x-request-id',
  }),
  usual(
    'Date twice, the first signed',
    twice('Date', 'Tue, 11 May 2027 09:15:43 GMT'),
    ['date-format', 'signature-invalid-duplicate'],
    [undefined, 'other'],
    { header: 'date', also: ['signature-invalid-duplicate', 'date-format/other', 'date-format'] },
  ),
  usual(
    'PSU-ID twice in different cases, signed once',
    twice('psu-id'),
    'signature-invalid-duplicate',
    undefined,
    { header: 'psu-id' },
  ),
];
