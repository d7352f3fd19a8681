import { spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';

export interface Wire {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** What stands on the wire when bash runs the command, one character per octet. */
  readonly run: (command: string, folder: string) => Promise<string>;
  readonly close: () => void;
}

/** The version of the installed curl; undefined where there is none. */
export const CURL_VERSION = /^curl (\S+)/.exec(
  spawnSync('curl', ['--version']).stdout?.toString() ?? '',
)?.[1];

/** A server that writes down what it gets and answers each request with nothing. */
export async function openWire(): Promise<Wire> {
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
