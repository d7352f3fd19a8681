/** What a picture is drawn with; both hands have the same nine fillings of a cell, from empty to full. */
export interface Pen {
  /** A cell filled from its bottom, by eighths. */
  readonly rising: readonly string[];
  /** A cell filled from its top. */
  readonly hanging: readonly string[];
  readonly axis: string;
  readonly tick: string;
  readonly zero: string;
  readonly corner: string;
  /** Where the zero line meets a bar that has its date below. */
  readonly mark: string;
}

/** Unicode has eighths from the bottom, and from the top only one, four and eight. */
export const BLOCKS: Pen = {
  rising: [...' ▁▂▃▄▅▆▇█'],
  hanging: [...' ▔▔▀▀▀▀██'],
  axis: '│',
  tick: '┤',
  zero: '─',
  corner: '┼',
  mark: '┬',
};

export const ASCII: Pen = {
  rising: [...' ..:::###'],
  hanging: [..." '':::###"],
  axis: '|',
  tick: '+',
  zero: '-',
  corner: '+',
  mark: '+',
};
