import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readWorld } from '../../src/seed/read-world.ts';
import { seedSource } from '../../src/seed/seed-source.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function told(...sources: readonly { readonly name: string; readonly text: string }[]): readonly string[] {
  const reading = readWorld(sources, '2021-06-15');
  return reading.ok
    ? []
    : reading.faults.map(({ place, path, message }) => `${place.file} ${path}: ${message}`);
}

// Parsed, it takes thirty times as much memory.
it('how large a seed file may be is 16 MiB at most [S12-seed-size]', async () => {
  const path = join(await temporaryFolder(), 'world.yaml');
  writeFileSync(path, 'version: 1\n');
  truncateSync(path, 16 * 1024 * 1024);
  expect(seedSource(path).text).toHaveLength(16 * 1024 * 1024);
  truncateSync(path, 16 * 1024 * 1024 + 1);
  expect(() => seedSource(path)).toThrow(`${path} is larger than 16 MiB.`);
});

describe('how many keys and values seed files have [S12-seed-values]', () => {
  const customers = (count: number, from = 310_000_000) =>
    `version: 1\ncustomers:\n${Array.from({ length: count }, (_, at) => `  - { number: "${from + at}", name: N, type: CORPORATE }\n`).join('')}`;

  // 100,000 customers took a minute and 1.4 GB.
  it('is 400,000 at most: the one too many is told with its line, before anything is made of the file', () => {
    // Of each customer 8: its dash, its map, and three keys with their values.
    expect(readWorld([{ name: 'w', text: customers(100_000) }], '2021-06-15')).toMatchObject({
      faults: [
        {
          place: { line: 2 + 49_999 + 1 },
          message: 'This is one more than the 400000 keys and values that seed files may have.',
          remedy: expect.stringContaining('transactionsFile'),
        },
      ],
    });
  });
});

const marks = 'Up to here are over 1000 colons, commas, brackets or ends of documents without a value.';

// 5 MiB of commas took 103 s and 4.4 GB.
it.each([
  ['commas', `[${','.repeat(2000)}`, marks],
  ['brackets', ']'.repeat(2000), marks],
  ['keys without a name', '? '.repeat(2000), marks],
  ['ends of documents', '---\n'.repeat(2000), marks],
  ['empty lines', '\n'.repeat(500_000), 'This is one more than the 500000 lines that a seed file may have.'],
  ['comments', '#\n'.repeat(500_000), 'This is one more than the 500000 lines that a seed file may have.'],
])('what a seed file has besides keys and values is bounded before it is parsed: %s [S12-seed-values]', (_, text, message) => {
  expect(told({ name: 'w', text })).toEqual([`w : ${message}`]);
});
