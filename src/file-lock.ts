import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { readFileWithin } from './core/read-file.ts';

/** Who keeps a file for itself. */
export interface Holder {
  /** The file that says so. */
  readonly lock: string;
  /** `Process 1234 on this-machine`. */
  readonly name: string;
}

/**
 * Keeps a file for one process, until it is released, by a lock beside it with its process and machine. A lock whose
 * process is gone is taken over.
 * @param refusal thrown where another process has it
 * @returns releases it
 * @throws what the system says where no lock can be written
 * @see C-seed-ids-lock, C-proxy
 */
export function lockFile(path: string, refusal: (holder: Holder) => Error): () => void {
  const lock = `${path}.lock`;
  const mine = `${process.pid} ${hostname()}\n`;
  if (!createLock(lock, mine)) {
    removeStale(lock);
    if (!createLock(lock, mine)) throw refusal(holderIn(lock, readLock(lock)));
  }
  return () => {
    if (readLock(lock) === mine) rmSync(lock, { force: true });
  };
}

/** @returns whether there was none before */
function createLock(lock: string, mine: string): boolean {
  try {
    writeFileSync(lock, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a stale lock before it removes it, so that two processes can't remove each other's new lock. */
function removeStale(lock: string): void {
  const held = readLock(lock);
  if (held === undefined || !isStale(held)) return;
  const moved = `${lock}.${process.pid}.stale`;
  try {
    renameSync(lock, moved);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // Another process has taken the lock over meanwhile.
  if (readLock(moved) === held) rmSync(moved, { force: true });
  else renameSync(moved, lock);
}

/** Whether its process is known to be gone: on this machine, and no process has its number. */
function isStale(held: string): boolean {
  const [pid = '', host = ''] = held.trim().split(' ');
  if (host !== hostname() || !/^[1-9][0-9]*$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return Number(pid) === process.pid;
  } catch (error) {
    return codeOf(error) === 'ESRCH';
  }
}

/** More than a process's number and a host's name take. @see S12-file-limits */
const LOCK_LIMIT_BYTES = 4096;

function readLock(lock: string): string | undefined {
  try {
    return readFileWithin(lock, LOCK_LIMIT_BYTES).toString('utf8');
  } catch (error) {
    // One that can't be read is somebody's.
    return codeOf(error) === 'ENOENT' ? undefined : '';
  }
}

function holderIn(lock: string, held = ''): Holder {
  const [pid = '', host = ''] = held.trim().split(' ');
  return { lock, name: pid === '' ? 'Another process' : `Process ${pid} on ${host}` };
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
