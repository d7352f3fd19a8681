import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { RuntimeFolder } from '../serve/runtime-folder.ts';
import { createEmptyStore } from '../session/open-bank.ts';

/** A folder of its own. */
export interface Place {
  readonly folder: string;
  remove(): void;
}

/** The folder of all banks of this process; it adds a single exit listener. */
const files = new RuntimeFolder('psd2-bank-');
let inUse = 0;
let taken = 0;

/**
 * A new folder for the files of a bank. It goes when it is removed, and what all of them are in goes with the last one;
 * what is left at the end of the process goes then.
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
 * The file of a bank that has its tables and no world yet. It is made once: to make the tables takes longer than all
 * else that a bank begins with. The world is founded by the bank that opens it, at its own time.
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
