import { describe, expect, it } from 'vitest';
import { findFragment } from '../../src/captures/octets.ts';
import { read, refusal } from './reading.ts';

describe('the fragment of a URL in a capture [C-verify-fragment]', () => {
  it.each([
    ['in a command', "curl 'https://bank.example/v1/accounts?a=1#top' -H 'A: b'", '#top'],
    ['at the end of the command', 'curl https://bank.example/v1/accounts?a=1#top', '#top'],
    ['in code', 'fetch("https://bank.example/v1/accounts?a=1#/a/b?c=d", {})', '#/a/b?c=d'],
    ['in its second place', 'GET /v1/accounts?a=1 or /v1/accounts?a=1#x', '#x'],
    ['of another path', 'curl https://bank.example/v1/accounts#top', undefined],
    ['where there is none', 'GET /v1/accounts?a=1 HTTP/1.1', undefined],
  ])('is found %s', (_, text, fragment) => {
    expect(findFragment(Buffer.from(text), '/v1/accounts?a=1')).toBe(fragment);
  });

  it('is none of a path that stands anywhere', () => {
    expect(findFragment(Buffer.from('https://bank.example/#a'), '/')).toBeUndefined();
  });
});

const JSON_REQUEST = '{"method":"GET","url":"https://bank.test/","headers":[]}';
const HAR = '{"log":{"entries":[{"request":{"method":"GET","url":"https://bank.test/","headers":[]}}]}}';

describe('the kind of a capture [C-verify-formats]', () => {
  it.each([
    ['http', 'GET / HTTP/1.1\n'],
    ['http', '\r\n\r\nPATCH / HTTP/1.1'],
    ['http', 'm-search * HTTP/1.0'],
    ['http', 'GET https://bank.test/x'],
    ['http', 'https://bank.test/x'],
    ['http', '### x\n# y\n@a = b\n\nGET /x'],
    ['http', ':method: GET\n:path: /\n'],
    ['http', '* Trying\n> GET / HTTP/2\n> Host: x\n>\n'],
    ['http', '> GET / HTTP/1.1\r\n> Host: x\r\n> \r\n'],
    ['http', 'POST /curl HTTP/1.1\n\ncurl https://bank.test'],
    ['curl', 'curl https://bank.test/'],
    ['curl', '#!/bin/bash\nset -eu\n\nX=1\ncurl https://bank.test/'],
    ['curl', 'CURL https://bank.test/'],
    ['curl', 'cat x|curl https://bank.test/'],
    ['answer', 'HTTP/1.1 200 OK\n\n'],
    ['headers', 'Date: x\nSignature: y'],
    ['json', JSON_REQUEST],
    ['json', `\ufeff \n\t${JSON_REQUEST}`],
    ['har', HAR],
    ['har', `\n${HAR}`],
  ])('is told by its beginning: %s, %j', (format, text) => {
    expect(read(text).format).toBe(format);
  });

  it('may be said, and is believed', () => {
    expect(read(HAR, { format: 'har' }).format).toBe('har');
    expect(refusal(JSON_REQUEST, { format: 'har' })).toContain("The JSON isn't a HAR");
    expect(refusal(HAR, { format: 'json' })).toContain('The JSON has no method.');
    expect(refusal(JSON_REQUEST, { format: 'http' })).toContain("isn't a request line");
    expect(refusal('GET / HTTP/1.1', { format: 'curl' })).toContain('No curl command found.');
    expect(refusal('curl https://bank.test', { format: 'json' })).toContain('Invalid JSON: "curl');
  });

  it.each([
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffGET /å HTTP/1.1\n\nø')],
    ['UTF-16 of Windows', Buffer.from('\ufeffGET /å HTTP/1.1\n\nø', 'utf16le')],
    ['UTF-16 with the high byte first', Buffer.from('\ufeffGET /å HTTP/1.1\n\nø', 'utf16le').swap16()],
  ])('is told in %s', (_, bytes) => {
    const { request } = read(bytes);
    expect(request.target).toBe('/\xc3\xa5');
    expect(Buffer.from(request.body).toString()).toBe('ø');
  });

  it.each([
    ['', 'No request found.'],
    ['\n# nothing\n', 'No request found.'],
    ['PK\u0003\u0004\u0000\u0001', `A request can't begin with "PK\\u0003\\u0004\\u0000\\u0001".`],
    ['hello\nworld', `A request can't begin with "hello".`],
    ['x'.repeat(100), `A request can't begin with "${'x'.repeat(60)}…".`],
    ['<html>', 'This looks like a web page: "<html".'],
    ['curly x', `A request can't begin with "curly x".`],
  ])('is refused that is none: %j', (text, words) => {
    expect(refusal(text)).toContain(words);
  });

  it('has one request only in JSON, of which none is chosen', () => {
    expect(refusal(JSON_REQUEST, { request: 'x' })).toContain("there's only one");
    expect(read('GET / HTTP/1.1', { request: 0 }).format).toBe('http');
    expect(read('curl https://bank.test', { request: 0 }).format).toBe('curl');
  });
});
