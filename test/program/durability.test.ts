import { describe, expect, it } from 'vitest';
import { createBank } from '../../src/bank/bank.ts';
import { BANK_SCHEMA } from '../../src/bank/store/schema.ts';
import type { HttpResponse } from '../../src/message.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { testSigner } from '../support/bank.ts';
import { killRounds } from '../support/kill-rounds.ts';
import { emptyFolder } from '../support/program.ts';
import { storedPayments } from '../support/stored.ts';
import { sqliteError, type Tap, tappedDriver } from '../support/tapped-driver.ts';
import { creation, textOf } from '../support/tpp.ts';

const FULL = 13;
const NO_ROWS = undefined;

/** The bank of the program on a store whose statements `tap` sees first. */
function openTappedBank(tap: Tap) {
  const path = `${emptyFolder()}/bank.db`;
  const store = openSqliteStore({
    path,
    schema: BANK_SCHEMA,
    now: Date.now,
    random: Math.random,
    driver: tappedDriver(tap),
  });
  const settings = {
    seed: 'psd2',
    clock: Date.now,
    stopwatch: () => 0,
    processorTime: () => 0,
    wait: async () => {},
    secret: () => 'secret-of-a-test-1234',
    basePath: '',
    publicUrl: 'https://127.0.0.1:8443',
    policy: 'sandbox' as const,
    onUnexpected: () => {},
  };
  const handle = createBank(settings, store);
  const create = (remittance: string): Promise<HttpResponse> =>
    handle(creation(testSigner(), { remittance }), { address: '127.0.0.1', operator: true });
  return { create, path, close: () => store.close() };
}

function synchronousOf(database: SqliteDatabase): unknown {
  return database.prepare('PRAGMA synchronous').all()[0]?.synchronous;
}

describe('an acknowledged payment [S1-durable, S2-all-wait-for-commit, S3-pragmas]', () => {
  it('was written on one connection, of synchronous 2, and answered after its COMMIT', async () => {
    const events: { event: string; database?: SqliteDatabase; synchronous?: unknown }[] = [];
    const bank = openTappedBank((sql, database) => {
      const event = /^(INSERT INTO payments|COMMIT)\b/.exec(sql)?.[1];
      if (event !== undefined) events.push({ event, database, synchronous: synchronousOf(database) });
      return NO_ROWS;
    });
    await bank.create('the first makes the world');
    for (const remittance of ['a', 'b', 'c']) {
      events.length = 0;
      const answer = await bank.create(remittance);
      events.push({ event: `answer ${answer.status}` });
      expect(events.map(({ event }) => event)).toEqual(['INSERT INTO payments', 'COMMIT', 'answer 201']);
      const [inserted, committed] = events;
      expect([inserted?.synchronous, committed?.synchronous]).toEqual([2, 2]);
      expect(committed?.database).toBe(inserted?.database);
    }
    await bank.close();
  });

  it('is in the store when its answer is there, also when many share a COMMIT', async () => {
    let commits = 0;
    const bank = openTappedBank((sql) => {
      if (sql === 'COMMIT') commits += 1;
      return NO_ROWS;
    });
    await bank.create('the first makes the world');
    commits = 0;
    const stored = await Promise.all(
      Array.from({ length: 32 }, async (_, index) => {
        const { paymentId } = JSON.parse(textOf(await bank.create(`together ${index}`)));
        return storedPayments(bank.path).includes(paymentId);
      }),
    );
    expect(stored).toEqual(stored.map(() => true));
    expect(commits).toBeLessThan(32);
    await bank.close();
  });

  it('is none when the COMMIT fails: 503 with Retry-After, and a repeat makes it', async () => {
    let full = false;
    const bank = openTappedBank((sql) => {
      if (full && sql === 'COMMIT') throw sqliteError(FULL, 'database or disk is full');
      return NO_ROWS;
    });
    await bank.create('the first makes the world');
    full = true;
    const refused = await bank.create('full');
    expect(refused.status).toBe(503);
    expect(refused.headers).toContainEqual(['Retry-After', '1']);
    expect(JSON.parse(textOf(refused)).tppMessages).toMatchObject([
      { category: 'ERROR', code: 'SYSTEM_ERROR' },
    ]);
    expect(storedPayments(bank.path)).toHaveLength(1);
    full = false;
    expect((await bank.create('full')).status).toBe(201);
    expect(storedPayments(bank.path)).toHaveLength(2);
    await bank.close();
  });
});

describe('kill -9 in a loop of creations [S1-durable]', () => {
  it('loses no acknowledged payment in 10 rounds', async () => {
    expect(await killRounds(10)).toBeGreaterThan(10);
  }, 120_000);
});
