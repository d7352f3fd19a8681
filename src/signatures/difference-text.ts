import { measureWidth, wrap } from '../cli/layout.ts';
import type { Paint } from '../cli/output-style.ts';
import { sanitizeForTerminal } from '../cli/sanitize.ts';
import type { ShownFinding } from './report.ts';

/** The mark of a blank; other invisible characters are escaped as in a string literal. */
export const BLANK = '·';

/** Makes blanks, line ends, backslashes and octets beyond ASCII visible, so that different texts look different. */
export function showWhitespace(text: string): string {
  const marked = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(/[\x80-\xff]/g, (octet) => `\\x${octet.charCodeAt(0).toString(16).toUpperCase()}`);
  return sanitizeForTerminal(marked).replaceAll(' ', BLANK);
}

/** Splits a text into lines, each with its line end. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The length above which only the part around the first difference is shown. */
const LONG = 300;
const BEFORE = 40;
const AFTER = 120;

/**
 * Formats a difference: `-` is expected, `+` is found. A mark below the first two differing lines points to the first
 * difference; a number replaces it if it doesn't fit.
 * @param isMarked false for two hashes, whose positions mean nothing
 * @see C-verify-differences
 */
export function formatDifference(
  expected: string | undefined,
  found: string | undefined,
  paint: Paint,
  width = Number.POSITIVE_INFINITY,
  isMarked = true,
  legend = formatLegend(expected, found),
): string[] {
  // Redacted values may be equal. @see C-verify-share
  if (expected === found) return [];
  const from =
    isLong(expected) || isLong(found) ? findFirstDifference(expected ?? '', found ?? '') : undefined;
  const part = (text = '') => splitLines(from === undefined ? text : cutAround(text, from));
  const diff = compareLines(part(expected), part(found));
  const marked = isMarked ? findMarkedPlace(diff) : undefined;
  const offset = from === undefined ? 0 : Math.max(0, from - BEFORE) - (from > BEFORE ? 1 : 0);
  const lines = diff.flatMap(({ side, line }, place) => {
    const shown = paint[TONES[side]](`${MARKS[side]} ${showWhitespace(line)}`);
    return place === marked?.place ? [shown, mark(line, marked.at, offset, paint, width)] : [shown];
  });
  return [...wrap(legend, width).map(paint.dim), ...lines];
}

/**
 * Formats the difference between the sent body and the hashed one. As for the two values of Digest, `-` goes with the
 * sent body and `+` with the hash in the request.
 * @see C-verify-differences
 */
export function formatBodyDifference(
  { offset, line, column, expected, found, same }: NonNullable<ShownFinding['difference']>,
  paint: Paint,
  width = Number.POSITIVE_INFINITY,
  legend = 'Body: - was sent, + was hashed',
): string[] {
  const [hashed, sent] = [expected, found].map((text) => sanitizeForTerminal(text).replaceAll(' ', BLANK));
  const words = `byte ${offset + 1}, line ${line}, column ${column}`;
  const indent = '  '.length + same;
  const fits = indent + '^ '.length + words.length <= width;
  return [
    ...wrap(legend, width).map(paint.dim),
    paint.green(`- ${sent}`),
    paint.red(`+ ${hashed}`),
    ...(fits ? [`${' '.repeat(indent)}^ ${words}`] : wrap(words, width - 2).map((part) => `  ${part}`)).map(
      paint.bold,
    ),
  ];
}

const MARKS = { both: ' ', expected: '-', found: '+' };
/** The colours: expected is green, found is red. */
const TONES = { both: 'dim', expected: 'green', found: 'red' } as const;

function formatLegend(expected: string | undefined, found: string | undefined): string {
  if (found === undefined) return '- expected';
  return expected === undefined ? '+ found' : '- expected, + found';
}

/** Finds the first line that replaces another, and the position of the first difference. */
function findMarkedPlace(diff: readonly DiffLine[]): { place: number; at: number } | undefined {
  const first = diff.findIndex(({ side }) => side !== 'both');
  if (diff[first]?.side !== 'expected') return undefined;
  const place = diff.findIndex(({ side }, index) => index > first && side !== 'expected');
  if (diff[place]?.side !== 'found') return undefined;
  return { place, at: findFirstDifference(diff[first]?.line ?? '', diff[place]?.line ?? '') };
}

/** Formats `^ character 12` below that character, or only the number if it doesn't fit. */
function mark(line: string, at: number, offset: number, paint: Paint, width: number): string {
  const words = `character ${offset + at + 1}`;
  const indent = '  '.length + measureWidth(showWhitespace(line.slice(0, at)));
  const fits =
    indent + '^ '.length + words.length <= width && '  '.length + measureWidth(showWhitespace(line)) <= width;
  return paint.bold(fits ? `${' '.repeat(indent)}^ ${words}` : `  ${words}`);
}

/** Returns true if a text has a very long line. */
function isLong(text = ''): boolean {
  return splitLines(text).some(({ length }) => length > LONG);
}

function findFirstDifference(left: string, right: string): number {
  let place = 0;
  while (place < left.length && left[place] === right[place]) place += 1;
  return place;
}

function cutAround(text: string, place: number): string {
  const begin = Math.max(0, place - BEFORE);
  const end = Math.min(text.length, place + AFTER);
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`;
}

/** A line of both texts, or of only one. */
export interface DiffLine {
  readonly side: 'both' | 'expected' | 'found';
  readonly line: string;
}

/** The maximum number of lines that are compared; longer texts are shown one after the other. */
const MAX_LINES = 200;

/** Aligns the lines of two texts with the fewest differences. @see C-verify-differences */
export function compareLines(expected: readonly string[], found: readonly string[]): DiffLine[] {
  if (expected.length > MAX_LINES || found.length > MAX_LINES) {
    return [...markLines('expected', expected), ...markLines('found', found)];
  }
  const common = computeCommonLengths(expected, found);
  const diff: DiffLine[] = [];
  let left = 0;
  let right = 0;
  while (left < expected.length && right < found.length) {
    const line = expected[left] ?? '';
    if (line === found[right]) {
      diff.push({ side: 'both', line });
      left += 1;
      right += 1;
    } else if ((common[left + 1]?.[right] ?? 0) >= (common[left]?.[right + 1] ?? 0)) {
      diff.push({ side: 'expected', line });
      left += 1;
    } else {
      diff.push({ side: 'found', line: found[right] ?? '' });
      right += 1;
    }
  }
  return [...diff, ...markLines('expected', expected.slice(left)), ...markLines('found', found.slice(right))];
}

function markLines(side: 'expected' | 'found', lines: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ side, line }));
}

/** Computes, at [i][j], the maximum number of common lines from line i and line j on. */
function computeCommonLengths(expected: readonly string[], found: readonly string[]): number[][] {
  const lengths = Array.from({ length: expected.length + 1 }, () =>
    new Array<number>(found.length + 1).fill(0),
  );
  for (let left = expected.length - 1; left >= 0; left -= 1) {
    const row = lengths[left] ?? [];
    for (let right = found.length - 1; right >= 0; right -= 1) {
      const isCommon = expected[left] === found[right];
      row[right] = isCommon
        ? (lengths[left + 1]?.[right + 1] ?? 0) + 1
        : Math.max(lengths[left + 1]?.[right] ?? 0, row[right + 1] ?? 0);
    }
  }
  return lengths;
}
