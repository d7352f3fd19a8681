import { describeReadError, readErrorCode, readFileWithin } from '../../core/read-file.ts';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import { type Holder, lockFile } from '../../file-lock.ts';
import { shellWord } from '../../own-file.ts';
import { type Place, placeText } from '../faults.ts';
import type { World } from '../world.ts';
import { ACCOUNTS, CARDS, key, type MadeKind } from './kinds.ts';

interface OfBank extends Record<MadeKind, Record<string, string>> {
  /** Keys of what was asked for, and no answer told whether it was made. */
  readonly uncertain: Record<MadeKind, string[]>;
}

/** A file of ids: what it has of each bank, by base URL. */
type Content = Map<string, OfBank>;

/**
 * Keeps the ids of what was made at a sandbox that lists no accounts and cards, in files beside the seed files: what a file
 * describes is remembered beside it, so the order in which files are named changes nothing. What is about to be made is
 * written down before: where the answer is lost, nothing else tells that it may be there.
 * @see C-seed-real-sandbox, C-seed-uncertain
 */
export class Remembered {
  readonly #bank: string;
  readonly #contents: Map<string, Content>;
  readonly #release: readonly (() => void)[];

  /**
   * @param bank its base URL
   * @param isKept whether the files are this process's alone until they are released: false for who only reads them
   * @throws Fault FILE_UNREADABLE, STORE_BUSY
   */
  constructor(bank: string, seedFiles: readonly string[], isKept = false) {
    this.#bank = bank;
    this.#release = isKept ? lockAll(seedFiles.map(idsFileOf)) : [];
    try {
      this.#contents = new Map(seedFiles.map((file) => [file, readIds(idsFileOf(file))]));
    } catch (fault) {
      this.release();
      throw fault;
    }
  }

