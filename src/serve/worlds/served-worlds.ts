import { join } from 'node:path';
import { tppIdentityOf } from '../../certificates/certificate.ts';
import { openSigner } from '../../credentials/signer.ts';
import { Fault } from '../../errors.ts';
import type { Handle } from '../../message.ts';
import { applyWorld } from '../../seed/apply/apply.ts';
import { faultInWords, seedFault } from '../../seed/faults.ts';
import { readWorld } from '../../seed/read-world.ts';
import { seedSource } from '../../seed/seed-source.ts';
import type { CommandContext } from '../../session/context.ts';
import type { BankOptions } from '../../session/open-bank.ts';
import { openTppSession } from '../../session/open-session.ts';
import { readBankDate } from '../../session/with-session.ts';
import { worldsBeside } from '../../settings/home.ts';
import type { OpenedSettings } from '../../settings/precedence.ts';
import type { Signer } from '../../signing/sign.ts';
import { inProcess } from '../../transport/in-process.ts';
import { RuntimeFolder } from '../runtime-folder.ts';
import { type OpenedWorlds, openWorlds } from './open-worlds.ts';

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
    const reading = readWorld(files.map(seedSource), await readBankDate(session));
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

/** The worlds of a bank that is served, in a folder beside the store that all would share. @see S11-worlds */
export class ServedWorlds {
  readonly #context: CommandContext;
  readonly #settings: OpenedSettings;
  readonly #files: readonly string[] | undefined;
  readonly #perMinute: number;
  #signer: Promise<Signer> | undefined;
  #opened: OpenedWorlds | undefined;

  /**
   * @param files of the seed, which each world begins with
   * @param perMinute the most new worlds within a minute, 0 for no limit
   */
  constructor(
    context: CommandContext,
    settings: OpenedSettings,
    { files, perMinute }: { readonly files: readonly string[] | undefined; readonly perMinute: number },
  ) {
    this.#perMinute = perMinute;
    this.#context = context;
    this.#settings = settings;
    this.#files = files;
  }

  readonly open = (options: BankOptions): OpenedWorlds => {
    const { uid } = this.#context.surroundings;
    const fill =
      this.#files === undefined ? {} : { fill: (door: Handle) => this.#fill(door, this.#files ?? []) };
    const own = { path: worldsBeside(options.path), uid, worldsPerMinute: this.#perMinute };
    this.#opened = openWorlds({ ...options, ...own, ...fill });
    return this.#opened;
  };

  /**
   * Founds the profile's own world where there is a seed: what is wrong with the files is said before anybody comes.
   * @throws Fault INPUT_INVALID, FILE_UNREADABLE
   */
  async begin(): Promise<void> {
    if (this.#files === undefined || this.#opened === undefined) return;
    const { certificate } = await this.#ownSigner();
    await this.#opened.found(tppIdentityOf(certificate));
  }

  async #fill(door: Handle, files: readonly string[]): Promise<void> {
    const { reportUnexpected: onUnexpected, notice } = this.#context.io;
    const signer = await this.#ownSigner();
    await seedWorld(door, { files, signer, onUnexpected, notice });
  }

  #ownSigner(): Promise<Signer> {
    this.#signer ??= openSigner(this.#settings, this.#context);
    return this.#signer;
  }
}
