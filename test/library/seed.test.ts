import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBank } from '../../src/library/create-bank.ts';
import { PEOPLE } from '../seed/apply/worlds.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const OWNER = '310000018';
const COMPANY = {
  version: 1,
  customers: [
    {
      number: OWNER,
      name: 'Prøve AS',
      type: 'CORPORATE',
      accounts: [{ name: 'Drift', bban: '99905012416', currency: 'NOK', balance: 100_000 }],
    },
  ],
} as const;

function peopleFile(): string {
  const path = join(temporaryFolder(), 'people.yaml');
  writeFileSync(path, PEOPLE);
  return path;
}

describe('a bank of a test that is seeded [A-library-seed, C-seed-converges]', () => {
  it('takes a file and an object as one world, and changes nothing the second time', async () => {
    const worlds = [peopleFile(), COMPANY];
    await using bank = await createBank({ clock: '2026-11-18T10:00:00+01:00', seed: worlds });
    const again = await bank.seed(worlds);
    expect(again).toMatchObject({ created: 0, changed: 0, differs: 0, deleted: 0 });
    expect(again.unchanged).toBeGreaterThan(35);
    const { fetch } = await bank.tpp();
    const accounts = (await (await fetch('/v1/sandbox/accounts')).json()) as never as readonly {
      readonly id: string;
      readonly bban: string;
    }[];
    const { bbans, accounts: ids } = again.ids;
    const drift = bbans[OWNER]?.Drift ?? '';
    expect(accounts.find(({ bban }) => bban === drift)?.id).toBe(ids[drift]);
  });

  it('says what is wrong in an object, and nothing is there then', async () => {
    await using bank = await createBank({ clock: '2026-11-18T10:00:00+01:00' });
    const [{ accounts, ...customer }] = COMPANY.customers;
    const world = {
      version: 1,
      customers: [{ ...customer, accounts: [{ ...accounts[0], currency: 'XYZ' }] }],
    };
    await expect(bank.seed(world as never)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: expect.stringMatching(/^world 1:\d+:\d+ customers\[0\]\.accounts\[0\]\.currency: /),
    });
    expect(await bank.seed(COMPANY)).toMatchObject({ created: 2, unchanged: 0 });
  });

  it('deletes what the world lacks when it is asked to', async () => {
    await using bank = await createBank({ seed: COMPANY });
    const { deleted, unchanged } = await bank.seed(COMPANY, { prune: true });
    expect(unchanged).toBe(2);
    expect(deleted).toBeGreaterThan(4);
  });
});
