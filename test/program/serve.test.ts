import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2, spawnPsd2 } from '../support/program.ts';
import { RawClient } from '../support/served.ts';
import { startServe, temporaryFolderOf, untilItStops } from '../support/serving.ts';
import { connectTls } from '../support/tls.ts';

const MEMORY = ['--store', 'memory'];
/** The server says that it has taken the head. */
const HALF = 'POST /v1/consents HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nha';
type Serving = Awaited<ReturnType<typeof startServe>>;

async function clientOf({ ready }: Serving): Promise<RawClient> {
  const ca = readFileSync(ready.caFile, 'utf8');
  return new RawClient(await connectTls(Number(new URL(ready.url).port), { ca }));
}

/** Whether the bank of that CA listens no more at its port, which may be another's already. */
async function isGone(url: string, caFile: string): Promise<boolean> {
  const ca = readFileSync(caFile, 'utf8');
  const socket = await connectTls(Number(new URL(url).port), { ca }).catch(() => undefined);
  socket?.destroy();
  return socket === undefined;
}

describe('psd2 serve [C-serve-json, C-serve-signals, D14-memory-store, S10-request-log]', () => {
  it('says in one line where it is, answers, and on SIGTERM finishes what runs', async () => {
    const serving = await startServe(
      [...MEMORY, '--base-path', '/api-sandbox', '--operator'],
      await homeWithKeys(),
    );
    const { ready, child, temporary } = serving;
    const file = join(temporary, readdirSync(temporary)[0] ?? '', 'operator-token');
    const loopback = (scheme: string) =>
      expect.stringMatching(new RegExp(`^${scheme}://127\\.0\\.0\\.1:\\d+/api-sandbox$`));
    expect(ready).toEqual({
      url: loopback('https'),
      siteUrl: loopback('http'),
      caFile: join(serving.home, 'offline', 'tls', 'ca.pem'),
      pid: child.pid,
      operatorUrl: loopback('http'),
      operatorTokenFile: file,
    });
    expect([file, join(file, '..')].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o700]);
    const client = await clientOf(serving);
    client.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
    expect((await client.answers(1))[0]?.startLine).toBe('HTTP/1.1 200 OK');
    client.write(HALF);
    await client.answers(2);
    child.kill('SIGTERM');
    await untilItStops(ready.url);
    client.write('lf');
    expect((await client.closed())[2]?.startLine).toBe('HTTP/1.1 404 Not Found');
    expect(await serving.ended()).toEqual([0, null]);
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(join(serving.home, 'offline', 'bank.db'))).toBe(false);
    expect(await isGone(ready.url, ready.caFile)).toBe(true);
    expect(serving.stdout().split('\n')).toHaveLength(2);
    expect(
      serving
        .stderr()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({
        listener: 'interface',
        method: 'POST',
        path: '…',
        status: 404,
        codes: ['NOT_FOUND'],
      }),
    ]);
  });

  it('ends at once with a second signal, and leaves nothing', async () => {
    const serving = await startServe(MEMORY, await homeWithKeys());
    const client = await clientOf(serving);
    client.write(HALF);
    await client.answers(1);
    serving.child.kill('SIGTERM');
    await untilItStops(serving.ready.url);
    expect(serving.child.exitCode).toBeNull();
    serving.child.kill('SIGINT');
    expect(await serving.ended()).toEqual([130, null]);
    expect(readdirSync(serving.temporary)).toEqual([]);
  });

  it('ends at once with Ctrl-\\, and leaves nothing', async () => {
    const serving = await startServe([...MEMORY, '--operator'], await homeWithKeys());
    expect(readdirSync(serving.temporary)).toHaveLength(1);
    serving.child.kill('SIGQUIT');
    expect(await serving.ended()).toEqual([131, null]);
    expect(readdirSync(serving.temporary)).toEqual([]);
  });

  it('is interrupted with Ctrl-C, in order and without a word', async () => {
    const serving = await startServe([], await homeWithKeys());
    serving.child.kill('SIGINT');
    expect(await serving.ended()).toEqual([130, null]);
    expect(serving.stderr()).toBe('');
    expect(existsSync(join(serving.home, 'offline', 'bank.db-wal'))).toBe(false);
  });
});

