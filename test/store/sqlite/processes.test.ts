import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Child, script } from '../../support/child.ts';
import { insert, readLabels } from '../../support/entry-store.ts';
import { whileLocked } from '../../support/locked-store.ts';
import { newStorePath, openTestStore } from '../../support/store-in-use.ts';
import { runs } from '../../support/sweep.ts';

/** For how long a store of these tests waits for the lock. */
const LIMIT_MS = 60;
/** More than there are processors: some find the store being made. */
const STARTING = runs(4, 16);
/** Each is killed at another moment of its work. */
const KILLED = runs(3, 20);

function startChild(...args: readonly string[]): Child {
  return new Child(process.execPath, [...script('store-process'), ...args]);
}

async function holdLock(path: string): Promise<Child> {
  const holder = startChild('hold', path);
  expect(await holder.line(0)).toBe('held');
  return holder;
}

describe('sqlite store beside another process [S3-lock-retry, S1-store-busy]', () => {
  it('waits for the lock, works when it is free, and reads now after that', async () => {
    const path = newStorePath();
    let nowMs = 1;
    let onWait = () => {};
    const waiting = new Promise<'waiting'>((resolve) => {
      onWait = () => resolve('waiting');
    });
    const store = openTestStore(path, { now: () => nowMs, onWait: () => onWait() });
    await store.open();
    const holder = await holdLock(path);
    const write = store.write(function* (tx) {
      yield* insert('patient');
      return tx.now;
    });
    expect(await Promise.race([write, waiting])).toBe('waiting');
    nowMs = 2;
    holder.tell('go');
    expect(await write).toBe(2);
    expect(await readLabels(store)).toEqual(['patient']);
    await Promise.all([holder.ended(), store.close()]);
  });

  it('reads while another holds the lock', async () => {
    const path = newStorePath();
    const store = openTestStore(path);
    await store.write(() => insert('there'));
    await whileLocked(path, async () => {
      expect(await readLabels(store)).toEqual(['there']);
    });
  });

  it('gives up after its limit with STORE_BUSY, nothing done, and works again later', async () => {
    const path = newStorePath();
    let pauses = 0;
    const random = () => {
      pauses += 1;
      return 0.5;
    };
    const store = openTestStore(path, { lockLimitMs: LIMIT_MS, random });
    await store.open();
    const refused = {
      status: 'rejected',
      reason: {
        code: 'STORE_BUSY',
        message: `The store ${path} stayed locked for 0.06 s. Nothing was done.`,
        details: { hint: expect.stringContaining('Try again') },
      },
    };
    await whileLocked(path, async () => {
      const writes = ['a', 'b'].map((label) => store.write(() => insert(label)));
      expect(await Promise.allSettled(writes)).toMatchObject([refused, refused]);
    });
    // Each takes about a millisecond or, on a slow machine, more.
    expect(pauses).toBeGreaterThan(0);
    expect(pauses).toBeLessThan(5 * LIMIT_MS);
    await store.write(() => insert('later'));
    expect(await readLabels(store)).toEqual(['later']);
  });
});

describe('sqlite store in many processes at first start [S7-one-store, S3-lock-retry]', () => {
  it(`is made once, and has each of ${STARTING} × 25 inserts once`, async () => {
    const path = join(dirname(newStorePath()), 'fresh', 'store.db');
    const children = Array.from({ length: STARTING }, (_, index) =>
      startChild('insert', path, `child${index}`, '25'),
    );
    await Promise.all(children.map((child) => child.line(0)));
    for (const child of children) child.tell('go');
    await Promise.all(children.map((child) => child.ended()));
    expect(children.map((child) => child.lines)).toEqual(children.map(() => ['ready', 'done']));
    const store = openTestStore(path);
    const kept = await readLabels(store);
    await store.close();
    const expected = children.flatMap((_, child) =>
      Array.from({ length: 25 }, (_, index) => `child${child} ${index}`),
    );
    expect([...kept].sort()).toEqual(expected.sort());
  });
});

describe('sqlite store after kill -9 [S1-durable, S2-one-transaction]', () => {
  it(`has every acknowledged work, whole, over ${KILLED} rounds`, async () => {
    const path = newStorePath();
    for (let round = 0; round < KILLED; round++) {
      const child = startChild('stream', path, `round${round}`);
      const enough = 5 + 7 * (round % 10);
      await child.line(enough - 1);
      await child.kill();
      const store = openTestStore(path);
      const kept = new Set(await readLabels(store));
      await store.close();
      expect(child.lines.length).toBeGreaterThanOrEqual(enough);
      const acknowledged = child.lines.flatMap((line) => [
        `round${round} ${line} left`,
        `round${round} ${line} right`,
      ]);
      expect(acknowledged.filter((label) => !kept.has(label))).toEqual([]);
      expect(kept.size % 2).toBe(0);
    }
  });
});
