import { copyFileSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, openEntryStore, readLabels } from '../../support/entry-store.ts';
import { HARMS } from '../../support/harms.ts';
import { StoreChild } from '../../support/start-store-child.ts';
import { allInOneFlush } from '../../support/stopped-flush-clock.ts';
import { faultOf, newStorePath, storeInUse, writtenStore } from '../../support/store-in-use.ts';
import { tappedDriver } from '../../support/tapped-driver.ts';

/** What is seen by asking for names and sizes alone. */
const SEEN_BY_NAME = HARMS.filter(({ name }) => name !== 'truncate of its log');

describe('a store whose files change under it [S1-files-changed]', () => {
  it.each(HARMS)('takes no write after $name, nor a read, and has nothing done', async ({ act, words }) => {
    const path = newStorePath();
    const store = await storeInUse(path);
    act(path);
    const asked = [() => store.write(() => insert('lost')), () => readLabels(store), () => store.open()];
    for (const ask of asked) {
      const { code, message } = await faultOf(ask());
      expect({ code, message }).toEqual({ code: 'STORE_DAMAGED', message: expect.stringMatching(words) });
      expect(message).toMatch(/Nothing was done/);
    }
    await store.close();
  });

  it.each(SEEN_BY_NAME)('answers soon no read after $name, whether it has read before or not', async ({
    act,
    words,
  }) => {
    for (const hasRead of [true, false]) {
      const path = newStorePath();
      const store = await storeInUse(path);
      if (hasRead) await readLabels(store);
      act(path);
      const said = () => faultOf(readLabels(store)).then(({ message }) => message, String);
      await expect.poll(said).toMatch(words);
      await store.close();
    }
  });

  it.each(
    SEEN_BY_NAME,
  )('says of a flush that is under way when $name comes that it may have been done', async ({
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
    const store = openEntryStore(path, { driver });
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
    await store.close();
  });

  it.each(HARMS)('says at the next opening what was wrong: $name', async ({ act, restart }) => {
    const path = newStorePath();
    const store = await storeInUse(path);
    act(path);
    await faultOf(store.write(() => insert('lost')));
    await store.close();
    const next = openEntryStore(path);
    if (restart === undefined) {
      expect(await readLabels(next)).toEqual(['in the file', 'in the log']);
    } else {
      const { code, message, hint } = await faultOf(next.open());
      expect({ code, message }).toEqual({ code: 'STORE_DAMAGED', message: expect.stringMatching(restart) });
      expect(hint).toMatch(/: rm .*store\.db\.lost/);
    }
    await next.close();
  });

  it('tells somebody when nothing was asked for: when it is idle, and when it is closed', async () => {
    for (const idleMs of [1, 60_000]) {
      const told: unknown[] = [];
      const path = newStorePath();
      await (await storeInUse(path)).close();
      const store = openEntryStore(path, { idleMs, onUnexpected: (fault) => told.push(fault) });
      await store.write(() => insert('acknowledged'));
      rmSync(path);
      if (idleMs === 1) await expect.poll(() => told.length).toBe(1);
      await store.close();
      expect(told).toMatchObject([
        { code: 'STORE_DAMAGED', message: expect.stringContaining('was removed') },
      ]);
    }
  });

  /** The locks are in the file that is gone: two processes would write over one another, and both would be told 2xx. */
  it('writes nothing beside a process that has made other locks, and what both have written stays', async () => {
    const path = newStorePath();
    // One that is idle looks at its files: it would see that they are gone before the other has made its own.
    const store = await storeInUse(path, { idleMs: 60_000 });
    rmSync(`${path}-shm`);
    const other = new StoreChild('stream', path, 'other');
    await other.said(3);
    await other.kill();
    const { message } = await faultOf(store.write(() => insert('lost')));
    expect(message).toMatch(/lost its locks \(the -shm file\), which was replaced/);
    await store.close();
    const { hint } = await faultOf(openEntryStore(path).open());
    expect(hint).toContain(`mv ${path}-wal.lost ${path}-wal\nThen continue with: rm ${path}.lost`);
    // Where the driver has not collected the closed connection, this process still has its memory of the log.
    const elsewhere = newStorePath();
    copyFileSync(path, elsewhere);
    copyFileSync(`${path}-wal.lost`, `${elsewhere}-wal`);
    const next = openEntryStore(elsewhere);
    // The driver may close what this process had open just then, and end the log: the other sees it, and writes no more.
    const written = other.lines.filter((line) => !line.startsWith('failed'));
    const others = written.flatMap((index) => [`other ${index} left`, `other ${index} right`]);
    expect((await readLabels(next)).slice(0, others.length + 2)).toEqual([
      'in the file',
      'in the log',
      ...others,
    ]);
    await next.close();
  });

  it('puts nothing of its log into the file that took its place, and keeps the log', async () => {
    for (const replace of [renameSync, copyFileSync]) {
      const path = newStorePath();
      const small = openEntryStore(path);
      await small.write(() => insert('another'));
      await small.close();
      copyFileSync(path, `${path}.other`);
      const grown = openEntryStore(path);
      for (let index = 0; index < 300; index++) await grown.write(() => insert(`long ${index} `.repeat(20)));
      await grown.close();
      const store = await writtenStore(path);
      replace(`${path}.other`, path);
      await faultOf(store.write(() => insert('lost')));
      await store.close();
      expect(readdirSync(dirname(path))).toEqual(
        expect.arrayContaining(['store.db.lost', 'store.db-wal.lost']),
      );
      const next = openEntryStore(path);
      const { message, hint } = await faultOf(next.open());
      expect(message).toContain(`The content of its log is saved in ${path}-wal.lost.`);
      expect(hint).toContain(`rm ${path}.lost ${path}-wal.lost`);
      for (const file of [`${path}.lost`, `${path}-wal.lost`]) rmSync(file);
      expect(await readLabels(next)).toEqual(['another']);
      await next.close();
    }
  });

  it('is whole again when the file that was moved away is put back', async () => {
    const path = newStorePath();
    const store = await storeInUse(path);
    renameSync(path, `${path}.away`);
    await faultOf(store.write(() => insert('lost')));
    await store.close();
    renameSync(`${path}.away`, path);
    rmSync(`${path}.lost`);
    const next = openEntryStore(path);
    expect(await readLabels(next)).toEqual(['in the file', 'in the log']);
    await next.close();
  });

  it('is not taken for changed by what other processes do with its log', async () => {
    const path = newStorePath();
    const [one, other] = [await storeInUse(path), openEntryStore(path)];
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
    await one.close();
  });
});
