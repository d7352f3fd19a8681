import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('the body of an HTTP request [C-verify-http-body]', () => {
  const withHeaders = (headers: string, body: string) =>
    read(latin1(`POST / HTTP/1.1\r\n${headers}\r\n\r\n${body}`));

  it('is as long as Content-Length says', () => {
    const capture = withHeaders('Content-Length: 4', 'a\0\r\n');
    expect(bodyOf(capture)).toBe('a\0\r\n');
    expect(capture.notes).toEqual([]);
  });

  it.each(['\n', '\r\n'])('may be followed by the line end of an editor: %j', (end) => {
    const capture = withHeaders('Content-Length: 2', `{}${end}`);
    expect(bodyOf(capture)).toBe('{}');
    expect(capture.notes).toEqual([]);
  });

  it('is cut where more follows, with a note', () => {
    const capture = withHeaders('content-length: 2', '{}xyz');
    expect(bodyOf(capture)).toBe('{}');
    expect(capture.notes).toMatchObject([
      { code: 'capture-changed', part: 'body', message: expect.stringContaining('3 bytes more') },
    ]);
  });

  it('is incomplete where less is there', () => {
    const capture = withHeaders('Content-Length: 10', '{}');
    expect(bodyOf(capture)).toBe('{}');
    expect(capture.notes).toMatchObject([
      {
        code: 'capture-incomplete',
        part: 'body',
        message: 'Content-Length says 10 bytes, but the body has 2.',
      },
    ]);
  });

  it('that would be whole with CRLF is said to be so', () => {
    const capture = withHeaders('Content-Length: 8', '{\n"a\n}');
    expect(capture.notes[0]?.message).toContain('With CRLF line ends it would be complete.');
  });

  it.each(['x', '-1', '', '2, 2'])('has no length where Content-Length counts nothing: %j', (length) => {
    const capture = withHeaders(`Content-Length: ${length}`, '{}');
    expect(bodyOf(capture)).toBe('{}');
    expect(notesOf(capture)).toEqual(['capture-changed header content-length']);
  });

  it('has no length where two differ', () => {
    const capture = withHeaders('Content-Length: 1\r\nContent-Length: 2', '{}');
    expect(bodyOf(capture)).toBe('{}');
    expect(notesOf(capture)).toEqual(['capture-changed header content-length']);
  });

  it('is all that is there without a length, the line end of an editor too', () => {
    expect(bodyOf(withHeaders('A: b', '{}\n'))).toBe('{}\n');
    expect(bodyOf(withHeaders('A: b', '\r\n\n'))).toBe('');
  });

  it.each([
    ['5\r\nhello\r\n0\r\n\r\n', 'hello', []],
    ['5\nhello\n0\n\n', 'hello', []],
    ['2;x=y\r\nhe\r\n3 \r\nllo\r\n000\r\nTrailer: x\r\n\r\n', 'hello', []],
    ['A\r\n0\r\n1\r\n2\r\n3\r\n0\r\n\r\n', '0\r\n1\r\n2\r\n3', []],
    ['0\r\n\r\n', '', []],
    ['5\r\nhel', 'hel', ['capture-incomplete body']],
    ['5\r\nhello\r\n', 'hello', ['capture-incomplete body']],
    ['', '', ['capture-incomplete body']],
    ['{"a":1}', '{"a":1}', ['capture-changed body']],
    ['2\r\nhello\r\n0\r\n\r\n', '2\r\nhello\r\n0\r\n\r\n', ['capture-changed body']],
  ])('is taken out of its chunks: %j', (sent, body, notes) => {
    const capture = withHeaders('Transfer-Encoding: chunked', sent);
    expect(bodyOf(capture)).toBe(body);
    expect(notesOf(capture)).toEqual(notes);
  });
});

describe('an answer behind a request [C-verify-http-answered]', () => {
  const ANSWER =
    'HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nDate: Mon, 01 Feb 2027 12:00:00 GMT\r\n\r\n{"b":2}';
  const time = Date.parse('2027-02-01T12:00:00Z');

  it.each([
    ['directly behind a counted body', `POST / HTTP/1.1\r\nContent-Length: 7\r\n\r\n{"a":1}${ANSWER}`],
    ['behind lines', `POST / HTTP/1.1\r\nContent-Length: 7\r\n\r\n{"a":1}\r\n\r\n${ANSWER}`],
    ['behind a body that is not counted', `POST / HTTP/1.1\nA: b\n\n{"a":1}\n\n${ANSWER}`],
  ])('is no part of it, and says when it was sent: %s', (_, text) => {
    const capture = read(text);
    expect(bodyOf(capture)).toBe('{"a":1}');
    expect(capture.sentAt).toBe(time);
    expect(capture.notes).toEqual([]);
  });

  it('may follow a request without body, and may have no Date', () => {
    expect(read(`GET / HTTP/1.1\n\n${ANSWER}`)).toMatchObject({
      sentAt: time,
      request: { body: new Uint8Array() },
    });
    expect(read('GET / HTTP/1.1\n\nHTTP/1.1 200 OK\n\n{}').sentAt).toBeUndefined();
    expect(read('GET / HTTP/1.1\n\nHTTP/1.1 200 OK\nDate: yesterday\n\n{}').sentAt).toBeUndefined();
  });

  it('is told from a body that speaks of one', () => {
    expect(bodyOf(read('POST / HTTP/1.1\n\n{"a":"HTTP/1.1 200 OK"}'))).toBe('{"a":"HTTP/1.1 200 OK"}');
  });

  it('stands behind < in what curl shows', () => {
    const trace =
      '* Connected\n> GET / HTTP/2\n> Host: x\n>\n< HTTP/2 200\n< date: Mon, 01 Feb 2027 12:00:00 GMT\n<\n{}';
    expect(read(trace).sentAt).toBe(time);
  });
});

