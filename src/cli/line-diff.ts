/** A line that both texts have, or only one of them. */
export interface DiffLine {
  readonly side: 'both' | 'expected' | 'found';
  readonly line: string;
}

/** More lines than this are not compared but shown one text after the other. */
const MAX_LINES = 200;

/**
 * The lines of two texts, those that both have in common where that makes the fewest differences.
 * @see C-verify-differences
 */
export function diffLines(expected: readonly string[], found: readonly string[]): DiffLine[] {
  if (expected.length > MAX_LINES || found.length > MAX_LINES) {
    return [...onlyIn('expected', expected), ...onlyIn('found', found)];
  }
  const common = commonLengths(expected, found);
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
  return [...diff, ...onlyIn('expected', expected.slice(left)), ...onlyIn('found', found.slice(right))];
}

function onlyIn(side: 'expected' | 'found', lines: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ side, line }));
}

/** At [i][j] the most lines that the texts have in common from line i and line j on. */
function commonLengths(expected: readonly string[], found: readonly string[]): number[][] {
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
