import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { createEmptyStore } from '../session/open-bank.ts';

/** A separate temporary folder. */
export interface Place {
  readonly folder: string;
  remove(): void;
}

/** The parent folder of all banks of this process; it adds a single exit listener. */
const files = new RuntimeFolder('psd2-bank-');
let inUse = 0;
let taken = 0;

/**
 * Creates a folder for the files of a bank. Its removal also removes the parent with the last one; the exit of the
 * process removes the rest.
 * @see A-library-tidy
 */
export function createTempDir(): Place {
  taken += 1;
  const folder = files.path(String(taken));
  mkdirSync(folder, { mode: 0o700 });
  inUse += 1;
  let isThere = true;
  const remove = () => {
    if (!isThere) return;
    isThere = false;
    rmSync(folder, { recursive: true, force: true });
    inUse -= 1;
    if (inUse === 0) files.remove();
  };
  return { folder, remove };
}

let made: Promise<Uint8Array> | undefined;

/**
 * Creates the file of a bank that has its tables and no world yet, once: creating the tables takes longer than
 * everything else in opening a bank. The bank that opens it creates the world, at its own time.
 * @see A-create-bank
 */
export function emptyStore(): Promise<Uint8Array> {
  made ??= make().catch((fault) => {
    made = undefined;
    throw fault;
  });
  return made;
}

async function make(): Promise<Uint8Array> {
  const place = createTempDir();
  try {
    return await createEmptyStore(join(place.folder, 'bank.db'));
  } finally {
    place.remove();
  }
}
