import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signByCommand } from '../../src/credentials/remote.ts';
import { Fault } from '../../src/errors.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return () => void vi.useRealTimers();
});

/** Waits without a timer of its own until a child of this process has done its part. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
}

/** Signs by a shell script whose child writes its id to the file of its first argument. */
function signWith(script: string) {
  const folder = temporaryFolder();
  const [path, pidFile] = [join(folder, 'signer.sh'), join(folder, 'pid')];
  writeFileSync(path, script);
  writeFileSync(pidFile, '');
  const outcome = signByCommand(`exec:/bin/sh ${path} ${pidFile}`, Buffer.from('bytes')).then(
    (signature) => Buffer.from(signature).toString(),
    (fault: unknown) => (fault instanceof Fault ? fault.message : String(fault)),
  );
  return { outcome, child: () => Number(readFileSync(pidFile, 'utf8')) };
}

/** A killed process that nothing has reaped is a zombie. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

describe('an external signer [D13-signer]', () => {
  it('that does not exist leaves no timer that keeps the process', async () => {
    await expect(signByCommand('exec:/nowhere/signer', Buffer.from('a'))).rejects.toThrow('was not found');
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['prints its signature and leaves a child', 'sleep 1000 & echo $! > $1; echo c2ln', /^sig$/],
    ['fails and leaves a child', 'sleep 1000 & echo $! > $1; exit 3', / ended with exit code 3\./],
    ['prints without an end', 'sleep 1000 & echo $! > $1; yes', / printed more than 64 KiB\./],
  ])('that %s is killed with its children', async (_, script, expected) => {
    const { outcome, child } = signWith(script);
    expect(await outcome).toMatch(expected);
    expect(vi.getTimerCount()).toBe(0);
    await until(() => !isRunning(child()));
  });

  it('that waits for its child is killed with it after 60 s', async () => {
    const { outcome, child } = signWith('sleep 1000 & echo $! > $1; wait');
    await until(() => child() > 0);
    vi.advanceTimersByTime(59_999);
    expect(isRunning(child())).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await outcome).toMatch(/ didn't end within 60 s and was killed\./);
    expect(vi.getTimerCount()).toBe(0);
    await until(() => !isRunning(child()));
  });
});
