import { closeSync, existsSync, openSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../settings/own-files.ts';
import { syncFolder } from '../../synced-file.ts';

/** What was made in a world stays as long after its last use, also where others ask for its place. */
const KEPT_FOR_MS = 90 * 86_400_000;

const STORE = /^([0-9a-f]{32})\.db$/;
const KEPT = /^([0-9a-f]{32})\.kept$/;

export interface UsedFolder {
  readonly folder: string;
  /** Whether the data may be lost with the machine. */
  readonly isVolatile: boolean;
}

/**
 * How the worlds of a folder are used, in files beside their stores: the time of a world's note is that of its last use,
 * and `MARK.kept` says that more was done in it than to found it.
 * @see S11-worlds
 */
export class WorldUse {
  readonly #options: UsedFolder;
  /** Those that are open, and whose file is there. */
  readonly #kept = new Set<string>();

  constructor(options: UsedFolder) {
    this.#options = options;
  }

  note(mark: string): string {
    return join(this.#options.folder, `${mark}.json`);
  }

  kept(mark: string): string {
    return join(this.#options.folder, `${mark}.kept`);
  }

  marks(): readonly string[] {
    return readdirSync(this.#options.folder).flatMap((name) => STORE.exec(name)?.[1] ?? []);
  }

  /** Something may be made in the world: on disk before it is. */
  keep(mark: string): void {
    if (this.#kept.has(mark)) return;
    const path = this.kept(mark);
    if (!existsSync(path)) {
      closeSync(openSync(path, 'w', 0o600));
      if (!this.#options.isVolatile) syncFolder(this.#options.folder);
    }
    this.#kept.add(mark);
  }

  noteUse(mark: string, at: number): void {
    try {
      utimesSync(this.note(mark), new Date(at), new Date(at));
    } catch (fault) {
      if (errorCode(fault) !== 'ENOENT') throw fault;
    }
  }

  usedAt(mark: string): number {
    const path = existsSync(this.note(mark)) ? this.note(mark) : join(this.#options.folder, `${mark}.db`);
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  /** It is closed here: from now on another process may give it up. */
  forget(mark: string): void {
    this.#kept.delete(mark);
  }

  /**
   * The worlds that give way to a new one, the first of them first: those where nothing was made, by their last use, then
   * those that weren't used for 90 days.
   */
  givingWay(now: number): readonly string[] {
    const names = readdirSync(this.#options.folder);
    const kept = new Set(names.flatMap((name) => KEPT.exec(name)?.[1] ?? []));
    const all = names
      .flatMap((name) => STORE.exec(name)?.[1] ?? [])
      .map((mark) => ({ mark, isKept: kept.has(mark), usedAt: this.usedAt(mark) }))
      .filter(({ isKept, usedAt }) => !isKept || usedAt < now - KEPT_FOR_MS)
      .sort((a, b) => Number(a.isKept) - Number(b.isKept) || a.usedAt - b.usedAt);
    return all.map(({ mark }) => mark);
  }
}
