import { afterEach, describe, expect, it } from 'vitest';
import { type Op, run, type Store } from '../../src/bank/store/contract.ts';
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

const NOW = 1_700_000_000_000;

function* insert(label: string): Op<void> {
  yield* run('INSERT INTO entry (label) VALUES (?)', label);
}

function* labels(): Op<readonly unknown[]> {
  const rows = yield* run('SELECT label FROM entry ORDER BY id');
  return rows.map((row) => row.label);
}

/** What every engine of the store must do (contract.ts; safety.md §1, §2; architecture.md Store). */
export function storeBattery(name: string, open: OpenForBattery): void {
  let places = 0;
  let opened: Store[] = [];
  let watch = new StatementWatch();
  let openTransactionAtNow: boolean[] = [];

  const newPlace = () => `place${places++}`;
  const openAt = async (place: string) => {
    const now = () => {
      openTransactionAtNow.push(watch.someTransactionIsOpen);
      return NOW;
    };
    const ran = (sql: string, connection: unknown) => watch.ran(sql, connection);
    const store = watch.around(await open({ place, now, ran }));
    opened.push(store);
    return store;
  };

  afterEach(async () => {
    for (const store of opened) await store.close();
    const { strays } = watch;
    opened = [];
    watch = new StatementWatch();
    openTransactionAtNow = [];
    expect(strays).toEqual([]);
  });

  describe(`${name} store contract [S1-durable, S1-store-busy, S2-one-transaction, S2-now-after-lock, S2-own-savepoint, S2-snapshot-reads, S2-no-stray-statement, A-store]`, () => {
    it('keeps what was written after it is closed and opened again', async () => {
      const place = newPlace();
      const first = await openAt(place);
      await first.write(() => insert('kept'));
      await first.close();
      const second = await openAt(place);
      expect(await second.read(labels)).toEqual(['kept']);
    });

    it('resolves a write only when another connection sees it', async () => {
      const place = newPlace();
      const [writer, observer] = [await openAt(place), await openAt(place)];
      for (let round = 0; round < 20; round++) {
        await writer.write(() => insert(`round ${round}`));
        expect(await observer.read(labels)).toHaveLength(round + 1);
      }
    });

    it('undoes a thrown work alone among 32 at once', async () => {
      const store = await openAt(newPlace());
      const works = Array.from({ length: 32 }, (_, index) =>
        store.write(function* () {
          yield* insert(`work ${index}`);
          if (index % 3 === 0) throw new Error(`thrown by ${index}`);
          return index;
        }),
      );
      const outcomes = await Promise.allSettled(works);
      const kept = Array.from({ length: 32 }, (_, index) => index).filter((index) => index % 3 !== 0);
      expect(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))).toEqual(
        kept,
      );
      expect(outcomes[3]).toMatchObject({ status: 'rejected', reason: { message: 'thrown by 3' } });
      expect(await store.read(labels)).toEqual(kept.map((index) => `work ${index}`));
    });

    it('undoes every statement of a thrown work', async () => {
      const store = await openAt(newPlace());
      const work = store.write(function* () {
        yield* insert('one');
        yield* insert('two');
        throw new Error('thrown');
      });
      await expect(work).rejects.toThrow('thrown');
      expect(await store.read(labels)).toEqual([]);
    });

    it('rejects only the work that breaks a unique constraint', async () => {
      const store = await openAt(newPlace());
      const outcomes = await Promise.allSettled(
        ['a', 'b', 'a', 'c'].map((label) => store.write(() => insert(label))),
      );
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
      expect(await store.read(labels)).toEqual(['a', 'b', 'c']);
    });

    it('fails work that goes on after a failed statement, and keeps nothing of it', async () => {
      const store = await openAt(newPlace());
      await store.write(() => insert('taken'));
      const work = store.write(function* () {
        yield* insert('before');
        try {
          yield* insert('taken');
        } catch {
          yield* insert('after');
        }
      });
      await expect(work).rejects.toThrow();
      expect(await store.read(labels)).toEqual(['taken']);
    });

    it('lets work name the error of its statement better', async () => {
      const store = await openAt(newPlace());
      await store.write(() => insert('taken'));
      const work = store.write(function* () {
        try {
          yield* insert('taken');
        } catch (cause) {
          throw new Error('the label is taken', { cause });
        }
      });
      await expect(work).rejects.toThrow('the label is taken');
    });

    it('runs queued work in the order it came', async () => {
      const store = await openAt(newPlace());
      const counts = await Promise.all(
        Array.from({ length: 32 }, (_, index) =>
          store.write(function* () {
            const [row] = yield* run('SELECT count(*) AS count FROM entry');
            yield* insert(`work ${index}`);
            return row?.count;
          }),
        ),
      );
      expect(counts).toEqual(Array.from({ length: 32 }, (_, index) => BigInt(index)));
    });

    it('never shows a read half of a work', async () => {
      const place = newPlace();
      const [writer, reader] = [await openAt(place), await openAt(place)];
      const writes = Array.from({ length: 200 }, (_, index) =>
        writer.write(function* () {
          yield* insert(`left ${index}`);
          yield* insert(`right ${index}`);
        }),
      );
      let written = false;
      const allWritten = Promise.all(writes).then(() => {
        written = true;
      });
      while (!written) {
        const seen = await reader.read(labels);
        expect(seen.length % 2).toBe(0);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await allWritten;
      expect(await reader.read(labels)).toHaveLength(400);
    });

    it('shows a read one snapshot, whatever is written meanwhile', async () => {
      const store = await openAt(newPlace());
      await store.write(() => insert('before'));
      let write: Promise<void> | undefined;
      const seen = await store.read(function* () {
        const first = yield* labels();
        write = store.write(() => insert('meanwhile'));
        return [first, yield* labels()];
      });
      expect(seen).toEqual([['before'], ['before']]);
      await write;
    });

    it('sees its own writes inside a work', async () => {
      const store = await openAt(newPlace());
      const seen = await store.write(function* () {
        yield* insert('own');
        return yield* labels();
      });
      expect(seen).toEqual(['own']);
    });

    it('gives integers as bigint, bytes as Uint8Array, and 18 digits exactly', async () => {
      const store = await openAt(newPlace());
      const amounts = [999_999_999_999_999_999n, -999_999_999_999_999_999n, 0n, 7];
      await store.write(function* () {
        for (const amount of amounts) {
          yield* run(
            'INSERT INTO entry (amount_minor, body) VALUES (?, ?)',
            amount,
            Uint8Array.of(0, 255, 10),
          );
        }
      });
      const rows = await store.read(() => run('SELECT amount_minor, body, label FROM entry ORDER BY id'));
      expect(rows.map((row) => row.amount_minor)).toEqual(amounts.map(BigInt));
      expect(rows[0]?.body).toEqual(Uint8Array.of(0, 255, 10));
      expect(rows[0]?.label).toBeNull();
    });

    it('keeps text as it came', async () => {
      const store = await openAt(newPlace());
      const text = "Bjørn's ’sitat’ \u{1f3e6} -- ; ?";
      await store.write(() => insert(text));
      expect(await store.read(labels)).toEqual([text]);
    });

    it('reads now after the lock or the snapshot is held', async () => {
      const store = await openAt(newPlace());
      const seen = [
        await store.write(function* (tx) {
          yield* labels();
          return tx.now;
        }),
        await store.read(function* (tx) {
          yield* labels();
          return tx.now;
        }),
      ];
      expect(seen).toEqual([NOW, NOW]);
      expect(openTransactionAtNow).toEqual([true, true]);
    });

    it('refuses read work that writes', async () => {
      const store = await openAt(newPlace());
      await expect(store.read(() => insert('sly'))).rejects.toThrow('read work may not write');
      expect(await store.read(labels)).toEqual([]);
    });

    it.each(['BEGIN', 'COMMIT', ' rollback', 'SAVEPOINT mine', 'RELEASE work'])(
      'refuses work that says %s',
      async (sql) => {
        const store = await openAt(newPlace());
        const works = [
          store.write(() => insert('before')),
          store.write(() => run(sql)),
          store.write(() => insert('after')),
        ];
        const outcomes = await Promise.allSettled(works);
        expect(outcomes[1]).toMatchObject({
          status: 'rejected',
          reason: { message: `work may not run: ${sql}` },
        });
        expect(await store.read(labels)).toEqual(['before', 'after']);
      },
    );

    it('gives a leaked generator no way to the store', async () => {
      const store = await openAt(newPlace());
      let leaked: Op<void> | undefined;
      await store.write(function* () {
        leaked = insert('leaked');
        yield* insert('own');
      });
      expect(leaked?.next().done).toBe(false);
      expect(leaked?.next([]).done).toBe(true);
      expect(await store.read(labels)).toEqual(['own']);
    });

    it('runs the clean-up of work that fails', async () => {
      const store = await openAt(newPlace());
      let cleaned = false;
      const work = store.write(function* () {
        try {
          yield* run('INSERT INTO nowhere (label) VALUES (?)', 'lost');
        } finally {
          cleaned = true;
        }
      });
      await expect(work).rejects.toThrow(/nowhere/);
      expect(cleaned).toBe(true);
    });

    it('finishes what is queued when it is closed', async () => {
      const place = newPlace();
      const store = await openAt(place);
      const writes = Promise.all(['a', 'b'].map((label) => store.write(() => insert(label))));
      const seen = store.read(labels);
      await store.close();
      await Promise.all([writes, seen, store.close()]);
      expect(await (await openAt(place)).read(labels)).toEqual(['a', 'b']);
    });

    it('says so when it is used after it was closed', async () => {
      const store = await openAt(newPlace());
      await store.close();
      const closed = { code: 'STORE_BUSY', message: expect.stringContaining('is closed; nothing was done') };
      await expect(store.write(() => insert('late'))).rejects.toMatchObject(closed);
      await expect(store.read(labels)).rejects.toMatchObject(closed);
    });
  });
}
