import { describe, expect, it } from 'vitest';
import { listDebtorAccounts } from '../../src/payments/debtor-accounts.ts';
import { makeTpp } from '../signing/tpp.ts';
import { contextIn } from '../support/command-context.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { psd2 } from '../support/program.ts';
import { homeAt, PSU, servedBank } from '../support/remote-home.ts';

const KARI = '15813963008';
const OLA = '15890398393';

/** Context and home of a profile in which these commands were run. */
async function profileAfter(...lines: readonly string[]) {
  return profileIn(await homeWithKeys(), lines);
}

async function profileIn(home: string, lines: readonly string[]) {
  for (const line of lines) {
    expect({ line, code: (await psd2(line.split(' '), { home })).code }).toEqual({ line, code: 0 });
  }
  const notices: string[] = [];
  const reportUnexpected = (fault: unknown) => {
    throw fault;
  };
  const context = contextIn(home, { reportUnexpected, notice: (text) => notices.push(text) });
  const of = async (as?: string) => {
    const choice = { as, context: undefined, newSession: false, settings: {} };
    const accounts = await listDebtorAccounts(context, choice);
    return accounts.map(({ bban, owner }) => (owner === undefined ? bban : `${bban} ${owner}`));
  };
  return { of, notices };
}

describe('the accounts to pay from [C-payment-asked]', () => {
  it('are those of the customer who would be the PSU: the first private one where nobody is named', async () => {
    const { of, notices } = await profileAfter();
    expect(await of()).toEqual(['99901067291', '99901167601']);
    expect(await of(KARI)).toEqual(await of());
    const olas = await of(OLA);
    expect(olas).not.toEqual(await of());
    expect(olas.length).toBeGreaterThan(0);
    expect(notices).toEqual([]);
  });

  it('are all, with their owners, where the customer has none', async () => {
    const all = await (await profileAfter()).of('nobody');
    expect(all).toContain('99901067291 Kari Prøve');
    expect(all.length).toBeGreaterThan(4);
  });

  it('are those alone that the PSU has consented to, while the hour of their SCA lasts', async () => {
    const { of } = await profileAfter(`consent grant --sca approve --as ${KARI} --accounts 99901167601`);
    expect(await of()).toEqual(['99901167601']);
  });

  it('are none where the bank is another, which is said on one line', async () => {
    const signResponses = makeTpp({ roles: ['PSP_AS'] });
    const bank = await servedBank(undefined, undefined, { signResponses });
    const trust = `profile trust ${'0'.repeat(64)}`;
    const { of, notices } = await profileIn(await homeAt(bank, PSU), [trust]);
    expect(await of()).toEqual([]);
    expect(notices).toEqual([
      expect.stringMatching(
        /^Can't list the accounts\..* Before \(SHA-256\): 0{64} Now \(SHA-256\): \w{64}$/,
      ),
    ]);
  });
});
