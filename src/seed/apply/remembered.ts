import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Fault } from '../../errors.ts';
import type { Place } from '../file/place.ts';
import type { RememberedIds } from './there.ts';

type Kind = keyof RememberedIds;
type Ids = Readonly<Record<string, string>>;
type OfBank = Readonly<Record<Kind, Ids>>;

interface Content {
  readonly version: 1;
  /** By base URL. */
  readonly banks: Readonly<Record<string, OfBank>>;
}

const EMPTY: Content = { version: 1, banks: {} };

/**
 * The ids of what was made at a sandbox that lists no accounts and cards, in files beside the seed files: what a file
 * describes is remembered beside it, so the order in which files are named changes nothing.
 * @see C-seed-real-sandbox
 */
export class Remembered {
  readonly #bank: string;
  readonly #contents: Map<string, Content>;

  /**
   * @param bank its base URL
   * @throws Fault FILE_UNREADABLE
   */
  constructor(bank: string, seedFiles: readonly string[]) {
    this.#bank = bank;
    this.#contents = new Map(seedFiles.map((file) => [file, readIds(idsFileOf(file))]));
  }

  get ids(): RememberedIds {
    const of = (kind: Kind) => [
      ...new Set(
        [...this.#contents.values()].flatMap(({ banks }) => Object.values(banks[this.#bank]?.[kind] ?? {})),
      ),
    ];
    return { accounts: of('accounts'), cards: of('cards') };
  }

  /** Written at once: an apply that ends here is found again. */
  remember(kind: Kind, key: string, id: string, { file }: Place): void {
    const { banks } = this.#contents.get(file) ?? EMPTY;
    const { accounts = {}, cards = {} } = banks[this.#bank] ?? {};
    const all = { accounts, cards };
    const changed = { ...all, [kind]: { ...all[kind], [key]: id } };
    const content: Content = { version: 1, banks: { ...banks, [this.#bank]: changed } };
    this.#contents.set(file, content);
    writeIds(idsFileOf(file), content);
  }
}

export function idsFileOf(seedFile: string): string {
  return `${seedFile}.ids.json`;
}

function readIds(path: string): Content {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY;
    throw new Fault('FILE_UNREADABLE', `${path} can't be read.`, { hint: REMEDY, cause });
  }
  try {
    const content = JSON.parse(text) as Partial<Content> | null;
    if (content?.version === 1 && typeof content.banks === 'object') return content as Content;
  } catch {
    // Told below.
  }
  throw new Fault('FILE_UNREADABLE', `${path} isn't a file of ids that psd2 wrote.`, { hint: REMEDY });
}

const REMEDY =
  'It names the accounts and cards that an earlier seed made. Restore it, or delete it to start without them.';

function writeIds(path: string, content: Content): void {
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(temporary, path);
}
