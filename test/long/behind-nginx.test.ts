import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpsTransport } from '../../src/transport/https.ts';
import { testSigner } from '../support/bank.ts';
import { freePort } from '../support/free-port.ts';
import { RawClient } from '../support/served.ts';
import { served } from '../support/served-bank.ts';
import { ROOT } from '../support/sources.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { testTls } from '../support/tls.ts';
import { creation } from '../support/tpp.ts';

/** Starts nginx with the configuration of docs/service.md, its ports and files changed to those of the test. */
async function startNginx(bankPort: number): Promise<number> {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const { ca, certificate, key } = testTls();
  const port = await freePort();
  const documented = readFileSync(join(ROOT, 'docs', 'service.md'), 'utf8');
  const [, configuration = ''] = /```nginx\n([\s\S]*?)```/.exec(documented) ?? [];
  const places: readonly (readonly [string, string])[] = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['127.0.0.1:8443', `127.0.0.1:${bankPort}`],
    ['/etc/ssl/bank.example.pem', write('bank.pem', certificate)],
    ['/etc/ssl/private/bank.example.key', write('bank.key', key)],
    ['/var/lib/psd2/offline/tls/ca.pem', write('ca.pem', ca)],
  ];
  for (const [text] of places) expect(configuration.split(text)).toHaveLength(2);
  const changed = places.reduce((text, [from, to]) => text.replace(from, to), configuration);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  const file = write(
    'nginx.conf',
    [
      `daemon off; user ${userInfo().username}; pid ${join(folder, 'pid')};`,
      changed.replace('http {', `http {\n  access_log off; ${own.join(' ')}`),
    ].join('\n'),
  );
  const nginx = spawn('nginx', ['-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  nginx.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(nginx, 'exit');
  onTestFinished(async () => {
    nginx.kill('SIGTERM');
    await ended;
  });
  while (!(await isListening(Number(port)))) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended: ${said}`);
  }
  return Number(port);
}

async function isListening(port: number): Promise<boolean> {
  try {
    (await RawClient.connect(port)).socket.destroy();
    return true;
  } catch {
    return false;
  }
}

describe('a served bank behind the nginx of docs/service.md [S12-connections]', () => {
  it('takes signed payments as they came, and nginx refuses larger bodies', async () => {
    const bank = await served();
    const port = await startNginx(bank.server.port);
    const way = createHttpsTransport({ origin: `https://127.0.0.1:${port}`, ca: testTls().ca });
    onTestFinished(() => way.close());
    for (let count = 0; count < 3; count += 1) {
      const { status } = await way.send(creation(testSigner(), { remittance: `Behind nginx ${count}` }));
      expect(status).toBe(201);
    }
    const large = { method: 'POST', target: '/v1', headers: [], body: Buffer.alloc(1024 * 1024 + 1) };
    expect((await way.send(large)).status).toBe(413);
    const refused = await way.send({
      method: 'GET',
      target: '/v1/accounts',
      headers: [],
      body: Buffer.alloc(0),
    });
    expect(refused.status).toBe(400);
    expect(String(Buffer.from(refused.body))).toContain('tppMessages');
    expect(bank.unexpected).toEqual([]);
  });

  it('gets no part of a request that is slow', async () => {
    const bank = await served();
    const port = await startNginx(bank.server.port);
    const client = await RawClient.connect(port);
    client.write('POST /v1 HTTP/1.1\r\nHost: bank.example\r\nContent-Length: 9\r\n\r\nhalf');
    const other = await RawClient.connect(port);
    other.write('GET /health HTTP/1.1\r\nHost: bank.example\r\n\r\n');
    expect((await other.answers(1))[0]?.startLine).toBe('HTTP/1.1 200 OK');
    expect(bank.server.running()).toBe(0);
  });
});
