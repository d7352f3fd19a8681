import { BODY, PAYMENT, paying, type Row, rare, reading, usual } from './row.ts';
import { base64, type Pair, putting, type Request, sha256 } from './signer.ts';

/** One header's value was another when it was signed; and (request-target). */

/** The line of one header as it was signed. */
const signing = (name: string, change: (value: string) => string) => ({
  lines: (all: readonly Pair[]) =>
    all.map(([given, value]): Pair => [given, given === name ? change(value) : value]),
});
const off = (seconds: number) =>
  signing('date', (value) => new Date(Date.parse(value) + seconds * 1000).toUTCString());
const dated = (change: (value: string) => string) => signing('date', change);
export const targeted = (
  change: (target: string) => string,
  target = '/psd2/v1/payments/norwegian-domestic-credit-transfers?allowLogicalDuplicate=false',
) =>
  paying({
    target,
    names: (usual) => ['(request-target)', ...usual],
    ...signing('(request-target)', change),
  });
const named =
  (...more: readonly string[]) =>
  (usual: readonly string[]) => [...usual, ...more];
const after = (name: string, value: string | undefined) => ({ onTheWay: putting(name, value) });
const twice = (name: string, value?: string) => ({
  onTheWay: (request: Request): Request => {
    const own = request.headers.find(([given]) => given.toLowerCase() === name.toLowerCase());
    return { ...request, headers: [...request.headers, [name, value ?? own?.[1] ?? '']] };
  },
});
const digestOf = (text: string) => signing('digest', () => `SHA-256=${base64(sha256(text))}`);

export const VALUES: readonly Row[] = [
  ...usual({
    'signature-invalid-value/replaced@date': Object.fromEntries(
      [-1, 1, 2, -7, 59, 60, 61, 333, -3600, 7200, 12_345, -43_210, 82_800, 86_399].map((seconds) => [
        `Date ${seconds} s off when signed`,
        off(seconds),
      ]),
    ),
    'signature-invalid-value/reencoded|replaced@date': {
      'ISO 8601 signed, HTTP date sent': dated((value) => new Date(value).toISOString()),
      'ISO 8601 without fractions signed': dated((value) =>
        new Date(value).toISOString().replace('.000', ''),
      ),
      '+0000 signed for GMT': dated((value) => value.replace('GMT', '+0000')),
      'UTC signed for GMT': dated((value) => value.replace('GMT', 'UTC')),
      'seconds of the epoch signed': dated((value) => String(Date.parse(value) / 1000)),
      'milliseconds of the epoch signed': dated((value) => String(Date.parse(value))),
      'Norwegian time signed with its offset': dated(() => 'Tue, 11 May 2027 11:15:42 +0200'),
    },
    'signature-invalid-value/port@host': {
      'Host without its port signed': { names: named('host'), ...after('Host', 'api.bank.example.test:443') },
      'Host with its port signed': {
        names: named('host'),
        with: { Host: 'api.bank.example.test:443' },
        ...after('Host', 'api.bank.example.test'),
      },
      'Host with port 8443 sent, without it signed': {
        names: named('host'),
        ...after('Host', 'api.bank.example.test:8443'),
      },
    },
    'signature-invalid-value/charset@content-type': {
      'charset added by the client': {
        names: named('content-type'),
        ...after('Content-Type', 'application/json; charset=utf-8'),
      },
      'charset added by Spring': {
        names: named('content-type'),
        ...after('Content-Type', 'application/json;charset=UTF-8'),
      },
      'charset taken away': {
        names: named('content-type'),
        with: { 'Content-Type': 'application/json; charset=utf-8' },
        ...after('Content-Type', 'application/json'),
      },
    },
    'signature-invalid-value/case@x-request-id': {
      'X-Request-ID in upper case when signed': signing('x-request-id', (value) => value.toUpperCase()),
    },
    'signature-invalid-value/case@psu-id': {
      'PSU-ID in upper case when signed': signing('psu-id', (value) => value.toUpperCase()),
    },
    'signature-invalid-value/untrimmed@psu-id': {
      'a blank after PSU-ID signed': signing('psu-id', (value) => `${value} `),
    },
    'signature-invalid-value/untrimmed@x-request-id': {
      'a blank before X-Request-ID signed': signing('x-request-id', (value) => ` ${value}`),
    },
    'signature-invalid-value|signature-invalid/untrimmed|joined@psu-id': {
      'PSU-ID from a file with its newline': signing('psu-id', (value) => `${value}\n`),
    },
    'signature-invalid-value/reencoded@tpp-redirect-uri': {
      'redirect URI decoded when signed': signing('tpp-redirect-uri', (value) => value.replace('%20', ' ')),
      'redirect URI with + for %20 when signed': signing('tpp-redirect-uri', (value) =>
        value.replace('%20', '+'),
      ),
      'redirect URI encoded whole when signed': signing('tpp-redirect-uri', encodeURIComponent),
      'redirect URI encoded twice when signed': signing('tpp-redirect-uri', (value) =>
        value.replaceAll('%', '%25'),
      ),
      'redirect URI encoded whole when sent': after(
        'TPP-Redirect-URI',
        'https%3A%2F%2Ftpp.example.test%2Fcallback%3Fstate%3D9f%201c%26flow%3Dpis',
      ),
      'ampersand as in HTML when signed': signing('tpp-redirect-uri', (value) => value.replace('&', '&amp;')),
      'slashes escaped as in PHP when signed': signing('tpp-redirect-uri', (value) =>
        value.replaceAll('/', '\\/'),
      ),
    },
    'signature-invalid/unknown': {
      'X-Request-ID made anew when sending': [
        after('X-Request-ID', '11111111-2222-4333-8444-555555555555'),
        { suspect: 'x-request-id' },
      ],
      'PSU-ID of another PSU when sending': [
        after('PSU-ID', '99999999-2222-4333-8444-555555555555'),
        { suspect: 'psu-id' },
      ],
      'another redirect URI when sending': [
        after('TPP-Redirect-URI', 'https://tpp.example.test/other'),
        { suspect: 'tpp-redirect-uri' },
      ],
    },
    'signature-invalid-value/case|reencoded@digest': {
      'Digest lower-case when signed': signing('digest', (value) => value.replace('SHA-', 'sha-')),
    },
    'signature-invalid-value/reencoded|replaced@digest': {
      'Digest without its algorithm when signed': signing('digest', (value) => value.slice(8)),
    },
    'signature-invalid-value/replaced|reencoded@digest': {
      'Digest of the indented body signed': digestOf(JSON.stringify(PAYMENT, null, 2)),
      'Digest of the empty body signed': digestOf(''),
      'Digest of the body with a newline signed': digestOf(`${BODY}\n`),
      'Digest in hexadecimal when signed': signing(
        'digest',
        (value) => `SHA-256=${Buffer.from(value.slice(8), 'base64').toString('hex')}`,
      ),
    },
    'signature-invalid-duplicate@x-request-id': { 'X-Request-ID twice, signed once': twice('X-Request-ID') },
    'date-format|signature-invalid-duplicate/-|other@date': {
      'Date twice, the first signed': [
        twice('Date', 'Tue, 11 May 2027 09:15:43 GMT'),
        { also: ['signature-invalid-duplicate', 'date-format/other', 'date-format'] },
      ],
    },
    'signature-invalid-duplicate@psu-id': { 'PSU-ID twice in different cases, signed once': twice('psu-id') },
  }),
];

