import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HeldBytes } from '../../src/server/held-bytes.ts';
import { Line, Standing } from '../../src/server/line.ts';
import { Turn } from '../../src/server/turn.ts';

function turn(): Turn {
  return new Turn(new HeldBytes(1), new HeldBytes(1));
}

function standing(isGood: boolean): Standing {
  return Object.assign(new Standing(), { isGood });
}

/** Of a look at the line, in real time, where it is closed for 6 ms or less. */
const LONGER_THAN_CLOSED_MS = 30;

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** A line, what went to the door of it, and a clock that stands. */
function opened() {
  const at = { ms: 0 };
  const line = new Line(() => at.ms);
  const heard: string[] = [];
  const go = (name: string, of = standing(false), its = turn()) =>
    line.pass(of, its, async () => void heard.push(name));
  /** One that stays at the door until it's told to leave. */
  const stay = (of = standing(true)) => {
    let leave = () => {};
    const over = line.pass(of, turn(), () => new Promise<void>((resolve) => (leave = resolve)));
    return async () => {
      leave();
      await over;
    };
  };
  return { at, line, heard, go, stay };
}

describe('who goes to the door of a server at once, and who waits [S12-others-first]', () => {
  it('lets in at once who is alone, whatever it was told before', () => {
    const { heard, go } = opened();
    go('refused');
    expect(heard).toEqual(['refused']);
  });

  it('lets the others in one by one, a tick for each', async () => {
    const { heard, go } = opened();
    const all = ['a', 'b', 'c'].map((name) => go(name));
    const seen = [heard.length];
    for (const _ of '123') {
      await tick();
      seen.push(heard.length);
    }
    expect(seen).toEqual([1, 2, 3, 3]);
    await Promise.all(all);
    expect(heard).toEqual(['a', 'b', 'c']);
  });

  it('lets in at once whose last answer was no error, however many wait', async () => {
    const { heard, go } = opened();
    const all = ['a', 'b', 'c'].map((name) => go(name));
    all.push(go('good', standing(true)));
    expect(heard).toEqual(['a', 'good']);
    await Promise.all(all);
    expect(heard).toEqual(['a', 'good', 'b', 'c']);
  });

  it('has a good one wait with what it sends ahead, in its order', async () => {
    const { heard, go } = opened();
    const good = standing(true);
    const all = ['first', 'second', 'third', 'fourth'].map((name) => go(name, good));
    all.push(go('other', standing(true)));
    // The second has the first place in the line.
    expect(heard).toEqual(['first', 'second', 'other']);
    await Promise.all(all);
    expect(heard).toEqual(['first', 'second', 'other', 'third', 'fourth']);
    // Nothing of it is here any more.
    await go('fifth', good);
    expect(good.here).toBe(0);
  });

  it('gives those who wait a quarter of the time while others are at the door', async () => {
    const { at, heard, go, stay } = opened();
    const leave = stay();
    const all = ['a', 'b'].map((name) => go(name));
    expect(heard).toEqual(['a']);
    // It took 2 ms: the next one waits 6.
    at.ms = 2;
    await tick();
    await pause(LONGER_THAN_CLOSED_MS);
    expect(heard).toEqual(['a']);
    at.ms = 8;
    await pause(LONGER_THAN_CLOSED_MS);
    expect(heard).toEqual(['a', 'b']);
    await leave();
    await Promise.all(all);
  });

  it('does so where others come and go, as long as they come', async () => {
    const { at, heard, go } = opened();
    const good = standing(true);
    const all = ['a', 'b', 'c'].map((name) => go(name));
    await go('good', good);
    at.ms = 2;
    await tick();
    await pause(LONGER_THAN_CLOSED_MS);
    expect(heard).toEqual(['a', 'good']);
    at.ms = 8;
    await pause(LONGER_THAN_CLOSED_MS);
    // None has come since: nobody waits any longer.
    expect(heard).toEqual(['a', 'good', 'b', 'c']);
    await Promise.all(all);
  });

  it('counts what took its time against one that comes later', async () => {
    const { at, heard, go } = opened();
    const first = go('a');
    await go('good', standing(true));
    at.ms = 2;
    await tick();
    await first;
    const second = go('b');
    await tick();
    expect(heard).toEqual(['a', 'good']);
    at.ms = 8;
    await second;
    expect(heard).toEqual(['a', 'good', 'b']);
  });

  it('keeps them no longer than 100 ms, however long one took', async () => {
    const { at, heard, go, stay } = opened();
    const leave = stay();
    const all = ['a', 'b'].map((name) => go(name));
    at.ms = 3_600_000;
    await tick();
    expect(heard).toEqual(['a']);
    at.ms += 100;
    await Promise.all(all);
    expect(heard).toEqual(['a', 'b']);
    await leave();
  });

  it('takes nothing to the door whose client went away while it waited', async () => {
    const { heard, go } = opened();
    const [gone, going] = [turn(), standing(false)];
    const all = [go('before'), go('gone', going, gone), go('after')];
    gone.end();
    await Promise.all(all);
    expect(heard).toEqual(['before', 'after']);
    expect([gone.wasAtDoor, going.here]).toEqual([false, 0]);
  });

  it('goes on after one that fails', async () => {
    const { line, heard, go } = opened();
    const fails = async () => {
      throw new Error('broken');
    };
    const [ahead, behind] = [standing(true), standing(false)];
    const failing = [ahead, behind].map((of) => line.pass(of, turn(), fails));
    const next = go('next');
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await next;
    expect(heard).toEqual(['next']);
    expect([ahead.here, behind.here]).toEqual([0, 0]);
  });
});
