import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { bodyOf, notesOf, read, refusal } from './reading.ts';
import { axiosError, axiosJson, axiosPrinted } from './written-by.ts';

const request: HttpRequest = {
  method: 'POST',
  target: '/v1/payments?x=1',
  headers: [
    ['Digest', 'SHA-256=x'],
    ['Signature', `keyId="SN=1,CA=CN=It's",headers="date"`],
    ['X-Long', 'a'.repeat(120)],
  ],
  body: new Uint8Array(Buffer.from('{\n  "a": "it\'s `æ` \\\\"\n}\n')),
};

const PRINTED = { error: axiosError(request), config: axiosPrinted(request), json: axiosJson(request) };

describe('what axios prints [C-verify-axios]', () => {
  it.each(Object.entries(PRINTED))('is read: %s', (_, text) => {
    const capture = read(text);
    expect(capture.notes).toEqual([]);
    expect(capture.format).toBe('axios');
    const { method, target, headers, body } = capture.request;
    expect({ method, target, body: Buffer.from(body) }).toEqual({
      method: 'POST',
      target: request.target,
      body: Buffer.from(request.body),
    });
    expect(headers.filter(([name]) => !/^(?:Host|Content-Length)$/.test(name))).toEqual(request.headers);
  });

  it('says by the answer when it was sent', () => {
    expect(read(PRINTED.error).sentAt).toBe(Date.parse('2027-02-01T12:00:00Z'));
  });

  it('has the headers that Node sent before those that axios was given', () => {
    const text = PRINTED.error.replace(/(_header: [\s\S]*?)SHA-256=x/, '$1SHA-256=sent');
    expect(read(text).request.headers).toContainEqual(['Digest', 'SHA-256=sent']);
  });

  it.each([
    [
      "{ method: 'post', url: 'https://bank.test/v1', headers: {}, data: { a: 1.50, b: [ true ], c: undefined } }",
      '{"a":1.50,"b":[true]}',
    ],
    [`{\n  'url': "https://bank.test/v1",\n  headers: { 'A-B': 'c' },\n  data: 'a' +\n    'b'\n}`, 'ab'],
  ])('may be an object that was printed by hand: %s', (text, body) => {
    expect(bodyOf(read(text))).toBe(body);
  });

  it('has params in the query, with a note', () => {
    const capture = read("{ url: 'https://bank.test/v1', params: { a: 'b c', n: 7 }, headers: {} }");
    expect(capture.request).toMatchObject({ method: 'GET', target: '/v1?a=b%20c&n=7' });
    expect(notesOf(capture)).toEqual(['capture-changed target']);
  });

  it('may be JSON with true parameters and a large CA, as mutual TLS prints it', () => {
    const config = {
      url: 'https://bank.test/v1',
      params: { a: true, n: 7 },
      headers: { 'A-B': 'c' },
      httpsAgent: { options: { ca: { type: 'Buffer', data: Array(12_000).fill(7) } } },
    };
    expect(read(JSON.stringify({ name: 'AxiosError', config })).request).toMatchObject({
      target: '/v1?a=true&n=7',
      headers: expect.arrayContaining([['A-B', 'c']]),
    });
  });

  it.each([5, true])('may have JSON without braces as its body: %s', (data) => {
    const config = { url: 'https://bank.test/v1', headers: {}, data };
    expect(bodyOf(read(JSON.stringify({ name: 'AxiosError', config })))).toBe(String(data));
  });

  it('is noted where Node cut a text off', () => {
    const text = "{ url: 'https://bank.test/v1', headers: {}, data: 'aaa'... 120 more characters }";
    expect(notesOf(read(text))).toEqual(['capture-incomplete body']);
  });

  it.each(
    Object.entries({
      "{ url: 'https://bank.test/v1', headers: [Object] }":
        "The headers are printed as [Object], so they aren't there.",
      "{ url: 'https://bank.test/v1', headers: { A: 'b'": "axios's configuration can't be read to its end.",
      "{ headers: { A: 'b' } }": "axios's configuration has no url.",
      "{ url: 'https://bank.test/v1', headers: {}, data: { a: [Object] } }":
        'The body is printed as [Object] in parts.',
    }),
  )('is refused in words where it is not all there: %s', (text, words) => {
    expect(refusal(text)).toContain(words);
  });
});
