import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../../src/bank/store/schema.ts';
import { runBatch } from '../../../src/client/operator/batch.ts';
import { createSandboxAccount, listSandboxAccounts } from '../../../src/client/sandbox/accounts.ts';
import { createSandboxCustomer, listSandboxCustomers } from '../../../src/client/sandbox/customers.ts';
import { createSandboxTransactions } from '../../../src/client/sandbox/transactions.ts';
import { inProcess, openBank, openTppSession } from '../../../src/library.ts';
import { transactionBody } from '../../../src/seed/apply/transaction-body.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { testSigner } from '../../support/bank.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { FOUNDED, storeOfVersion1 } from './store-of-version-1.ts';

const OTHER = '99911200011';

/** A world of the first version, brought by its own statements to a later one. */
async function storeOfVersion(version: number, path: string): Promise<void> {
  await storeOfVersion1(path);
  const migrations = MIGRATIONS.filter((one) => one.version <= version);
  const store = openSqliteStore({ path, migrations, now: () => FOUNDED, random: () => 0 });
  await store.read(function* () {});
  await store.close();
}

function bodyOf(value: object) {
  return { body: Buffer.from(JSON.stringify(value)) };
}

describe('a store of each version that was [S7-migrated-world, S7-backup]', () => {
  const versions = MIGRATIONS.slice(0, -1).map(({ version }) => version);

  // Each statement of the program meets what migrations made of the tables, not only those of a fresh store.
  it.each(
    versions,
  )('%i is taken over: data is made in it, its accounts are listed, and the batch runs', async (version) => {
    const folder = temporaryFolder();
    const path = join(folder, 'bank.db');
    await storeOfVersion(version, path);
    const onUnexpected = (fault: unknown) => {
      throw fault;
    };
    const bank = openBank({ path, onUnexpected });
    const session = openTppSession({
      ...{ way: inProcess(bank.handle), signer: testSigner(), ledger: `${folder}/client.db`, onUnexpected },
      close: () => bank.close(),
    });
    const there = (await session.lookUp(listSandboxAccounts, undefined)).resource;
    expect(there).toMatchObject([
      { accountName: 'Brukskonto', balances: [{ balanceAmount: { amount: 250_000 } }, {}] },
    ]);
    const customerNumber = '310000018';
    const made = bodyOf({ customerNumber, name: 'Eksempel Bygg AS', type: 'CORPORATE' });
    await session.call(createSandboxCustomer, made);
    const account = bodyOf({
      customerNumber,
      accountName: 'Drift',
      currency: 'NOK',
      kid: { use: 'none', rules: [] },
    });
    const { id, ...self } = (await session.call(createSandboxAccount, account)).resource;
    const paid = { date: '2025-01-02', amount: 500, text: 'x', counterparty: { name: 'N', bban: OTHER } };
    const booked = [transactionBody({ ...paid, direction: 'in' }, self)];
    await session.call(createSandboxTransactions, { mockAccountId: id, ...bodyOf(booked) });
    expect((await session.operate(runBatch, undefined)).resource).toMatchObject({ settled: 0 });
    expect((await session.lookUp(listSandboxAccounts, undefined)).resource).toHaveLength(2);
    expect((await session.lookUp(listSandboxCustomers, undefined)).resource).toHaveLength(2);
    await session.close();
    expect(existsSync(join(folder, `bank.${version}.bak`))).toBe(true);
  });
});
