import { describe, expect, it } from 'vitest';
import { drawProgressBar } from '../../src/cli/progress.ts';

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
