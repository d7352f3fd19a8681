import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { bodyOf, notesOf, read, refusal } from './reading.ts';
import { apacheWire, javaLogging, okHttp, pythonDebug } from './written-by.ts';

const ANSWERED = Date.parse('2027-02-01T12:00:00Z');

const request: HttpRequest = {
  method: 'POST',
  target: '/v1/payments?x=1',
  headers: [
    ['Digest', 'SHA-256=x'],
    ['Signature', `keyId="SN=1,CA=CN=It's",headers="date"`],
    ['Empty', ''],
  ],
  body: new Uint8Array(Buffer.from('{\n  "a": "æ"\n}')),
};

const LOGS = {
  okhttp: okHttp(request),
  'okhttp by java.util.logging': okHttp(request, javaLogging()),
  'okhttp alone': okHttp(request, () => ''),
  apache: apacheWire(request),
  'apache before 4.3': apacheWire(request, { isOld: true }),
  python: pythonDebug(request),
};

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('logs of HTTP clients [C-verify-logs]', () => {
  it.each(Object.entries(LOGS))('are read with other lines around them: %s', (name, log) => {
    const capture = read(latin1(log));
    expect(capture.notes).toEqual([]);
    expect(capture.format).toBe(name.split(' ')[0]);
    expect(capture.origin === undefined || capture.origin === 'https://api.example-bank.test').toBe(true);
    const { method, target, headers, body } = capture.request;
    expect({ method, target, body: Buffer.from(body).toString() }).toEqual({
      method: 'POST',
      target: '/v1/payments?x=1',
      body: '{\n  "a": "æ"\n}',
    });
    expect(headers.filter(([header]) => !/^(?:Host|Content-Length)$/.test(header))).toEqual(request.headers);
  });

  it.each(Object.entries(LOGS))('say by the answer when it was sent: %s', (_, log) => {
    expect(read(latin1(log)).sentAt).toBe(ANSWERED);
  });

  it.each(Object.values(LOGS))('have several requests, of which one is chosen', (log) => {
    const two = `${log}\n${log.replaceAll('/payments?x=1', '/baskets')}`;
    expect(read(latin1(two), { request: 'baskets' }).request.target).toBe('/v1/baskets');
    expect(refusal(latin1(two))).toContain('2 requests are in the capture:');
  });

  it('keep the requests of two connections apart', () => {
    const [first, second] = [apacheWire(request), apacheWire({ ...request, target: '/v1/other' })].map(
      (log, place) => log.replaceAll('http-outgoing-0', `http-outgoing-${place}`).split('\n'),
    );
    const mixed = first!.flatMap((line, place) => [line, second![place] ?? '']).join('\n');
    expect(bodyOf(read(latin1(mixed), { request: 'other' }))).toBe(bodyOf(read(latin1(LOGS.apache))));
  });

  it('of Apache HttpClient 5 have negative octets', () => {
    const log = LOGS.apache.replaceAll(/\[0x([89a-f][0-9a-f])\]/g, '[0xffffff$1]');
    expect(log).toContain('[0xffffffc3]');
    expect(Buffer.from(read(latin1(log)).request.body).toString()).toContain('æ');
  });

  it('may have the headers alone', () => {
    const log = LOGS.apache
      .split('\n')
      .filter((line) => !line.includes('http.wire'))
      .join('\n');
    const capture = read(latin1(log));
    expect(capture.request.headers).toContainEqual(['Digest', 'SHA-256=x']);
    expect(notesOf(capture)).toEqual(['capture-incomplete body']);
  });

  it('of OkHttp may have Windows line ends', () => {
    expect(bodyOf(read(latin1(LOGS.okhttp.replaceAll('\n', '\r\n'))))).toBe('{\n  "a": "\xc3\xa6"\n}');
  });

  it('may be named by --from', () => {
    expect(refusal('GET / HTTP/1.1\n\n', { format: 'okhttp' })).toContain('The capture contains no request.');
    expect(read(latin1(LOGS.python), { format: 'python' }).request.method).toBe('POST');
  });

  it('do not make a log of a body that quotes one', () => {
    const body = LOGS.okhttp.split('\n')[1]!;
    expect(read(latin1(`POST / HTTP/1.1\n\n${body}`)).format).toBe('http');
    expect(read(JSON.stringify({ method: 'POST', url: '/', headers: [], body })).format).toBe('json');
  });
});

describe('how long a log says a body is [C-verify-logs-length]', () => {
  it.each([
    ['cut off', LOGS.okhttp.replace('"a": ', '"a"')],
    ['left out', LOGS.okhttp.replace(/\(\d+-byte body\)/, '(binary 16-byte body omitted)')],
    ['compressed', LOGS['okhttp alone'].replace('(15-byte body)', '(15-byte, 34-gzipped-byte body)')],
    ['not ended', LOGS['okhttp alone'].split('--> END')[0]!],
    ['cut off on the wire', LOGS.apache.replace(/>> ".*0xc3.*\n/, '')],
    ['without its call of send', LOGS.python.replace(/send: b'\{.*\n/, '')],
  ])('is compared with it: %s', (_, log) => {
    expect(notesOf(read(latin1(log!)))).toEqual(['capture-incomplete body']);
  });

  it('says where other line ends would make it as long', () => {
    const crlf = { ...request, body: new Uint8Array(Buffer.from('{\r\n"a":1\r\n}')) };
    const { notes } = read(latin1(okHttp(crlf, () => '').replaceAll('\r', '')));
    expect(notes).toMatchObject([
      {
        code: 'capture-incomplete',
        message:
          'The body was 11 bytes when sent, but has 9 in the log. With CRLF line ends it would be complete.',
      },
    ]);
  });

  it('is not the only thing it may lack: a header that is hidden', () => {
    const hidden = Buffer.from('██').toString('latin1');
    const capture = read(latin1(LOGS['okhttp alone'].replace('SHA-256=x', hidden)));
    expect(notesOf(capture)).toEqual(['capture-incomplete header digest']);
  });
});
