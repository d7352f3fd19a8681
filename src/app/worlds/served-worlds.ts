import { tppIdentityOf } from '../../certificates/tpp-identity.ts';
import { openSigner } from '../../credentials/signer.ts';
import type { Handle } from '../../message.ts';
import { worldsBeside } from '../../settings/home.ts';
import type { OpenedSettings } from '../../settings/precedence.ts';
import type { Signer } from '../../signing/sign.ts';
import type { BankOptions } from '../open-bank.ts';
import type { Program } from '../program.ts';
import { type OpenedWorlds, openWorlds } from './open-worlds.ts';

type Means = Pick<Program, 'surroundings' | 'notice' | 'onUnexpected'>;

/** The worlds of a bank that is served, in a folder beside the store that all would share. @see S11-worlds */
export class ServedWorlds {
  readonly #means: Means;
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
    means: Means,
    settings: OpenedSettings,
    { files, perMinute }: { readonly files: readonly string[] | undefined; readonly perMinute: number },
  ) {
    this.#perMinute = perMinute;
    this.#means = means;
    this.#settings = settings;
    this.#files = files;
  }

  readonly open = (options: BankOptions): OpenedWorlds => {
    const { uid } = this.#means.surroundings;
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
    const { onUnexpected, notice } = this.#means;
    const { seedWorld } = await import('./seed-world.ts');
    const signer = await this.#ownSigner();
    await seedWorld(door, { files, signer, onUnexpected, notice });
  }

  #ownSigner(): Promise<Signer> {
    this.#signer ??= openSigner(this.#settings, this.#means);
    return this.#signer;
  }
}