describe('a command beside the bank [C-serve-command, D13-serve-command]', () => {
  const beside = async (script: string, ...more: readonly string[]) => {
    const home = await homeWithKeys();
    const env = temporaryFolderOf(home);
    const command = ['--', 'sh', '-c', script];
    const outcome = await spawnPsd2(['serve', '--port', '0', ...MEMORY, ...more, ...command], {
      ...{ home, env },
      trueClock: true,
    });
    return { ...outcome, home, left: readdirSync(env.TMPDIR) };
  };

  it('finds the bank by variables, and ends it with its own exit code', async () => {
    const { code, stdout, stderr, left, home } = await beside(
      [
        'cat "$PSD2_HOME/settings.json"; ls -ld "$PSD2_HOME"; env; wc -l <"$SSL_CERT_FILE"',
        'curl -sf --cacert "$SSL_CERT_FILE" "$PSD2_BASE_URL/health"; echo',
        `node -e 'fetch(process.env.PSD2_BASE_URL + "/health").then(async (it) => console.log(await it.text()))'`,
        'exit 3',
      ].join('\n'),
      '--quiet',
    );
    expect({ code, left, stderr }).toEqual({ code: 3, left: [], stderr: '' });
    const { profile, profiles } = JSON.parse(stdout.slice(0, stdout.indexOf('\n}\n') + 3));
    const [, url = ''] = /^PSD2_BASE_URL=(.*)$/m.exec(stdout) ?? [];
    const keys = join(home, 'offline', 'keys');
    expect({ profile, profiles }).toEqual({
      profile: 'served',
      profiles: {
        served: {
          psuIpAddress: '192.0.2.1',
          ...{ bank: 'sandbox', baseUrl: url, caFile: join(home, 'offline', 'tls', 'ca.pem') },
          ...{ certFile: join(keys, 'seal.pem'), keyFile: join(keys, 'seal.key.pem') },
          operatorUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
          operatorTokenFile: expect.stringContaining(temporaryFolderOf(home).TMPDIR),
        },
      },
    });
    expect(stdout).toMatch(/^drwx------ .*\/home$/m);
    expect(stdout).toMatch(/^PSD2_PROFILE=served$/m);
    expect(stdout).toContain(`\nPSD2_CA_FILE=${profiles.served.caFile}\n`);
    expect(stdout).toContain(`\nNODE_EXTRA_CA_CERTS=${profiles.served.caFile}\n`);
    expect(stdout).toContain(`\nPSD2_OPERATOR_URL=${profiles.served.operatorUrl}\n`);
    expect(stdout).toContain(`\nPSD2_OPERATOR_TOKEN_FILE=${profiles.served.operatorTokenFile}\n`);
    expect(stdout).toMatch(/^PSD2_SITE_URL=http:\/\/127\.0\.0\.1:\d+$/m);
    const [lines, ...health] = stdout.trimEnd().split('\n').slice(-3);
    expect(Number(lines)).toBeGreaterThan(100);
    // OpenSSL and Node trust the bank without a flag.
    expect(health).toEqual(['{"status":"ok"}', '{"status":"ok"}']);
    expect(await isGone(url, profiles.served.caFile)).toBe(true);
  });

  it('that a signal ends is told as shells tell it', async () => {
    const { code, left } = await beside('kill -9 $$');
    expect({ code, left }).toEqual({ code: 137, left: [] });
  });

  it('heeds a signal that we get', async () => {
    const script = 'trap "exit 7" TERM; echo waiting >&2; while :; do sleep 0.05; done';
    const serving = await startServe([...MEMORY, '--', 'sh', '-c', script], await homeWithKeys());
    while (!serving.stderr().includes('waiting')) await once(serving.child.stderr, 'data');
    serving.child.kill('SIGTERM');
    expect(await serving.ended()).toEqual([7, null]);
    expect(readdirSync(serving.temporary)).toEqual([]);
  });

  // A shell that is told to end doesn't tell what it started in the background.
  it.each(['SIGTERM', 'SIGINT'] as const)('leaves no orphan when we get %s', async (signal) => {
    const script = `node -e 'console.error("background", process.pid); setInterval(() => {}, 1000)' & node -e 'setInterval(() => {}, 1000)'`;
    const serving = await startServe([...MEMORY, '--', 'sh', '-c', script], await homeWithKeys());
    const pidOf = () => Number(/background (\d+)/.exec(serving.stderr())?.[1] ?? 0);
    while (pidOf() === 0) await once(serving.child.stderr, 'data');
    serving.child.kill(signal);
    // Its streams are closed when the last process that has them has ended: an orphan would keep them.
    expect((await serving.ended())[1]).toBeNull();
    expect(readdirSync(serving.temporary)).toEqual([]);
  });

  it('that is none is told, and so is nothing', async () => {
    const home = await homeWithKeys();
    const line = ['serve', '--port', '0', ...MEMORY, '--quiet', '--', 'no-such-command'];
    const none = await spawnPsd2(line, { home, env: temporaryFolderOf(home), trueClock: true });
    expect(none).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining("no-such-command can't be run: there's no such command."),
    });
    expect(await psd2(['serve', '--port', '0', '--'], { home })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Missing: a command after --.'),
    });
  });
});
