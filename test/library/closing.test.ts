import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Bank } from '../../src/library/bank-types.ts';
import { createBank } from '../../src/library/create-bank.ts';
import { openFilesBelow } from '../support/open-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** What nobody holds any more is collected, and what goes with it: a store's descriptors go with its statements. */
async function collected(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A temporary folder of the test's own: other processes have banks too. */
function ownTemporaryFolder(): string {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

/** What is in the folder, which of it this process holds open, and what it listens to. */
function resources(folder: string) {
  return {
    files: readdirSync(folder, { recursive: true }).length,
    descriptors: openFilesBelow(folder),
    listeners: process.listenerCount('exit'),
  };
}

async function useFork(world: Bank, turn: number): Promise<void> {
  await using fork = await world.fork();
  // One that nobody asks anything opens nothing.
  if (turn % 8 === 0) await fork.clock.advance('1d');
}

describe('what a closed bank leaves [A-library-tidy]', () => {
  it('is nothing of 200 forks: no file, no descriptor, no listener, no memory', async () => {
    const folder = ownTemporaryFolder();
    await using world = await createBank();
    for (let turn = 0; turn < 8; turn += 1) await useFork(world, turn);
    await collected();
    const [before, heap] = [resources(folder), process.memoryUsage().heapUsed];
    for (let turn = 0; turn < 200; turn += 1) await useFork(world, turn);
    await collected();
    expect(resources(folder)).toEqual(before);
    // A fork that stayed would be some 100 kB.
    expect(process.memoryUsage().heapUsed - heap).toBeLessThan(8_000_000);
  });

  it('is an error for who calls on, and nothing for who closes again', async () => {
    const bank = await createBank();
    const tpp = await bank.tpp();
    await bank.close();
    await bank.close();
    const lost = await tpp.fetch('/v1/sandbox/accounts').catch((fault) => fault);
    expect([lost.message, lost.cause.message]).toEqual(['fetch failed', 'This bank is closed.']);
    const closed = { code: 'BANK_CLOSED', message: 'This bank is closed.' };
    await expect(bank.clock.now()).rejects.toMatchObject(closed);
    await expect(bank.serve()).rejects.toThrow('This bank is closed.');
    await expect(bank.tpp()).rejects.toThrow('This bank is closed.');
  });
});
