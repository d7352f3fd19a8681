import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { atAccounts } from '../../support/life/consents.ts';
import { ask, consent, ownedBy } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Headers, KARI } from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const LISTS = ['accounts', 'card-accounts'];
const WHO = ['user', 'users', 'agreements'];
const ones = (psu = KARI) => {
  const { accounts, cards } = ownedBy(bank(), psu);
  const all = [...accounts.map((id) => `accounts/${id}`), ...cards.map((id) => `card-accounts/${id}`)];
  return all.flatMap((path) => [path, `${path}/balances`]);
};

/** A 401 that leads to an SCA, and what that one is for. */
function expectLed(answer: Answer, code: string, purpose: 'consent' | 'session'): void {
  expectRefusal(answer, { status: 401, code });
  const { href, verbs } = answer.json._links.scaRedirect;
  expect(verbs).toEqual(['GET']);
  const id = new URL(href).pathname.split('/').at(-2);
  expect(readStored(bank().path, `SELECT purpose FROM authorisations WHERE id = '${id}'`)).toEqual([
    { purpose },
  ]);
}

async function expectAll(paths: readonly string[], code: string | 'told', headers: Headers = {}) {
  for (const path of paths) {
    const answer = await ask(bank(), path, { headers });
    if (code === 'told') expect(answer.status, `${path} ${answer.text}`).toBe(200);
    else expectLed(answer, code, WHO.includes(path) ? 'session' : 'consent');
  }
}

describe('a PSU without an SCA in the session [D2-sca-codes, D2-consent-codes, D15-purpose, D6-hour]', () => {
  it('is told nothing', async () => {
    await expectAll([...LISTS, ...WHO], 'SCA_NOT_FOUND');
    await expectAll(ones(), 'CONSENT_UNKNOWN');
  });

  it('who has declined one that named nobody is not found out by their number', async () => {
    await (await atAccounts(bank())).browser.press('decline');
    const known = { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI };
    await expectAll([...LISTS, ...WHO], 'SCA_NOT_FOUND', known);
    await expectAll([...LISTS, ...WHO], 'SCA_NOT_FOUND');
  });
});

it('who is named wrongly is led to a consent from accounts, to a session from elsewhere [D2-psu-credentials, D15-purpose]', async () => {
  const nobody = { 'PSU-ID': '00000000-0000-4000-8000-000000000000' };
  await consent(bank());
  await expectAll([...LISTS, ...ones(), ...WHO], 'PSU_CREDENTIALS_INVALID', nobody);
  const agreement = { 'PSU-Corporate-ID': nobody['PSU-ID'] };
  await expectAll([...LISTS, ...ones(), ...WHO], 'PSU_CREDENTIALS_INVALID', agreement);
  for (const path of ['/v1/consents', '/v1/bank-offered-consents']) {
    const answer = await bank().send({ path, headers: { 'PSU-Context': null, ...nobody } });
    expectLed(answer, 'PSU_CREDENTIALS_INVALID', 'session');
  }
});

it('the link of a 401 is the same again, and another one for another purpose [D2-same-authorisation, D2-sca-redirect-on-401]', async () => {
  const linkOf = async (path: string) => (await ask(bank(), path)).json._links.scaRedirect.href;
  const consents = [await linkOf('accounts'), await linkOf('card-accounts'), await linkOf(ones()[0]!)];
  const sessions = [await linkOf('user'), await linkOf('agreements')];
  expect([new Set(consents).size, new Set(sessions).size]).toEqual([1, 1]);
  expect(consents[0]).not.toBe(sessions[0]);
});
