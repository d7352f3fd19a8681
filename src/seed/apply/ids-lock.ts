import { Fault } from '../../errors.ts';
import { type Holder, lockFile } from '../../file-lock.ts';
import { shellWord } from '../../own-file.ts';

/**
 * Keeps a file of ids for one process, until it is released: two that seed the same files would each make what the other
 * makes.
 * @returns releases it
 * @throws Fault STORE_BUSY where another process has it, FILE_UNREADABLE where no lock can be written
 * @see C-seed-ids-lock
 */
export function lockIds(path: string): () => void {
  try {
    return lockFile(path, (holder) => busy(path, holder));
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    const hint = 'Make the folder of the seed file writable for you: the ids of what is made are kept in it.';
    throw new Fault('FILE_UNREADABLE', `${path}.lock can't be written.`, { hint, cause });
  }
}

function busy(path: string, { name, lock }: Holder): Fault {
  return new Fault('STORE_BUSY', `${name} seeds with ${path} now. Nothing was changed.`, {
    hint: `Run the same command again when it is done. If there is no such process any more: rm ${shellWord(lock)}`,
  });
}
