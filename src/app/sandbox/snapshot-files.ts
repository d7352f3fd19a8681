import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { clock } from '../../clock.ts';
import { describeReadError, readFileWithin } from '../../core/read-file.ts';
import { Fault } from '../../errors.ts';
import { shellWord } from '../../own-file.ts';
import type { OpenedSettings } from '../../settings/open-settings.ts';
import { folderFault, makeOwnFolder, writeNewFile } from '../../settings/own-files.ts';
import type { Surroundings } from '../../settings/surroundings.ts';
import { syncFolder } from '../../synced-file.ts';
import { SNAPSHOT_LIMIT_BYTES } from '../../wire/snapshot.ts';
import { type JsonFault, parseStrictJson } from '../../wire/strict-json.ts';
import { freshId } from '../fresh-id.ts';

const EXTENSION = '.jsonl';

/** A snapshot that lies in its folder. */
export interface SnapshotFile {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  /** When it was written, in UTC. */
  readonly savedAt: string;
}

/** What is read of the settings. */
type Where = Pick<OpenedSettings, 'home' | 'values'>;

/** The project file's, else one in the home that all profiles share. @see C-snapshot-folder */
export function snapshotFolder({ home, values }: Where): string {
  return values.snapshotFolder ?? join(home, 'snapshots');
}

/** @throws Fault USAGE for what can't be a file's name everywhere */
export function snapshotPath(where: Where, name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return join(snapshotFolder(where), name + EXTENSION);
  throw new Fault('USAGE', `${JSON.stringify(name)} can't be the name of a snapshot.`, {
    hint: 'Use up to 64 of A-Z, a-z, 0-9, ., - and _, beginning with a letter or digit.',
  });
}

/** By name; none where there is no folder. */
export function listSnapshotFiles(where: Where): readonly SnapshotFile[] {
  const folder = snapshotFolder(where);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(EXTENSION) && !file.startsWith('.'))
    .sort()
    .map((file) => fileAt(join(folder, file)));
}

function fileAt(file: string): SnapshotFile {
  const { size: bytes, mtimeMs } = statSync(file);
  return { name: basename(file, EXTENSION), file, bytes, savedAt: new Date(mtimeMs).toISOString() };
}

/** @throws Fault INPUT_INVALID where there is no such snapshot */
export function refuseMissing(file: string): void {
  if (existsSync(file)) return;
  throw new Fault('INPUT_INVALID', `There's no snapshot ${file}.`, {
    hint: 'See which exist: psd2 sandbox snapshot list',
  });
}

/** @throws Fault INPUT_INVALID where there is one already that isn't to be replaced */
export function refuseThere(file: string, name: string, mayReplace: boolean): void {
  if (mayReplace || !existsSync(file)) return;
  throw new Fault('INPUT_INVALID', `Snapshot ${name} already exists: ${file}.`, {
    hint: 'To replace it, add --force.',
  });
}

/** A line for each record, so that two snapshots can be compared line by line. @see S7-snapshot */
export function writeSnapshotFile(
  file: string,
  records: readonly object[],
  { uid, platform }: Pick<Surroundings, 'uid' | 'platform'>,
  where: Where,
): SnapshotFile {
  const folder = snapshotFolder(where);
  const unfinished = join(folder, `.${basename(file)}.${freshId()}`);
  try {
    if (where.values.snapshotFolder === undefined) makeOwnFolder(folder, uid);
    else mkdirSync(folder, { recursive: true });
    writeNewFile(unfinished, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    // By this program's clock, as everything that it tells.
    utimesSync(unfinished, clock() / 1000, clock() / 1000);
    renameSync(unfinished, file);
    syncFolder(folder, platform);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw folderFault(folder, error);
  }
  return fileAt(file);
}

/** @throws Fault FILE_UNREADABLE; INPUT_INVALID with the line that is no JSON */
export function readSnapshotFile(file: string): readonly object[] {
  const lines = readText(file).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, place) => {
    const record = parseStrictJson(line);
    const value = record.ok ? record.value : undefined;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    const what = record.ok ? "isn't a JSON object" : WRONG[record.fault.kind];
    throw new Fault('INPUT_INVALID', `${file}:${place + 1} ${what}.`, {
      hint: `Each line of a snapshot is one record. Restore the file, or see the line: sed -n ${place + 1}p ${shellWord(file)}`,
    });
  });
}

const WRONG: Readonly<Record<JsonFault['kind'], string>> = {
  syntax: "isn't a JSON object",
  depth: 'is nested too deeply',
  'repeated-key': 'has a member twice',
};

function readText(file: string): string {
  try {
    return readFileWithin(file, SNAPSHOT_LIMIT_BYTES)
      .toString('utf8')
      .replace(/^\uFEFF/, '');
  } catch (cause) {
    const reason = describeReadError(cause, SNAPSHOT_LIMIT_BYTES);
    throw new Fault('FILE_UNREADABLE', `${file} can't be read: ${reason}.`, {
      hint: 'Restore another snapshot. See which exist: psd2 sandbox snapshot list',
      cause,
    });
  }
}

export function deleteSnapshotFile(file: string): SnapshotFile {
  const there = fileAt(file);
  rmSync(file);
  return there;
}
