import { randomFillSync } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createBank } from '../bank/bank.ts';
import type { BankSettings } from '../bank/settings.ts';
import { BANK_SCHEMA } from '../bank/store/schema.ts';
import { getTime, measureProcessorTime, measureTime } from '../clock.ts';
import { DEFAULT_SITE_ORIGIN } from '../core/loopback.ts';
import { dropUndefined } from '../core/members.ts';
import { Fault } from '../errors.ts';
import type { Handle } from '../message.ts';
import { run, type Store } from '../store/contract.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite/open.ts';
import { hasRow } from '../store/table.ts';
import { formatLockWait } from './context.ts';

export interface BankOptions extends Partial<BankSettings> {
  /** The path of the bank's SQLite file; created on first use. */
  readonly path: string;
  /** True if the data may be lost with the machine: writes don't wait for the disk. @see D14-memory-store */
  readonly isVolatile?: boolean;
  /** Receives the number of writes in each commit, and each wait for the store's lock. @see C-metrics */
  readonly store?: { readonly onFlushed: (writes: number) => void; readonly onLockWait: () => void };
  /** Receives the cause of a 500 or 503; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}

export interface OpenedBank {
  readonly handle: Handle;
  /**
   * Opens the store now instead of at the first request.
   * Throws Fault STORE_UNUSABLE, STORE_DAMAGED, PERMISSIONS or STORE_BUSY if it can't be used.
   */
  open(): Promise<void>;
  /** Returns true if the world exists: the first request creates it. */
  hasWorld(): Promise<boolean>;
  /** Checks that the store can be read. Throws a Fault otherwise. */
  check(): Promise<void>;
  /**
   * Copies the bank's current world to a new file in an existing folder, from which a bank can be opened: a fork.
   * Throws Fault STORE_UNUSABLE if the file exists or can't be written.
   */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

/** The default seed of a world, so that ids, numbers and names are the same on each machine. */
export const SEED = 'psd2';

/**
 * Opens a complete bank in this process. Creates nothing before the first request.
 * @throws Fault INPUT_INVALID for an unknown policy, and for production policy without CAs
 */
export function openBank({ path, isVolatile = false, store: told, ...given }: BankOptions): OpenedBank {
  refuseUnknownPolicy(given);
  const waits = new PendingWaits();
  const settings = createBankSettings({ wait: waits.wait, ...given });
  const store = createBankStore({ path, isVolatile, store: told }, settings);
  return {
    handle: createBank(settings, store),
    open: () => store.open(),
    hasWorld: () => store.read(() => hasRow('SELECT 1 FROM world')),
    check: () => checkStore(store),
    copyTo: (to) => store.copyTo(to),
    close: () => {
      waits.end();
      return store.close();
    },
  };
}

const SECRET_BYTES = 16;

/** Random bytes for the next secrets: one draw for many costs little more than one for each. */
const randomPool = Buffer.alloc(128 * SECRET_BYTES);
let poolOffset = randomPool.length;

function drawSecret(): string {
  if (poolOffset === randomPool.length) {
    randomFillSync(randomPool);
    poolOffset = 0;
  }
  poolOffset += SECRET_BYTES;
  return randomPool.toString('base64url', poolOffset - SECRET_BYTES, poolOffset);
}

/** Completes a bank's settings with defaults. */
export function createBankSettings(
  given: Partial<BankSettings> & Pick<BankSettings, 'wait' | 'onUnexpected'>,
): BankSettings {
  return {
    seed: SEED,
    clock: getTime,
    stopwatch: measureTime,
    processorTime: measureProcessorTime,
    secret: drawSecret,
    basePath: '',
    publicUrl: DEFAULT_SITE_ORIGIN,
    policy: 'sandbox',
    ...dropUndefined(given),
  };
}

/** Creates a bank's store on a file. Creates nothing on disk before the first request. */
export function createBankStore(
  { path, isVolatile = false, store: told }: Pick<BankOptions, 'path' | 'isVolatile' | 'store'>,
  settings: BankSettings,
): SqliteStore {
  const now = createForwardClock(settings.clock);
  const { onUnexpected, onProgress } = settings;
  const onWait = () => {
    told?.onLockWait();
    onProgress?.(formatLockWait(path));
  };
  const means = { now, random: Math.random, onUnexpected, onWait, onFlushed: told?.onFlushed };
  return openSqliteStore({ path, isVolatile, schema: BANK_SCHEMA, ...means });
}

/** Checks that a store can be read now; rejects with a Fault otherwise. */
export function checkStore(store: Store): Promise<void> {
  return store.read(() => run('SELECT 1')).then(() => {});
}

/**
 * Refuses unknown policies: a JavaScript program can pass anything, and a bank must not be more lenient than requested.
 * @throws Fault INPUT_INVALID
 * @see D12-two-policies
 */
export function refuseUnknownPolicy({ policy, admission }: PolicySettings): void {
  if (policy === 'production') {
    if (admission !== undefined) return;
    throw new Fault('INPUT_INVALID', 'policy is "production", but no CA is trusted.', {
      hint: 'Pass the CAs whose certificates the bank accepts.',
    });
  }
  if (policy !== undefined && policy !== 'sandbox') {
    const text = `policy is ${JSON.stringify(policy)}, but must be "sandbox" or "production".`;
    throw new Fault('INPUT_INVALID', text, {
      hint: 'Remove policy for a sandbox, where certificate faults are only warnings.',
    });
  }
  if (admission === undefined) return;
  throw new Fault('INPUT_INVALID', 'Trusted CAs work only with the policy "production".', {
    hint: 'Set policy to "production". A sandbox accepts every certificate.',
  });
}

type PolicySettings = { readonly [Name in keyof Pick<BankSettings, 'policy' | 'admission'>]?: unknown };

/**
 * Creates a clock that never goes backwards: it stands still while the machine's clock is set back.
 * @see S6-watermark
 */
function createForwardClock(clock: () => number): () => number {
  let last = 0;
  return () => {
    last = Math.max(last, clock());
    return last;
  };
}

/** The pending waits in real time, all of which `end` ends early. */
export class PendingWaits {
  readonly #ending = new AbortController();

  readonly wait = async (milliseconds: number): Promise<void> => {
    const { signal } = this.#ending;
    await delay(milliseconds, undefined, { signal }).catch((fault) => {
      if (!signal.aborted) throw fault;
    });
  };

  end(): void {
    this.#ending.abort();
  }
}

/**
 * Creates the file of a bank that has its tables but no world, because creating the tables is the slowest part of a new
 * bank. The caller provides the path in an existing folder, and removes the file.
 */
export async function createEmptyStore({ path }: Pick<BankOptions, 'path'>): Promise<void> {
  const bank = openBank({ path, isVolatile: true, onUnexpected: refuse });
  await bank.open();
  await bank.close();
}

function refuse(fault: unknown): never {
  throw fault;
}
