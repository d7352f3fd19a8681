import { type OutputStyle, paint } from '../../src/cli/output-style.ts';

const plain = await paint(false);

/** Where no terminal is. */
export const PIPE: OutputStyle = {
  isTerminal: false,
  width: Number.POSITIVE_INFINITY,
  paint: plain,
  hasBlocks: false,
};

/** A terminal without colour. */
export function terminalOf(width: number): OutputStyle {
  return { isTerminal: true, width, paint: plain, hasBlocks: true };
}
