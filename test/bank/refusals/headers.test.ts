import { describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { FIRM, KARI } from '../../support/life/payments.ts';
import { expectRefusal, type Refusal } from './expectations.ts';
import { addHeader, repeatHeader, type Tamper, withoutHeader } from './messages.ts';
import { bankOf, type Expected, knownPsu, malformed, type Row, sendRow, testRows } from './rows.ts';

const missing = (path: string): Refusal => ({ status: 400, code: 'HTTP_HEADER_REQUIRED', path });
/** The headers that signing makes are taken out after it; the order of checks has them missed before that. */
const ofSigning = ['Date', 'Digest', 'TPP-Signature-Certificate', 'Signature'];
const ofOurs = ['x-accept-fix', 'X-Request-ID', 'TPP-Session-ID', 'TPP-Redirect-URI', 'PSU-IP-Address'];

const PSU_VALUES =
  /^one of PSU-ID \(a UUID\), X-PSU-IDENTITY \(.+\), PSU-Context \(PRIVATE or CORPORATE\) is required$/;

const sending = (what: string, headers: Send['headers'], expected: Expected = 'created'): Row =>
  sendRow(what, expected, { headers });

describe('required headers of payment creation [I-headers-required, D3-required, D3-header-matrix, D3-header-values]', () => {
  const corporateId = missing('PSU-Corporate-ID');
  testRows([
    ...ofSigning.map((name) =>
      sendRow(`a request without ${name}`, missing(name), { afterSigning: withoutHeader(name) }),
    ),
    ...ofOurs.map((name) =>
      sending(
        `a request without ${name}`,
        { [name]: null },
        { ...missing(name), text: / is required: .{15}/ },
      ),
    ),
    sending(
      'a request without PSU-ID, X-PSU-IDENTITY and PSU-Context',
      { 'PSU-Context': null },
      { ...missing('PSU-ID'), text: PSU_VALUES },
    ),
    sending('a request with X-PSU-IDENTITY alone', { 'PSU-Context': null, 'X-PSU-IDENTITY': KARI }),
    sending('a request with PSU-Context PRIVATE alone', { 'PSU-Context': 'PRIVATE' }),
    sending('a request with PSU-Context CORPORATE alone', { 'PSU-Context': 'CORPORATE' }),
    sending('a request without Content-Type', { 'Content-Type': null }),
    sending('a request without Accept', { Accept: null }),
    sending(
      'a corporate PSU-ID without PSU-Corporate-ID',
      { 'PSU-Context': 'CORPORATE', 'PSU-ID': '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11' },
      corporateId,
    ),
    ...[null, 'PRIVATE', 'CORPORATE'].map((context) =>
      sending(
        `X-PSU-IDENTITY of a company with PSU-Context ${context} [D3-identity-person]`,
        { 'PSU-Context': context, 'X-PSU-IDENTITY': FIRM },
        corporateId,
      ),
    ),
  ]);
});

/** UTF-8 as the octets that a header carries. */
function octets(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

const uuid = '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11';
const redirects = [
  ...['https://tpp.example/cb', 'http://127.0.0.1:8080/cb', 'https://tpp.example/cb?own=1&x=2'],
  ...['my.app:/callback', 'myapp://callback'],
];
const noRedirects = [
  ...['/cb', 'cb', '//tpp.example/cb', 'tpp.example/cb', 'https://', 'https://tpp.example/cb#part'],
  ...['myapp://callback#part', 'javascript:alert(1)', 'JavaScript:alert(1)', 'data:text/html,hello'],
  ...['file:///etc/hosts', 'blob:https://tpp.example/1', 'vbscript:x'],
];

/** [header, values taken, values refused]; PSU-ID is unknown here, so its good form is told apart below. */
const formats: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['x-accept-fix', ['', 'amount-as-string', 'no-such-fix', 'amount-as-string, longer-names', ',,'], []],
  ['X-Request-ID', ['1', 'no-uuid', '!~', 'r'.repeat(100)], ['r'.repeat(101), 'two words']],
  ['TPP-Session-ID', ['1', 's'.repeat(100), '!#$%&~'], ['s'.repeat(101), 'two words', 'økt']],
  ['TPP-Redirect-URI', redirects, noRedirects],
  ['TPP-Redirect-Preferred', ['true', 'false'], ['TRUE', 'yes', '1']],
  [
    'TPP-Brand-Logging-Information',
    ['Prove AS', 'b'.repeat(140), octets('å'.repeat(140)), octets('𝓑'.repeat(140)), 'å'.repeat(140)],
    ['b'.repeat(141), octets('å'.repeat(141)), 'å'.repeat(141)],
  ],
  [
    'PSU-ID',
    [],
    ['15813963008', uuid.slice(1), `${uuid}0`, uuid.replaceAll('-', ''), `{${uuid}}`, uuid.replace('3', 'g')],
  ],
  ['PSU-Context', ['PRIVATE', 'CORPORATE'], ['private', 'BUSINESS', 'PRIVATE,CORPORATE']],
  [
    'PSU-IP-Address',
    ['192.0.2.1', '0.0.0.0', '2001:db8::1', '::1', '::ffff:192.0.2.1'],
    ['192.0.2', '192.0.2.256', '192.0.2.1:80', 'localhost', ':::', '2001:db8::g', '192.0.2.1, 192.0.2.2'],
  ],
  ['PSU-IP-Port', ['0', '443', '65535'], ['65536', '-1', '1e3', '80.5', 'https']],
  ['PSU-HTTP-Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], ['HEAD', 'OPTIONS', 'get']],
  ['PSU-Device-ID', [uuid, uuid.toUpperCase()], ['phone', uuid.slice(1)]],
  [
    'PSU-Geo-Location',
    ['GEO:59.9139,10.7522', 'GEO:-33.9,-70.6', 'GEO:0,0', 'GEO:59.9139;10.7522'],
    '59.9139,10.7522 GEO:59.9139 GEO:north,east GEO: GEO:59.9139:10.7522 GEO:1;2;3 GEO:91;0'.split(' '),
  ],
  ['PSU-User-Agent', ['Mozilla/5.0 (X11; Linux x86_64)'], []],
  ['PSU-Accept', ['text/html, */*;q=0.8'], []],
  ['PSU-Accept-Charset', ['utf-8'], []],
  ['PSU-Accept-Encoding', ['gzip, br'], []],
  ['PSU-Accept-Language', ['nb-NO, en;q=0.5'], []],
  ['Accept-Language', ['nb-NO'], []],
];

describe('formats of the headers of payment creation [I-headers, D3-header-formats, D3-accept-fix, D3-request-id-format, D3-session-id, D3-redirect-uri, D3-geo-location, D3-brand-length]', () => {
  testRows(
    formats.flatMap(([name, taken, refused]) => [
      ...taken.map((value) => sending(`${name} '${value}'`, { [name]: value })),
      ...refused.map((value) => sending(`${name} '${value}'`, { [name]: value }, malformed(name))),
    ]),
  );
});

describe('a national identity number as PSU-ID [D3-national-number]', () => {
  const meant = /^PSU-ID must be a UUID: put a national identity number or D-number in X-PSU-IDENTITY$/;
  const refused = (text: RegExp) => ({ ...malformed('PSU-ID'), text });
  testRows([
    ...['15813963008', '55813963008'].map((number) => sending(number, { 'PSU-ID': number }, refused(meant))),
    ...['1581396300', '158139630081', 'Kari'].map((text) =>
      sending(
        `${text}, which is none, without a word of it`,
        { 'PSU-ID': text },
        refused(/^PSU-ID must be a UUID$/),
      ),
    ),
  ]);
});

const noCredentials: Refusal = { status: 401, code: 'PSU_CREDENTIALS_INVALID' };

/** [what, headers] */
const psus: readonly (readonly [string, Record<string, string>])[] = [
  ['a PSU-ID this TPP does not know', { 'PSU-ID': uuid }],
  ['an X-PSU-IDENTITY that is no customer’s', { 'X-PSU-IDENTITY': '99999999999' }],
  ['an X-PSU-IDENTITY that is no number', { 'X-PSU-IDENTITY': 'Kari' }],
  ['a known X-PSU-IDENTITY with a PSU-ID that is not theirs', { 'X-PSU-IDENTITY': KARI, 'PSU-ID': uuid }],
  ['a PSU-Corporate-ID that is not the PSU’s', { ...knownPsu, 'PSU-Corporate-ID': uuid }],
];

describe('who the PSU is [D3-psu-identity, D2-psu-credentials, D2-sca-redirect-on-401]', () => {
  const bank = bankOf();
  for (const [what, headers] of psus) {
    it(`refuses ${what}, with a link to the authorisation site`, async () => {
      const answer = await bank().send({
        headers: { 'PSU-Context': null, ...headers },
        body: bank().payment(),
      });
      expectRefusal(answer, noCredentials);
      expect(answer.json._links.scaRedirect.verbs).toEqual(['GET']);
      expect(answer.json._links.scaRedirect.href).toMatch(/^https?:\/\/[^/]+\//);
    });
  }

  it('gives the open link again to the same TPP, session and PSU', async () => {
    const send = () =>
      bank().send({ headers: { 'PSU-ID': uuid, 'TPP-Session-ID': 'one-session' }, body: bank().payment() });
    const [first, second] = [await send(), await send()];
    expect(first.status).toBe(401);
    expect(second.json._links.scaRedirect).toEqual(first.json._links.scaRedirect);
  });
});

/** [header, the value it is sent with when the request has none] */
const single: readonly (readonly [string, string])[] = [
  ['Date', ''],
  ['Digest', ''],
  ['Signature', ''],
  ['TPP-Signature-Certificate', ''],
  ['X-Request-ID', ''],
  ['TPP-Session-ID', ''],
  ['TPP-Redirect-URI', ''],
  ['TPP-Redirect-Preferred', 'true'],
  ['TPP-Brand-Logging-Information', 'Kari'],
  ['PSU-ID', uuid],
  ['PSU-Corporate-ID', uuid],
  ['PSU-Context', 'PRIVATE'],
  ['PSU-IP-Address', '192.0.2.1'],
  ['PSU-IP-Port', '443'],
  ['PSU-User-Agent', 'browser'],
  ['PSU-HTTP-Method', 'GET'],
  ['PSU-Device-ID', uuid],
  ['PSU-Geo-Location', 'GEO:0,0'],
  ['Content-Type', 'application/json'],
  ['Host', 'bank.example'],
];

describe('headers sent twice [S12-repeated-headers]', () => {
  testRows([
    ...single.map(([name, value]) =>
      sendRow(`a repeated ${name}`, malformed(name), { afterSigning: repeatHeader(name, value) }),
    ),
    sendRow('X-Request-ID repeated in lower case with another value', malformed('X-Request-ID'), {
      afterSigning: addHeader('x-request-id', 'another'),
    }),
    sendRow('a repeated x-accept-fix', 'created', {
      afterSigning: addHeader('x-accept-fix', 'longer-names'),
    }),
  ]);
});

function filledTo(count: number): Tamper {
  return (request) => ({
    ...request,
    headers: [
      ...request.headers,
      ...Array.from({ length: count - request.headers.length }, (_, at): [string, string] => [
        `X-Filler-${at}`,
        'x',
      ]),
    ],
  });
}

describe('how many and how large headers can be [S12-header-limits]', () => {
  testRows([
    sendRow('100 headers', 'created', { afterSigning: filledTo(100) }),
    sendRow('a header of 8 KiB', 'created', { afterSigning: addHeader('X-Filler', 'x'.repeat(8 * 1024)) }),
  ]);

  const bank = bankOf();
  const beyond: readonly (readonly [string, Tamper])[] = [
    ['101 headers', filledTo(101)],
    ['a header of 16 KiB', addHeader('X-Filler', 'x'.repeat(16 * 1024))],
  ];
  for (const [what, afterSigning] of beyond) {
    it(`refuses ${what}`, async () => {
      const answer = await bank().send({ body: bank().payment(), afterSigning });
      expect([400, 431]).toContain(answer.status);
    });
  }
});
