import { describe, expect, it } from 'vitest';
import { notePlaceholders } from '../../src/captures/capture.ts';
import { notesOf, read, refusal } from './reading.ts';

const placeholdersOf = (text: string) => {
  const capture = read(text);
  return notesOf({ ...capture, notes: notePlaceholders(capture) });
};

const SIGNATURE = 'keyId="SN=1,CA=CN=a",algorithm="rsa-sha256",headers="date",signature="AAAA"';
const collection = (item: object, more: object = {}) =>
  JSON.stringify({ info: { name: 'TPP' }, item: [item], ...more });
const prerequest = (...exec: string[]) => ({ event: [{ listen: 'prerequest', script: { exec } }] });
const request = (header: object[] = []) => ({ method: 'POST', url: 'https://bank.test/v1', header });

describe('a collection whose script signs [C-verify-signing-script]', () => {
  const SIGN = "pm.request.headers.add({ key: 'Signature', value: sign(text) });";

  it.each([
    [
      'the collection',
      collection({ name: 'pay', request: request() }, prerequest('// x', SIGN)),
      'the collection',
    ],
    [
      'a folder',
      collection({ name: 'NO', item: [{ name: 'pay', request: request() }], ...prerequest(SIGN) }),
      '"NO"',
    ],
    [
      'the request, which has a variable for it',
      collection({
        name: 'pay',
        request: request([{ key: 'Signature', value: '{{signature}}' }]),
        ...prerequest("pm.environment.set('signature', KJUR.crypto.Signature(k));"),
      }),
      '"pay"',
    ],
  ])('names the script of %s', (_, text, where) => {
    expect(refusal(text)).toContain(`The pre-request script of ${where} signs the request when it's sent: "`);
  });

  it.each(
    Object.entries({
      'a script that signs nothing': collection({
        name: 'pay',
        request: request(),
        ...prerequest('pm.environment.set("a", 1);'),
      }),
      'a signature that is written out': collection({
        name: 'pay',
        request: request([{ key: 'Signature', value: SIGNATURE }]),
        ...prerequest(SIGN),
      }),
      'a signature that is written out in Authorization': collection({
        name: 'pay',
        request: request([{ key: 'Authorization', value: `Signature ${SIGNATURE}` }]),
        ...prerequest(SIGN),
      }),
    }),
  )('reads a request with %s', (_, text) => {
    expect(read(text).request.method).toBe('POST');
  });
});

describe('JSON files of other programs [C-verify-other-files]', () => {
  const HAR_REQUEST = {
    method: 'GET',
    url: 'https://bank.test/v1',
    httpVersion: 'HTTP/1.1',
    headers: [{ name: 'Date', value: 'x' }],
    queryString: [],
  };
  it.each<[string, unknown]>([
    [
      'an entry of a HAR',
      { startedDateTime: '2026-11-26T00:00:00Z', request: HAR_REQUEST, response: { status: 400 } },
    ],
    ['a list of HAR entries', [{ startedDateTime: '2026-11-26T00:00:00Z', request: HAR_REQUEST }]],
    ['a list of HAR entries', { entries: [{ time: 1, request: HAR_REQUEST }] }],
    ['the request of a HAR entry', HAR_REQUEST],
    ['a WireMock stub mapping', { request: { method: 'POST', urlPath: '/v1' }, response: { status: 201 } }],
    [
      'a WireMock stub mapping',
      { mappings: [{ request: { url: '/v1' }, response: {} }], meta: { total: 1 } },
    ],
    [
      'a WireMock export (request journal)',
      {
        requests: [
          {
            id: 'a',
            request: { url: '/v1', absoluteUrl: 'https://bank.test/v1', method: 'GET', headers: {} },
          },
        ],
      },
    ],
    ['a MockServer export', [{ httpRequest: { method: 'GET', path: '/v1' }, httpResponse: {} }]],
    [
      'a MockServer export',
      [{ method: 'GET', path: '/v1', headers: { Host: ['bank.test'] }, keepAlive: true }],
    ],
    [
      'a Postman environment',
      { name: 'test', values: [{ key: 'host', value: 'x' }], _postman_variable_scope: 'environment' },
    ],
    ['a Postman environment', { name: 'test', values: [] }],
    [
      'a Hoppscotch collection',
      {
        v: 2,
        name: 'TPP',
        folders: [],
        requests: [{ v: '5', endpoint: 'https://bank.test', method: 'GET' }],
      },
    ],
    ['a Hoppscotch collection', [{ v: 2, name: 'TPP', folders: [], requests: [] }]],
    ['an OpenAPI description', { openapi: '3.0.1', paths: {} }],
  ])('are refused by name: %s', (name, given) => {
    expect(refusal(JSON.stringify(given))).toMatch(
      new RegExp(`^This is ${name.replaceAll(/[()]/g, '\\$&')}`),
    );
  });

  it('a part of a HAR that is no JSON is named', () => {
    const part = '"request": {"method": "GET", "queryString": [], "headers": []},';
    expect(refusal(part)).toContain('This looks like a part of a HAR');
  });

  it('a request in our own JSON is read', () => {
    const own = {
      method: 'GET',
      url: 'https://bank.test/v1',
      headers: { Date: 'x' },
      name: 'a',
      httpVersion: 'HTTP/1.1',
    };
    expect(read(JSON.stringify(own)).format).toBe('json');
  });
});