/** The same, as few send them. */
export const RARE_VALUES: readonly Row[] = rare({
  'signature-invalid-target/no-space|upper-method|absolute|prefix|unknown|-': {
    'path alone in (request-target)': targeted((value) => value.replace('post ', '')),
  },
  'signature-invalid-target|signature-invalid/unknown|prefix|-': {
    '(request-target) with HTTP/1.1': targeted((value) => `${value} HTTP/1.1`),
  },
  'signature-invalid-target|signature-invalid/no-query|unknown|-': {
    'reading: (request-target) of the first page': reading({
      names: (usual) => ['(request-target)', ...usual],
      ...signing('(request-target)', (value) => value.replace(/&.*/, '')),
    }),
  },
  'signature-invalid-target/no-query|unknown|-': {
    'reading: bare question mark signed': {
      ...reading({
        target: '/v1/accounts',
        names: (usual) => ['(request-target)', ...usual],
        ...signing('(request-target)', (value) => `${value}?`),
      }),
    },
  },
  'signature-invalid-value/untrimmed|reencoded@psu-id': {
    'no-break space in PSU-ID when signed': signing('psu-id', (value) => `${value}\u00a0`),
  },
  'signature-invalid-value/case|reencoded@tpp-redirect-uri': {
    'hex digits of %2f in lower case when signed': {
      with: { 'TPP-Redirect-URI': 'https://tpp.example.test/cb?u=a%2Fb' },
      ...signing('tpp-redirect-uri', (value) => value.replace('%2F', '%2f')),
    },
  },
  'signature-invalid-value/reencoded|untrimmed@psu-id': {
    'quotes around PSU-ID when signed': signing('psu-id', (value) => `"${value}"`),
  },
  'signature-invalid-value|signature-invalid/reencoded|unknown@x-request-id': {
    'braces around X-Request-ID when signed (.NET B format)': signing(
      'x-request-id',
      (value) => `{${value}}`,
    ),
    'X-Request-ID without hyphens when signed (.NET N format)': signing('x-request-id', (value) =>
      value.replaceAll('-', ''),
    ),
  },
  'signature-invalid-value|signature-invalid/reencoded|unknown@tpp-redirect-uri': {
    'a slash at the end of the redirect URI when signed': {
      with: { 'TPP-Redirect-URI': 'https://tpp.example.test' },
      ...signing('tpp-redirect-uri', (value) => `${value}/`),
    },
  },
  'signature-invalid-value|signature-invalid/reencoded|replaced|unknown|case@psu-id': {
    'one character of PSU-ID mistyped': signing('psu-id', (value) => value.replace('3d9e', '3d9f')),
  },
  'signature-invalid-value|signature-invalid/replaced|unknown@date': {
    'Date 24 h and 1 s off when signed': off(86_401),
    'Date three days off when signed': off(-259_200),
  },
  'signature-invalid-value/reencoded|replaced@date': {
    'Date in RFC 850 form when signed': signing('date', () => 'Tuesday, 11-May-27 09:15:42 GMT'),
    'Date as asctime when signed': signing('date', () => 'Tue May 11 09:15:42 2027'),
  },
  'signature-invalid-value/reencoded|replaced|unknown@date': {
    'Date as Date.toString prints it when signed': signing(
      'date',
      () => 'Tue May 11 2027 09:15:42 GMT+0000 (Coordinated Universal Time)',
    ),
  },
  'signature-invalid-value/charset|reencoded@content-type': {
    'charset quoted by the client': {
      names: named('content-type'),
      ...after('Content-Type', 'application/json; charset="utf-8"'),
    },
  },
  'signature-invalid-value/case|port@host': {
    'Host in upper case when signed': {
      names: named('host'),
      ...signing('host', (value) => value.toUpperCase()),
    },
  },
  'signature-invalid/unknown': {
    'Host of the gateway instead of the bank': [
      { names: named('host'), ...after('Host', 'gateway.internal') },
      { suspect: 'host' },
    ],
  },
});
