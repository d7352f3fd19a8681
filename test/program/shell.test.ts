import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { homeInUse } from '../support/home-in-use.ts';
import { emptyFolder, spawnPsd2, startPsd2 } from '../support/program.ts';
import { storedPayments } from '../support/stored.ts';

const EXAMPLE = ['payments', 'create', '--domestic', '--example'];
type Running = ReturnType<typeof startPsd2>;

/** All that a running program still says on stderr, once it has ended. */
async function ended(child: Running): Promise<{ code: number | null; stderr: string }> {
  const stderr: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [code] = await once(child, 'close');
  return { code, stderr: Buffer.concat(stderr).toString() };
}

/**
 * Starts a program that says `hears` on stderr when it hears Ctrl-C, as a signal just ends it before, and `waits` when
 * it first waits for a store's lock: no other timer is set for a fraction of milliseconds.
 */
function startHearing(args: readonly string[], home: string): Running {
  const teller = join(emptyFolder(), 'teller.cjs');
  const code = `process.on('newListener', (event) => {
    if (event === 'SIGINT') require('node:fs').writeSync(2, 'hears\\n');
  });
  const { setTimeout } = globalThis;
  let isWaiting = false;
  globalThis.setTimeout = (callback, milliseconds, ...rest) => {
    if (!isWaiting && milliseconds % 1 > 0 && milliseconds < 1.5) {
      isWaiting = true;
      require('node:fs').writeSync(2, 'waits\\n');
    }
    return setTimeout(callback, milliseconds, ...rest);
  };`;
  writeFileSync(teller, code);
  const options = `${process.env.NODE_OPTIONS ?? ''} --require "${teller}"`;
  return startPsd2(args, { home, env: { NODE_OPTIONS: options } });
}

describe('a reader that leaves early [C-closed-pipe]', () => {
  it.each([
    [[...EXAMPLE, '--json']],
    [[...EXAMPLE, '--print-body']],
    [['payments', 'create', '--help']],
  ])('ends %j quietly, exit 0: at once, and after the first byte as with head', async (args) => {
    const { home } = await homeInUse();
    const [deaf, curious] = [startPsd2(args, { home }), startPsd2(args, { home })];
    deaf.stdin.end();
    curious.stdin.end();
    deaf.stdout.destroy();
    curious.stdout.once('data', () => curious.stdout.destroy());
    for (const { code, stderr } of await Promise.all([deaf, curious].map(ended))) {
      expect(stderr).toBe('');
      expect(code).toBe(0);
    }
  });

  it('ends a refusal on a closed stdout quietly, exit 0', async () => {
    const { home } = await homeInUse();
    const child = startPsd2(['payments', 'get', 'unknown', '--json'], { home });
    child.stdin.end();
    child.stdout.destroy();
    expect(await ended(child)).toEqual({ code: 0, stderr: '' });
  });

  it('keeps the result when only stderr is closed', async () => {
    const { home, store } = await homeInUse();
    const child = startPsd2([...EXAMPLE, '--json'], { home });
    child.stdin.end();
    child.stderr.destroy();
    const stdout: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(storedPayments(store)).toContain(JSON.parse(Buffer.concat(stdout).toString()).paymentId);
  });
});

describe('Ctrl-C [C-interrupted]', () => {
  it('ends a run that waits for the store with 130, and nothing was done', async () => {
    const { home, store } = await homeInUse();
    const before = storedPayments(store);
    const database = loadDriver()(store, { readOnly: false });
    database.exec('BEGIN IMMEDIATE');
    const child = startHearing([...EXAMPLE, '--json'], home);
    child.stdin.end();
    const stdout: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    let heard = '';
    while (heard !== 'hears\nwaits\n') heard += (await once(child.stderr, 'data'))[0];
    child.kill('SIGINT');
    const { code, stderr } = await ended(child);
    database.exec('COMMIT');
    database.close();
    expect({ code, stderr }).toEqual({ code: 130, stderr: '' });
    expect(JSON.parse(Buffer.concat(stdout).toString())).toMatchObject({
      error: { code: 'INTERRUPTED', exitCode: 130 },
    });
    expect(storedPayments(store)).toEqual(before);
  });

  it('says so on stderr without --json', async () => {
    const child = startHearing(['payments', 'create', '--domestic', '--file', '-'], emptyFolder());
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    const { code, stderr } = await ended(child);
    expect({ code, stderr }).toEqual({ code: 130, stderr: expect.stringMatching(/^Error: Interrupted/) });
  });
});

describe('stdin that never closes [C-stdin-bytes]', () => {
  it.each([
    { args: [...EXAMPLE, '--quiet'], code: 0 },
    { args: [...EXAMPLE, '--print-body'], code: 0 },
    { args: ['profile', 'show'], code: 0 },
    { args: ['basket', 'get'], code: 2 },
    { args: ['payments', 'create', '--domestic'], code: 2 },
    { args: ['nosuch'], code: 2 },
  ])('is not waited for by $args', async ({ args, code }) => {
    const child = startPsd2(args, { home: (await homeInUse()).home });
    child.stdin.on('error', () => {});
    child.stdin.write('never asked for\n');
    child.stdout.resume();
    expect(await ended(child)).toMatchObject({ code });
    child.stdin.destroy();
  });

  it('is read to its end with --file -, byte for byte', async () => {
    const given = { home: emptyFolder(), input: '{ "creditorName" :  "Ola Eksempel" }\n' };
    const args = ['payments', 'create', '--domestic', '--file', '-', '--no-local-checks', '--print-body'];
    const { code, stdout } = await spawnPsd2(args, given);
    expect({ code, value: JSON.parse(stdout) }).toEqual({ code: 0, value: { creditorName: 'Ola Eksempel' } });
  });
});
