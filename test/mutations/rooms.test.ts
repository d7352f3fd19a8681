import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT, sources } from '../support/sources.ts';
import { ROOMS } from './rooms.ts';

const all = ROOMS.flatMap(({ name, tests, mutations }) =>
  mutations.map((mutation) => ({ ...mutation, name, tests, text: formatFinding(mutation.file) })),
);

function formatFinding(path: string): string {
  const file = join(ROOT, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** FolderSettings a mutation stands, for the message. */
function label({ name, file, find }: (typeof all)[number]): string {
  return `${name}: ${file}: ${find.trim()}`;
}

describe('the mutations that the suite must catch [A-mutations]', () => {
  it('are at least two for each room, and seventeen for the bank', () => {
    const few = ROOMS.filter(({ name, mutations }) => mutations.length < (name === 'bank' ? 17 : 2));
    expect(few.map(({ name }) => name)).toEqual([]);
    expect(new Set(ROOMS.map(({ name }) => name)).size).toBe(ROOMS.length);
  });

  it('change one place of a file of the program', () => {
    const others = all.filter(({ file, find, text }) => {
      const places = text.split(find).length - 1;
      return !file.startsWith('src/') || places !== 1;
    });
    expect(others.map(label)).toEqual([]);
  });

  it('change something', () => {
    expect(all.filter(({ find, replace }) => find === replace).map(label)).toEqual([]);
    expect(new Set(all.map(({ file, find }) => `${file} ${find}`)).size).toBe(all.length);
  });

  it('say in one sentence what a user would suffer', () => {
    const wrong = all.filter(({ suffers }) => !/^[A-Z][^.!]*\.$/.test(suffers));
    expect(wrong.map(label)).toEqual([]);
  });

  it('name a test file of their room', () => {
    const files = sources((path) => path.endsWith('.test.ts') && !path.startsWith('test/long/'));
    const wrong = all.filter(
      ({ by, tests }) =>
        !files.some(({ path }) => path === by) || !tests.some((folder) => by.startsWith(folder)),
    );
    expect(wrong.map(label)).toEqual([]);
  });

  it('belong to rooms whose folders are there', () => {
    const folders = ROOMS.flatMap(({ tests }) => tests);
    expect(folders.filter((folder) => !folder.endsWith('/') || !existsSync(join(ROOT, folder)))).toEqual([]);
  });
});
