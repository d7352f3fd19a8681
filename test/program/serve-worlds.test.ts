import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyFolder, spawnPsd2 } from '../support/program.ts';
import { writeProfile } from '../support/remote-home.ts';
import { startServe } from '../support/serving.ts';

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
