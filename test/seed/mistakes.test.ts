import { describe, expect, it } from 'vitest';
import { readWorld } from '../../src/seed/read-world.ts';
import { MEMBERS } from './mistakes/members.ts';
import { WORLD, worldWith } from './mistakes/mistake.ts';
import { TOGETHER } from './mistakes/together.ts';
import { WRITING } from './mistakes/writing.ts';

function told(text: string): readonly string[] {
  const reading = readWorld([{ name: 'world.yaml', text }], '2021-06-15');
  return reading.ok
    ? []
    : reading.faults.map(({ place: { file, line, column }, path, message, remedy }) => {
        expect(file).toBe('world.yaml');
        return `${line}:${column} ${path}: ${message} ${remedy}`;
      });
}

describe('a mistake in a seed file [C-seed-checked, C-seed-file, S12-yaml]', () => {
  it('is none in the world that the others are made from', () => {
    expect(told(WORLD)).toEqual([]);
  });

  // The one mistake, with its line, its path and what to write, and nothing that only follows from it.
  it.each(Object.entries({ ...WRITING, ...MEMBERS, ...TOGETHER }))('%j', (mistake, fault) => {
    expect(told(worldWith(mistake))).toEqual([fault]);
  });

  it('is told beside the others, in the order of the file, up to 20', () => {
    const text = WORLD.replace('type: PRIVATE', 'type: PERSON').replace('version: 1', 'version: 7');
    expect(told(text).map((line) => line.split(' ')[0])).toEqual(['1:1', '5:5']);
    const dates = '{ amount: 1, direction: out, date: 2021-02-30 }, '.repeat(40);
    expect(
      told(WORLD.replace('transactions:\n', `transactions: [${dates}]\n        nothing:\n`)),
    ).toHaveLength(20);
  });
});
