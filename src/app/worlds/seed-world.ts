import { join } from 'node:path';
import { Fault } from '../../errors.ts';
import type { Handle } from '../../message.ts';
import { applyWorld } from '../../seed/apply/apply.ts';
import { faultInWords, seedFault } from '../../seed/faults.ts';
import { readWorld } from '../../seed/read-world.ts';
import { seedSource } from '../../seed/seed-source.ts';
import type { Signer } from '../../signing/sign.ts';
import { inProcess } from '../../transport/in-process.ts';
import { openTppSession } from '../open-session.ts';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { todayAt } from '../today.ts';

export interface SeedingMeans {
  readonly files: readonly string[];
  /** Of whoever makes the data: whose it is, the data doesn't say. */
  readonly signer: Signer;
  readonly onUnexpected: (fault: unknown) => void;
  /** Takes warnings about the files. */
  readonly notice: (text: string) => void;
}

/**
 * Applies seed files to a world that is being founded, before its TPP comes.
 * @throws Fault INPUT_INVALID, FILE_UNREADABLE
 * @see C-serve-seed, S11-worlds
 */
export async function seedWorld(door: Handle, means: SeedingMeans): Promise<void> {
  const { files, signer, onUnexpected, notice } = means;
  const folder = new RuntimeFolder('psd2-seed-');
  const session = openTppSession({
    way: inProcess(door),
    signer,
    ledger: join(folder.path('ledger'), 'client.db'),
    onUnexpected,
  });
  try {
    const reading = readWorld(files.map(seedSource), await todayAt(session));
    if (!reading.ok) throw seedFault(reading.faults);
    for (const warning of reading.warnings) notice(`Warning: ${faultInWords(warning)}`);
    const { total } = await applyWorld(session, reading.world);
    if (total.differs > 0) throw differing(total.differs);
  } finally {
    await session.close();
    folder.remove();
  }
}

function differing(count: number): Fault {
  const what = count === 1 ? '1 entry of the seed differs' : `${count} entries of the seed differ`;
  return new Fault('INPUT_INVALID', `${what} from the initial data, which the bank can't change.`, {
    hint: 'Change the seed file.',
  });
}
