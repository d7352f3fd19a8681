import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeHttp, writeJson } from '../../src/captures/write.ts';
import { Fault } from '../../src/errors.ts';
import type { HttpRequest } from '../../src/message.ts';
import { rawMessages } from '../support/raw-http.ts';
import { runs } from '../support/sweep.ts';
import { httpRequest } from './arbitrary-requests.ts';
import { read } from './reading.ts';

const plain: HttpRequest = {
  method: 'POST',
  target: '/v1/p?x',
  headers: [
    ['Date', 'now'],
    ['X-Empty', ''],
  ],
  body: new Uint8Array(Buffer.from('{"å":1}')),
};

const written = (request: HttpRequest, origin?: string) =>
  Buffer.from(writeHttp(request, origin)).toString('latin1');

describe('a request written as HTTP [C-sign-format-http]', () => {
  it('is what stands on the wire, with Host and Content-Length where they lack', () => {
    expect(written(plain, 'https://bank.test:8443')).toBe(
      'POST /v1/p?x HTTP/1.1\r\nHost: bank.test:8443\r\nDate: now\r\nX-Empty: \r\nContent-Length: 8\r\n\r\n{"\xc3\xa5":1}',
    );
    expect(written({ ...plain, body: new Uint8Array() })).toBe(
      'POST /v1/p?x HTTP/1.1\r\nDate: now\r\nX-Empty: \r\n\r\n',
    );
  });

  it('keeps Host and Content-Length that are there', () => {
    const headers = [
      ['content-length', '3'],
      ['HOST', 'other'],
    ] as const;
    expect(written({ ...plain, headers }, 'https://bank.test')).toBe(
      'POST /v1/p?x HTTP/1.1\r\ncontent-length: 3\r\nHOST: other\r\n\r\n{"\xc3\xa5":1}',
    );
  });

  it('is in one chunk where Transfer-Encoding says chunked', () => {
    const chunked = { ...plain, headers: [['Transfer-Encoding', 'gzip, Chunked']] as const };
    expect(written(chunked)).toContain('\r\n\r\n8\r\n{"\xc3\xa5":1}\r\n0\r\n\r\n');
    expect(read(writeHttp(chunked)).request).toEqual(chunked);
    const empty = { ...chunked, body: new Uint8Array() };
    expect(read(writeHttp(empty)).request).toEqual(empty);
  });

  it('holds the UTF-8 of characters that are no octets', () => {
    expect(written({ ...plain, headers: [['A', 'å €']], body: new Uint8Array() })).toContain(
      'A: \xc3\xa5 \xe2\x82\xac\r\n',
    );
  });

  it('folds a value that holds a line end, and no header is made of it', () => {
    const headers = [['Signature', 'abc\ndef\r\n  X: y\rz']] as const;
    expect(written({ ...plain, headers })).toContain('Signature: abc\r\n def\r\n X: y\r\n z\r\n');
    expect(read(writeHttp({ ...plain, headers })).request.headers[0]).toEqual([
      'Signature',
      'abc def X: y z',
    ]);
  });

  it.each([
    [{ method: 'GET /x HTTP/1.1\r\nA:' }, "isn't an HTTP method"],
    [{ method: '' }, "isn't an HTTP method"],
    [{ target: '/x HTTP/1.1\r\nA: b' }, "can't be sent"],
    [{ target: '' }, "can't be sent"],
    [{ headers: [['A b', 'c'] as const] }, "isn't a header name"],
    [{ headers: [['A\r\nB', 'c'] as const] }, "isn't a header name"],
    [{ headers: [['A', 'c\0'] as const] }, 'The value of A contains NUL.'],
  ])('is refused for what HTTP has not: %j', (members, words) => {
    expect(() => writeHttp({ ...plain, ...members })).toThrow(words);
    expect(() => writeHttp({ ...plain, ...members })).toThrow(Fault);
  });

  it('is read back as it was', () => {
    fc.assert(
      fc.property(httpRequest, (request) => {
        const bytes = writeHttp(request, 'https://other.test');
        const length = request.body.length;
        const headers = [...request.headers, ...(length === 0 ? [] : [['Content-Length', String(length)]])];
        expect(read(bytes)).toEqual({ format: 'http', request: { ...request, headers }, notes: [] });
      }),
      { numRuns: runs(100, 1000) },
    );
  });

  it('is read by a plain reader of HTTP as it was', () => {
    fc.assert(
      fc.property(httpRequest, (request) => {
        const [message] = rawMessages(Buffer.from(writeHttp(request)));
        expect(message?.startLine).toBe(`${request.method} ${request.target} HTTP/1.1`);
        expect(message?.headers.filter(([name]) => name !== 'Content-Length')).toEqual(request.headers);
        expect(new Uint8Array(message?.body ?? [])).toEqual(request.body);
      }),
      { numRuns: runs(100, 1000) },
    );
  });
});

describe('a request written as JSON [C-sign-format-json]', () => {
  it('has the members that scripts rely on, then the others', () => {
    const json = writeJson(plain, 'https://bank.test', { signingString: 'date: now' });
    expect(JSON.stringify(json)).toBe(
      '{"method":"POST","url":"https://bank.test/v1/p?x","headers":[["Date","now"],["X-Empty",""]],"bodyBase64":"eyLDpSI6MX0=","signingString":"date: now"}',
    );
    expect(writeJson(plain)).toMatchObject({ url: '/v1/p?x' });
    expect(Object.keys(writeJson(plain))).toEqual(['method', 'url', 'headers', 'bodyBase64']);
  });

  it('says a target apart that no URL has', () => {
    expect(writeJson({ ...plain, target: '*' }, 'https://bank.test')).toMatchObject({
      url: 'https://bank.test/',
      target: '*',
    });
  });

  it('is read back as it was', () => {
    fc.assert(
      fc.property(httpRequest, fc.constantFrom(undefined, 'https://bank.test:8443'), (request, origin) => {
        expect(read(JSON.stringify(writeJson(request, origin, { signingString: '' })))).toEqual({
          format: 'json',
          request,
          ...(origin === undefined ? {} : { origin }),
          notes: [],
        });
      }),
      { numRuns: runs(100, 1000) },
    );
  });
});
