/**
 * What is done about a store whose files changed under it, and what the next opening says of it. Nothing that was
 * committed is thrown away; nobody goes on with less than there was without being told.
 *
 * @see S1-files-changed
 * @see ../../../docs/adr/0018-a-store-knows-its-files-again.md
 */
import { closeSync, constants, copyFileSync, existsSync, truncateSync, writeFileSync } from 'node:fs';
import { describeReadError, openPlainFile, readUpTo } from '../../core/read-file.ts';
import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import type { Connection } from './connection.ts';
import { type Change, isSameFile, logOf, look, sharedOf } from './opened-files.ts';

const WORDS: Readonly<Record<Change, string>> = {
  removed: 'was removed while in use',
  replaced: 'was replaced by another file while in use',
  shortened: 'was truncated while in use',
  'log-removed': 'lost its log (the -wal file), which was removed while in use',
  'log-replaced': 'lost its log (the -wal file), which was replaced while in use',
  'log-shortened': 'lost part of its log (the -wal file), which was truncated while in use',
  'shared-removed': 'lost its locks (the -shm file), which was removed while in use',
  'shared-replaced': 'lost its locks (the -shm file), which was replaced while in use',
};

/** What became of what was asked for. */
export type Outcome = 'Nothing was done.' | 'The change may or may not be saved.';

/** The files changed under an open store. */
export function changedFault(path: string, change: Change, outcome: Outcome): Fault {
  return new Fault('STORE_DAMAGED', `The store ${path} ${WORDS[change]}. ${outcome}`, {
    hint: 'Stop every psd2 that uses it and start again. It then tells you what to do.',
  });
}

/** What says to the next opening that the files changed under the last one. */
function noteOf(path: string): string {
  return `${path}.lost`;
}

/** The log of the file that was there before. */
function keptLogOf(path: string): string {
  return `${logOf(path)}.lost`;
}

/** What is beside a store once its files changed under it. */
export function leftBeside(path: string): readonly string[] {
  return [noteOf(path), keptLogOf(path)];
}

/** What is in the log, or in our memory of it, does not belong to what is there now. */
const MIXED: readonly Change[] = ['replaced', 'shortened', 'log-shortened', 'shared-replaced'];

/**
 * Leaves everything so that the next opening loses nothing and mixes nothing, and leaves it a note. Where only the name
 * of the log is gone, all that is in it goes into the file, and nothing is lost: no note then. Nor where the locks are
 * gone and nobody has made others: the log has all.
 */
export function settleChange(path: string, change: Change, writer: Connection | undefined): void {
  if (change === 'shared-removed') return;
  if (change === 'log-removed' && writer !== undefined && takeInLog(writer, path)) return;
  if (MIXED.includes(change)) setLogAside(path);
  writeUnlessThere(noteOf(path), `The store ${path} ${WORDS[change]}.\n`);
}

/** Whoever opens the file next finds an empty log beside it, which is what the processes' shared memory says. */
function takeInLog(writer: Connection, path: string): boolean {
  const [answer] = writer.command('PRAGMA wal_checkpoint(TRUNCATE)');
  if (answer?.busy !== 0n) return false;
  writeUnlessThere(logOf(path), '');
  return true;
}

/**
 * SQLite takes whatever log is beside a file for its own, and at its close writes into the file what it had in the log.
 * So the log is kept under another name, and emptied.
 */
function setLogAside(path: string): void {
  const log = logOf(path);
  if ((look(log)?.size ?? 0n) === 0n) return;
  try {
    copyFileSync(log, keptLogOf(path), constants.COPYFILE_EXCL);
  } catch (error) {
    // Another process that has it open was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  truncateSync(log);
}

/** Where the folder is gone too, there is no next opening to tell. */
function writeUnlessThere(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST' && code !== 'ENOENT') throw error;
  }
}

/**
 * Refuses a store that is not what was last open here, as far as what is beside it proves. To be asked before
 * anything is made. @throws Fault STORE_DAMAGED
 */
export function refuseWhatIsLost(path: string): void {
  refuseWithNote(path);
  refuseWithoutFile(path);
  refuseWithoutLog(path);
}

const MOST_TEXT = 500;

function refuseWithNote(path: string): void {
  const note = noteOf(path);
  if (!existsSync(note)) return;
  const said = readNote(note);
  const kept = keptLogOf(path);
  const rest = existsSync(kept) ? ` The content of its log is saved in ${kept}.` : '';
  throw new Fault('STORE_DAMAGED', `${said} Committed data may be missing.${rest}`, {
    hint: hintOf(path, said),
  });
}

/** Also a note that can't be read says that the files changed. @see S12-file-limits */
function readNote(note: string): string {
  let descriptor: number | undefined;
  try {
    descriptor = openPlainFile(note).descriptor;
    return readUpTo(descriptor, MOST_TEXT).toString('utf8').trim();
  } catch (error) {
    return `The note ${note} can't be read: ${describeReadError(error, MOST_TEXT)}.`;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function hintOf(path: string, said: string): string {
  const [note, kept] = [noteOf(path), keptLogOf(path)];
  if (said.includes(WORDS['shared-replaced']) && existsSync(kept)) {
    const back = `mv ${shellWord(kept)} ${shellWord(logOf(path))}`;
    return `Put its log back: ${back}\nThen continue with: ${remove(note)}`;
  }
  return existsSync(path)
    ? `If the right file isn't there, put it back.\nThen continue with: ${remove(note, kept)}`
    : `Put the same file back and run: ${remove(note)}\nTo use a copy, or to start with an empty store: ${removeAll(path, note)}`;
}

/** Its log is made after it and never outlives it: somebody removed or emptied the file. In this order: both may be made just now. */
function refuseWithoutFile(path: string): void {
  if (look(logOf(path)) === undefined && look(sharedOf(path)) === undefined) return;
  const file = look(path);
  if (file !== undefined && file.size > 0n) return;
  const what = file === undefined ? 'was removed' : 'was emptied';
  throw new Fault('STORE_DAMAGED', `The store ${path} ${what}. The files next to it are older.`, {
    hint: `Put the same file back. To use a copy, or to start with an empty store: ${removeAll(path)}`,
  });
}

/** SQLite makes the log before the shared memory and removes it after that. */
function refuseWithoutLog(path: string): void {
  const shared = look(sharedOf(path));
  if (shared === undefined || look(logOf(path)) !== undefined) return;
  const again = look(sharedOf(path));
  if (again === undefined || !isSameFile(again, shared) || again.birthtimeNs !== shared.birthtimeNs) return;
  throw new Fault(
    'STORE_DAMAGED',
    `The store ${path} has lost its log: ${logOf(path)} was removed. Data that was only in the log is lost.`,
    { hint: `Put it back, or continue without it: ${remove(sharedOf(path))}` },
  );
}

function removeAll(path: string, ...more: readonly string[]): string {
  return remove(path, logOf(path), sharedOf(path), ...more);
}

/** The command that removes those of the files that are there. */
function remove(...paths: readonly string[]): string {
  return `rm ${paths
    .filter((path) => existsSync(path))
    .map(shellWord)
    .join(' ')}`;
}
