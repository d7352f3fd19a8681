import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';

/**
 * Keeps a file of ids for one process, until it is released: two that seed the same files would each make what the other
 * makes. A lock whose process is gone is taken over.
 * @returns releases it
 * @throws Fault STORE_BUSY where another process has it, FILE_UNREADABLE where no lock can be written
 * @see C-seed-ids-lock
 */
export function lockIds(path: string): () => void {
  const lock = `${path}.lock`;
  const mine = `${process.pid} ${hostname()}\n`;
  const own = `${lock}.${process.pid}`;
  try {
    writeFileSync(own, mine);
    if (!isLinked(own, lock)) {
      moveStale(lock, own);
      if (!isLinked(own, lock)) throw busy(path, lock, readLock(lock));
    }
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const hint = 'Make the folder of the seed file writable for you: the ids of what is made are kept in it.';
    throw new Fault('FILE_UNREADABLE', `${lock} can't be written.`, { hint, cause });
  } finally {
    rmSync(own, { force: true });
  }
  return () => {
    if (readLock(lock) === mine) rmSync(lock, { force: true });
  };
}

/** A link is made whole or not at all, so no lock is ever read without its process. */
function isLinked(own: string, lock: string): boolean {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moved before it is removed: another process may have taken it over, and put its own there, meanwhile. */
function moveStale(lock: string, own: string): void {
  const held = readLock(lock);
  if (held === undefined || !isStale(held)) return;
  const moved = `${own}.stale`;
  try {
    renameSync(lock, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(moved) !== held) isLinked(moved, lock);
  rmSync(moved, { force: true });
}

/** Whether its process is known to be gone: on this machine, and no process has its number. */
function isStale(held: string): boolean {
  const [pid = '', host = ''] = held.trim().split(' ');
  if (host !== hostname() || !/^[1-9][0-9]*$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
    return Number(pid) === process.pid;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function busy(path: string, lock: string, held = ''): Fault {
  const [pid = '', host = ''] = held.trim().split(' ');
  const who = pid === '' ? 'Another process' : `Process ${pid} on ${host}`;
  return new Fault('STORE_BUSY', `${who} seeds with ${path} now. Nothing was changed.`, {
    hint: `Run the same command again when it is done. If there is no such process any more: rm ${shellWord(lock)}`,
  });
}
