import { describe, expect, it } from 'vitest';
import { bodyOf, notesOf, read, refusal } from './reading.ts';

const HEADERS = [
  ['digest', 'SHA-256=x'],
  ['signature', 'keyId="SN=1,CA=CN=x: y",headers="date"'],
] as const;

const PSEUDO = [':method: POST', ':scheme: https', ':authority: bank.test', ':path: /v1/payments?x=1'];
const ALL = [...PSEUDO, ...HEADERS.map(([name, value]) => `${name}: ${value}`)];

const WIRESHARK_1 = [
  'Frame 4: 512 bytes on wire (4096 bits), 512 bytes captured (4096 bits)',
  'Transmission Control Protocol, Src Port: 50000, Dst Port: 443, Seq: 1, Ack: 1, Len: 446',
  'Hypertext Transfer Protocol',
  '    POST /v1/payments?x=1 HTTP/1.1\\r\\n',
  '        [Expert Info (Chat/Sequence): POST /v1/payments?x=1 HTTP/1.1\\r\\n]',
  '        Request Method: POST',
  '    Host: bank.test\\r\\n',
  ...HEADERS.map(([name, value]) => `    ${name}: ${value}\\r\\n`),
  '    Content-Length: 57\\r\\n',
  '        [Content length: 57]',
  '    \\r\\n',
  '    [Full request URI: https://bank.test/v1/payments?x=1]',
  '    File Data: 57 bytes',
].join('\n');

const WIRESHARK_2 = [
  'HyperText Transfer Protocol 2',
  '    Stream: HEADERS, Stream ID: 1, Length 500, POST /v1/payments?x=1',
  ...ALL.flatMap((line) => [`        Header: ${line}`, '            Name Length: 7']),
].join('\n');

const NGHTTP = [
  '[  0.012] Connected',
  '[  0.013] send HEADERS frame <length=500, flags=0x24, stream_id=13>',
  '          ; END_HEADERS | PRIORITY',
  '          (padlen=0, dep_stream_id=11, weight=16, exclusive=0)',
  '          ; Open new stream',
  ...ALL.map((line) => `          ${line}`),
  '[  0.020] recv SETTINGS frame <length=6, flags=0x00, stream_id=0>',
].join('\n');

const SHOWN = {
  'Wireshark, details of HTTP/1': WIRESHARK_1,
  'Wireshark, details of HTTP/2': WIRESHARK_2,
  nghttp: NGHTTP,
  'curl, HTTP/2': ALL.map((line) => `* [HTTP/2] [1] [${line}]`).join('\n'),
  'curl before 8.1': ALL.map((line) => `* h2h3 [${line}]`).join('\n'),
};

describe('requests in what shows their headers [C-verify-http-shown]', () => {
  it.each(Object.entries(SHOWN))('are read, with a note of the body: %s', (_, text) => {
    const capture = read(text);
    expect(capture.request).toMatchObject({ method: 'POST', target: '/v1/payments?x=1' });
    expect(capture.request.headers).toEqual(expect.arrayContaining(HEADERS.map((header) => [...header])));
    expect(notesOf(capture)).toEqual(['capture-incomplete body']);
  });

  it('have no body to be noted where Digest is that of nothing', () => {
    const text = NGHTTP.replace('SHA-256=x', 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
    expect(read(text).notes).toEqual([]);
  });

  it('stand behind what is before HTTP in a packet', () => {
    const text = 'E4@@P=POST /v1 HTTP/1.1\r\nHost: bank.test\r\nContent-Length: 2\r\n\r\n{}';
    const capture = read(text);
    expect(capture.request.target).toBe('/v1');
    expect(bodyOf(capture)).toBe('{}');
    expect(capture.notes).toEqual([]);
  });

  it('have pseudo headers that may lack a colon', () => {
    const text = ':method POST\n:path /v1\n:authority bank.test:8443\ndigest: x\n\n{}';
    expect(read(text)).toMatchObject({
      origin: 'https://bank.test:8443',
      request: { method: 'POST', target: '/v1' },
    });
  });
});

const ALONE = ['Date: Mon, 01 Feb 2027 12:00:00 GMT', ...HEADERS.map(([name, value]) => `${name}: ${value}`)];

const CHROME = [
  ...['General', 'Request URL:', 'https://bank.test/v1/payments?x=1', 'Request Method:', 'POST'],
  ...['Status Code:', '401 Unauthorized', 'Remote Address:', '10.0.0.1:443'],
  ...['Response Headers (2)', 'date:', 'Mon, 01 Feb 2027 12:00:00 GMT', 'content-type:', 'application/json'],
  ...['Request Headers (4)', 'Raw', ':scheme:', 'https', 'accept:', '', 'digest:', 'SHA-256=x'],
  ...['signature:', HEADERS[1][1]],
];

describe('headers without a request line [C-verify-headers-alone]', () => {
  it('are read with notes of what is not there', () => {
    const capture = read(ALONE.join('\n'));
    expect(capture.request).toMatchObject({ method: '', target: '' });
    expect(capture.request.headers.length).toBe(3);
    expect(notesOf(capture)).toEqual(['capture-incomplete target', 'capture-incomplete body']);
  });

  it('may have a body behind them', () => {
    const capture = read(`${ALONE.join('\n')}\n\n{"a":1}`);
    expect(bodyOf(capture)).toBe('{"a":1}');
    expect(notesOf(capture)).toEqual(['capture-incomplete target']);
  });

  it('of developer tools have names and values on lines of their own', () => {
    for (const text of [CHROME.join('\n'), CHROME.map((line) => line.replace(/:$/, '')).join('\r\n')]) {
      const capture = read(text);
      expect(capture.origin).toBe('https://bank.test');
      expect(capture.request).toMatchObject({ method: 'POST', target: '/v1/payments?x=1' });
      expect(capture.request.headers).toEqual([
        ['Host', 'bank.test'],
        ['accept', ''],
        ['digest', 'SHA-256=x'],
        ['signature', HEADERS[1][1]],
      ]);
      expect(capture.sentAt).toBe(Date.parse('2027-02-01T12:00:00Z'));
      expect(notesOf(capture)).toEqual(['capture-incomplete body']);
    }
  });

  it('of developer tools may lack the request too', () => {
    const capture = read(ALONE.join('\n').replaceAll(/^([A-Za-z]+): /gm, '$1\n'));
    expect(capture.request.headers.map(([name]) => name)).toEqual(['Date', 'digest', 'signature']);
    expect(notesOf(capture)).toEqual(['capture-incomplete target', 'capture-incomplete body']);
  });

  it('are told from other text with colons', () => {
    expect(refusal('name: x\nvalue: y')).toContain(`A request can't begin with "name: x".`);
    expect(refusal('name\nvalue')).toContain(`A request can't begin with "name".`);
  });
});
