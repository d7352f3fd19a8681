/**
 * Classifies SQLite's errors: the lock is held, or the connection must not be used again. Other errors belong to the
 * statement and are rethrown.
 * @see S1-store-damaged, S1-store-busy, S3-lock-retry
 */
import { Fault } from '../../errors.ts';
import { DamagedContent } from '../contract.ts';

/** Primary result codes and their fixed texts: some calls of some drivers don't give the code. */
const BUSY = {
  5: 'database is locked',
  15: 'locking protocol',
};
const READ_ONLY = { 8: 'attempt to write a readonly database' };
const DISK = { 10: 'disk I/O error', 13: 'database or disk is full' };
const DAMAGED = { 11: 'database disk image is malformed', 26: 'file is not a database' };
const BROKEN = { ...READ_ONLY, ...DISK, ...DAMAGED, 14: 'unable to open database file' };

export function isBusy(error: unknown): boolean {
  return isOneOf(BUSY, error);
}

/**
 * Checks for FULL, IOERR, READONLY, CORRUPT and similar errors: the connection is closed and checked before writes
 * continue.
 */
export function isBroken(error: unknown): boolean {
  return isOneOf(BROKEN, error);
}

export function isReadOnly(error: unknown): boolean {
  return isOneOf(READ_ONLY, error);
}

function isOneOf(kind: Readonly<Record<number, string>>, error: unknown): boolean {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== 'ERR_SQLITE_ERROR') return false;
  const resultCode = (error as { errcode?: unknown }).errcode;
  // The low byte is the primary code; the other bits refine it.
  if (typeof resultCode === 'number') return (resultCode & 0xff) in kind;
  return Object.values(kind).includes(error.message);
}

/** Creates the fault for a lock that another process held too long. Nothing was done. */
export function createLockedFault(path: string, limitMs: number, cause: unknown): Fault {
  return new Fault(
    'STORE_BUSY',
    `The store ${path} stayed locked for ${limitMs / 1000} s. Nothing was done.`,
    {
      hint: 'Try again. If it stays locked, another psd2 with the same PSD2_HOME is hanging. Stop it.',
      cause,
    },
  );
}

/**
 * Creates the fault for a disk or file that failed, or that isn't writable. Nothing was done. Returns faults unchanged.
 */
export function createBrokenFault(path: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  if (isReadOnly(cause)) return createOpeningFault(path, cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Fault('STORE_BUSY', `Can't use the store ${path}: ${reason}. Nothing was done.`, {
    hint: buildSpaceHint(path),
    cause,
  });
}

/** Creates the fault for a failed commit, whose effects may or may not be on disk. Returns faults unchanged. */
export function commitFault(path: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Fault(
    'STORE_BUSY',
    `The store ${path} failed during a commit: ${reason}. The change may or may not be saved.`,
    { hint: buildSpaceHint(path), cause },
  );
}

function buildSpaceHint(path: string): string {
  return `Check that the disk with ${path} has space and that you can write to the file, then try again.`;
}

/** Creates the fault of a program that is shutting down. Nothing was done. */
export function createClosedFault(path: string): Fault {
  return new Fault('STORE_BUSY', `The store ${path} is closed. Nothing was done.`, { hint: 'Try again.' });
}

/**
 * Converts an error that shows missing content to STORE_DAMAGED; returns other errors unchanged. The version of the
 * store was checked before, so a missing table or column was removed by hand.
 * @see S1-store-damaged
 */
export function convertDamage(path: string, error: unknown): unknown {
  if (error instanceof DamagedContent) return createDamagedFault(path, error.message, error);
  const isMissing =
    error instanceof Error &&
    (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR' &&
    /^(no such (table|column)|table \w+ has no column)\b/.test(error.message);
  return isMissing ? createDamagedFault(path, error.message, error) : error;
}

/** Creates the fault for a file that is not a complete SQLite store. */
export function createDamagedFault(path: string, finding: string, cause?: unknown): Fault {
  return new Fault(
    'STORE_DAMAGED',
    `The store ${path} is damaged: ${finding.replace(/\s+/g, ' ').replace(/\.$/, '')}.`,
    {
      hint: `Move ${path} and its -wal and -shm files away, and put a copy in its place. Without a copy, a new empty store is created.`,
      cause,
    },
  );
}

/**
 * Creates the fault for a store that can't be opened: STORE_BUSY when the disk fails or is full, STORE_DAMAGED when the
 * file is not a store, else STORE_UNUSABLE. Returns faults unchanged.
 */
export function createOpeningFault(path: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause;
  if (isOneOf(DISK, cause) || isDiskFull(cause)) return createBrokenFault(path, cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (isOneOf(DAMAGED, cause)) return createDamagedFault(path, reason, cause);
  return new Fault('STORE_UNUSABLE', `The store ${path} can't be opened: ${reason}.`, {
    hint: 'Check that you can write to its folder, or set PSD2_HOME to another folder.',
    cause,
  });
}

function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code));
}
