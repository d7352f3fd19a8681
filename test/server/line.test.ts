import { describe, expect, it } from 'vitest';
import { HeldBytes } from '../../src/server/held-bytes.ts';
import { Line, Standing } from '../../src/server/line.ts';
import { Turn } from '../../src/server/turn.ts';

function turn(): Turn {
  return new Turn(new HeldBytes(1), new HeldBytes(1));
}

function small() {
  return { turn: turn(), isLarge: false };
}

function refused(): Standing {
  return Object.assign(new Standing(), { isRefused: true });
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

async function ticks(): Promise<void> {
  for (const _ of '12345678') await tick();
}

/** A line, what went to the door of it, and a clock that goes on with what is done at the door. */
function opened() {
  const at = { ms: 0 };
  const line = new Line(() => at.ms);
  const heard: string[] = [];
  const go = (name: string, of = refused(), takesMs = 0, its = turn(), isLarge = false) =>
    line.pass(of, { turn: its, isLarge }, async () => {
      heard.push(name);
      at.ms += takesMs;
    });
  /** One that stays at the door until it's told to leave. */
  const stay = () => {
    let leave = () => {};
    const over = line.pass(new Standing(), small(), () => new Promise<void>((resolve) => (leave = resolve)));
    return async () => {
      leave();
      await over;
    };
  };
  return { at, line, heard, go, stay };
}

describe('who goes to the door of a server at once, and who waits [S12-others-first]', () => {
  it('lets in at once who has just come, and who was not refused, however many wait', async () => {
    const { heard, go } = opened();
    const all = ['a', 'b', 'c'].map((name) => go(name));
    all.push(go('new', new Standing()), go('newer', new Standing()));
    expect(heard).toEqual(['new', 'newer']);
    await Promise.all(all);
    expect(heard).toEqual(['new', 'newer', 'a', 'b', 'c']);
  });

  it('has a large request wait of one that has just come, and not of one that has shown who it is', async () => {
    const { heard, go } = opened();
    const known = Object.assign(new Standing(), { isKnown: true });
    const all = [go('large', new Standing(), 0, turn(), true), go('known', known, 0, turn(), true)];
    all.push(go('small', new Standing()));
    expect(heard).toEqual(['known', 'small']);
    await Promise.all(all);
    expect(heard).toEqual(['known', 'small', 'large']);
  });

  it('has connections take turns, whatever each sends ahead', async () => {
    const { heard, go } = opened();
    const [one, other] = [refused(), refused()];
    const all = ['a1', 'a2', 'a3'].map((name) => go(name, one));
    all.push(go('b1', other), go('b2', other));
    await Promise.all(all);
    expect(heard).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  it('has one that was not refused wait with what it sends ahead, in its order', async () => {
    const { heard, go } = opened();
    const one = new Standing();
    const all = ['first', 'second', 'third'].map((name) => go(name, one));
    expect(heard).toEqual(['first']);
    await Promise.all(all);
    expect(heard).toEqual(['first', 'second', 'third']);
    // Nothing of it is here any more.
    all.push(go('fourth', one));
    expect(heard).toHaveLength(4);
  });

  it.each([
    ['others are at the door', async () => {}],
    ['others have been there since', async (leave: () => Promise<void>) => leave()],
  ])('gives who was refused a quarter of the time while %s', async (_, meanwhile) => {
    const { at, heard, go, stay } = opened();
    const leave = stay();
    const all = [go('a', refused(), 200 / 3), go('b')];
    await ticks();
    // It took 66.7 ms, so the next one may go 100 ms later: three times as long would be too long.
    expect(heard).toEqual(['a']);
    await meanwhile(leave);
    at.ms += 99.5;
    await ticks();
    expect(heard).toEqual(['a']);
    at.ms += 0.5;
    await Promise.all(all);
    expect(heard).toEqual(['a', 'b']);
    await leave();
  });

  it.each([
    ['three times as long as one took, be it less than a timer can measure', false, 0.25],
    [
      'twelve times as long as one with a large body, which took more to come than to be looked at',
      true,
      0.0625,
    ],
  ])('waits %s', async (_, isLarge, takesMs) => {
    const { at, heard, go, stay } = opened();
    const leave = stay();
    const all = [go('a', refused(), takesMs, turn(), isLarge), go('b')];
    await ticks();
    at.ms += 0.74;
    await ticks();
    expect(heard).toEqual(['a']);
    at.ms += 0.02;
    await ticks();
    expect(heard).toEqual(['a', 'b']);
    await Promise.all([...all, leave()]);
  });

  it('keeps nobody from it where no others have come since', async () => {
    const { heard, go } = opened();
    await go('other', new Standing());
    const all = [go('a', refused(), 50), go('b', refused(), 50), go('c')];
    await ticks();
    // Since a has gone nobody else has come.
    expect(heard).toEqual(['other', 'a', 'b', 'c']);
    await Promise.all(all);
  });

  it('takes nothing to the door whose client went away while it waited, and keeps nothing of it', async () => {
    const { heard, go } = opened();
    const [gone, standing] = [turn(), refused()];
    const waiting = [go('before'), go('gone', standing, 0, gone), go('after')];
    gone.end();
    expect(standing.waiting.size).toBe(0);
    await Promise.all(waiting);
    expect(heard).toEqual(['before', 'after']);
    expect([gone.wasAtDoor, standing.here]).toEqual([false, 0]);
  });

  it('goes on after one that fails', async () => {
    const { line, heard, go } = opened();
    const fails = async () => {
      throw new Error('broken');
    };
    const [other, behind] = [new Standing(), refused()];
    const failing = [other, behind].map((of) => line.pass(of, small(), fails));
    const next = go('next');
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await next;
    expect(heard).toEqual(['next']);
    expect([other.here, behind.here]).toEqual([0, 0]);
  });
});

describe('what a connection was told [S12-others-first]', () => {
  it('is a refusal until it has shown who it is; the bank’s own faults count for nothing', () => {
    const standing = new Standing();
    const heard = (status: number, isToKnown = false) => {
      standing.hear(status, isToKnown);
      return [standing.isRefused, standing.isKnown];
    };
    expect(heard(500)).toEqual([false, false]);
    expect(heard(400)).toEqual([true, false]);
    expect(heard(503)).toEqual([true, false]);
    // Anybody gets a page, or /health.
    expect(heard(200)).toEqual([true, false]);
    expect(heard(201, true)).toEqual([false, true]);
    // Who is known may ask for what isn't there, or not theirs.
    expect(heard(404, true)).toEqual([false, true]);
    expect(heard(499)).toEqual([true, true]);
    expect(heard(399, true)).toEqual([false, true]);
  });
});
