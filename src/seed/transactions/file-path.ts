import { realpathSync, statSync } from 'node:fs';
import { dirname, extname, join, resolve, sep } from 'node:path';
import type { Faults } from '../faults.ts';
import type { Stated } from '../stated.ts';

/** A transactionsFile that may be read. */
export interface FilePath {
  /** Without symbolic links. */
  readonly path: string;
  /** As places name it: beside the seed file as that was named. */
  readonly name: string;
  readonly kind: 'ndjson' | 'csv';
}

/**
 * Where a transactionsFile is: a file in the seed file's folder or below, also when symbolic links are followed.
 * @param folder of the seed file; absent: there is none
 * @see S12-seed-size
 */
export function filePathOf(
  stated: Stated<string>,
  folder: string | undefined,
  faults: Faults,
): FilePath | undefined {
  const refuse = (fault: string, remedy: string) => {
    faults.add(stated, [], fault, remedy);
    return undefined;
  };
  const { value: given } = stated;
  const kind = extname(given).toLowerCase();
  if (kind !== '.ndjson' && kind !== '.csv')
    return refuse("isn't an .ndjson or .csv file", 'Write the transactions so, one a line');
  if (folder === undefined)
    return refuse(
      "can't be found: this world isn't read from a file",
      'List the transactions, or use generate',
    );
  const found = foundAt(resolve(folder, given));
  if (found === 'missing') return refuse(`names ${given}, which doesn't exist`, 'Correct the name');
  if (found === 'unreadable')
    return refuse(`names ${given}, which can't be read`, 'Make it readable for you');
  if (!found.startsWith(realpathSync(folder) + sep))
    return refuse(
      `names ${given}, which is outside the seed file's folder`,
      'Put the file beside the seed file',
    );
  if (!statSync(found).isFile()) return refuse(`names ${given}, which isn't a file`, 'Name a file');
  return { path: found, name: join(dirname(stated.file), given), kind: kind === '.csv' ? 'csv' : 'ndjson' };
}

function foundAt(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : 'unreadable';
  }
}
