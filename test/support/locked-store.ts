import { openStored } from './stored.ts';

/** Holds the store's write lock for as long as `act` takes, so that whoever writes meanwhile waits. */
export async function whileLocked(store: string, act: () => Promise<unknown>): Promise<void> {
  const database = openStored(store, { readOnly: false });
  try {
    database.exec('BEGIN IMMEDIATE');
    await act();
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}
