import { describe, expect, it } from 'vitest';
import { openSeedBank } from '../../support/seed-bank.ts';

const world = (kid: string) => ({
  'world.yaml': `version: 1
customers:
  - number: "15813963199"
    name: Siri Prøve
    type: PRIVATE
    accounts:
      - { name: Regninger, bban: "99905012343", currency: NOK, kid: ${kid} }
`,
});

describe('what an account of a seed file takes as KID [D8-account-kid, D16-seed-differs]', () => {
  // The bank answers with it; without that a second apply would find nothing wrong with any.
  it('is made, stays when it is equal, and differs when it is another', async () => {
    const bank = openSeedBank();
    const kid = '{ required: true, rules: [{ length: 12, method: MOD10 }] }';
    await bank.apply(world(kid));
    const { accounts } = (await bank.lists()) as { accounts: { bban: string; kid?: unknown }[] };
    expect(accounts.find(({ bban }) => bban === '99905012343')?.kid).toEqual({
      use: 'required',
      rules: [{ length: 12, method: 'MOD10' }],
    });
    expect((await bank.apply(world(kid))).steps).toEqual([]);
    expect((await bank.apply(world('none'))).steps).toMatchObject([
      { fate: 'differs', sort: 'accounts', why: 'kid "required MOD10 of 12", in the file "none"' },
    ]);
  });
});
