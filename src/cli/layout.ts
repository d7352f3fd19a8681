const USUAL_WIDTH = 80;
const LEAST_WIDTH = 40;

/** The width to lay out for; a terminal that does not say how wide it is, or none, has 80 columns. */
export function widthOfTerminal(columns: number | undefined): number {
  return columns ? Math.max(columns, LEAST_WIDTH) : USUAL_WIDTH;
}

/** Columns a text takes: combining marks take none. */
export function widthOf(text: string): number {
  return [...text.replaceAll(/\p{Mn}/gu, '')].length;
}

/**
 * Lines of at most `width` columns, broken between words. A word longer than that is broken only when
 * `breakWords` is set, so that a path or an address can be copied from a card.
 */
export function wrap(text: string, width: number, breakWords: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((long) => (breakWords ? pieces(long, width) : [long]))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

export interface ColumnWidth {
  /** Of the longest text. */
  readonly natural: number;
  /** Of the longest word: narrower than this, words such as ids are broken. */
  readonly word: number;
}

/** Column widths that together fit into `total`: the widest give way first, and words are broken last. */
export function fitWidths(columns: readonly ColumnWidth[], total: number): number[] {
  const natural = columns.map((column) => column.natural);
  const whole = shrink(natural, total, (index) => columns[index]?.word ?? 0);
  return shrink(whole, total, () => NARROWEST);
}

/** No column gets narrower than this. */
const NARROWEST = 8;

function shrink(widths: readonly number[], total: number, least: (index: number) => number): number[] {
  const shrunk = [...widths];
  let excess = shrunk.reduce((sum, width) => sum + width, 0) - total;
  for (; excess > 0; excess -= 1) {
    const widest = shrunk.reduce<number | undefined>((best, width, index) => {
      const mayShrink = width > least(index);
      return mayShrink && (best === undefined || width > (shrunk[best] ?? 0)) ? index : best;
    }, undefined);
    if (widest === undefined) break;
    shrunk[widest] = (shrunk[widest] ?? 0) - 1;
  }
  return shrunk;
}

function pieces(word: string, width: number): string[] {
  const characters = [...word];
  const cut: string[] = [];
  for (let start = 0; start < characters.length; start += width) {
    cut.push(characters.slice(start, start + width).join(''));
  }
  return cut.length === 0 ? [''] : cut;
}
