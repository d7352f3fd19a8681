import { createRequestHandler } from '../../bank/bank.ts';
import { seedOfOwner } from '../../bank/domain/ids.ts';
import type { BankSettings } from '../../bank/settings.ts';
import {
  addMarkToSecret,
  createTppWorlds,
  createWorldHandle,
  hashIdentity,
  type OneWorld,
  refuseFull,
  refuseTooFast,
  shortenMark,
  type WorldAccess,
} from '../../bank/worlds.ts';
import { closeAll } from '../../core/close.ts';
import { MINUTE_MS } from '../../core/units.ts';
import type { Handle } from '../../message.ts';
import {
  type BankOptions,
  checkStore,
  createBankSettings,
  createBankStore,
  createEmptyStore,
  type OpenedBank,
  PendingWaits,
  refuseUnknownPolicy,
} from '../../session/open-bank.ts';
import { createClosedFault } from '../../store/sqlite/failures.ts';
import type { SqliteStore } from '../../store/sqlite/open.ts';
import { ResourcePool } from './resource-pool.ts';
import { WorldFolder } from './world-folder.ts';

/** More than tests need; each takes some 300 KB of disk space. */
export const MOST_WORLDS = 1000;
/** Each has a few open files. */
const MOST_OPEN = 32;

/** @param path of the folder that holds the worlds */
export interface WorldsOptions extends BankOptions {
  readonly uid: number | undefined;
  /** Fills a world's store before its TPP's first request, in addition to the initial data. */
  readonly fill?: (options: BankOptions) => Promise<void>;
  readonly mostWorlds?: number;
  readonly mostOpen?: number;
  /** The most new worlds within a minute; 0 or absent: no limit. @see S11-worlds-rate */
  readonly worldsPerMinute?: number;
}

export interface OpenTenants extends Omit<OpenedBank, 'copyTo' | 'hasWorld'> {
  /** Creates a TPP's world now, unless it exists. */
  found(identity: string): Promise<void>;
  /** Returns the marks of the open worlds, least recently used first. */
  readonly openNow: () => readonly string[];
}

/** An open world, and the store that is closed with it. */
interface OpenWorld {
  readonly mark: string;
  readonly world: OneWorld;
  readonly store: SqliteStore;
}

/** Opens a bank in which each TPP has a separate world. @see S11-worlds */
export function openTenants(options: WorldsOptions): OpenTenants {
  refuseUnknownPolicy(options);
  return new Tenants(options);
}

class Tenants implements WorldAccess, OpenTenants {
  readonly handle: Handle;
  readonly #settings: BankSettings;
  readonly #waits = new PendingWaits();
  readonly #options: WorldsOptions;
  readonly #folder: WorldFolder;
  readonly #open: ResourcePool<OpenWorld>;
  /** Times of the latest new worlds, in monotonic milliseconds, at most as many as the limit. */
  #foundedAt: number[] = [];
  readonly #usedAt = new Map<string, number>();
  /** Owners by mark. */
  readonly #owners = new Map<string, string>();
  readonly #emptyPath: string;
  readonly #emptyStore: SqliteStore;
  readonly emptyWorld: OneWorld;

