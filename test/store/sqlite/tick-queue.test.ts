import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TickQueue } from '../../../src/store/sqlite/transaction.ts';

/** A queue whose flush takes all that waits; each flush is told as how many it took. */
function watchedQueue() {
  const flushes: number[] = [];
  const queue = new TickQueue<typeof ITEM>(() => {
    let taken = 0;
    while (queue.take() !== undefined) taken += 1;
    flushes.push(taken);
    return Promise.resolve();
  });
  return { queue, flushes };
}

const ITEM: { readonly reject: (reason: unknown) => void } = { reject: () => {} };

describe('what waits for the end of a tick [A-server-load]', () => {
  it('does one that is alone at the end of its tick', async () => {
    const { queue, flushes } = watchedQueue();
    queue.add(ITEM);
    expect(flushes).toEqual([]);
    await nextTick();
    expect(flushes).toEqual([1]);
    await queue.finished();
  });
});
