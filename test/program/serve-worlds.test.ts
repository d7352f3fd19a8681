import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChaosReport } from '../../src/chaos/report.ts';
import { parseExposition, total } from '../support/exposition.ts';
import { freePort } from '../support/free-port.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { CREATE, writeProfile } from '../support/remote-home.ts';
import { RawClient } from '../support/served.ts';
import { type Ready, startServe, temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';
import { WORKER_BEGAN_AT } from '../support/true-clock.ts';

/** What the operator's port says to who has the token; metrics unless asked for another path. */
async function scraped({ operatorUrl = '' }: Ready, token: string, path = '/operator/metrics') {
  const { port, pathname } = new URL(operatorUrl);
  const client = await RawClient.connectPlain(Number(port));
  const lines = [
    `GET ${pathname.replace(/\/$/, '')}${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
  ];
  client.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  const [answer] = await client.closed();
  return { startLine: answer?.startLine, text: answer?.body.toString() ?? '' };
}

type Serving = Awaited<ReturnType<typeof startServe>>;

/** A TPP with keys of its own, whose profile in use is the served bank with its operator. */
async function tppAt({ ready }: Serving) {
  const home = emptyFolder();
  const program = { home, trueClock: true };
  expect((await spawnPsd2(['cert', 'inspect', '--profile', 'offline'], program)).code).toBe(0);
  writeProfile(home, {
    ...{ baseUrl: ready.url, caFile: ready.caFile },
    ...{ operatorUrl: ready.operatorUrl, operatorTokenFile: ready.operatorTokenFile },
    psuIpAddress: '192.0.2.1',
  });
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await spawnPsd2([...args, '--json'], program);
    return { code, stderr, json: JSON.parse(stdout) };
  };
  return { home, run };
}

const CUSTOMER = ['--number', '310999059', '--type', 'CORPORATE', '--name', 'Min AS'];

describe('psd2 serve --worlds tpp [S11-worlds, C-serve-flags]', () => {
  it('gives each home a world, in which the profile’s commands work as in a shared one', async () => {
    const serving = await startServe(['--store', 'memory', '--operator', '--worlds', 'tpp']);
    const [one, other] = [await tppAt(serving), await tppAt(serving)];
    // The clock first: the world is founded by the operator's act for the profile.
    expect((await one.run('sandbox', 'clock', 'advance', '1d')).code).toBe(0);
    const made = await one.run('sandbox', 'customer', 'create', ...CUSTOMER);
    expect(made.code, made.stderr).toBe(0);
    const { customerId } = made.json;
    expect((await other.run('sandbox', 'customer', 'get', customerId)).code).not.toBe(0);
    const paying = await one.run('payments', 'create', '--domestic', '--example', '--sca', 'approve');
    expect(paying.code, paying.stderr).toBe(0);
    expect((await other.run('payments', 'get', paying.json.paymentId)).code).toBe(3);
    const offset = async ({ run }: typeof one) => (await run('sandbox', 'clock', 'show')).json.offsetSeconds;
    expect([await offset(one), await offset(other)]).toEqual([86_400, 0]);
    // A TPP resets its own without being refused first.
    expect((await other.run('sandbox', 'init', '--yes')).code).toBe(0);
    expect((await one.run('sandbox', 'customer', 'get', customerId)).code).toBe(0);
    const logged = serving
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).world);
    expect(new Set(logged.filter((world) => /^[0-9a-f]{12}$/.test(world))).size).toBe(2);
    serving.child.kill('SIGTERM');
    expect(await serving.ended()).toEqual([0, null]);
    expect(readdirSync(serving.temporary)).toEqual([]);
  });

  it('keeps worlds beside the store, and finds them again', async () => {
    const home = emptyFolder();
    const file = join(home, 'mine.db');
    const args = ['--store', file, '--operator', '--worlds', 'tpp'];
    const first = await startServe(args, home);
    const one = await tppAt(first);
    const { json } = await one.run('sandbox', 'customer', 'create', ...CUSTOMER);
    first.child.kill('SIGTERM');
    await first.ended();
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(`${file}.worlds`).filter((name) => name.endsWith('.db'))).toHaveLength(1);
    const again = await startServe(args, home);
    const { url: baseUrl, caFile, operatorUrl, operatorTokenFile } = again.ready;
    writeProfile(one.home, { baseUrl, caFile, operatorUrl, operatorTokenFile });
    expect((await one.run('sandbox', 'customer', 'get', json.customerId)).code).toBe(0);
  });

  it('applies --seed to each world as it is founded, and says at the start what is wrong with it', async () => {
    const home = emptyFolder();
    const seed = join(home, 'world.yaml');
    writeFileSync(
      seed,
      'version: 1\ncustomers:\n  - number: "310999067"\n    type: CORPORATE\n    name: Frø AS\n',
    );
    const args = ['--store', 'memory', '--worlds', 'tpp', '--seed', seed];
    const serving = await startServe(args, home);
    for (const tpp of [await tppAt(serving), await tppAt(serving)]) {
      const { json } = await tpp.run('sandbox', 'customer', 'list');
      expect(JSON.stringify(json)).toContain('310999067');
    }
    writeFileSync(seed, 'version: 1\ncustomers: 5\n');
    const refused = await spawnPsd2(['serve', '--port', '0', ...args, '--json'], { home, trueClock: true });
    expect(refused.code).toBe(2);
    expect(refused.stdout).toContain('world.yaml');
  });
});

const runIn =
  (home: string) =>
  async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await spawnPsd2([...args, '--json'], { home, trueClock: true });
    return { code, stderr, json: JSON.parse(stdout) };
  };

/** The CA of a home whose keys were made now, and what its profile is changed by. */
async function tppHome() {
  const home = await homeWithKeys(WORKER_BEGAN_AT);
  return { home, run: runIn(home), ca: join(home, 'offline', 'keys', 'ca.pem') };
}

const certificateOf = (place: string) => ({ certFile: `${place}.pem`, keyFile: `${place}.key.pem` });

it.each([
  ['is let in by a sandbox that was told its CA', true, 0],
  ['is a stranger’s to a sandbox that was not', false, 3],
])('a renewed certificate with another key: %s [S11-shared-world, S11-worlds, C-serve-policy]', async (_, isNamed, expected) => {
  const { home, run, ca } = await tppHome();
  const renewed = join(home, 'renewed');
  expect((await run('cert', 'create', '--out', renewed, '--profile', 'offline')).code).toBe(0);
  const named = isNamed ? ['--ca', ca] : [];
  const { ready } = await startServe(['--store', 'memory', '--worlds', 'tpp', ...named]);
  const place = { baseUrl: ready.url, caFile: ready.caFile, psuIpAddress: '192.0.2.1' };
  writeProfile(home, place);
  expect((await run('sandbox', 'customer', 'list')).code).toBe(0);
  writeProfile(home, { ...place, ...certificateOf(renewed) });
  const { code, json } = await run('sandbox', 'customer', 'list');
  expect(code, JSON.stringify(json)).toBe(expected);
});

it('production policy, worlds, signed answers and metrics together let a TPP pay whom CA, registry and mutual TLS know, and found no world for another [D12-production-policy, S11-worlds, D10-response-signing, C-metrics]', async () => {
  const { home, run, ca } = await tppHome();
  const qwac = join(home, 'qwac');
  const made = await run('cert', 'create', '--type', 'qwac', '--san', 'tpp.example', '--out', qwac);
  expect(made.code, made.stderr).toBe(0);
  const { organizationIdentifier } = (await run('cert', 'inspect')).json;
  const registry = join(emptyFolder(), 'tpps.json');
  writeFileSync(registry, JSON.stringify({ [organizationIdentifier]: { roles: ['PSP_PI', 'PSP_AI'] } }));
  const { ready, child, ended } = await startServe([
    ...['--store', 'memory', '--base-path', '/api', '--operator', '--worlds', 'tpp', '--sign-responses'],
    ...['--policy', 'production', '--ca', ca, '--registry', registry, '--mutual-tls'],
  ]);
  const { url: baseUrl, caFile, operatorUrl, operatorTokenFile } = ready;
  const { certFile: tlsCertFile, keyFile: tlsKeyFile } = certificateOf(qwac);
  const place = { baseUrl, caFile, operatorUrl, operatorTokenFile, psuIpAddress: '192.0.2.1' };
  writeProfile(home, { ...place, tlsCertFile, tlsKeyFile, responseSignature: 'required' });
  const paid = await run(...CREATE, '--sca', 'approve');
  expect(paid.code, JSON.stringify(paid)).toBe(0);
  expect((await run('payments', 'get', paid.json.paymentId)).code).toBe(0);

  const stranger = await tppHome();
  writeProfile(stranger.home, place);
  expect((await stranger.run('payments', 'get', paid.json.paymentId)).code).not.toBe(0);
  const token = readFileSync(operatorTokenFile ?? '', 'utf8').trim();
  const worlds = JSON.parse((await scraped(ready, token, '/operator/worlds')).text);
  expect(JSON.stringify(worlds)).toContain(organizationIdentifier.slice(3));
  expect(worlds.worlds).toHaveLength(1);
  const counted = parseExposition((await scraped(ready, token)).text);
  const created = { operation: 'create payment', status: '2xx' };
  expect(total(counted, 'psd2_requests_total', created)).toBe(1);
  expect(total(counted, 'psd2_requests_total', { listener: 'interface', status: '4xx' })).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect(await ended()).toEqual([0, null]);
});

/** A client of docs/examples, at a bank that makes the trouble of a seed. */
async function client(name: string, seed: string) {
  const home = await homeWithKeys();
  const serve = ['serve', '--port', '0', '--operator', '--quiet', '--json', '--chaos', seed];
  const command = [process.execPath, join(ROOT, 'docs', 'examples', 'node', name)];
  const outcome = await spawnPsd2([...serve, '--', ...command], {
    ...{ home, env: temporaryFolderOf(home), trueClock: true },
  });
  const report: ChaosReport = JSON.parse(outcome.stdout.trimEnd().split('\n').at(-1) ?? '');
  return { ...outcome, report };
}

describe('psd2 serve --chaos [C-serve-chaos, C-serve-chaos-seed, C-serve-chaos-met, C-serve-chaos-harm]', () => {
  it('catches a careless client making a payment twice, and says the same of the same seed', async () => {
    const [once, again] = [await client('careless.mjs', '1'), await client('careless.mjs', '1')];
    expect(once.report.harm).toContainEqual({
      harm: 'payment-made-twice',
      payments: [expect.any(String), expect.any(String)],
    });
    expect(once.report.harm.map(({ harm }) => harm)).toContain('dead-session-used');
    expect(once).toMatchObject({ code: 6, stderr: '' });
    expect(again.report).toEqual(once.report);
  });

  // A job whose client calls another bank by mistake would be green.
  it('ends with 6 where the command never called the bank, and keeps the code of one that failed', async () => {
    const home = await homeWithKeys();
    const serve = ['serve', '--port', '0', '--quiet', '--chaos', '1', '--', 'sh', '-c'];
    const ended = await spawnPsd2([...serve, 'exit 0'], {
      home,
      env: temporaryFolderOf(home),
      trueClock: true,
    });
    expect(ended).toMatchObject({ code: 6, stderr: expect.stringContaining('Nothing was tested') });
    const failed = await spawnPsd2([...serve, 'exit 3'], {
      home,
      env: temporaryFolderOf(home),
      trueClock: true,
    });
    expect(failed.code).toBe(3);
  });
});

it('the operator of a bank that runs as a service is at the same port with the same token after a restart, which finds the same metrics [C-serve-operator-token, C-metrics]', async () => {
  const home = await homeWithKeys();
  const port = await freePort();
  const file = join(home, 'token');
  const flags = ['--store', 'memory', '--base-path', '/api', '--operator-port', port];
  const start = () => startServe([...flags, '--operator-token-file', file], home);
  const tokens: string[] = [];
  for (const time of ['first', 'second']) {
    const { ready, child, ended } = await start();
    expect(ready, time).toMatchObject({
      operatorUrl: `http://127.0.0.1:${port}/api`,
      operatorTokenFile: file,
    });
    tokens.push(readFileSync(file, 'utf8').trim());
    const { startLine, text } = await scraped(ready, tokens[0] ?? '');
    expect(startLine).toBe('HTTP/1.1 200 OK');
    expect(parseExposition(text).has('psd2_open_connections')).toBe(true);
    child.kill('SIGTERM');
    expect(await ended()).toEqual([0, null]);
  }
  expect(new Set(tokens).size).toBe(1);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
