import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TickQueue } from '../../../src/store/sqlite/tick-queue.ts';

/** A queue whose flush takes all that waits; each flush is told as how many it took. */
function watchedQueue(elapsed = () => 0) {
  const flushes: number[] = [];
  const queue = new TickQueue<typeof ITEM>(
    () => {
      let taken = 0;
      while (queue.take() !== undefined) taken += 1;
      flushes.push(taken);
      return Promise.resolve();
    },
    undefined,
    elapsed,
  );
  return { queue, flushes };
}

const ITEM: { readonly reject: (reason: unknown) => void } = { reject: () => {} };

/** One more in each of so many ticks. */
async function addOneByOne(queue: TickQueue<typeof ITEM>, ticks: number) {
  for (let tick = 0; tick < ticks; tick += 1) {
    const next = nextTick();
    queue.add(ITEM);
    await next;
  }
  await queue.finished();
}

describe('what waits for the end of a tick [A-server-load]', () => {
  it('does one that is alone at the end of its tick', async () => {
    const { queue, flushes } = watchedQueue();
    queue.add(ITEM);
    expect(flushes).toEqual([]);
    await nextTick();
    expect(flushes).toEqual([1]);
    await queue.finished();
  });

  it('does together what comes tick by tick, until a tick brings nothing', async () => {
    const { queue, flushes } = watchedQueue();
    await addOneByOne(queue, 5);
    expect(flushes).toEqual([5]);
    queue.add(ITEM);
    await queue.finished();
    expect(flushes).toEqual([5, 1]);
  });

  it("doesn't wait for ever where each tick brings more", async () => {
    const { queue, flushes } = watchedQueue();
    await addOneByOne(queue, 100);
    expect(flushes).toEqual([32, 32, 32, 4]);
  });

  it("doesn't wait for long where each tick that brings more takes long", async () => {
    let now = 0;
    const { queue, flushes } = watchedQueue(() => now++);
    await addOneByOne(queue, 14);
    expect(flushes).toEqual([6, 6, 2]);
  });
});
