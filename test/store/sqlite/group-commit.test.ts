import { describe, expect, it } from 'vitest';
import { run } from '../../../src/store/contract.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, readLabels } from '../../support/entry-store.ts';
import { allInOneFlush } from '../../support/stopped-flush-clock.ts';
import { makeStore, openTestStore } from '../../support/store-in-use.ts';
import { tappedDriver } from '../../support/tapped-driver.ts';

const INSERT = 'INSERT INTO entry (label) VALUES (?)';

describe('group commit [S1-durable, S2-synchronous, S3-short-read, S2-own-savepoint, S2-all-wait-for-commit, S3-short-lock]', () => {
  it('has the work of one tick in one transaction, and no savepoint where nothing throws', async () => {
    const ran: string[] = [];
    const store = openTestStore(await makeStore(), {
      driver: tappedDriver((sql) => void ran.push(sql)),
    });
    await store.write(() => insert('first'));
    ran.length = 0;
    allInOneFlush();
    await Promise.all(['a', 'b'].map((label) => store.write(() => insert(label))));
    expect(ran).toEqual([...['BEGIN IMMEDIATE', 'PRAGMA user_version'], INSERT, INSERT, 'COMMIT']);
  });

  it('runs a flush again up to the work that throws, in order, a savepoint each; what comes next has none', async () => {
    const ran: string[] = [];
    const store = openTestStore(await makeStore(), {
      driver: tappedDriver((sql) => void ran.push(sql)),
    });
    await store.write(() => insert('first'));
    ran.length = 0;
    allInOneFlush();
    let next: Promise<void> | undefined;
    const outcomes = await Promise.allSettled([
      store.write(() => insert('a')),
      store.write(function* () {
        next ??= store.write(() => insert('d'));
        yield* insert('b');
        throw new Error('thrown');
      }),
      store.write(() => insert('c')),
    ]);
    await next;
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const begun = ['BEGIN IMMEDIATE', 'PRAGMA user_version'];
    const kept = ['SAVEPOINT work', INSERT, 'RELEASE work'];
    const undone = ['SAVEPOINT work', INSERT, 'ROLLBACK TO work', 'RELEASE work'];
    const again = [...begun, ...kept, ...undone, 'COMMIT'];
    const rest = [...begun, INSERT, INSERT, 'COMMIT'];
    expect(ran).toEqual([...begun, INSERT, INSERT, 'ROLLBACK', ...again, ...rest]);
    expect(await readLabels(store)).toEqual(['there', 'first', 'a', 'c', 'd']);
  });

  it('resolves nothing before the COMMIT is on disk, and shows nothing of it to others', async () => {
    const path = await makeStore();
    let resolved = 0;
    let seenByOthers: unknown;
    const other = loadDriver()(path, { readOnly: true });
    const driver = tappedDriver((sql) => {
      if (sql !== 'COMMIT') return;
      seenByOthers = other.prepare('SELECT count(*) AS count FROM entry').all()[0]?.count;
      expect(resolved).toBe(0);
    });
    const store = openTestStore(path, { driver });
    await store.open();
    allInOneFlush();
    await Promise.all(
      ['a', 'b'].map(async (label) => {
        await store.write(() => insert(label));
        resolved++;
      }),
    );
    expect([seenByOthers, resolved]).toEqual([1, 2]);
    other.close();
  });

  it('lets no other code run between BEGIN and COMMIT', async () => {
    let open = false;
    const driver = tappedDriver((sql) => {
      if (sql.startsWith('BEGIN')) open = true;
      if (sql === 'COMMIT') open = false;
    });
    const store = openTestStore(await makeStore(), { driver });
    const seen: boolean[] = [];
    let going = true;
    const meanwhile = (async () => {
      while (going) {
        seen.push(open);
        await Promise.resolve();
        seen.push(open);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    for (let round = 0; round < 5; round++) {
      const writes = Array.from({ length: 20 }, (_, index) => store.write(() => insert(`${round} ${index}`)));
      await Promise.all([...writes, readLabels(store), readLabels(store)]);
    }
    going = false;
    await meanwhile;
    expect(seen).not.toContain(true);
  });

  it('lets the lock go after 256 works or 20 ms, and goes on with the rest', async () => {
    const ran: string[] = [];
    const store = openTestStore(await makeStore(), {
      driver: tappedDriver((sql) => void ran.push(sql)),
    });
    await store.open();
    ran.length = 0;
    const advance = allInOneFlush();
    await Promise.all(Array.from({ length: 600 }, (_, index) => store.write(() => insert(`many ${index}`))));
    const flushes = ran.join(';').split('BEGIN IMMEDIATE').slice(1);
    const works = flushes.map((flush) => flush.split(INSERT).length - 1);
    expect(works).toEqual([256, 256, 88]);
    ran.length = 0;
    const slow = () =>
      store.write(function* () {
        advance(15);
        yield* run('SELECT 1');
      });
    await Promise.all([slow(), slow(), slow(), slow()]);
    expect(ran.filter((sql) => sql === 'BEGIN IMMEDIATE').length).toBe(2);
  });

  it('takes up work that is queued by work', async () => {
    const store = openTestStore(await makeStore());
    let inner: Promise<void> | undefined;
    await store.write(function* () {
      inner = store.write(() => insert('inner'));
      yield* insert('outer');
    });
    await inner;
    expect(await readLabels(store)).toEqual(['there', 'outer', 'inner']);
  });
});
