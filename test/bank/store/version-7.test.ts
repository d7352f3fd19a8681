import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { openTestBank } from '../../support/bank.ts';
import { emptyFolder } from '../../support/program.ts';
import { integrityOf } from '../../support/stored.ts';
import { cardTransaction, get, ofSandbox, post } from '../sandbox/calls.ts';
import { BACK_FROM_VERSION_7 } from './version-7.ts';
import { BACK_FROM_VERSION_8 } from './version-8.ts';
import { BACK_FROM_VERSION_9 } from './version-9.ts';
import { BACK_FROM_VERSION_10 } from './version-10.ts';
import { BACK_FROM_VERSION_11 } from './version-11.ts';
import { BACK_FROM_VERSION_12 } from './version-12.ts';

describe('the cards of a store of version 6 [S7-migrated-world, D8-card-members]', () => {
  it('are what they were, and take transactions', async () => {
    const bank = await openTestBank();
    const { cardAccounts } = (await bank.send(ofSandbox('POST', '/initialize', { rawBody: '' }))).json;
    const migrated = join(emptyFolder(), 'bank.db');
    const database = loadDriver()(bank.path, { readOnly: false });
    database.exec(`VACUUM INTO '${migrated}'`);
    database.close();
    const copy = loadDriver()(migrated, { readOnly: false });
    for (const statement of [
      ...BACK_FROM_VERSION_12,
      ...BACK_FROM_VERSION_11,
      ...BACK_FROM_VERSION_10,
      ...BACK_FROM_VERSION_9,
      ...BACK_FROM_VERSION_8,
      ...BACK_FROM_VERSION_7,
    ])
      copy.exec(statement);
    copy.exec('PRAGMA user_version = 6');
    copy.close();
    const after = await openTestBank({ now: bank.now, file: readFileSync(migrated) });
    try {
      expect((await get(after, '/card-accounts')).json).toEqual(cardAccounts);
      const path = `/card-accounts/${cardAccounts[0].resourceId}/transactions`;
      expect((await post(after, path, [cardTransaction()])).status).toBe(201);
      expect(integrityOf(after.path)).toBe('ok');
    } finally {
      await after.close();
      await bank.close();
    }
  });
});
