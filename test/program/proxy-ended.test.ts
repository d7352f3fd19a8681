import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { RawClient, until } from '../support/served.ts';
import { startProxy, temporaryFolderOf, untilItStops } from '../support/serving.ts';
import { atTerminal } from '../support/terminal.ts';
import { WORKER_BEGAN_AT } from '../support/true-clock.ts';

/** A bank that takes requests and answers none, and a home whose profile in use leads there. */
async function silentBank() {
  const came: string[] = [];
  const server = createServer(({ method, url }) => void came.push(`${method} ${url}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const home = await homeWithKeys(WORKER_BEGAN_AT);
  const keys = join(home, 'offline', 'keys');
  const profile = {
    ...{ bank: 'sandbox', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    ...{ certFile: join(keys, 'seal.pem'), keyFile: join(keys, 'seal.key.pem') },
  };
  const settings = { profile: 'silent', profiles: { silent: profile } };
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  return { home, came };
}

/** Has the proxy or the bank at a port take a request without end, and say so; the client leaves with the test. */
async function begin(url: string, request: string) {
  const { port, host } = new URL(url);
  const client = await RawClient.connectPlain(Number(port));
  client.write(`${request} HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{`);
  await client.answers(1);
  return client;
}

const FINISHING = 'Finishing 1 request. Press Ctrl-C again to stop now.';

describe('a second signal [C-serve-signals, C-proxy]', () => {
  it('ends a proxy at once, and what it has sent is logged, between lines of JSON alone', async () => {
    const { home, came } = await silentBank();
    const proxy = await startProxy([], home);
    (await begin(proxy.ready.url, 'PUT /v1/accounts')).write('}');
    await until(() => came.length === 1);
    proxy.child.kill('SIGTERM');
    await untilItStops(proxy.ready.url);
    expect([proxy.child.exitCode, proxy.stderr()]).toEqual([null, '']);
    proxy.child.kill('SIGINT');
    expect(await proxy.ended()).toEqual([130, null]);
    const logged = JSON.parse(proxy.stderr());
    expect(logged).toMatchObject({
      ...{ verdict: 'signed', method: 'PUT', path: '/v1/accounts', bytesOut: 0 },
      failed: expect.stringMatching(/stopped .* outcome is unknown\.$/),
    });
    expect(logged).not.toHaveProperty('gone');
    expect(logged).not.toHaveProperty('status');
  });

  it('is what a person is told of, by a proxy and by a served bank', async () => {
    const { home } = await silentBank();
    const env = { ...temporaryFolderOf(home) };
    for (const args of [['proxy'], ['serve', '--store', 'memory', '--profile', 'offline']]) {
      const { code, all } = await atTerminal(
        [...args, '--port', '0'],
        [
          [
            args[0] === 'proxy' ? 'Signs for' : 'The CA to trust',
            async (shown) => {
              const [url = ''] = /(?<=Listening on |site: )http:\S+/.exec(shown) ?? [];
              await begin(url, 'POST /v1/consents');
              return '\x03';
            },
          ],
          [FINISHING, '\x03'],
        ],
        { home, env, columns: 120 },
      );
      expect({ code, all }).toEqual({ code: 130, all: expect.stringContaining(FINISHING) });
    }
  });
});
