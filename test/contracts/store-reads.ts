import { describe, expect, it } from 'vitest';
import { ReadOnlyViolation, run } from '../../src/store/contract.ts';
import { battery, insert, labels, NOW, type OpenForBattery } from './store-battery.ts';

/** What every engine does with reads and values (contract.ts; S2-snapshot-reads; A-store Store). */
export function storeReads(name: string, open: OpenForBattery): void {
  describe(`${name} reads [S2-now-after-lock, S2-snapshot-reads, S2-no-stray-statement, A-store]`, () => {
    const { newPlace, openAt, openTransactionAtNow } = battery(open);

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
        const [row] = yield* run('SELECT COUNT(*) AS entries FROM entry');
        return [first, row?.entries];
      });
      expect(seen).toEqual([['before'], 1n]);
      await write;
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
      expect(openTransactionAtNow()).toEqual([true, true]);
    });

    it('refuses read work that writes', async () => {
      const store = await openAt(newPlace());
      await expect(store.read(() => insert('sly'))).rejects.toThrow(ReadOnlyViolation);
      expect(await store.read(labels)).toEqual([]);
    });
  });
}
