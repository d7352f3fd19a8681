import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { loadDriver } from '../../../src/store/sqlite/driver.ts';
import { openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { emptyFolder } from '../../support/program.ts';
import { signersOf } from '../../support/seals.ts';
import { BACK_FROM_VERSION_12 } from './version-12.ts';

const [mine] = signersOf(['PSDNO-FSA-38888891'], Date.parse('2026-11-18T09:00:00Z'));
const [later] = signersOf(['PSDNO-FSA-38888891'], Date.parse('2026-11-18T09:00:00Z'));

async function statusAt(bank: TestBank, as: typeof mine): Promise<number> {
  const list: Send = { method: 'GET', path: '/v1/sandbox/customers', as: as! };
  return (await bank.door(bank.signed(list), { address: '192.0.2.9', operator: false })).status;
}

describe('a store of version 11 [S7-migrated-world, S11-shared-world]', () => {
  it('goes on with who owned an organizationIdentifier', async () => {
    const open: Parameters<typeof openTestBank>[0] = {
      open: (options) => openBank({ ...options, sharesWorld: true }),
    };
    const bank = await openTestBank(open);
    expect(await statusAt(bank, mine)).toBe(200);
    const migrated = join(emptyFolder(), 'bank.db');
    const database = loadDriver()(bank.path, { readOnly: false });
    database.exec(`VACUUM INTO '${migrated}'`);
    database.close();
    await bank.close();
    const copy = loadDriver()(migrated, { readOnly: false });
    for (const statement of BACK_FROM_VERSION_12) copy.exec(statement);
    copy.exec('PRAGMA user_version = 11');
    copy.close();
    const after = await openTestBank({ ...open, now: bank.now, file: readFileSync(migrated) });
    try {
      expect([await statusAt(after, later), await statusAt(after, mine)]).toEqual([403, 200]);
    } finally {
      await after.close();
    }
  });
});
