import { describeReadError, readErrorCode, readFileWithin } from '../../core/read-file.ts';
import { replaceFile } from '../../core/write-file.ts';
import { Fault } from '../../errors.ts';
import type { Place } from '../file/place.ts';
import { lockIds } from './ids-lock.ts';
import type { Making } from './making.ts';
import type { RememberedIds } from './there.ts';

type Kind = keyof RememberedIds;
type Ids = Readonly<Record<string, string>>;

interface OfBank extends Readonly<Record<Kind, Ids>> {
  /** Keys of what was asked for, and no answer told whether it was made. */
  readonly uncertain?: Readonly<Record<Kind, readonly string[]>>;
}

interface Content {
  readonly version: 1;
  /** By base URL. */
  readonly banks: Readonly<Record<string, OfBank>>;
}

const EMPTY: Content = { version: 1, banks: {} };

/**
 * The ids of what was made at a sandbox that lists no accounts and cards, in files beside the seed files: what a file
 * describes is remembered beside it, so the order in which files are named changes nothing. What is about to be made is
 * written down before: where the answer is lost, nothing else tells that it may be there.
 * @see C-seed-real-sandbox, C-seed-uncertain
 */
export class Remembered implements Making {
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

  get ids(): RememberedIds {
    const of = (kind: Kind) => [
      ...new Set([...this.#contents.keys()].flatMap((file) => Object.values(this.#of(file)[kind]))),
    ];
    return { accounts: of('accounts'), cards: of('cards') };
  }

  /** The file of ids that doubts whether one was made. */
  uncertainIn(kind: Kind, key: string): string | undefined {
    const file = [...this.#contents.keys()].find((one) => {
      const bank = this.#of(one);
      return bank.uncertain?.[kind]?.includes(key) === true && bank[kind][key] === undefined;
    });
    return file === undefined ? undefined : idsFileOf(file);
  }

  begin(kind: Kind, key: string, { file }: Place): void {
    const { uncertain } = this.#of(file);
    const all = { accounts: uncertain?.accounts ?? [], cards: uncertain?.cards ?? [] };
    this.#write(file, { ...this.#of(file), uncertain: { ...all, [kind]: [...all[kind], key] } });
  }

  /** Written at once: an apply that ends here is found again. @param id absent: it is certain that none was made */
  end(kind: Kind, key: string, { file }: Place, id: string | undefined): void {
    const { uncertain, ...bank } = this.#of(file);
    const ids = id === undefined ? bank : { ...bank, [kind]: { ...bank[kind], [key]: id } };
    const without = (other: Kind) =>
      (uncertain?.[other] ?? []).filter((one) => other !== kind || one !== key);
    const left = { accounts: without('accounts'), cards: without('cards') };
    const isLeft = left.accounts.length + left.cards.length > 0;
    this.#write(file, isLeft ? { ...ids, uncertain: left } : ids);
  }

  #of(file: string): OfBank {
    const { accounts = {}, cards = {}, ...more } = this.#contents.get(file)?.banks[this.#bank] ?? {};
    return { accounts, cards, ...more };
  }

  #write(file: string, bank: OfBank): void {
    const { banks } = this.#contents.get(file) ?? EMPTY;
    const content: Content = { version: 1, banks: { ...banks, [this.#bank]: bank } };
    this.#contents.set(file, content);
    replaceFile(idsFileOf(file), `${JSON.stringify(content, null, 2)}\n`, { isShared: true });
  }
}

export function idsFileOf(seedFile: string): string {
  return `${seedFile}.ids.json`;
}

/** All or none of them. */
function lockAll(paths: readonly string[]): readonly (() => void)[] {
  const held: (() => void)[] = [];
  try {
    for (const path of new Set(paths)) held.push(lockIds(path));
    return held;
  } catch (fault) {
    for (const release of held) release();
    throw fault;
  }
}

/** Has room for the ids of 100,000 accounts and cards. @see S12-file-limits */
const IDS_LIMIT_BYTES = 16 * 1024 * 1024;

function readIds(path: string): Content {
  let text: string;
  try {
    text = readFileWithin(path, IDS_LIMIT_BYTES).toString('utf8');
  } catch (cause) {
    if (readErrorCode(cause) === 'ENOENT') return EMPTY;
    const text = `${path} can't be read: ${describeReadError(cause, IDS_LIMIT_BYTES)}.`;
    throw new Fault('FILE_UNREADABLE', text, { hint: REMEDY, cause });
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