describe('files of HTTP clients [C-verify-http-client-files]', () => {
  const file = [
    '# comment',
    '// comment',
    '@base = https://bank.test',
    '',
    '### the first',
    'GET https://bank.test/v1/accounts',
    '    ?withBalance=true',
    '    &x=y',
    '# a comment among headers',
    'X-Request-ID: 1',
    '',
    '###',
    '',
    'POST https://bank.test/v1/payments HTTP/1.1',
    'Content-Type: application/json',
    'Signature: keyId="x"',
    '',
    '{"a":1}',
    '',
    '### third',
    'https://bank.test/v1/user',
  ].join('\n');

  it('have the request that is signed chosen, or one by number or URL', () => {
    expect(read(file)).toMatchObject({
      origin: 'https://bank.test',
      request: { method: 'POST', target: '/v1/payments' },
    });
    expect(bodyOf(read(file))).toBe('{"a":1}');
    const first = read(file, { request: 0 });
    expect(first.request).toMatchObject({ method: 'GET', target: '/v1/accounts?withBalance=true&x=y' });
    expect(first.request.headers).toEqual([
      ['Host', 'bank.test'],
      ['X-Request-ID', '1'],
    ]);
    expect(read(file, { request: '/user' }).request).toMatchObject({ method: 'GET', target: '/v1/user' });
    expect(read(file).notes).toEqual([]);
  });

  it('that have several of a kind are listed', () => {
    const unsigned = file.replace('Signature: keyId="x"\n', '');
    expect(refusal(unsigned)).toContain(
      '3 requests are in the capture:\n0 GET https://bank.test/v1/accounts?withBalance=true&x=y (the first)\n1 POST https://bank.test/v1/payments\n2 GET https://bank.test/v1/user (third)',
    );
    expect(refusal(file, { request: 3 })).toContain("There's no request 3. They're numbered from 0:\n0 GET");
    expect(refusal(file, { request: 'nowhere' })).toContain(
      'No request has "nowhere" in its name or URL:\n0 GET',
    );
    expect(refusal(unsigned, { request: '/v1' })).toContain('3 requests fit:\n0 GET');
  });

  it('may name the file of a body', () => {
    const files = { './body.json': '{"a":1}\n' };
    const capture = read('POST https://bank.test/v1\nA: b\n\n< ./body.json\n', { files });
    expect(bodyOf(capture)).toBe('{"a":1}\n');
    expect(bodyOf(read('POST https://bank.test/v1\n\n<Document>x</Document>'))).toBe(
      '<Document>x</Document>',
    );
    expect(() => read('POST https://bank.test/v1\n\n< ../secret\n')).toThrow('There is no ../secret.');
    expect(bodyOf(read('POST / HTTP/1.1\n\n< body'))).toBe('< body');
  });

  it('lose what is for the client only', () => {
    const capture = read('POST https://bank.test/v1\n\n{"a":1}\n\n> {%\n  client.log(1)\n%}\n');
    expect(bodyOf(capture)).toBe('{"a":1}');
    expect(notesOf(capture)).toEqual([]);
  });

  it('have the variables that they define filled in, and others noted', () => {
    const text = [
      '@host = bank.test',
      '@base=https://{{host}}/v1',
      '@id = {{$guid}}',
      '### one',
      'POST {{base}}/payments?x={{host}} HTTP/1.1',
      'X-Request-ID: {{id}}',
      'PSU-ID: {{psu}}',
      '',
      '{"h":"{{host}}"}',
      '',
      '### two',
      '@late = x',
      'GET {{base}}',
    ].join('\n');
    const capture = read(text, { request: 'one' });
    expect(capture.origin).toBe('https://bank.test');
    expect(capture.request.target).toBe('/v1/payments?x=bank.test');
    expect(bodyOf(capture)).toBe('{"h":"bank.test"}');
    expect(notesOf(capture)).toEqual([
      'shell-expansion header x-request-id',
      'shell-expansion header psu-id',
    ]);
  });

  it('have names, in two ways', () => {
    const text = '### first\nGET /a\n\n###\n# @name second\nGET /b\n\n### not this\n// @name third\nGET /c\n';
    const target = (request: string) => read(text, { request }).request.target;
    expect(['first', 'second', 'third'].map(target)).toEqual(['/a', '/b', '/c']);
    expect(refusal(text)).toContain('1 GET /b (second)');
  });

  it('are split between bodies that Content-Length counts', () => {
    const text =
      'POST /a HTTP/1.1\nContent-Length: 9\n\n###\n\n###\n\n###\nPOST /b HTTP/1.1\nSignature: x\n\n';
    expect(bodyOf(read(text, { request: 0 }))).toBe('###\n\n###\n');
    expect(read(text).request.target).toBe('/b');
  });
});
