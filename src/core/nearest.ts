/**
 * Finds the probable meaning of a mistyped name: the fewest single-letter edits away, at most a third of its length.
 * Undefined if none is near.
 * @see C-did-you-mean
 */
export function findNearest(typed: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(typed.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    const distance = computeEditDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance <= limit && (best === undefined || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** Counts the letters to insert, delete, replace or swap with their neighbour to convert one text to the other. */
function computeEditDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = getCell(last, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? getCell(beforeLast, column - 2) + 1
          : Number.POSITIVE_INFINITY;
      current.push(Math.min(replaced, swapped, getCell(last, column) + 1, getCell(current, column - 1) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return getCell(last, to.length);
}

function getCell(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
