import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openBank } from '../../src/library.ts';
import { makeKnown } from './known-psu.ts';
import { memoryFolder } from './memory-folder.ts';

const worlds = new Map<number, Uint8Array>();

/**
 * The file of a bank that was founded at an instant and has done nothing since; the TPP of the tests knows the PSU-IDs
 * of its private customers. One is made per instant and test
 * process: to copy it takes a tenth of what it takes to found a world.
 */
export async function worldFoundedAt(now: number): Promise<Uint8Array> {
  const world = worlds.get(now) ?? (await found(now));
  worlds.set(now, world);
  return world;
}

async function found(now: number): Promise<Uint8Array> {
  const folder = memoryFolder('psd2-world-');
  try {
    const path = join(folder, 'bank.db');
    const unexpected: unknown[] = [];
    const bank = openBank({ path, clock: () => now, onUnexpected: (fault) => unexpected.push(fault) });
    const request = { method: 'GET', target: '/operator/clock', headers: [], body: new Uint8Array() };
    const { status } = await bank.handle(request, { address: '127.0.0.1', operator: true });
    await bank.close();
    if (status !== 200) throw new Error(`no world was founded: ${status}, ${unexpected}`);
    await makeKnown(path, now);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
