import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { getTime } from '../clock.ts';
import { describeReadError, readFileWithin } from '../core/read-file.ts';
import { replaceFile } from '../core/write-file.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import type { Environment } from '../settings/home.ts';
import { createFolderFault, makeOwnFolder } from '../settings/private-files.ts';
import { SNAPSHOT_LIMIT_BYTES, type SnapshotEnd } from '../wire/snapshot.ts';
import { type JsonFault, parseStrictJson } from '../wire/strict-json.ts';
import {
  EXTENSION,
  type FolderSettings,
  findSnapshotFile,
  getSnapshotFolder,
  type SnapshotFile,
} from './snapshot-folder.ts';

/** @throws Fault USAGE for a name that isn't a portable file name */
export function buildSnapshotPath(where: FolderSettings, name: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return join(getSnapshotFolder(where), name + EXTENSION);
  throw new Fault('USAGE', `${JSON.stringify(name)} can't be the name of a snapshot.`, {
    hint: 'Use up to 64 of A-Z, a-z, 0-9, ., - and _, beginning with a letter or digit.',
  });
}

/** @throws Fault FILE_UNREADABLE */
function getSnapshotFile(file: string): SnapshotFile {
  const there = findSnapshotFile(file);
  if (there !== undefined) return there;
  throw new Fault('FILE_UNREADABLE', `${file} isn't a plain file.`, { hint: 'Move it away.' });
}

/** @throws Fault INPUT_INVALID if there is no such snapshot */
export function refuseMissing(file: string): void {
  if (existsSync(file)) return;
  throw new Fault('INPUT_INVALID', `There's no snapshot ${file}.`, {
    hint: 'See which exist: psd2 sandbox snapshot list',
  });
}

/** @throws Fault INPUT_INVALID if there is one that must not be replaced */
export function refuseThere(file: string, name: string, mayReplace: boolean): void {
  if (mayReplace || !existsSync(file)) return;
  throw new Fault('INPUT_INVALID', `Snapshot ${name} already exists: ${file}.`, {
    hint: 'To replace it, add --force.',
  });
}

/**
 * Writes one line for each record, so that two snapshots can be compared line by line, and an end mark.
 * @see S7-snapshot, C-snapshot-end
 */
export function writeSnapshotFile(
  file: string,
  records: readonly object[],
  { uid }: Pick<Environment, 'uid'>,
  where: FolderSettings,
): SnapshotFile {
  const folder = getSnapshotFolder(where);
  try {
    if (where.values.snapshotFolder === undefined) makeOwnFolder(folder, uid);
    else mkdirSync(folder, { recursive: true });
    replaceFile(
      file,
      [...records, createEnd(records)].map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
    // The file time is that of this program's clock, like every other time that it shows.
    utimesSync(file, getTime() / 1000, getTime() / 1000);
  } catch (error) {
    throw createFolderFault(folder, error);
  }
  return getSnapshotFile(file);
}

function createEnd(records: readonly object[]): SnapshotEnd {
  return { end: records.length };
}

/**
 * Reads the records without the end mark, which proves that the file is complete.
 * @throws Fault FILE_UNREADABLE; INPUT_INVALID with the line that is no JSON, and for a file that was cut
 * @see C-snapshot-end
 */
export function readSnapshotFile(file: string): readonly object[] {
  const records = readLines(file);
  const before = records.slice(0, -1);
  const last = records.at(-1) ?? {};
  if (Object.keys(last).join() !== 'end') throw createCutFault(file, 'has no end mark', records);
  const { end } = last as SnapshotEnd;
  if (end === before.length) return before;
  throw createCutFault(
    file,
    `has ${before.length} records, but its last line says ${JSON.stringify(end)}`,
    before,
  );
}

function createCutFault(file: string, what: string, records: readonly object[]): Fault {
  const mark = JSON.stringify(createEnd(records));
  return new Fault('INPUT_INVALID', `${file} ${what}. It may have been cut. Nothing was changed.`, {
    hint: `Restore another copy. If you added or removed lines yourself, make the last line ${mark}`,
  });
}

function readLines(file: string): readonly object[] {
  const lines = readText(file).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line, place) => {
    const record = parseStrictJson(line);
    const value = record.ok ? record.value : undefined;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
    const what = record.ok ? "isn't a JSON object" : WRONG[record.fault.kind];
    throw new Fault('INPUT_INVALID', `${file}:${place + 1} ${what}.`, {
      hint: `Each line of a snapshot is one record. Restore the file, or see the line: sed -n ${place + 1}p ${quoteForShell(file)}`,
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

/** @throws Fault FILE_UNREADABLE if it isn't a plain file */
export function deleteSnapshotFile(file: string): SnapshotFile {
  const there = getSnapshotFile(file);
  rmSync(file);
  return there;
}
