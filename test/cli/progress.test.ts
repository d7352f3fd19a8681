import { describe, expect, it } from 'vitest';
import { progressTeller } from '../../src/cli/progress.ts';

/** What is said of work that tells so often how far it is, each with its second. */
function saidOf(isTerminal: boolean, everyMs: number, forMs: number, columns = 80): string[] {
  let now = 5_000;
  const said: string[] = [];
  const say = (text: string) => said.push(`${(now - 5_000) / 1000} ${text}`);
  const never = () => expect.unreachable();
  const tell = progressTeller({
    isTerminal,
    columns,
    stopwatch: () => now,
    show: isTerminal ? say : never,
    writeLine: isTerminal ? never : say,
  });
  for (; now <= 5_000 + forMs; now += everyMs) tell('catching up');
  return said;
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
