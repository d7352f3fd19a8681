import { describe, expect, it } from 'vitest';
import { ReadOnlyViolation, run, type Work } from '../../src/store/contract.ts';
import type { SqliteStore, SqliteStoreOptions } from '../../src/store/sqlite/open.ts';
import { insert, labels } from '../support/entry-store.ts';
import { newStorePath, openTestStore } from '../support/store-in-use.ts';
import { tappedDriver } from '../support/tapped-driver.ts';

const NOW = 1_700_000_000_000;

/** The same path is the same store. */
function openAt(path: string, options: Partial<SqliteStoreOptions> = {}): SqliteStore {
  return openTestStore(path, { now: () => NOW, ...options });
}

describe('writes of a store [S1-durable, S1-store-busy, S2-one-transaction, S2-own-savepoint, A-store]', () => {
  it('resolves a write only when another connection sees it', async () => {
    const place = newStorePath();
    const [writer, observer] = [openAt(place), openAt(place)];
    for (let round = 0; round < 20; round++) {
      await writer.write(() => insert(`round ${round}`));
      expect(await observer.read(labels)).toHaveLength(round + 1);
    }
  });

  it('undoes a thrown work alone among 32 at once', async () => {
    const store = openTestStore();
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

  it('rejects only the work that breaks a unique constraint', async () => {
    const store = openTestStore();
    const outcomes = await Promise.allSettled(
      ['a', 'b', 'a', 'c'].map((label) => store.write(() => insert(label))),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await store.read(labels)).toEqual(['a', 'b', 'c']);
  });

  it('fails work that goes on after a failed statement, and keeps nothing of it', async () => {
    const store = openTestStore();
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
    const store = openTestStore();
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
    const store = openTestStore();
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

  it('finishes what is queued when it is closed', async () => {
    const place = newStorePath();
    const store = openAt(place);
    const writes = Promise.all(['a', 'b'].map((label) => store.write(() => insert(label))));
    const seen = store.read(labels);
    await store.close();
    await Promise.all([writes, seen, store.close()]);
    expect(await openAt(place).read(labels)).toEqual(['a', 'b']);
  });

  it('says so when it is used after it was closed', async () => {
    const store = openTestStore();
    await store.close();
    const closed = { code: 'STORE_BUSY', message: expect.stringContaining('is closed. Nothing was done') };
    await expect(store.write(() => insert('late'))).rejects.toMatchObject(closed);
    await expect(store.read(labels)).rejects.toMatchObject(closed);
  });
});

describe('reads of a store [S2-now-after-lock, S2-snapshot-reads, A-store]', () => {
  it('never shows a read half of a work', async () => {
    const place = newStorePath();
    const [writer, reader] = [openAt(place), openAt(place)];
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
      expect((await reader.read(labels)).length % 2).toBe(0);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await allWritten;
    expect(await reader.read(labels)).toHaveLength(400);
  });

  it('shows a read one snapshot, whatever is written meanwhile', async () => {
    const store = openTestStore();
    await store.write(() => insert('before'));
    let write: Promise<void> | undefined;
    const seen = await store.read(function* () {
      const first = yield* labels();
      write = store.write(() => insert('meanwhile'));
      const [row] = yield* run('SELECT COUNT(*) AS entries FROM entry');
      return [first, row?.entries];
    });
    expect(seen).toEqual([['before'], 1n]);
    await write;
  });

  it('gives integers as bigint, bytes as Uint8Array, and 18 digits exactly', async () => {
    const store = openTestStore();
    const amounts = [999_999_999_999_999_999n, -999_999_999_999_999_999n, 0n, 7];
    await store.write(function* () {
      for (const amount of amounts) {
        yield* run('INSERT INTO entry (amount_minor, body) VALUES (?, ?)', amount, Uint8Array.of(0, 255, 10));
      }
    });
    const rows = await store.read(() => run('SELECT amount_minor, body, label FROM entry ORDER BY id'));
    expect(rows.map((row) => row.amount_minor)).toEqual(amounts.map(BigInt));
    expect(rows[0]?.body).toEqual(Uint8Array.of(0, 255, 10));
    expect(rows[0]?.label).toBeNull();
  });

  it('reads now after the lock or the snapshot is held', async () => {
    let isHeld = false;
    const heldAtNow: boolean[] = [];
    const now = () => {
      heldAtNow.push(isHeld);
      return NOW;
    };
    const driver = tappedDriver((sql) => {
      if (/^(?:BEGIN|COMMIT)/.test(sql)) isHeld = sql.startsWith('BEGIN');
      return undefined;
    });
    const store = openAt(newStorePath(), { now, driver });
    const nowOfWork: Work<number> = function* (tx) {
      yield* labels();
      return tx.now;
    };
    expect([await store.write(nowOfWork), await store.read(nowOfWork)]).toEqual([NOW, NOW]);
    expect(heldAtNow).toEqual([true, true]);
  });

  it('refuses read work that writes', async () => {
    const store = openTestStore();
    await expect(store.read(() => insert('sly'))).rejects.toThrow(ReadOnlyViolation);
    expect(await store.read(labels)).toEqual([]);
  });
});
