/**
 * Checks the owner of a file, by one rule for keys and stores. Pure: the caller reads the file's facts.
 * @see S8-store-owner
 */
import { Fault } from './errors.ts';

const OTHERS = 0o077;

/** Quotes a path as one word of a shell command. */
export function quoteForShell(path: string): string {
  return /^[A-Za-z0-9_./:@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The owner and mode of a file, from the system. */
export interface FileOwnership {
  readonly uid: number;
  readonly mode: number;
}

/** Returns true if the file belongs to another user. Without a uid, as on Windows, there is no owner to compare. */
export function isForeign(stats: FileOwnership, uid: number | undefined): boolean {
  return uid !== undefined && stats.uid !== uid;
}

/** Refuses another user's file. @throws Fault PERMISSIONS */
export function assertOwnedByUser(path: string, stats: FileOwnership, uid: number | undefined): void {
  if (!isForeign(stats, uid)) return;
  throw new Fault('PERMISSIONS', `${path} belongs to another user (uid ${stats.uid}) and isn't used.`, {
    hint: `If it's yours, run chown ${uid} ${quoteForShell(path)}. If not, move it away.`,
  });
}

/** Refuses a file that group or others have any right to. @throws Fault PERMISSIONS */
export function refuseOpenToOthers(path: string, stats: FileOwnership, uid: number | undefined): void {
  if (uid === undefined || (stats.mode & OTHERS) === 0) return;
  const mode = (stats.mode & 0o777).toString(8).padStart(4, '0');
  throw new Fault('PERMISSIONS', `Other users can access ${path} (mode ${mode}).`, {
    hint: `chmod 600 ${quoteForShell(path)}`,
  });
}
