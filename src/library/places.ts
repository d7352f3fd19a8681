import { mkdirSync, readFileSync, rmSync } from 'node:fs';
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

/** Runs work with a folder that is removed afterwards. */
export async function withTempDir<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const place = createTempDir();
  try {
    return await work(place.folder);
  } finally {
    place.remove();
  }
}

/** Returns a function that creates a value at its first call, and again only after a failure. */
export function createOnce<T>(create: () => Promise<T>): () => Promise<T> {
  let created: Promise<T> | undefined;
  return () => {
    created ??= create().catch((fault) => {
      created = undefined;
      throw fault;
    });
    return created;
  };
}

/**
 * Creates the file of a bank that has its tables and no world yet, once: creating the tables takes longer than
 * everything else in opening a bank. The bank that opens it creates the world, at its own time.
 * @see A-create-bank
 */
export const loadEmptyStore = createOnce(() =>
  withTempDir(async (folder) => {
    const path = join(folder, 'bank.db');
    await createEmptyStore({ path });
    return readFileSync(path);
  }),
);
