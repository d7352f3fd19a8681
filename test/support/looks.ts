import { type Look, paint } from '../../src/cli/look.ts';

const plain = await paint(false);

/** Where no terminal is. */
export const PIPE: Look = {
  isTerminal: false,
  width: Number.POSITIVE_INFINITY,
  paint: plain,
  hasBlocks: false,
};

/** A terminal without colour. */
export function terminalOf(width: number): Look {
  return { isTerminal: true, width, paint: plain, hasBlocks: true };
}