describe('placeholders [C-verify-placeholders]', () => {
  const http = (line: string, header = 'Date: x', body = '') =>
    `${line}\nHost: bank.test\n${header}\n\n${body}`;
  it.each([
    ['GET /v1/<ACCOUNT_ID> HTTP/1.1', '', 'target'],
    ['GET /v1/${ACCOUNT_ID} HTTP/1.1', '', 'target'],
    ['GET /v1 HTTP/1.1', 'Date: <today>', 'header date'],
    ['GET /v1 HTTP/1.1', 'Date: $DATE', 'header date'],
    ['GET /v1 HTTP/1.1', 'Date: %DATE%', 'header date'],
    ['GET /v1 HTTP/1.1', 'Date: [DATE]', 'header date'],
  ])('are named in %s %s', (line, header, where) => {
    expect(placeholdersOf(http(line, header || 'Date: x'))).toEqual([`shell-expansion ${where}`]);
  });

  it('are not seen in text that has the same characters', () => {
    const body = '{"note":"5 < 6 > 4, $x of <REF> in it"}';
    expect(
      placeholdersOf(http('POST /v1 HTTP/1.1', 'X: a<b, $5, 1>0, 5% of 10%, [a], %20a%20', body)),
    ).toEqual([]);
  });

  it('are told from a redirection of bash', () => {
    const files = { 'body.json': '{"a":1}' };
    const capture = read('curl https://bank.test/v1 -d @- <body.json>out.json', { files });
    expect(Buffer.from(capture.request.body).toString()).toBe('{"a":1}');
    expect(notesOf(read('curl https://<host>:8443/v1'))).toEqual(['shell-expansion target']);
  });
});

describe('invisible characters [C-verify-invisible]', () => {
  it('are left out around a value and in a name, and kept within a value', () => {
    const text = 'GET /v1 HTTP/1.1\nHo\u200bst:\u00a0bank.test\u200b\nX: a\u00a0b\n\u00a0\nbody';
    const { request, notes } = read(text);
    expect(request.headers).toEqual([
      ['Host', 'bank.test'],
      ['X', 'a\xc2\xa0b'],
    ]);
    expect(Buffer.from(request.body).toString()).toBe('body');
    expect(notes.map(({ message }) => message)).toEqual([
      "The line of Host has a zero-width space (U+200B). So have 1 more. Around a value it's read as a space or left out; within a value it's kept.",
    ]);
  });

  it.each([
    ['POST\u00a0/v1 HTTP/1.1\nHost: bank.test\n\n', 'a no-break space (U+00A0)'],
    ['\u200bcurl https://bank.test/v1', 'a zero-width space (U+200B)'],
  ])('are named where a text begins with none of the forms', (text, name) => {
    expect(refusal(text)).toContain(name);
  });
});
