import { describe, expect, it } from 'vitest';
import { keepConsent } from '../../src/bank/store/tables/psus.ts';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { oneHome } from '../support/one-home.ts';
import { inStore } from '../support/store-work.ts';
import { readStored } from '../support/stored.ts';

const KARI = '15813963008';
const { run, json, folder } = oneHome();

function store(): string {
  return buildProfilePaths(folder(), 'offline').store;
}

function granted() {
  return readStored(store(), 'SELECT DISTINCT tpp FROM consent_accounts ORDER BY tpp');
}

describe('consent revoke [C-consent-revoke, C-error-text]', () => {
  it('takes back what this TPP has, and nothing of another', async () => {
    await run(['consent', 'grant', '--sca', 'approve', '--as', KARI, '--accounts', 'all']);
    const [mine] = granted();
    expect(mine).toEqual({ tpp: expect.stringMatching(/^PSDNO-FSA-/) });
    await inStore(store(), () => keepConsent('another', KARI, undefined, ['its own']));
    const { value } = await json(['consent', 'revoke']);
    expect(value).toEqual({ _meta: expect.objectContaining({ status: 204 }) });
    expect(granted()).toEqual([{ tpp: 'another' }]);
  });

  it.each([
    ['a number that no customer has', ['--as', '12345678901'], /^Check --as\./],
    ['an agreement that is none of theirs', ['--as', KARI, '--agreement', 'x'], /^Add --agreement/],
    ['a company without an agreement', ['--as', '310999016'], /^Add --agreement/],
  ])('says of %s what the bank says, and what to do', async (_, flags, hint) => {
    const { code, value } = await json(['consent', 'revoke', ...flags]);
    expect({ code, ...value.error }).toMatchObject({
      code: 'BANK_REFUSED',
      status: 400,
      hint: expect.stringMatching(hint),
    });
  });
});
