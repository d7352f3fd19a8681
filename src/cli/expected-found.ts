import { diffLines } from './line-diff.ts';
import type { Paint } from './paint.ts';
import { linesOf, visible } from './visible-text.ts';

/** Of a line longer than this only the part around the first difference is shown. */
const LONG = 300;
const BEFORE = 40;
const AFTER = 120;

/**
 * What should stand somewhere and what does, as lines of a difference: `-` is expected, `+` is found.
 * @see C-verify-differences
 */
export function differenceText(
  expected: string | undefined,
  found: string | undefined,
  paint: Paint,
): string[] {
  if (expected === undefined && found === undefined) return [];
  const from = isLong(expected) || isLong(found) ? firstDifference(expected ?? '', found ?? '') : undefined;
  const part = (text = '') => linesOf(from === undefined ? text : around(text, from));
  const lines = diffLines(part(expected), part(found)).map(({ side, line }) => {
    return paint[TONES[side]](`${MARKS[side]} ${visible(line)}`);
  });
  const place =
    from === undefined ? '' : `, around character ${from + 1} of ${(found ?? expected ?? '').length}`;
  return [paint.dim(`${legend(expected, found)}${place}`), ...lines];
}

const MARKS = { both: ' ', expected: '-', found: '+' };
/** What is right is green, what is wrong red. */
const TONES = { both: 'dim', expected: 'green', found: 'red' } as const;

function legend(expected: string | undefined, found: string | undefined): string {
  if (found === undefined) return '- expected';
  return expected === undefined ? '+ found' : '- expected, + found';
}

/** Whether a text has a line too long to be read. */
function isLong(text = ''): boolean {
  return linesOf(text).some(({ length }) => length > LONG);
}

function firstDifference(left: string, right: string): number {
  let place = 0;
  while (place < left.length && left[place] === right[place]) place += 1;
  return place;
}

function around(text: string, place: number): string {
  const begin = Math.max(0, place - BEFORE);
  const end = Math.min(text.length, place + AFTER);
  return `${begin > 0 ? '…' : ''}${text.slice(begin, end)}${end < text.length ? '…' : ''}`;
}
