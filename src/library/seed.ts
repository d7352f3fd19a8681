import { join } from 'node:path';
import { applyWorld } from '../seed/apply/apply.ts';
import { expectWorld } from '../seed/read-world.ts';
import { seedSource } from '../seed/seed-source.ts';
import type { SeedSource } from '../seed/world.ts';
import { openTppSession } from '../session/open-session.ts';
import { readBankDate } from '../session/with-session.ts';
import type { Transport } from '../transport/transport.ts';
import type { SeedResult, SeedWorld } from './bank-types.ts';
import { getProcessIdentity } from './tpp.ts';

interface SeededBank {
  readonly way: Transport;
  readonly basePath: string;
  readonly onUnexpected: (fault: unknown) => void;
  /** The folder for a TPP's file. */
  readonly folder: string;
}

/**
 * Changes a bank's data to what a world describes, by calls of the process's TPP.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE before anything is changed
 * @see A-library-seed, C-seed-converges
 */
export async function seedBank(
  { way, folder, basePath, onUnexpected }: SeededBank,
  worlds: SeedWorld | readonly SeedWorld[],
  prunes: boolean,
): Promise<SeedResult> {
  const sources = [worlds].flat().map(createSource);
  const { signer } = await getProcessIdentity();
  const ledger = join(folder, 'client.db');
  const session = openTppSession({ way, signer, ledger, onUnexpected, settings: { basePath } });
  try {
    const world = expectWorld(sources, await readBankDate(session));
    const { total, ids } = await applyWorld(session, world, { prunes });
    return { ...total, ids };
  } finally {
    await session.close();
  }
}

/** Creates the source of a world. An object has no folder, so it can name no file. */
function createSource(world: SeedWorld, index: number): SeedSource {
  if (typeof world === 'string') return seedSource(world);
  return { name: `world ${index + 1}`, text: JSON.stringify(world, undefined, 2) };
}
