const USUAL_WIDTH = 80;
const LEAST_WIDTH = 40;

/** Returns the width of the layout, 80 columns for a terminal of unknown width. */
export function getTerminalWidth(columns: number | undefined): number {
  return columns ? Math.max(columns, LEAST_WIDTH) : USUAL_WIDTH;
}

/** Counts the columns of a text: combining marks take none, East Asian letters and emoji two. */
export function measureWidth(text: string): number {
  const letters = [...text.replaceAll(/\p{Mn}/gu, '')];
  return letters.length + letters.filter((letter) => WIDE.test(letter)).length;
}

/** The characters of two columns. @see https://www.unicode.org/reports/tr11/ */
const WIDE =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}\p{Emoji_Presentation}]/u;

/** Measures the widest of several texts. */
export function findWidest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(measureWidth));
}

/**
 * Wraps a text between words into lines of at most `width` columns. A longer word gets a line of its own and is never
 * broken, so that ids, paths and addresses can be copied.
 * @see C-identifier-whole
 */
export function wrap(text: string, width: number, words = splitWords(text)): string[] {
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of words) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && measureWidth(longer.trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = word === '' ? undefined : word;
    } else {
      line = longer;
    }
  }
  return [...lines, line ?? ''];
}

/** The number of blanks between columns, behind a card's label, and before text below the label. */
export const GAP = 2;

/** The columns of aligned lines. */
export interface LineLayout {
  readonly widths: readonly number[];
  readonly areRight: readonly boolean[];
}

/** Aligns lines without limiting their length. */
export function alignLines(rows: readonly (readonly string[])[], { widths, areRight }: LineLayout): string[] {
  return rows.map((row) => {
    const parts = row.map((text, place) => {
      const padding = ' '.repeat(Math.max(0, (widths[place] ?? 0) - measureWidth(text)));
      return areRight[place] ? padding + text : text + padding;
    });
    return parts.join(' '.repeat(GAP)).trimEnd();
  });
}

/** Cuts a text to `width` columns; `…` marks the cut. */
export function cut(text: string, width: number): string {
  if (measureWidth(text) <= width) return text;
  const letters = [...text];
  while (measureWidth(letters.join('')) >= width) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** Splits a text at blanks. */
export function splitWords(text: string): string[] {
  return text.split(' ');
}

/**
 * Wraps psd2's own sentences line by line and preserves leading blanks. A command is not wrapped, or is wrapped so that
 * it can be pasted.
 * @param hanging additional indent of continuation lines, in columns
 */
export function wrapSentences(text: string, width: number, hanging = 0): string[] {
  return text.split('\n').flatMap((line) => {
    const indent = / */.exec(line)?.[0] ?? '';
    const sentence = line.slice(indent.length);
    const isCommand = PROGRAMS.has(splitWords(sentence)[0] ?? '') && !sentence.endsWith('.');
    const further = `${indent}${' '.repeat(isCommand ? COMMAND_INDENT : hanging)}`;
    const [first = '', ...more] = isCommand
      ? wrapCommand(sentence, width - further.length)
      : wrap(sentence, width - further.length, withWholeCommands(sentence));
    return [indent + first, ...more.map((part) => further + part)];
  });
}

const COMMAND_INDENT = 2;
const GOES_ON = ' \\';

/** Wraps a command for a shell: every line but the last ends with a continuation mark. */
function wrapCommand(command: string, width: number): string[] {
  if (measureWidth(command) <= width + COMMAND_INDENT) return [command];
  const lines = wrap(command, width - GOES_ON.length);
  return lines.map((line, place) => (place === lines.length - 1 ? line : line + GOES_ON));
}

function withWholeCommands(text: string): string[] {
  const parts: string[] = [];
  let inCommand = false;
  for (const word of splitWords(text)) {
    if (inCommand) parts.push(`${parts.pop()} ${word}`);
    else parts.push(word);
    inCommand = inCommand ? !ENDS_COMMAND.test(word) : PROGRAMS.has(word);
  }
  return parts;
}

/** The program names at the beginning of commands in texts. */
const PROGRAMS: ReadonlySet<string> = new Set(['psd2', 'chmod', 'mv', 'openssl']);
const ENDS_COMMAND = /[.,;:]$/;

export interface ColumnWidth {
  /** The width of the longest text. */
  readonly natural: number;
  /** The minimum width. */
  readonly least: number;
}

/**
 * Allocates column widths within `total`, and shrinks the widest first; returns undefined if the minimum widths don't
 * fit.
 */
export function allocateWidths(columns: readonly ColumnWidth[], total: number): number[] | undefined {
  const widths = columns.map(({ natural }) => natural);
  for (let excess = computeSum(widths) - total; excess > 0; excess -= 1) {
    const place = findWidestFlexible(widths, columns);
    if (place === undefined) return undefined;
    widths[place] = (widths[place] ?? 0) - 1;
  }
  return widths;
}

function findWidestFlexible(widths: readonly number[], columns: readonly ColumnWidth[]): number | undefined {
  return widths.reduce<number | undefined>((best, width, place) => {
    const gives = width > (columns[place]?.least ?? 0);
    return gives && (best === undefined || width > (widths[best] ?? 0)) ? place : best;
  }, undefined);
}

function computeSum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}
