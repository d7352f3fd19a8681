import { describeReadError, readErrorCode, readFileWithin } from '../../core/read-file.ts';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import { type FaultPlace, formatPlace, type Place } from '../faults.ts';
import type { World } from '../world.ts';
import { ACCOUNTS, type AccountKind, CARDS, getIdKey } from './kinds.ts';

/** Kinds of objects that a real sandbox doesn't list. */
type MadeKind = 'accounts' | 'cards';

interface BankIds extends Record<MadeKind, Record<string, string>> {
  /** Keys of objects that were requested without a response that shows whether they exist. */
  readonly uncertain: Record<MadeKind, string[]>;
}

/** The content of an id file: the ids for each bank, by base URL. */
type Content = Map<string, BankIds>;

/**
 * Stores the ids of objects made at a sandbox that lists no accounts and cards, in files beside the seed files: the
 * order in which seed files are named changes nothing. The key of an object is stored before its creation: if the
 * response is lost, nothing else shows that it may exist.
 * @see C-seed-real-sandbox, C-seed-uncertain
 */
export class RememberedIds {
  readonly #bank: string;
  readonly #contents: Map<string, Content>;

  /**
   * @param bank its base URL
   * @throws Fault FILE_UNREADABLE
   */
  constructor(bank: string, seedFiles: readonly string[]) {
    this.#bank = bank;
    this.#contents = new Map(seedFiles.map((file) => [file, readIds(buildIdsPath(file))]));
  }

  /** Lists the ids of one kind, each once. */
  ids(kind: MadeKind): readonly string[] {
    const files = [...this.#contents.keys()];
    return [...new Set(files.flatMap((file) => Object.values(this.#of(file)[kind])))];
  }

  /** Creates an object that no list shows afterwards: its key is on disk before, its id after that. */
  async keep<Item>(
    kind: MadeKind,
    name: string,
    { file }: Place,
    make: () => Promise<Item>,
    idOf: (item: Item) => string | undefined,
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
      const item = await make();
      end(idOf(item));
      return item;
    } catch (fault) {
      if (isSurelyNotMade(fault)) end();
      throw fault;
    }
  }

  /**
   * Refuses to create again what an earlier apply may have created.
   * @throws Fault INPUT_INVALID
   * @see C-seed-uncertain
   */
  refuseUncertain({ customers }: World): void {
    const found = customers.flatMap(({ accounts, cards }) => [
      ...accounts.flatMap((one) => this.#findUncertain(ACCOUNTS, one)),
      ...cards.flatMap((one) => this.#findUncertain(CARDS, one)),
    ]);
    if (found.length === 0) return;
    throw new Fault('INPUT_INVALID', found.map(({ text }) => text).join('\n'), {
      hint: [WHAT_TO_DO, ...found.map(({ member }) => member)].join('\n'),
    });
  }

  #findUncertain<Seed extends FaultPlace>(
    kind: Pick<AccountKind<Seed, never>, 'names' | 'describe' | 'account'>,
    seed: Seed,
  ) {
    const name = getIdKey(kind, seed);
    const { sort } = kind.account;
    const file = [...this.#contents.keys()].find((one) => {
      const bank = this.#of(one);
      return bank.uncertain[sort].includes(name) && bank[sort][name] === undefined;
    });
    if (file === undefined) return [];
    const text = `${formatPlace(seed.place)}: ${kind.describe(seed)} may have been created: the answer to an earlier seed was lost.`;
    // The name, as written in the file.
    return [{ text, member: `To "${sort}" in ${buildIdsPath(file)}: ${JSON.stringify(name)}: "ID"` }];
  }

  #of(file: string): BankIds {
    const content = this.#contents.get(file) ?? new Map<string, BankIds>();
    const bank = content.get(this.#bank) ?? addMissingIds({});
    this.#contents.set(file, content.set(this.#bank, bank));
    return bank;
  }

  /** Writes the whole file to disk at once, so that a later apply finds the state of an interrupted one. */
  #save(file: string): void {
    const banks = [...(this.#contents.get(file) ?? [])].map(([url, { uncertain, ...ids }]) => {
      const isCertain = uncertain.accounts.length + uncertain.cards.length === 0;
      return [url, isCertain ? ids : { ...ids, uncertain }];
    });
    const text = JSON.stringify({ version: 1, banks: Object.fromEntries(banks) }, null, 2);
    replaceFile(buildIdsPath(file), `${text}\n`, { isShared: true });
  }
}

/** Checks for a request that was refused or never sent; after any other fault the object may exist. */
function isSurelyNotMade(fault: unknown): boolean {
  if (!(fault instanceof Fault)) return false;
  return fault.code === 'BANK_REFUSED' || fault.code === 'SCA_NEEDED' || fault.details.sent === false;
}

const WHAT_TO_DO =
  'Nothing was changed. Look in the sandbox\'s portal. Add what is there to the file of ids, as shown below, with its id for ID. Remove what isn\'t from "uncertain" in that file. Then run the same command again.';

function buildIdsPath(seedFile: string): string {
  return `${seedFile}.ids.json`;
}

/** Enough for the ids of 100,000 accounts and cards. @see S12-file-limits */
const IDS_LIMIT_BYTES = 16 * 1024 * 1024;

const REMEDY =
  'It names the accounts and cards that an earlier seed made. Restore it, or delete it to start without them.';

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
    const { banks } = JSON.parse(text);
    return new Map(Object.entries<Partial<BankIds>>(banks).map(([url, bank]) => [url, addMissingIds(bank)]));
  } catch (cause) {
    throw new Fault('FILE_UNREADABLE', `${path} isn't a file of ids that psd2 wrote.`, {
      hint: REMEDY,
      cause,
    });
  }
}

/** Completes a bank's part of a file, in which each member may be absent. */
function addMissingIds({ accounts = {}, cards = {}, uncertain }: Partial<BankIds>): BankIds {
  return { accounts, cards, uncertain: { accounts: [], cards: [], ...uncertain } };
}
