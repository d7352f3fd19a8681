import { describe, expect, it } from 'vitest';
import { type Op, run } from '../../src/store/contract.ts';
import { battery, insert, labels, type OpenForBattery } from './store-battery.ts';

/** What every engine does with writes (contract.ts; S1-durable, S2-own-savepoint; A-store Store). */
export function storeWrites(name: string, open: OpenForBattery): void {
  describe(`${name} writes [S1-durable, S1-store-busy, S2-one-transaction, S2-own-savepoint, S2-no-stray-statement, A-store]`, () => {
    const { newPlace, openAt } = battery(open);

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

    it.each([
      'BEGIN',
      'COMMIT',
      ' rollback',
      'SAVEPOINT mine',
      'RELEASE work',
    ])('refuses work that says %s', async (sql) => {
      const store = await openAt(newPlace());
      const works = [
        store.write(() => insert('before')),
        store.write(() => run(sql)),
        store.write(() => insert('after')),
      ];
      const outcomes = await Promise.allSettled(works);
      expect(outcomes[1]).toMatchObject({
        status: 'rejected',
        reason: { message: `a transaction may not run: ${sql}` },
      });
      expect(await store.read(labels)).toEqual(['before', 'after']);
    });

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
      const closed = { code: 'STORE_BUSY', message: expect.stringContaining('is closed. Nothing was done') };
      await expect(store.write(() => insert('late'))).rejects.toMatchObject(closed);
      await expect(store.read(labels)).rejects.toMatchObject(closed);
    });
  });
}
