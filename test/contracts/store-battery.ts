import { afterEach, expect } from 'vitest';
import { type Op, run, type Store } from '../../src/store/contract.ts';
import { StatementWatch } from '../support/statement-watch.ts';

export interface BatterySettings {
  /** A word; the same word is the same store, a new word a fresh one. */
  readonly place: string;
  readonly now: () => number;
  /** To be told of each statement before the engine runs it, and on which connection. */
  readonly ran: (sql: string, connection: unknown) => void;
}

/**
 * Opens an engine for the battery, with one table: entry (id, an integer that the engine gives in rising order;
 * label, unique text; amount_minor, an integer of 64 bits; body, bytes), all but id nullable.
 */
export type OpenForBattery = (settings: BatterySettings) => Store | Promise<Store>;

export const NOW = 1_700_000_000_000;

export function* insert(label: string): Op<void> {
  yield* run('INSERT INTO entry (label) VALUES (?)', label);
}

export function* labels(): Op<readonly unknown[]> {
  const rows = yield* run('SELECT label FROM entry ORDER BY id');
  return rows.map((row) => row.label);
}

/** What a battery's tests have at hand; after each, no statement may have strayed out of its work (S2-no-stray-statement). */
export interface Battery {
  newPlace(): string;
  openAt(place: string): Promise<Store>;
  /** Whether a transaction was open each time that `now` was read. */
  openTransactionAtNow(): readonly boolean[];
}

let places = 0;

/** Called inside a describe: sets up and clears away for each of its tests. */
export function battery(open: OpenForBattery): Battery {
  let opened: Store[] = [];
  let watch = new StatementWatch();
  let openTransactionAtNow: boolean[] = [];

  afterEach(async () => {
    for (const store of opened) await store.close();
    const { strays } = watch;
    opened = [];
    watch = new StatementWatch();
    openTransactionAtNow = [];
    expect(strays).toEqual([]);
  });

  return {
    newPlace: () => `place${places++}`,
    openTransactionAtNow: () => openTransactionAtNow,
    openAt: async (place) => {
      const now = () => {
        openTransactionAtNow.push(watch.someTransactionIsOpen);
        return NOW;
      };
      const ran = (sql: string, connection: unknown) => watch.ran(sql, connection);
      const store = watch.around(await open({ place, now, ran }));
      opened.push(store);
      return store;
    },
  };
}
