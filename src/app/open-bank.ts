import { randomBytes } from 'node:crypto';
import { createBank } from '../bank/bank.ts';
import type { BankSettings } from '../bank/settings.ts';
import { MIGRATIONS } from '../bank/store/schema.ts';
import { clock, processorTime, stopwatch } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { Handle } from '../message.ts';
import type { Op } from '../store/contract.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { WOULD_SERVE_SITE_AT } from './loopback-origin.ts';
import { waitingForLock } from './waited-for.ts';
import { Waits } from './waits.ts';

export interface BankOptions extends Partial<BankSettings> {
  /** The SQLite file of the bank's world; created on first use. */
  readonly path: string;
  /** Whether the data may be lost with the machine: nothing waits for the disk. @see D14-memory-store */
  readonly isVolatile?: boolean;
  /** Called with the cause of a 500 or 503; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}

export interface OpenedBank {
  readonly handle: Handle;
  /** Opens the store now and not at the first request. Throws Fault STORE_UNUSABLE, STORE_DAMAGED, PERMISSIONS or STORE_BUSY if it can't be used. */
  open(): Promise<void>;
  /** Reads the store. Throws a Fault if it can't be used now. */
  check(): Promise<void>;
  /**
   * Copies the bank's world as it is now to a new file, from which a bank can be opened: a fork. Its folder is there.
   * Throws Fault STORE_UNUSABLE if the file is there or can't be written.
   */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}

/** The seed of a world that is given none: ids, numbers and names are the same on each machine. */
export const SEED = 'psd2';

const SECRET_BYTES = 16;
const SECRETS_AT_ONCE = 100;

/**
 * Opens a complete bank in this process. Nothing is created before the first request.
 * @throws Fault INPUT_INVALID for an unknown policy
 */
export function openBank({ path, isVolatile = false, ...given }: BankOptions): OpenedBank {
  refuseUnknownPolicy(given.policy);
  const waits = new Waits();
  const settings: BankSettings = {
    seed: SEED,
    clock,
    stopwatch,
    processorTime,
    secret: secretSource(),
    basePath: '',
    publicUrl: WOULD_SERVE_SITE_AT,
    policy: 'sandbox',
    wait: waits.wait,
    ...given,
  };
  const now = neverBack(settings.clock);
  const { onUnexpected, onProgress } = settings;
  const onWait = () => onProgress?.(waitingForLock(path));
  const means = { now, random: Math.random, onUnexpected, onWait };
  const store = openSqliteStore({ path, isVolatile, migrations: MIGRATIONS, ...means });
  return {
    handle: createBank(settings, store),
    open: () => store.open(),
    check: () => store.read(readsAnything),
    copyTo: (to) => store.copyTo(to),
    close: () => {
      waits.end();
      return store.close();
    },
  };
}

/**
 * Types don't bind a program in JavaScript, and no bank opens that is milder than it was asked to be.
 * @throws Fault INPUT_INVALID
 * @see D12-one-policy
 */
export function refuseUnknownPolicy(policy: string | undefined): void {
  if (policy === undefined || policy === 'sandbox') return;
  throw new Fault(
    'INPUT_INVALID',
    `policy is ${JSON.stringify(policy)}, but this version supports only "sandbox".`,
    { hint: 'Remove policy, or set it to "sandbox", where certificate faults are only warnings.' },
  );
}

function* readsAnything(): Op<void> {
  yield { sql: 'SELECT 1', values: [] };
}

/** The store's clock: a machine whose clock is set back stands still instead. @see S6-watermark */
function neverBack(clock: () => number): () => number {
  let last = 0;
  return () => {
    last = Math.max(last, clock());
    return last;
  };
}

/** Secrets of 128 bits. They are drawn a hundred at a time: asking the system for each costs more than using it. */
function secretSource(): () => string {
  let drawn = Buffer.alloc(0);
  return () => {
    if (drawn.length === 0) drawn = randomBytes(SECRETS_AT_ONCE * SECRET_BYTES);
    const secret = drawn.toString('base64url', 0, SECRET_BYTES);
    drawn = drawn.subarray(SECRET_BYTES);
    return secret;
  };
}
