import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

interface HarRequest {
  readonly [member: string]: unknown;
}

const request = (members: HarRequest = {}): HarRequest => ({
  method: 'POST',
  url: 'https://bank.test/v1/payments?x=1',
  httpVersion: 'HTTP/1.1',
  headers: [
    { name: 'Host', value: 'bank.test' },
    { name: 'Signature', value: 'keyId="x"' },
  ],
  queryString: [{ name: 'x', value: '1' }],
  cookies: [],
  headersSize: -1,
  bodySize: -1,
  ...members,
});

function har(...requests: readonly unknown[]): string {
  const entries = requests.map((one) => ({
    startedDateTime: '2026-10-14T08:30:00Z',
    time: 1,
    request: one,
    response: {},
  }));
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'x', version: '1' }, entries } });
}

const unsigned = (method: string, url: string) => request({ method, url, headers: [] });

describe('a request of a HAR [C-verify-har]', () => {
  it('is read with its headers, repeats and case kept', () => {
    const headers = [
      { name: 'X-A', value: '1' },
      { name: 'x-a', value: ' 2 ', comment: '' },
      { name: 'Signature', value: '' },
    ];
    const capture = read(
      har(request({ headers, postData: { mimeType: 'application/json', text: '{"ø":1}\r\n' } })),
    );
    expect(capture).toEqual({
      format: 'har',
      origin: 'https://bank.test',
      request: {
        method: 'POST',
        target: '/v1/payments?x=1',
        headers: [
          ['X-A', '1'],
          ['x-a', ' 2 '],
          ['Signature', ''],
        ],
        body: new Uint8Array(Buffer.from('{"ø":1}\r\n')),
      },
      sentAt: Date.parse('2026-10-14T08:30:00Z'),
      notes: [],
    });
  });

  it('is the only one, or the only one that is signed', () => {
    const get = unsigned('GET', 'https://bank.test/style.css');
    expect(read(har(get)).request.target).toBe('/style.css');
    expect(read(har(get, request(), get)).request.target).toBe('/v1/payments?x=1');
    const inAuthorization = request({ headers: [{ name: 'authorization', value: 'Signature keyId="x"' }] });
    expect(read(har(get, inAuthorization)).request.method).toBe('POST');
  });

  it('is chosen by its number from 0, or by a part of its URL', () => {
    const text = har(
      unsigned('GET', 'https://bank.test/a'),
      unsigned('PUT', 'https://bank.test/b'),
      request(),
    );
    expect(read(text, { request: 1 }).request.method).toBe('PUT');
    expect(read(text, { request: '/a' }).request.target).toBe('/a');
    expect(read(text, { request: 'bank.test' }).request.method).toBe('POST');
  });

  it('is asked for with a list of at most ten', () => {
    const text = har(
      ...Array.from({ length: 12 }, (_, count) => unsigned('GET', `https://bank.test/${count}`)),
    );
    const words = refusal(text);
    expect(words).toContain('12 requests are in the capture:\n0 GET https://bank.test/0\n1 GET');
    expect(words).toContain('\n9 GET https://bank.test/9\nand 2 more Choose one with --request');
    expect(refusal(har(request(), request()))).toContain('2 requests are in the capture:\n0 POST');
    expect(refusal(text, { request: 12 })).toContain("There's no request 12. They're numbered from 0:");
    expect(refusal(text, { request: 'x' })).toContain('No request has "x" in its name or URL:');
    expect(refusal(har())).toContain('The capture contains no request.');
  });

  it.each([
    ['{"log":{}}', 'it has no log.entries'],
    ['{"log":{"entries":{}}}', 'it has no log.entries'],
    ['{"log":{"entries":[null]}}', 'The request of entry 0 has no method or no url.'],
    [
      har(request({ postdata: {} })),
      "The request of entry 0 has a member postdata, which isn't known. Did you mean postData?",
    ],
    [har(request({ method: '' })), 'has no method or no url'],
    [har(request({ url: 7 })), 'has no method or no url'],
    [har(request({ headers: undefined })), "The headers of entry 0 aren't a list."],
    [har(request({ headers: [{ name: 'x' }] })), "Header number 0 of entry 0 isn't a name with a value."],
  ])('is refused in words where it is broken: %s', (text, words) => {
    expect(refusal(text)).toContain(words);
  });

  it('has its pseudo headers taken for what they are', () => {
    const headers = [
      { name: ':method', value: 'POST' },
      { name: ':authority', value: 'bank.test:8443' },
      { name: ':path', value: '/v1' },
      { name: 'x', value: 'y' },
    ];
    expect(read(har(request({ headers }))).request.headers).toEqual([
      ['Host', 'bank.test:8443'],
      ['x', 'y'],
    ]);
  });

  it('has octets in its values; characters beyond are their UTF-8, with a note', () => {
    const headers = [
      { name: 'A', value: 'Ã¥' },
      { name: 'B', value: 'å €' },
    ];
    const capture = read(har(request({ headers })));
    expect(capture.request.headers).toEqual([
      ['A', 'Ã¥'],
      ['B', '\xc3\xa5 \xe2\x82\xac'],
    ]);
    expect(notesOf(capture)).toEqual(['capture-changed header b']);
  });

  it('has its URL as on the wire', () => {
    const decoded = read(har(request({ url: 'https://bank.test/å?ø=€#top' })));
    expect(decoded.request.target).toBe('/%C3%A5?%C3%B8=%E2%82%AC');
    expect(notesOf(decoded)).toEqual(['capture-changed target']);
    expect(read(har(request({ url: 'https://bank.test' }))).request.target).toBe('/');
    expect(read(har(request({ url: 'https://bank.test?a=%20' }))).request.target).toBe('/?a=%20');
  });
});

