import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { EXIT } from './exit-codes.ts';

const LOOK_EVERY_MS = 500;

/**
 * Ends the program quietly once nobody reads stdout any more, although nothing is written: a write alone would notice.
 * On Linux, and of a pipe; elsewhere the next line does.
 * @returns stops looking
 * @see C-reader-left
 */
export function endWithoutReader(): () => void {
  if (!fstatSync(STDOUT).isFIFO()) return () => {};
  const looking = setInterval(() => {
    if (isUnread()) process.exit(EXIT.done);
  }, LOOK_EVERY_MS);
  looking.unref();
  return () => clearInterval(looking);
}

const STDOUT = 1;

/** A pipe that has no reader can't be opened again for writing. */
function isUnread(): boolean {
  try {
    closeSync(openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENXIO';
  }
}
