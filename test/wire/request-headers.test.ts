import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEADER_FORMATS, isRequestId } from '../../src/wire/request-headers.ts';
import { processorTime } from '../signing/soon.ts';

const uuid = '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11';
const notUuids = ['', 'Kari', uuid.slice(1), `${uuid}0`, `{${uuid}}`, uuid.replaceAll('-', ''), ` ${uuid}`];
const visible = ['1', 'no-uuid', '!~', uuid, 'x'.repeat(100)];
const notVisible = ['', 'x'.repeat(101), 'two words', 'økt', 'a\tb', 'a\nb', '\u007f'];
const switches = [
  ['true', 'false'],
  ['', 'TRUE', 'yes', '1', ' true'],
] as const;

/** [header, values taken, values refused], from D3-header-formats. */
const formats: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['X-Request-ID', visible, notVisible],
  ['TPP-Session-ID', visible, notVisible],
  [
    'TPP-Redirect-URI',
    [
      'https://tpp.example/cb',
      'HTTPS://tpp.example',
      'http://127.0.0.1:8910/cb/state?own=1',
      'http://[::1]:8080/',
      'myapp://callback',
      'my.app+x-1:/callback',
      'msword:/callback',
      'com.tpp.ms-pay:/callback',
      'feedback:/callback',
    ],
    [
      '',
      '/cb',
      '//tpp.example/cb',
      'tpp.example/cb',
      'https:',
      'https://',
      'https:///cb',
      'https:tpp.example',
      'https://?x=1',
      'https://tpp.example:99999/',
      'https://tpp.example/cb#',
      'myapp://callback#part',
      'https://tpp.example/a b',
      'https://tpp.example/blåbær',
      '1app://callback',
      'javascript:alert(1)',
      'view-source:https://tpp.example/cb',
      'VIEW-SOURCE:https://tpp.example/cb',
      'feed:https://tpp.example/cb',
      'intent://tpp.example/cb',
      'ms-word:ofe|u|https://tpp.example/cb',
      'ms-cxh-full://0',
      'ms-:x',
      'wyciwyg://0/https://tpp.example/cb',
      'filesystem:https://tpp.example/cb',
      'about:blank',
      'JAVASCRIPT:alert(1)',
      'data:text/html,hello',
      'file:///etc/hosts',
      'blob:https://tpp.example/1',
      'vbscript:x',
    ],
  ],
  ['TPP-Redirect-Preferred', ...switches],
  ['TPP-Brand-Logging-Information', ['', 'Prøve AS', 'ø'.repeat(140)], ['ø'.repeat(141)]],
  ['TPP-Explicit-Authorisation-Preferred', ...switches],
  ['TPP-Rejection-NoFunds-Preferred', ...switches],
  ['PSU-ID', [uuid, uuid.toUpperCase()], notUuids],
  ['PSU-Context', ['PRIVATE', 'CORPORATE'], ['', 'private', 'BUSINESS', 'PRIVATE,CORPORATE']],
  [
    'PSU-IP-Address',
    [
      '192.0.2.1',
      '0.0.0.0',
      '255.255.255.255',
      '2001:db8::1',
      '::',
      '::ffff:192.0.2.1',
      '2001:DB8:0:0:0:0:0:1',
    ],
    [
      '',
      '192.0.2',
      '192.0.2.256',
      '192.0.02.1',
      '192.0.2.1:80',
      '192.0.2.1/24',
      'localhost',
      ':::',
      '2001:db8::g',
      '[::1]',
    ],
  ],
  ['PSU-IP-Port', ['0', '443', '65535'], ['', '65536', '-1', '+1', '1e3', '80.5', '0x50', ' 80', '000443']],
  ['PSU-HTTP-Method', ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], ['', 'HEAD', 'OPTIONS', 'get']],
  ['PSU-Device-ID', [uuid], notUuids],
  [
    'PSU-Geo-Location',
    ['GEO:59.9139,10.7522', 'GEO:-33.9,-70.6', 'GEO:0,0', 'GEO:90,180', 'GEO:-90.0,-180.0'],
    ['', '59.9139,10.7522', 'GEO:59.9139', 'GEO:91,0', 'GEO:0,181', 'GEO:59.9 , 10.7', 'GEO:.5,1', 'geo:1,1'],
  ],
];

function holds(name: string, value: string): boolean | undefined {
  return HEADER_FORMATS.find((format) => format.name === name)?.holds(value);
}

describe('header formats [D3-header-formats, D3-request-id-format, D3-session-id, D3-redirect-uri]', () => {
  it('are those of D3-request-id-format, D3-session-id', () => {
    expect(HEADER_FORMATS.map(({ name }) => name)).toEqual(formats.map(([name]) => name));
  });

  for (const [name, taken, refused] of formats) {
    it.each(taken)(`${name} takes %j`, (value) => {
      expect(holds(name, value)).toBe(true);
    });

    it.each(refused)(`${name} refuses %j`, (value) => {
      expect(holds(name, value)).toBe(false);
    });
  }

  it('say in words what is expected', () => {
    for (const { expected } of HEADER_FORMATS) expect(expected).toMatch(/^\S.{3,}\S$/);
  });

  it("say which scheme isn't supported, because it looks like one of an app", () => {
    const hintOf = HEADER_FORMATS.find(({ name }) => name === 'TPP-Redirect-URI')?.hintOf;
    expect(hintOf?.('FEED:https://tpp.example/cb')).toBe("feed isn't supported");
    expect(hintOf?.('ms-word:ofe')).toBe("ms-word isn't supported");
    expect(hintOf?.('https://tpp.example/cb#')).toBeUndefined();
  });

  it('refuse any text that is not theirs without ever throwing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        for (const format of HEADER_FORMATS) expect(typeof format.holds(value)).toBe('boolean');
      }),
    );
  });

  it('answer a hostile value of 16 KiB at once', () => {
    const hostile = [
      '1.'.repeat(8000),
      ':'.repeat(16_000),
      `GEO:${'1'.repeat(16_000)}`,
      `a${'+'.repeat(16_000)}`,
    ];
    const before = processorTime();
    for (const value of hostile) for (const format of HEADER_FORMATS) format.holds(value);
    expect(processorTime() - before).toBeLessThan(1000);
  });
});

it('what may be echoed is a well-formed X-Request-ID alone [S12-echo]', () => {
  for (const value of visible) expect(isRequestId(value)).toBe(true);
  for (const value of [...notVisible, 'a\r\nSet-Cookie: b']) expect(isRequestId(value)).toBe(false);
});
