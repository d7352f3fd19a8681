const WIDTH = 20;

/**
 * How much of the work is done, from 0 to 1: what a bank tells may be outside of it.
 * @param hasBlocks whether the terminal shows letters beyond ASCII that only pictures are made of
 * @see C-progress, C-plot-plain
 */
export function progressBar(share: number, hasBlocks: boolean): string {
  const [done, left] = hasBlocks ? ['━', '┄'] : ['#', '.'];
  const filled = Math.round(WIDTH * Math.max(0, Math.min(1, share)));
  return done.repeat(filled) + left.repeat(WIDTH - filled);
}
