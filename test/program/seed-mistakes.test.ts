import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MEMBERS } from '../seed/mistakes/members.ts';
import { type Mistake, WORLD, worldWith } from '../seed/mistakes/mistake.ts';
import { TOGETHER } from '../seed/mistakes/together.ts';
import { WRITING } from '../seed/mistakes/writing.ts';
import { oneHome } from '../support/one-home.ts';

const { run, json, folder } = oneHome();

/** One of each group; what is told of all is held in test/seed. */
const SOME = [WRITING, MEMBERS, TOGETHER].map((group) => group.at(-1) as Mistake);

function seedFile(text: string): string {
  mkdirSync(folder(), { recursive: true });
  const path = join(folder(), 'world.yaml');
  writeFileSync(path, text);
  return path;
}

describe('sandbox seed with a mistake in its file [C-seed-checked]', () => {
  it.each(SOME)('$kind: no bank is made, and the place and remedy are told', async (mistake) => {
    const path = seedFile(worldWith(mistake));
    const { code, stderr, stdout } = await run(['sandbox', 'seed', path]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `${path}:${mistake.told.replace(/^(\S+) (\S+):/, '$1 $2:')}`,
    );
    expect(existsSync(join(folder(), 'offline', 'bank.db'))).toBe(false);
  });

  it('changes nothing at a bank that is there', async () => {
    const lists = async () => {
      const all: unknown[] = [];
      for (const what of ['customer', 'account', 'card-account', 'agreement'])
        all.push((await json(['sandbox', what, 'list'])).value.items);
      return all;
    };
    const before = await lists();
    expect(before[0]).toHaveLength(4);
    for (const mistake of SOME)
      expect((await run(['sandbox', 'seed', seedFile(worldWith(mistake))])).code).toBe(2);
    expect(await lists()).toEqual(before);
  });

  it("has no mistake in a number that may be a living person's, and warns", async () => {
    const path = seedFile(WORLD.replaceAll('15813963008', '15013963008').replace(/^agreements:[\s\S]*/m, ''));
    const { code, stderr } = await run(['sandbox', 'seed', path, '--plan']);
    expect(code).toBe(6);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
      `Warning: ${path}:3:5 customers[0].number: number may be a living person's national identity number.`,
    );
  });
});
