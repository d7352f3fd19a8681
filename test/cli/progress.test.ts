import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createInterruption,
  resetInFlightWrites,
  writeIsAnswered,
  writeLeaves,
} from '../../src/cli/in-flight-writes.ts';
import { drawProgressBar, Progress, type ProgressMeans } from '../../src/cli/progress.ts';

const START = 5_000;
let now: number;
let said: string[];
let ticks: Set<() => void>;

beforeEach(() => {
  [now, said, ticks] = [START, [], new Set()];
});

function at(isTerminal: boolean, columns = 80): Progress {
  const say = (text: string) => said.push(`${(now - START) / 1000} ${text}`);
  const never = () => expect.unreachable();
  const means: ProgressMeans = {
    isTerminal,
    columns,
    stopwatch: () => now,
    every: (milliseconds, act) => {
      expect(milliseconds).toBe(1000);
      ticks.add(act);
      return () => ticks.delete(act);
    },
    show: isTerminal ? say : never,
    clear: () => say('cleared'),
    writeLine: isTerminal ? never : say,
  };
  return new Progress(means);
}

/** What is said of work that tells so often how far it is, each with its second. */
function saidOf(isTerminal: boolean, everyMs: number, forMs: number, columns = 80): string[] {
  const progress = at(isTerminal, columns);
  for (; now <= START + forMs; now += everyMs) progress.report('catching up');
  return said;
}

/** Time goes on, and the clock of the work ticks each second. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    now += 1000;
    for (const tick of ticks) tick();
  }
}

describe('how far long work is [C-progress]', () => {
  it('is not told of work that takes less than a second', () => {
    expect(saidOf(true, 50, 950)).toEqual([]);
  });

  it('is shown on a terminal from the first second on, ten times a second at most', () => {
    expect(saidOf(true, 50, 1200)).toEqual(['1 catching up', '1.1 catching up', '1.2 catching up']);
  });

  it('is a line every ten seconds elsewhere', () => {
    expect(saidOf(false, 500, 25_000)).toEqual(['10 catching up', '20 catching up']);
  });

  it('is cut where the terminal is too narrow: what wraps could not be written over', () => {
    expect(saidOf(true, 1000, 1000, 6)).toEqual(['1 catch']);
  });
});

describe('work that does not tell how far it is [C-progress]', () => {
  it('is said with how long it has lasted, and taken away at its end', async () => {
    expect(await at(true).during('making a key', () => pass(2).then(() => 'key'))).toBe('key');
    expect(said).toEqual(['1 making a key, 1 s', '2 making a key, 2 s', '2 cleared']);
    expect(ticks.size).toBe(0);
  });

  it('is a line every ten seconds elsewhere, counted from its beginning', async () => {
    now += 60_000;
    await at(false).during('making a key', () => pass(21));
    expect(said).toEqual(['70 making a key, 10 s', '80 making a key, 20 s', '81 cleared']);
  });

  it('is not said of many short works, however long they last together', async () => {
    const progress = at(false);
    for (let work = 0; work < 30; work += 1) await progress.during('waiting', () => pass(1));
    expect(said.filter((line) => !line.endsWith('cleared'))).toEqual([]);
  });

  it('is taken away where it fails', async () => {
    const failing = at(true).during('making a key', () =>
      pass(1).then(() => Promise.reject(new Error('no'))),
    );
    await expect(failing).rejects.toThrow('no');
    expect(said.at(-1)).toBe('1 cleared');
    expect(ticks.size).toBe(0);
  });

  it('says the inner one of two', async () => {
    const progress = at(true);
    await progress.during('outer', () => progress.during('inner', () => pass(1)).then(() => pass(1)));
    expect(said).toEqual(['1 inner, 1 s', '2 outer, 2 s', '2 cleared']);
  });

  it('is what it tells of itself, once it does', async () => {
    const progress = at(true);
    await progress.during('waiting', async () => {
      await pass(1);
      progress.report('half');
      await pass(1);
    });
    expect(said).toEqual(['1 waiting, 1 s', '2 half', '2 cleared']);
  });

  it('leaves what is told between its parts where it stands', async () => {
    const progress = at(true);
    for (let page = 1; page <= 3; page += 1) {
      await progress.during('a page', async () => {
        now += 900;
      });
      progress.report(`${page} of 3`);
    }
    expect(said).toEqual(['0.9 cleared', '1.8 2 of 3', '2.7 3 of 3']);
  });
});

describe('the bar of work whose share is known [C-progress, C-plot-plain]', () => {
  it.each([
    [0, '....................'],
    [0.26, '#####...............'],
    [1, '####################'],
  ])('is as long whatever is done, %d', (share, plain) => {
    expect(drawProgressBar(share, false)).toBe(plain);
    expect(drawProgressBar(share, true)).toBe(plain.replaceAll('#', '━').replaceAll('.', '┄'));
  });

  it.each([
    -3, 7,
  ])('stays in its place where a bank tells days outside of what was asked for, %d', (share) => {
    expect(drawProgressBar(share, false)).toHaveLength(20);
  });
});

afterEach(resetInFlightWrites);

describe('what an interruption says [S10-ctrl-c]', () => {
  it('names each write and what became of it', () => {
    writeLeaves('create payment', 'request-1');
    writeIsAnswered('request-1', 201);
    writeLeaves('cancel payment', 'request-2');
    expect(createInterruption().message).toBe(
      'Interrupted.\ncreate payment: answered with 201, X-Request-ID request-1\n' +
        'cancel payment: outcome unknown, X-Request-ID request-2',
    );
  });

  it('names none of a command that ran before in the same process', () => {
    writeLeaves('create payment', 'request-1');
    resetInFlightWrites();
    expect(createInterruption().message).toBe('Interrupted. Nothing was changed at the bank.');
  });
});