  constructor(options: WorldsOptions) {
    const settings = createBankSettings({ wait: this.#waits.wait, ...options, ownsWorld: true });
    const { path, isVolatile = false, uid, mostOpen = MOST_OPEN } = options;
    const { clock, onUnexpected } = settings;
    this.#options = options;
    this.#folder = new WorldFolder({ folder: path, isVolatile, uid, clock });
    this.#settings = { ...settings, listWorlds: () => this.#folder.list((mark) => this.#usedAt.get(mark)) };
    this.#emptyPath = this.#folder.buildUnfinishedPath('nobodys');
    this.#emptyStore = createBankStore({ path: this.#emptyPath, isVolatile: true }, this.#settings);
    this.emptyWorld = createWorldHandle(this.#settings, this.#emptyStore);
    this.#open = new ResourcePool({
      most: mostOpen,
      open: (mark) => this.#openWorld(mark),
      close: (world) => this.#closeWorld(world),
      closedFault: () => createClosedFault(path),
      onUnexpected,
    });
    this.handle = createRequestHandler(this.#settings, createTppWorlds(this));
  }

  readonly openNow = (): readonly string[] => this.#open.keys;

  async open(): Promise<void> {
    this.#folder.open();
    await this.#emptyStore.open();
  }

  check(): Promise<void> {
    return checkStore(this.#emptyStore);
  }

  has(mark: string): boolean {
    return this.#open.isOpen(mark) || this.#folder.has(mark);
  }

  identities(): readonly string[] {
    return this.#folder.list(() => undefined).map(({ identity }) => identity);
  }

  async within<T>(identity: string, work: (world: OneWorld) => Promise<T>): Promise<T> {
    const mark = hashIdentity(identity);
    if (!this.has(mark)) this.#refuseMore();
    this.#owners.set(mark, identity);
    return this.withinMarked(mark, (world) => {
      this.#usedAt.set(mark, this.#settings.clock());
      return work(world);
    });
  }

  /** Runs work in the world of a link without marking it as used, because the link may be a stranger's. */
  withinMarked<T>(mark: string, work: (world: OneWorld) => Promise<T>): Promise<T> {
    return this.#open.within(mark, ({ world }) => work(world));
  }

  look<T>(mark: string, work: (world: OneWorld) => Promise<T>): Promise<T> {
    return this.#open.within(mark, ({ world }) => work(world), true);
  }

  /** Creates a TPP's world now, unless it exists. */
  found(identity: string): Promise<void> {
    return this.within(identity, async () => {});
  }

  close(): Promise<void> {
    this.#waits.end();
    const discard = () => this.#folder.discard(this.#emptyPath);
    const ends = [() => this.#open.close(), () => this.#emptyStore.close(), discard];
    return closeAll(ends, this.#settings.onUnexpected);
  }

  /** @throws RefusedWork when another world is too many now @see S11-worlds-rate */
  #refuseMore(): void {
    const { mostWorlds = MOST_WORLDS, worldsPerMinute = 0 } = this.#options;
    if (this.#folder.count() >= mostWorlds) throw refuseFull(mostWorlds);
    if (worldsPerMinute === 0 || this.#foundedAt.length < worldsPerMinute) return;
    const waitMs = (this.#foundedAt[0] ?? 0) + MINUTE_MS - this.#settings.stopwatch();
    if (waitMs > 0) throw refuseTooFast(worldsPerMinute, Math.ceil(waitMs / 1000));
  }

  async #openWorld(mark: string): Promise<OpenWorld> {
    const { isVolatile = false, store: told } = this.#options;
    const identity = this.#owners.get(mark);
    if (identity !== undefined) {
      if (this.#folder.has(mark)) this.#folder.noteOwner(identity);
      else await this.#found(identity, mark);
    }
    const settings = this.#settingsOf(mark);
    const place = { path: this.#folder.store(mark), isVolatile };
    const store = createBankStore({ ...place, ...(told && { store: told }) }, settings);
    return { mark, store, world: createWorldHandle(settings, store, shortenMark(mark)) };
  }

  async #closeWorld({ mark, store }: OpenWorld): Promise<void> {
    await store.close();
    const usedAt = this.#usedAt.get(mark);
    if (usedAt !== undefined) this.#folder.noteUse(mark, usedAt);
    this.#usedAt.delete(mark);
  }

  async #found(identity: string, mark: string): Promise<void> {
    this.#refuseMore();
    const { fill = createEmptyStore, onUnexpected, worldsPerMinute = 0 } = this.#options;
    if (worldsPerMinute > 0)
      this.#foundedAt = [...this.#foundedAt, this.#settings.stopwatch()].slice(-worldsPerMinute);
    const { seed, clock } = this.#settingsOf(mark);
    await this.#folder.createWorld(identity, (path) =>
      fill({ path, isVolatile: true, seed, clock, onUnexpected }),
    );
  }

  #settingsOf(mark: string): BankSettings {
    const settings = this.#settings;
    return {
      ...settings,
      seed: seedOfOwner(settings.seed, mark),
      secret: () => addMarkToSecret(mark, settings.secret()),
    };
  }
}
