import { holdTo, holdToGrowth } from './limits.ts';

/** A part of a text between quotes, and what in it only its program could tell. */
export interface Piece {
  readonly text: string;
  readonly unknown: readonly string[];
  readonly end: number;
}

/**
 * Puts a text together, held to the limits as it grows.
 * @param written all that the capture says
 * @param next the piece that begins at a place; undefined where the text ends
 * @see S12-captures-hostile
 */
export function readPieces(
  written: string,
  start: number,
  next: (position: number) => Piece | undefined,
): Piece {
  const pieces: string[] = [];
  const unknown: string[] = [];
  let length = 0;
  let end = start;
  for (let piece = next(end); piece !== undefined; piece = next(end)) {
    pieces.push(piece.text);
    unknown.push(...piece.unknown);
    holdTo('expansions', unknown.length);
    length += piece.text.length;
    holdToGrowth(length, written.length);
    end = piece.end;
  }
  return { text: pieces.join(''), unknown, end };
}
