import { mkdirSync, rmSync } from 'node:fs';
import { RuntimeFolder } from '../serve/runtime-folder.ts';

/** A folder of its own. */
export interface Place {
  readonly folder: string;
  remove(): void;
}

/** Of all banks of this process: it leaves one listener behind, however many there are. */
const files = new RuntimeFolder('psd2-bank-');
let inUse = 0;
let taken = 0;

/**
 * A new folder for the files of a bank. It goes when it is removed, and what all of them are in goes with the last one;
 * what is left at the end of the process goes then.
 * @see A-library-tidy
 */
export function takePlace(): Place {
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
