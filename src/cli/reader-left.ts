import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { EXIT } from './exit-codes.ts';

const LOOK_EVERY_MS = 500;
const STDOUT = 1;

/**
 * Ends the program quietly once nobody reads stdout any more, although nothing is written: a write alone would notice.
 * On Linux, of a pipe whose reader can be seen; elsewhere the next line notices.
 * @returns stops looking
 * @see adr/0042, C-reader-left
 */
export function endWithoutReader(): () => void {
  const stats = fstatSync(STDOUT);
  if (process.platform !== 'linux' || !stats.isFIFO()) return () => {};
  const pipe = `pipe:[${stats.ino}]`;
  let readers = readersOf(pipe);
  // One of another user can't be seen: it is not taken for one that has left.
  if (readers.length === 0) return () => {};
  const looking = setInterval(() => {
    if (readers.some((path) => linkOf(path) === pipe)) return;
    readers = readersOf(pipe);
    if (readers.length === 0) process.exit(EXIT.done);
  }, LOOK_EVERY_MS);
  looking.unref();
  return () => clearInterval(looking);
}

/** Descriptors, of every process that can be seen, that read from the pipe. */
function readersOf(pipe: string): string[] {
  const processes = namesIn('/proc').filter((name) => /^[0-9]+$/.test(name));
  return processes.flatMap((id) =>
    namesIn(`/proc/${id}/fd`)
      .filter((name) => linkOf(`/proc/${id}/fd/${name}`) === pipe && isRead(`/proc/${id}/fdinfo/${name}`))
      .map((name) => `/proc/${id}/fd/${name}`),
  );
}

/** The last octal digit tells how it is open: 1 is for writing alone. */
function isRead(path: string): boolean {
  const flags = orNothing(() => readFileSync(path, 'utf8'), '');
  return /^flags:\s*[0-7]*[0246]$/m.test(flags);
}

function linkOf(path: string): string {
  return orNothing(() => readlinkSync(path), '');
}

function namesIn(folder: string): string[] {
  return orNothing(() => readdirSync(folder), []);
}

/** A process may end while it is looked at, and those of others don't let themselves be. */
function orNothing<T>(read: () => T, nothing: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error && 'code' in error) return nothing;
    throw error;
  }
}