const answer = (value: string) => ({ headers: [{ name: 'date', value }] });

it.each([
  [{ startedDateTime: '2026-10-14T10:30:00.123+02:00' }, '2026-10-14T08:30:00.123Z'],
  [{ response: answer('Wed, 14 Oct 2026 08:30:05 GMT') }, '2026-10-14T08:30:05Z'],
  [{ startedDateTime: 'today', response: answer('Wed, 14 Oct 2026 08:30:05 GMT') }, '2026-10-14T08:30:05Z'],
  [{ startedDateTime: '2026-10-14', response: answer('2026-10-14') }, undefined],
  [{}, undefined],
])('when a request of a HAR was sent is what it says: %j [C-verify-har-time]', (entry, time) => {
  const capture = read(JSON.stringify({ log: { entries: [{ ...entry, request: request() }] } }));
  expect(capture.sentAt).toBe(time === undefined ? undefined : Date.parse(time));
});

describe('the body of a HAR [C-verify-har-body]', () => {
  const withBody = (members: HarRequest, length?: number) => {
    const headers = length === undefined ? [] : [{ name: 'content-length', value: String(length) }];
    return read(har(request({ headers, ...members })));
  };

  it.each(['encoding', '_encoding'])('may be Base64: %s', (member) => {
    const capture = withBody({ postData: { text: 'AP8K', [member]: 'base64' } }, 3);
    expect(bodyOf(capture)).toBe('\0\xff\n');
    expect(capture.notes).toEqual([]);
  });

  it('that is no Base64 is noted', () => {
    expect(notesOf(withBody({ postData: { text: 'AP8K=', encoding: 'base64' } }))).toEqual([
      'capture-incomplete body',
    ]);
  });

  it('is put together from the fields of a form, with a note', () => {
    const params = [{ name: 'a b', value: 'c&d=å' }, { name: 'done', value: 'a%20b+c' }, { name: 'empty' }];
    const capture = withBody({ postData: { mimeType: 'application/x-www-form-urlencoded', params } });
    expect(bodyOf(capture)).toBe('a+b=c%26d%3D%C3%A5&done=a%20b+c&empty=');
    expect(notesOf(capture)).toEqual(['capture-changed body']);
  });

  it('that is missing or cut is noted by Content-Length, else by bodySize', () => {
    expect(withBody({}, 5).notes).toMatchObject([
      {
        code: 'capture-incomplete',
        part: 'body',
        message: 'The body was 5 bytes when sent, but has 0 in the HAR.',
      },
    ]);
    expect(notesOf(withBody({ bodySize: 5 }))).toEqual(['capture-incomplete body']);
    expect(notesOf(withBody({ postData: { text: '{}' } }, 3))).toEqual(['capture-incomplete body']);
    expect(withBody({ postData: { text: '{}' } }, 2).notes).toEqual([]);
    expect(withBody({ bodySize: 0 }).notes).toEqual([]);
    expect(withBody({ postData: { text: 'å' }, bodySize: 1 }).notes).toEqual([]);
  });

  it('is ISO-8859-1 where only so it has the length that was sent', () => {
    const capture = withBody({ postData: { text: 'Åse' } }, 3);
    expect(bodyOf(capture)).toBe('\xc5se');
    expect(notesOf(capture)).toEqual(['capture-changed body']);
    expect(bodyOf(withBody({ postData: { text: 'Åse' } }, 4))).toBe('\xc3\x85se');
  });

  it('that was no UTF-8 and was replaced is noted', () => {
    expect(notesOf(withBody({ postData: { text: 'a\ufffdb' } }))).toEqual(['capture-incomplete body']);
  });
});
