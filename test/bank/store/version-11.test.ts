import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { openTestBank } from '../../support/bank.ts';
import { approve } from '../../support/life/operator.ts';
import { create, KARI, statusOf } from '../../support/life/payments.ts';
import { emptyFolder } from '../../support/program.ts';
import { integrityOf } from '../../support/stored.ts';
import { contact } from '../tpp-contact-calls.ts';
import { BACK_FROM_VERSION_11 } from './version-11.ts';
import { BACK_FROM_VERSION_12 } from './version-12.ts';

describe('a store of version 10 [S7-migrated-world, D1-tpp-contact]', () => {
  it('goes on as it was, and takes contacts', async () => {
    const bank = await openTestBank();
    const payment = await create(bank, { psu: KARI });
    await approve(bank, payment);
    const migrated = join(emptyFolder(), 'bank.db');
    const database = loadDriver()(bank.path, { readOnly: false });
    database.exec(`VACUUM INTO '${migrated}'`);
    database.close();
    await bank.close();
    const copy = loadDriver()(migrated, { readOnly: false });
    for (const statement of [...BACK_FROM_VERSION_12, ...BACK_FROM_VERSION_11]) copy.exec(statement);
    copy.exec('PRAGMA user_version = 10');
    copy.close();
    const after = await openTestBank({ now: bank.now, file: readFileSync(migrated) });
    try {
      expect(await statusOf(after, payment)).toBe('ACTC');
      expect((await after.send(contact('GET'))).status).toBe(404);
      expect((await after.send(contact('PUT', { body: { email: 'psd2@tpp.example' } }))).status).toBe(200);
      expect((await after.send(contact('GET'))).json).toEqual({ email: 'psd2@tpp.example' });
      expect(integrityOf(after.path)).toBe('ok');
    } finally {
      await after.close();
    }
  });
});
