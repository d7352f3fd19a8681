import { join } from 'node:path';
import { emptyStoreAt } from '../app/empty-store-at.ts';
import { takePlace } from './places.ts';

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
  const place = takePlace();
  try {
    return await emptyStoreAt(join(place.folder, 'bank.db'));
  } finally {
    place.remove();
  }
}
