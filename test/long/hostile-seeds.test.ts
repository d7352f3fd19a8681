import { expect, it } from 'vitest';
import { readWorld } from '../../src/seed/read-world.ts';

const LIMIT = 16 * 1024 * 1024;

function fill(piece: string, bytes = LIMIT): string {
  return piece.repeat(Math.floor(bytes / piece.length));
}

function keys(separator: string): string {
  return Array.from({ length: 190_000 }, (_, at) => `k${at}: 1`).join(separator);
}

/** Each was slow, or was like one that was: compared with all before it, or kept for each character. */
const HOSTILE: Readonly<Record<string, () => string>> = {
  commas: () => `[${fill(',', 5 * 1024 * 1024)}`,
  'commas with spaces': () => `[${fill(', ')}`,
  'line ends': () => fill('\n'),
  'carriage returns': () => fill('\r'),
  'byte order marks': () => fill('\ufeff', LIMIT / 3),
  spaces: () => fill(' '),
  tabs: () => fill('\t'),
  documents: () => fill('---\n'),
  tags: () => `[${fill('!!x a,')}`,
  'keys without values': () => `{${fill('?,')}`,
  colons: () => `{${fill(':,')}`,
  aliases: () => `[${fill('*a,')}`,
  'keys of one map in braces': () => `{${keys(',')}}`,
  'keys of one map in lines': () => keys('\n'),
  'one key again and again': () => `{${fill('a: 1,', 990_000)}}`,
  'lines of one text': () => `a: ${fill('b\n ', 1_490_000)}`,
  'pairs in a list': () => `[${fill('a b: c, ', 1_000_000)}`,
};

it.each(
  Object.entries(HOSTILE),
)('a hostile seed file of up to 16 MiB of %s is refused, in memory that stays small [S12-seed-values, S12-yaml]', (_, make) => {
  // The peak of the whole process: files of tests that ran before in it may have taken more.
  const peakBefore = process.resourceUsage().maxRSS;
  expect(readWorld([{ name: 'w', text: make() }], '2021-06-15').ok).toBe(false);
  expect((process.resourceUsage().maxRSS - peakBefore) / 1024).toBeLessThan(1024);
});
