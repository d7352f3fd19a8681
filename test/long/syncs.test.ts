import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { Child, script } from '../support/child.ts';
import { emptyFolder } from '../support/program.ts';
import { storedPayments } from '../support/stored.ts';
import { openTpp } from '../support/tpp.ts';

/** What a traced process did, in order: a sync of a file that ended well, or a text written with write(2). */
type Traced =
  | { readonly kind: 'sync'; readonly path: string }
  | { readonly kind: 'write'; readonly text: string };

/** The command line under which a process is traced into `file`. Throws where strace is not there. */
function traced(file: string, command: readonly string[]): readonly [string, ...string[]] {
  if (spawnSync('strace', ['--version']).error !== undefined) {
    throw new Error('syncs are counted with strace, which is not on this machine: apt-get install strace');
  }
  return ['strace', '-f', '-y', '-s', '64', '-e', 'trace=fsync,fdatasync,write', '-o', file, ...command];
}

const SYNC = /^f(?:data)?sync\(\d+<([^>]*)>/;
const SYNCED = /\) += 0$/;
const RESUMED = /^<\.\.\. f(?:data)?sync resumed>/;
const WRITE = /^write\(\d+<[^>]*>, "((?:[^"\\]|\\.)*)"/;

/** Reads a trace. A call that another thread interrupts stands on two lines; it counts where it ends. */
function readTrace(file: string): Traced[] {
  const unfinished = new Map<string, string>();
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line): Traced[] => {
      const [, thread = '', call = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
      const written = WRITE.exec(call)?.[1];
      if (written !== undefined) return [{ kind: 'write', text: written }];
      const begun = SYNC.exec(call)?.[1];
      if (begun !== undefined) unfinished.set(thread, begun);
      const path = unfinished.get(thread);
      if (path === undefined || !(begun !== undefined || RESUMED.test(call)) || !SYNCED.test(call)) return [];
      unfinished.delete(thread);
      return [{ kind: 'sync', path }];
    });
}

/** The first of these may also pay for the world; it is made before. */
const ONE_BY_ONE = 100;
const TOGETHER = 320;
const IN_FLIGHT = 32;

/** The syncs of the store's files before each acknowledgement, counted from the acknowledgement before it. */
async function syncsBeforeEach(count: number, inFlight: number): Promise<number[]> {
  const home = join(emptyFolder(), 'home');
  const { store } = buildProfilePaths(home, 'offline');
  const tpp = await openTpp(home);
  await tpp.send(tpp.request({ remittance: 'the first makes the world' }));
  await tpp.close();

  const file = join(emptyFolder(), 'trace');
  const command = [process.execPath, ...script('tpp-process'), 'create', home, 'traced'];
  const [strace, ...args] = traced(file, [...command, String(count), String(inFlight)]);
  const child = new Child(strace, args);
  expect(await child.line(0)).toBe('ready');
  child.tell('go');
  await child.ended();
  expect(child.lines.at(-1)).toBe('done');
  expect(storedPayments(store)).toHaveLength(1 + count);

  const before: number[] = [];
  let syncs = 0;
  for (const event of readTrace(file)) {
    if (event.kind === 'sync' && event.path.startsWith(store)) syncs += 1;
    if (event.kind === 'write' && event.text.startsWith('created ')) before.push(syncs);
    if (event.kind === 'write' && event.text.startsWith('created ')) syncs = 0;
  }
  expect(before).toHaveLength(count);
  return before;
}

describe('syncs of the disk [S1-durable, S2-all-wait-for-commit]', () => {
  it('come before each acknowledgement when payments are created one at a time', async () => {
    expect((await syncsBeforeEach(ONE_BY_ONE, 1)).filter((syncs) => syncs < 1)).toEqual([]);
  });

  it('are shared by payments in flight together, and come before the first of them', async () => {
    const before = await syncsBeforeEach(TOGETHER, IN_FLIGHT);
    const syncs = before.reduce((sum, count) => sum + count, 0);
    expect(before[0]).toBeGreaterThan(0);
    expect(syncs).toBeLessThan(TOGETHER / 2);
    // Payments in one flush are acknowledged after its one COMMIT, never more of them than were in flight.
    expect(syncs).toBeGreaterThanOrEqual(TOGETHER / IN_FLIGHT);
  });
});
