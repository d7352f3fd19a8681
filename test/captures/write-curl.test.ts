import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeCurl } from '../../src/captures/write.ts';
import type { HttpRequest } from '../../src/message.ts';
import { runs } from '../support/sweep.ts';
import { httpRequest } from './arbitrary-requests.ts';
import { notesOf, read } from './reading.ts';

interface Wire {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** What stands on the wire when bash runs the command, one character per octet. */
  readonly run: (command: string, folder: string) => Promise<string>;
  readonly close: () => void;
}

/** The version of the installed curl; undefined where there is none. */
const CURL_VERSION = /^curl (\S+)/.exec(spawnSync('curl', ['--version']).stdout?.toString() ?? '')?.[1];

/** A server that writes down what it gets and answers each request with nothing. */
async function openWire(): Promise<Wire> {
  let received = '';
  const server = createServer((socket) => {
    let text = '';
    let isAnswered = false;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      text += bytes.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0 || isAnswered) return;
      if (/^Expect:/m.test(text) && text.length === end + 4) socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      isAnswered = isWhole(text, end + 4);
      if (isAnswered) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    host: `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    run: async (command, folder) => {
      received = '';
      await runBash(command, folder);
      return received;
    },
    close: () => server.close(),
  };
}

function isWhole(text: string, bodyStart: number): boolean {
  const head = text.slice(0, bodyStart);
  if (/^Transfer-Encoding: *chunked/im.test(head)) return text.endsWith('0\r\n\r\n');
  return text.length >= bodyStart + Number(/^Content-Length: *([0-9]+)/im.exec(head)?.[1] ?? 0);
}

function runBash(command: string, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', command], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8' },
      stdio: 'ignore',
    });
    child.on('error', reject);
    child.on('close', () => resolve());
  });
}

const ORIGIN = 'https://bank.test';
const plain: HttpRequest = {
  method: 'POST',
  target: '/v1/p?x=1',
  headers: [
    ['Host', 'bank.test'],
    ['Content-Type', 'application/json'],
    ['Signature', 'keyId="SN=1,CA=CN=a",signature="QUJD=="'],
  ],
  body: new Uint8Array(Buffer.from('{"name":"Åse O\'Hara"}\n')),
};

describe('a request written as a curl command [C-sign-format-curl]', () => {
  it('has one header on each line, in quotes that can be read', () => {
    expect(writeCurl(plain, ORIGIN)).toBe(
      [
        "curl -X POST 'https://bank.test/v1/p?x=1' \\",
        "  -H 'Host: bank.test' \\",
        "  -H 'Content-Type: application/json' \\",
        `  -H 'Signature: keyId="SN=1,CA=CN=a",signature="QUJD=="' \\`,
        "  -H 'Accept:' -H 'User-Agent:' \\",
        `  --data-binary '{"name":"Åse O'\\''Hara"}\n'`,
      ].join('\n'),
    );
  });

  it.each([
    ['tabs and carriage returns', 'a\tb\r\n', `--data-binary $'a\\tb\\r\\n'`],
    ['octets that are no UTF-8', Buffer.from([0x61, 0xe5, 0x27, 0x5c]), `--data-binary $'a\\xe5\\'\\\\'`],
    ['what no reader sees', 'a\u200bb\u00a0', `--data-binary $'a\\xe2\\x80\\x8bb\\xc2\\xa0'`],
    ['what turns the direction of text', 'a\u202eb', `--data-binary $'a\\xe2\\x80\\xaeb'`],
    ['the name of a file', '@body', `--data-raw '@body'`],
  ])('escapes %s', (_, body, option) => {
    expect(writeCurl({ ...plain, body: new Uint8Array(Buffer.from(body)) }, ORIGIN)).toContain(option);
  });

  it.each([
    ['NUL', Buffer.from([0, 255, 10])],
    ['more than an argument holds', Buffer.alloc(200_000, 'a')],
  ])('gives a body of %s at standard input', (_, bytes) => {
    const command = writeCurl({ ...plain, body: new Uint8Array(bytes) }, ORIGIN);
    expect(command).toMatch(/^base64 --decode <<< '[A-Za-z0-9+/=]+' \|\ncurl /);
    expect(bytes.equals(read(command).request.body)).toBe(true);
  });

  it.each([
    ['/a/../b', ['--path-as-is']],
    ['/a/%2E%2e?x', ['--path-as-is']],
    ['/a..b/.c', []],
    ['/a?b[]=c', ['--globoff']],
    ['/{a}/./b', ['--globoff', '--path-as-is']],
  ])('keeps curl from changing the target %s', (target, flags) => {
    const command = writeCurl({ ...plain, target }, ORIGIN);
    expect(command.match(/--(?:globoff|path-as-is)/g) ?? []).toEqual(flags);
    expect(read(command).request.target).toBe(target);
  });

  it.each([
    '/a b',
    '/å',
    '/a#b',
    '*',
    '/a\tb',
  ])('sends a target that is no URL all the same: %j', (target) => {
    const octets = Buffer.from(target).toString('latin1');
    const command = writeCurl({ ...plain, target: octets }, ORIGIN);
    expect(command).toContain(`--request-target `);
    expect(read(command).request.target).toBe(octets);
  });

  it('names the method where curl would choose another', () => {
    const start = (method: string, body = '') =>
      writeCurl({ ...plain, method, body: new Uint8Array(Buffer.from(body)) }, ORIGIN).split(" 'https")[0];
    expect(start('GET')).toBe('curl');
    expect(start('GET', 'x')).toBe('curl -X GET');
    expect(start('HEAD')).toBe('curl --head');
    expect(start('HEAD', 'x')).toBe('curl -X HEAD');
    expect(start('POST')).toBe('curl -X POST');
    expect(start("A'B")).toBe("curl -X 'A'\\''B'");
  });

  it('switches off what curl adds, but for Host and the length', () => {
    const bare = { ...plain, headers: [] };
    expect(writeCurl(bare, ORIGIN)).toContain("-H 'Accept:' -H 'User-Agent:' -H 'Content-Type:' \\\n");
    const large = { ...bare, body: new Uint8Array(1024 * 1024) };
    expect(writeCurl(large, ORIGIN)).toContain("-H 'Expect:'");
    const headers = [
      ['accept', 'x'],
      ['user-agent', 'y'],
      ['content-type', 'z'],
    ] as const;
    expect(writeCurl({ ...plain, headers }, ORIGIN)).not.toMatch(/:'/);
  });

  it.each([
    [{ headers: [['A', 'b\0'] as const] }, 'The value of A contains NUL.'],
    [{ headers: [['A b', 'c'] as const] }, "isn't a header name"],
    [{ method: 'A B' }, "isn't an HTTP method"],
    [{ target: '/\n' }, "can't be sent"],
  ])('is refused for what HTTP has not: %j', (members, words) => {
    expect(() => writeCurl({ ...plain, ...members }, ORIGIN)).toThrow(words);
  });

  it('folds a value that holds a line end', () => {
    const command = writeCurl({ ...plain, headers: [['Signature', 'abc\ndef']] }, ORIGIN);
    expect(command).toContain("'Signature: abc\\r\\n def'");
    const capture = read(command);
    expect(capture.request.headers).toContainEqual(['Signature', 'abc def']);
    expect(notesOf(capture)).toEqual(['capture-changed header signature']);
  });

  it('has curl send exactly the request, where curl is installed', async () => {
    const wire = await openWire();
    const octets = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('');
    const requests: HttpRequest[] = [
      plain,
      { ...plain, method: 'GET', body: new Uint8Array() },
      { ...plain, method: 'HEAD', body: new Uint8Array() },
      { ...plain, method: 'DELETE', target: '/a/../%2e/{x}[1-2]?y={"z"}', body: new Uint8Array() },
      { ...plain, method: 'PUT', target: '/a b#\xe5' },
      { ...plain, body: new Uint8Array(Buffer.from(octets, 'latin1')) },
      { ...plain, body: new Uint8Array(Buffer.from('@-')) },
      {
        ...plain,
        headers: [...plain.headers, ['X', octets.replaceAll(/[\0\r\n]/g, '')], ['X', ' two '], ['Y', '']],
      },
      {
        ...plain,
        headers: [
          ['Host', 'bank.test'],
          ['Content-Length', '2'],
          ['Accept', 'x'],
        ],
        body: new Uint8Array([1, 0]),
      },
    ];
    for (const request of requests) {
      const isSaid = request.headers.some(([name]) => name === 'Content-Length') || request.body.length === 0;
      const expected = [
        `${request.method} ${request.target} HTTP/1.1`,
        ...request.headers.map(([name, value]) => (value === '' ? `${name}:` : `${name}: ${value}`)),
        ...(isSaid ? [] : [`Content-Length: ${request.body.length}`]),
        '',
        Buffer.from(request.body).toString('latin1'),
      ].join('\r\n');
      const command = writeCurl(request, `http://${wire.host}`).replaceAll('curl ', 'curl -sS ');
      const sent = CURL_VERSION === undefined ? expected : await wire.run(command, tmpdir());
      expect(sent).toBe(expected);
    }
    wire.close();
  });

  it('is read back as it was', () => {
    fc.assert(
      fc.property(httpRequest, (request) => {
        const length = request.body.length;
        const headers = request.headers.map(([name, value]) => [name, /^[ \t]*$/.test(value) ? '' : value]);
        const added = length === 0 ? [] : [['Content-Length', String(length)]];
        expect(read(writeCurl(request, ORIGIN))).toEqual({
          format: 'curl',
          origin: ORIGIN,
          request: { ...request, headers: [...headers, ...added] },
          notes: [],
        });
      }),
      { numRuns: runs(60, 1000) },
    );
  });
});
