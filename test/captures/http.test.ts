import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('an HTTP request as it was sent [C-verify-http]', () => {
  it.each(['\r\n', '\n'])('is read with line ends %j', (end) => {
    const text = [
      'POST /v1/p?a=%20b HTTP/1.1',
      'Host: bank.test',
      'X-Empty:',
      'x:  two  ',
      'X: again',
      '',
      '{"a":1}\n',
    ].join(end);
    expect(read(text)).toEqual({
      format: 'http',
      request: {
        method: 'POST',
        target: '/v1/p?a=%20b',
        headers: [
          ['Host', 'bank.test'],
          ['X-Empty', ''],
          ['x', ' two  '],
          ['X', 'again'],
        ],
        body: new Uint8Array(Buffer.from('{"a":1}\n')),
      },
      notes: [],
    });
  });

  it('is read with line ends of both kinds', () => {
    const capture = read('GET / HTTP/1.1\r\nA: b\nC: d\r\n\nbody\r\n');
    expect(capture.request.headers).toEqual([
      ['A', 'b'],
      ['C', 'd'],
    ]);
    expect(bodyOf(capture)).toBe('body\r\n');
  });

  it('keeps every octet of values and body', () => {
    const octets = String.fromCharCode(...Array.from({ length: 256 }, (_, code) => code));
    const inValue = octets.replaceAll(/[\r\n]/g, '');
    const capture = read(latin1(`POST / HTTP/1.1\r\nX: ${inValue}\r\n\r\n${octets}`));
    expect(capture.request.headers).toEqual([['X', inValue]]);
    expect(bodyOf(capture)).toBe(octets);
  });

  it('may lack all behind its headers', () => {
    for (const text of ['DELETE /x HTTP/1.1', 'DELETE /x HTTP/1.1\nA: b', 'DELETE /x HTTP/1.1\nA: b\n\n\n']) {
      const capture = read(text);
      expect(capture.request).toMatchObject({ method: 'DELETE', target: '/x', body: new Uint8Array() });
      expect(capture.notes).toEqual([]);
    }
  });

  it.each([
    ['GET https://Bank.test:8443/v1?x HTTP/1.1\n', 'https://bank.test:8443', '/v1?x', 'Bank.test:8443'],
    ['GET http://u:p@bank.test?x HTTP/1.1\n', 'http://bank.test', '/?x', 'bank.test'],
    ['GET https://bank.test HTTP/2\n', 'https://bank.test', '/', 'bank.test'],
    ['GET https://bank.test/a#b HTTP/1.1\nhost: other\n', 'https://bank.test', '/a', 'other'],
  ])('gives its origin where the target names it: %j', (text, origin, target, host) => {
    const capture = read(text);
    expect(capture.origin).toBe(origin);
    expect(capture.request.target).toBe(target);
    expect(capture.request.headers.map(([name, value]) => [name.toLowerCase(), value])).toEqual([
      ['host', host],
    ]);
  });

  it.each([
    ['OPTIONS * HTTP/1.1', '*'],
    ['GET /a b HTTP/1.1', '/a b'],
    ['GET /æ HTTP/1.1', '/\xc3\xa6'],
    ['GET  /x  HTTP/1.1', '/x'],
    ['CONNECT bank.test:443 HTTP/1.1', 'bank.test:443'],
  ])('keeps its target as it is: %s', (line, target) => {
    expect(read(`${line}\nHost: bank.test\n\n`)).toMatchObject({ request: { target }, notes: [] });
  });

  it('may be that of HTTP/2, with its pseudo headers', () => {
    const text =
      ':authority: Bank.test\n:method: POST\n:path: /v1/p?x\n:scheme: https\ncontent-type: a\n\nbody';
    const capture = read(text);
    expect(capture.origin).toBe('https://bank.test');
    expect(capture.request).toMatchObject({ method: 'POST', target: '/v1/p?x' });
    expect(capture.request.headers).toEqual([
      ['Host', 'Bank.test'],
      ['content-type', 'a'],
    ]);
    expect(bodyOf(capture)).toBe('body');
    expect(refusal(':method: POST\n:authority: x\n\n')).toContain('The request has no :path.');
    expect(refusal(':authority: x\n:path: /\n\n')).toContain('The request has no :method.');
  });

  it('may be what curl -v shows of it, without the body', () => {
    const trace = [
      '*   Trying 127.0.0.1:443...',
      '* Connected',
      '} [5 bytes data]',
      '> POST /v1/p HTTP/1.1',
      '> Host: bank.test',
      '> Content-Length: 7',
      '> ',
      '} [7 bytes data]',
      '< HTTP/1.1 400 Bad Request',
      '< Content-Length: 2',
      '<',
      '{}',
    ].join('\n');
    const capture = read(trace);
    expect(capture.request).toMatchObject({ method: 'POST', target: '/v1/p', body: new Uint8Array() });
    expect(capture.request.headers).toEqual([
      ['Host', 'bank.test'],
      ['Content-Length', '7'],
    ]);
    expect(notesOf(capture)).toEqual(['capture-incomplete body']);
  });

  it.each([
    ['0000  50 4f 53 54  POST\nPOST / HTTP/1.1\n', `A request can't begin with "0000  50 4f 53 54  POST".`],
    ['GET / HTTP/1.1\nHost bank.test\n\n', '"Host bank.test" at line 2, column 1 isn\'t a header'],
    ['GET / HTTP/1.1\nA: b\n{"a":1}', '"{\\"a\\":1}" at line 3, column 1 isn\'t a header'],
    ['GET / HTTP/1.1\n: b\n\n', '": b" at line 2, column 1 isn\'t a header'],
    ['GET / HTTP/1.1\n folded\n\n', '" folded" at line 2, column 1 isn\'t a header'],
    ['GET https:///x HTTP/1.1\n\n', 'has no host'],
  ])('is refused in words where it is none: %j', (text, words) => {
    expect(refusal(text)).toContain(words);
  });

  it('is refused with what to do where the empty line is missing', () => {
    expect(refusal('POST / HTTP/1.1\nA: b\n{"a":1}\n')).toContain(
      'Put an empty line between headers and body',
    );
  });
});

describe('header lines that servers refuse [C-verify-http-folds]', () => {
  it.each([
    ['Signature: a\r\n b\r\n\tc', 'a b c'],
    [
      'Signature: keyId="x",signature="QUJD\nREVG\nRw==",headers="date"',
      'keyId="x",signature="QUJD REVG Rw==",headers="date"',
    ],
    ['Signature:\n a', ' a'],
  ])('are read as one where a value goes on, with a note: %j', (lines, value) => {
    const capture = read(`GET / HTTP/1.1\n${lines}\nX: y\n\n`);
    expect(capture.request.headers).toEqual([
      ['Signature', value],
      ['X', 'y'],
    ]);
    expect(notesOf(capture)).toEqual(['capture-changed header signature']);
  });

  it('are read of a certificate in PEM', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nTUlJ\nQUJD\n-----END CERTIFICATE-----';
    const capture = read(`GET / HTTP/1.1\nTPP-Signature-Certificate: ${pem}\n\n`);
    expect(capture.request.headers).toEqual([['TPP-Signature-Certificate', pem.replaceAll('\n', ' ')]]);
    expect(notesOf(capture)).toEqual(['capture-changed header tpp-signature-certificate']);
  });

  it('are read without a blank before the colon, with a note', () => {
    const capture = read('GET / HTTP/1.1\nPSU-ID : x\n\n');
    expect(capture.request.headers).toEqual([['PSU-ID', 'x']]);
    expect(notesOf(capture)).toEqual(['capture-changed header psu-id']);
  });
});
