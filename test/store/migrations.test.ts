import { describe, expect, it } from 'vitest';
import { type Migration, newestVersion, pendingMigrations } from '../../src/store/migrations.ts';

const MIGRATIONS: readonly Migration[] = [
  { version: 1, statements: ['CREATE TABLE one (id INTEGER)'] },
  { version: 2, statements: ['CREATE TABLE two (id INTEGER)'] },
];

describe('migrations [S7-newer-refused]', () => {
  it('are those above the version of the store, oldest first', () => {
    expect(pendingMigrations(MIGRATIONS, 0, 'store.db')).toEqual(MIGRATIONS);
    expect(pendingMigrations(MIGRATIONS, 1, 'store.db')).toEqual([MIGRATIONS[1]]);
    expect(pendingMigrations(MIGRATIONS, 2, 'store.db')).toEqual([]);
  });

  it('refuse a store newer than the program by words', () => {
    expect(() => pendingMigrations(MIGRATIONS, 3, 'store.db')).toThrow(
      expect.objectContaining({
        code: 'STORE_UNUSABLE',
        message: 'The store store.db has version 3, but this program only knows versions up to 2.',
        details: { hint: 'Use the newer psd2 that created it, or set PSD2_HOME to another folder.' },
      }),
    );
  });

  it('count from 1 without a gap', () => {
    expect(newestVersion(MIGRATIONS)).toBe(2);
    expect(newestVersion([])).toBe(0);
    expect(() => newestVersion([{ version: 2, statements: [] }])).toThrow('migration 1 has the version 2');
  });
});