  release(): void {
    for (const release of this.#release) release();
  }

  /** The ids of one kind, each once. */
  ids(kind: MadeKind): readonly string[] {
    const files = [...this.#contents.keys()];
    return [...new Set(files.flatMap((file) => Object.values(this.#of(file)[kind])))];
  }

  /**
   * Makes what no list shows afterwards: that it may be there is on disk before, its id after that.
   * @param make tells the id; absent: none was made
   */
  async keep<Item>(
    kind: MadeKind,
    name: string,
    { file }: Place,
    make: () => Promise<{ readonly item: Item; readonly id: string | undefined }>,
  ): Promise<Item> {
    const bank = this.#of(file);
    bank.uncertain[kind].push(name);
    this.#save(file);
    const end = (id?: string) => {
      bank.uncertain[kind] = bank.uncertain[kind].filter((one) => one !== name);
      if (id !== undefined) bank[kind][name] = id;
      this.#save(file);
    };
    try {
      const { item, id } = await make();
      end(id);
      return item;
    } catch (fault) {
      if (isSurelyNotMade(fault)) end();
      throw fault;
    }
  }

  /**
   * Refuses to make twice what an apply before may have made.
   * @throws Fault INPUT_INVALID
   * @see C-seed-uncertain
   */
  refuseUncertain({ customers }: World): void {
    const told = customers.flatMap(({ accounts, cards }) => [
      ...accounts.flatMap((one) =>
        this.#tellUncertain('accounts', key(one.owner, one.name), ACCOUNTS.describe(one), one.place),
      ),
      ...cards.flatMap((one) =>
        this.#tellUncertain('cards', key(one.owner, one.maskedPan), CARDS.describe(one), one.place),
      ),
    ]);
    if (told.length === 0) return;
    throw new Fault('INPUT_INVALID', told.map(({ text }) => text).join('\n'), {
      hint: [WHAT_TO_DO, ...told.map(({ member }) => member)].join('\n'),
    });
  }

  #tellUncertain(kind: MadeKind, name: string, what: string, place: Place) {
    const file = [...this.#contents.keys()].find((one) => {
      const bank = this.#of(one);
      return bank.uncertain[kind].includes(name) && bank[kind][name] === undefined;
    });
    if (file === undefined) return [];
    const text = `${placeText(place)}: ${what} may have been created: the answer to an earlier seed was lost.`;
    // As it's written in the file.
    return [{ text, member: `To "${kind}" in ${idsFileOf(file)}: ${JSON.stringify(name)}: "ID"` }];
  }

  #of(file: string): OfBank {
    const content = this.#contents.get(file) ?? new Map<string, OfBank>();
    const bank = content.get(this.#bank) ?? ofBank({});
    this.#contents.set(file, content.set(this.#bank, bank));
    return bank;
  }

  /** The whole file, on disk at once: an apply that ends here is found again. */
  #save(file: string): void {
    const banks = [...(this.#contents.get(file) ?? [])].map(([url, { uncertain, ...ids }]) => {
      const isCertain = uncertain.accounts.length + uncertain.cards.length === 0;
      return [url, isCertain ? ids : { ...ids, uncertain }];
    });
    const text = JSON.stringify({ version: 1, banks: Object.fromEntries(banks) }, null, 2);
    replaceFile(idsFileOf(file), `${text}\n`, { isShared: true });
  }
}

/** Refused, or never sent; after anything else it may have been made. */
function isSurelyNotMade(fault: unknown): boolean {
  if (!(fault instanceof Fault)) return false;
  return fault.code === 'BANK_REFUSED' || fault.code === 'SCA_NEEDED' || fault.details.sent === false;
}

const WHAT_TO_DO =
  'Nothing was changed. Look in the sandbox\'s portal. Add what is there to the file of ids, as shown below, with its id for ID. Remove what isn\'t from "uncertain" in that file. Then run the same command again.';

function idsFileOf(seedFile: string): string {
  return `${seedFile}.ids.json`;
}

/** Has room for the ids of 100,000 accounts and cards. @see S12-file-limits */
const IDS_LIMIT_BYTES = 16 * 1024 * 1024;

function readIds(path: string): Content {
  let text: string;
  try {
    text = readFileWithin(path, IDS_LIMIT_BYTES).toString('utf8');
  } catch (cause) {
    if (readErrorCode(cause) === 'ENOENT') return new Map();
    const text = `${path} can't be read: ${describeReadError(cause, IDS_LIMIT_BYTES)}.`;
    throw new Fault('FILE_UNREADABLE', text, { hint: REMEDY, cause });
  }
  try {
    const content = JSON.parse(text);
    if (content?.version === 1 && typeof content.banks === 'object')
      return new Map(
        Object.entries<Partial<OfBank>>(content.banks).map(([url, bank]) => [url, ofBank(bank)]),
      );
  } catch {
    // Told below.
  }
  throw new Fault('FILE_UNREADABLE', `${path} isn't a file of ids that psd2 wrote.`, { hint: REMEDY });
}

/** A bank's part of a file, in which each member may be absent. */
function ofBank({ accounts = {}, cards = {}, uncertain }: Partial<OfBank>): OfBank {
  return { accounts, cards, uncertain: { accounts: [], cards: [], ...uncertain } };
}

const REMEDY =
  'It names the accounts and cards that an earlier seed made. Restore it, or delete it to start without them.';

/**
 * Keeps all of the files for one process, or none: two that seed the same files would each make what the other makes.
 * @throws Fault STORE_BUSY where another process has one, FILE_UNREADABLE where no lock can be written
 * @see C-seed-ids-lock
 */
function lockAll(paths: readonly string[]): readonly (() => void)[] {
  const held: (() => void)[] = [];
  try {
    for (const path of new Set(paths)) held.push(lockFile(path, (holder) => busyFault(path, holder)));
    return held;
  } catch (cause) {
    for (const release of held) release();
    if (cause instanceof Fault) throw cause;
    const hint = 'Make the folder of the seed file writable for you: the ids of what is made are kept in it.';
    const lock = `${paths[held.length]}.lock`;
    throw new Fault('FILE_UNREADABLE', `${lock} can't be written.`, { hint, cause });
  }
}

function busyFault(path: string, { name, lock }: Holder): Fault {
  return new Fault('STORE_BUSY', `${name} seeds with ${path} now. Nothing was changed.`, {
    hint: `Run the same command again when it is done. If there is no such process any more: rm ${shellWord(lock)}`,
  });
}
