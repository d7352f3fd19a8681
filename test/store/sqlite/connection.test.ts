import { describe, expect, it } from 'vitest';
import { run, type Work } from '../../../src/store/contract.ts';
import { openConnection } from '../../../src/store/sqlite/connection.ts';
import type { SqliteDriver } from '../../../src/store/sqlite/driver.ts';
import { insert, readLabels } from '../../support/entry-store.ts';
import { newStorePath, openTestStore } from '../../support/store-in-use.ts';
import { tappedDriver } from '../../support/tapped-driver.ts';

const PROMISED = {
  busy_timeout: 0n,
  journal_mode: 'wal',
  synchronous: 2n,
  fullfsync: 1n,
  foreign_keys: 1n,
  trusted_schema: 0n,
  mmap_size: 0n,
  wal_autocheckpoint: 1000n,
  journal_size_limit: 67_108_864n,
};

/** Asks the very connection that runs the work. */
const pragmas: Work<Record<string, unknown>> = function* () {
  const answers: Record<string, unknown> = {};
  for (const name of Object.keys(PROMISED)) {
    const [row] = yield* run(`PRAGMA ${name}`);
    answers[name] = Object.values(row ?? {})[0];
  }
  return answers;
};

/** The real driver, but with another answer to one pragma. */
function lyingDriver(pragma: string, answer: string | undefined): SqliteDriver {
  const rows = answer === undefined ? [] : [{ [pragma]: answer }];
  return tappedDriver((sql) => (sql === `PRAGMA ${pragma}` ? rows : undefined));
}

describe('sqlite connection [S3-pragmas, S3-wal-limits, D14-memory-store]', () => {
  it('answers the pragmas from each connection: the one that writes and the one that reads', async () => {
    const store = openTestStore();
    expect(await store.write(pragmas)).toEqual(PROMISED);
    expect(await store.read(pragmas)).toEqual(PROMISED);
  });

  it('waits for no disk where the store may be lost with the machine, and keeps the rest', async () => {
    const store = openTestStore(newStorePath(), { isVolatile: true });
    expect(await store.write(pragmas)).toEqual({ ...PROMISED, synchronous: 0n });
    expect(await store.read(pragmas)).toEqual({ ...PROMISED, synchronous: 0n });
  });

  it.each([
    ['journal_mode', 'delete'],
    ['synchronous', '1'],
    ['foreign_keys', '0'],
    ['trusted_schema', '1'],
    ['mmap_size', '4096'],
    ['fullfsync', undefined],
  ])('refuses to start when %s stays %s', async (pragma, answer) => {
    const store = openTestStore(newStorePath(), { driver: lyingDriver(pragma, answer) });
    await expect(store.open()).rejects.toMatchObject({
      code: 'STORE_UNUSABLE',
      message: expect.stringMatching(new RegExp(`SQLite refused ${pragma} = .*: ${answer}\\.`)),
      details: { hint: expect.stringContaining('PSD2_HOME') },
    });
  });

  it('takes a SQLite without memory maps', async () => {
    const store = openTestStore(newStorePath(), { driver: lyingDriver('mmap_size', undefined) });
    await store.write(() => insert('fine'));
    expect(await readLabels(store)).toEqual(['fine']);
  });

  it('prepares a statement once, however often it runs', () => {
    const prepared: string[] = [];
    const driver = tappedDriver(
      () => {},
      (sql) => prepared.push(sql),
    );
    const connection = openConnection(driver, newStorePath(), { readOnly: false });
    for (let value = 0; value < 5; value++) {
      expect(connection.perform({ sql: 'SELECT ? AS value', values: [value] })[0]?.value).toBe(BigInt(value));
    }
    connection.close();
    expect(prepared.filter((sql) => sql === 'SELECT ? AS value')).toHaveLength(1);
  });
});
