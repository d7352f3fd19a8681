import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes names that were added to, or moved within, a folder durable. Windows has no such call for folders. */
export function syncFolder(path: string, platform: NodeJS.Platform = process.platform): void {
  if (platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a new file, on disk when this returns; one that is there already is never overwritten: EEXIST. */
export function writeSynced(path: string, content: string | Uint8Array, mode = 0o666): void {
  const descriptor = openSync(path, 'wx', mode);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Puts a whole file in the place of one that may be there: who reads it meets the one or the other. */
export function replaceFile(path: string, content: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  // One that a process of the same number left.
  rmSync(unfinished, { force: true });
  try {
    writeSynced(unfinished, content);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}
