import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { Child, script } from '../support/child.ts';
import { emptyFolder } from '../support/program.ts';
import { storedPayments } from '../support/stored.ts';
import { readTrace, traced } from '../support/sync-trace.ts';
import { openTpp } from '../support/tpp.ts';

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
    const before = await syncsBeforeEach(ONE_BY_ONE, 1);
    expect(before.filter((syncs) => syncs < 1)).toEqual([]);
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
