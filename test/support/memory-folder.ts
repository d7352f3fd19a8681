import { accessSync, constants, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory: to sync one costs nothing, and every commit of a bank syncs. */
const IN_MEMORY = '/dev/shm';

/** A new folder for files that need no disk; in the temporary folder where the system has none in memory. */
export function memoryFolder(prefix: string): string {
  return mkdtempSync(join(isWritable(IN_MEMORY) ? IN_MEMORY : tmpdir(), prefix));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
