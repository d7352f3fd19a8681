import { rmSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, readLabels } from '../../support/entry-store.ts';
import { HARMS } from '../../support/harms.ts';
import { allInOneFlush } from '../../support/stopped-flush-clock.ts';
import { faultOf, newStorePath, openTestStore, storeInUse } from '../../support/store-in-use.ts';
import { tappedDriver } from '../../support/tapped-driver.ts';

describe('a store whose files change under it [S1-files-changed]', () => {
  it.each(HARMS)('takes no write after $name, nor a read', async ({ act, words }) => {
    const path = newStorePath();
    const store = await storeInUse(path);
    act(path);
    const asked = [
      [() => store.write(() => insert('lost')), /The change may or may not be saved\.$/],
      [() => store.write(() => insert('lost')), /Nothing was done\.$/],
      [() => readLabels(store), /Nothing was done\.$/],
    ] as const;
    for (const [ask, outcome] of asked) {
      const { code, message } = await faultOf(ask());
      expect({ code, message }).toEqual({ code: 'STORE_DAMAGED', message: expect.stringMatching(words) });
      expect(message).toMatch(outcome);
    }
  });

  it.each(HARMS)('says of a flush that is under way when $name comes that it may have been done', async ({
    act,
    words,
  }) => {
    const path = newStorePath();
    await (await storeInUse(path)).close();
    let isDue = false;
    const driver = tappedDriver((sql) => {
      if (isDue && sql === 'COMMIT') act(path);
      return undefined;
    });
    const store = openTestStore(path, { driver });
    await store.write(() => insert('before'));
    isDue = true;
    allInOneFlush();
    const outcomes = await Promise.allSettled(['a', 'b'].map((label) => store.write(() => insert(label))));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'STORE_DAMAGED' } });
      const { message } = (outcome as PromiseRejectedResult).reason;
      expect(message).toMatch(words);
      expect(message).toMatch(/may or may not be saved/);
    }
  });

  it('tells somebody when it is closed', async () => {
    const told: unknown[] = [];
    const path = newStorePath();
    await (await storeInUse(path)).close();
    const store = openTestStore(path, { onUnexpected: (fault) => told.push(fault) });
    await store.write(() => insert('acknowledged'));
    rmSync(path);
    await store.close();
    expect(told).toMatchObject([{ code: 'STORE_DAMAGED', message: expect.stringContaining('was removed') }]);
  });

  it('is not taken for changed by what other processes do with its log', async () => {
    const path = newStorePath();
    const [one, other] = [await storeInUse(path), openTestStore(path)];
    for (let round = 0; round < 5; round++) {
      await one.write(() => insert(`one ${round}`));
      const connection = loadDriver()(path, { readOnly: false });
      connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      connection.close();
      expect(statSync(`${path}-wal`).size).toBe(0);
      await other.write(() => insert(`other ${round}`));
    }
    await other.close();
    await one.write(() => insert('last'));
    expect(await readLabels(one)).toHaveLength(13);
  });
});
