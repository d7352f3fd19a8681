/**
 * A process beside the test that shares its store. `node store-process.cjs <act> <path> …`
 *
 * - `hold <path>`: takes the write lock, says `held`, keeps it until told to go on.
 * - `insert <path> <name> <count>`: says `ready`, waits to be told, opens, inserts one by one, says `done`.
 * - `stream <path> <name>`: inserts pairs until killed, and says the number of each when it is acknowledged.
 */
import { loadDriver } from '../../src/store/sqlite/driver.ts';
import { insert, openEntryStore } from './entry-store.ts';
import { endAfter, say, toldToGoOn } from './speaking-process.ts';

const [act, path = '', name = '', count = '0'] = process.argv.slice(2);

async function hold(): Promise<void> {
  const database = loadDriver()(path, { readOnly: false });
  database.exec('BEGIN IMMEDIATE');
  say('held');
  await toldToGoOn();
  database.exec('COMMIT');
  database.close();
}

async function insertMany(): Promise<void> {
  say('ready');
  await toldToGoOn();
  const store = openEntryStore(path, { random: Math.random });
  for (let index = 0; index < Number(count); index++) await store.write(() => insert(`${name} ${index}`));
  await store.close();
  say('done');
}

async function stream(): Promise<void> {
  const store = openEntryStore(path);
  for (let index = 0; ; index++) {
    await store.write(function* () {
      yield* insert(`${name} ${index} left`);
      yield* insert(`${name} ${index} right`);
    });
    say(String(index));
  }
}

const acts: Readonly<Record<string, () => Promise<void>>> = { hold, insert: insertMany, stream };
endAfter(acts[act ?? '']?.());
