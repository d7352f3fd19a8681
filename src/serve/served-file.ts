import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from '../core/json-object.ts';
import { writeNewFile } from '../core/write-file.ts';
import { readOwnFile } from '../settings/private-files.ts';

/** The operator's port of a bank that a process of this profile serves. */
export interface OperatorAddress {
  /** With the base path. */
  readonly operatorUrl: string;
  readonly operatorTokenFile: string;
}

const NAME = /^served-(\d+)\.json$/;

/**
 * Writes a 0600 file with the process id in the profile's folder, by which other commands find the operator's port.
 * @returns a function that removes it
 * @see C-serve-found
 */
export function writeServedFile(folder: string, address: OperatorAddress, pid: number): () => void {
  const path = join(folder, `served-${pid}.json`);
  // Of an earlier process with this id.
  rmSync(path, { force: true });
  writeNewFile(path, `${JSON.stringify({ pid, ...address })}\n`);
  return () => rmSync(path, { force: true });
}

/**
 * Finds the bank that a living process serves, the one with the highest process id if there are several; removes files
 * of processes that are gone.
 * @throws Fault PERMISSIONS for a file that others can read
 */
export function findServed(folder: string, uid: number | undefined): OperatorAddress | undefined {
  const pids = listFolder(folder).flatMap((name) => {
    const pid = Number(NAME.exec(name)?.[1] ?? 0);
    return pid > 0 ? [pid] : [];
  });
  for (const pid of pids.sort((one, other) => other - one)) {
    const path = join(folder, `served-${pid}.json`);
    const json = isAlive(pid)
      ? parseJson(readOwnFile(path, uid, 'only-us')?.toString('utf8') ?? '')
      : undefined;
    if (!isObject(json)) rmSync(path, { force: true });
    else {
      const { operatorUrl, operatorTokenFile } = json;
      return { operatorUrl: String(operatorUrl), operatorTokenFile: String(operatorTokenFile) };
    }
  }
  return undefined;
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // A profile that has no folder serves nothing.
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
