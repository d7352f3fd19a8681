import { describe, expect, it } from 'vitest';
import type { Answer } from '../../support/bank.ts';
import { atAccounts } from '../../support/life/consents.ts';
import { DAY, HOUR } from '../../support/life/days.ts';
import { ask, consent, ownedBy, revoke, sca } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, decline } from '../../support/life/operator.ts';
import { create, type Headers, KARI, OLA } from '../../support/life/payments.ts';
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

  it('has an SCA of another session, or of another PSU, for nothing', async () => {
    await consent(bank(), { session: 'another' });
    await sca(bank(), { psu: OLA });
    await expectAll([...LISTS, ...WHO], 'SCA_NOT_FOUND');
    await expectAll(ones(), 'told');
  });

  it('who has declined it is said to have', async () => {
    await decline(bank(), await create(bank(), { psu: KARI }));
    await expectAll([...LISTS, ...WHO], 'SCA_INVALID');
    await expectAll([...LISTS, ...WHO], 'SCA_NOT_FOUND', { 'TPP-Session-ID': 'another' });
    expectLed(await ask(bank(), 'user', { psu: OLA }), 'SCA_NOT_FOUND', 'session');
  });

  it('who has declined one that named nobody is not found out by their number', async () => {
    await (await atAccounts(bank())).browser.press('decline');
    const known = { 'PSU-ID': null, 'X-PSU-IDENTITY': KARI };
    await expectAll([...LISTS, ...WHO], 'SCA_NOT_FOUND', known);
    await expectAll([...LISTS, ...WHO], 'SCA_NOT_FOUND');
  });

  it('who declines another one keeps what they had', async () => {
    await consent(bank());
    await decline(bank(), await create(bank(), { psu: KARI }));
    await expectAll([...LISTS, ...WHO, ...ones()], 'told');
    bank().now += HOUR + 1;
    await expectAll([...LISTS, ...WHO], 'SCA_EXPIRED');
  });
});

describe('a session that is over [D2-sca-codes, D6-hour, D6-session-replaced]', () => {
  it('says so, and one account goes on', async () => {
    await consent(bank());
    bank().now += HOUR;
    await expectAll([...LISTS, ...WHO, ...ones()], 'told');
    bank().now += 1;
    await expectAll([...LISTS, ...WHO], 'SCA_EXPIRED');
    await expectAll(ones(), 'told');
  });

  it('is renewed by any SCA in it, of a payment too', async () => {
    await consent(bank());
    bank().now += 2 * HOUR;
    await approve(bank(), await create(bank(), { psu: KARI }));
    await expectAll([...LISTS, ...WHO, ...ones()], 'told');
  });
});

describe('a consent [D2-consent-codes, D6-180-days, D6-outside-consent, D15-purpose]', () => {
  it('is asked for where there is an SCA of something else', async () => {
    await sca(bank());
    await expectAll([...LISTS, ...ones()], 'CONSENT_UNKNOWN');
    await expectAll(WHO, 'told');
  });

  it('that was revoked is not one that never was', async () => {
    await consent(bank());
    await revoke(bank());
    await expectAll([...LISTS, ...ones()], 'CONSENT_INVALID');
    await expectAll(WHO, 'told');
  });

  it('ends 180 days after the last SCA, of whatever kind', async () => {
    await consent(bank());
    bank().now += 180 * DAY;
    await expectAll(ones(), 'told');
    bank().now += 1;
    await expectAll(ones(), 'CONSENT_EXPIRED');
    await expectAll(LISTS, 'SCA_EXPIRED');
    await approve(bank(), await create(bank(), { psu: KARI }));
    await expectAll([...LISTS, ...ones()], 'told');
  });

  it('shows what is in it, and asks for the rest', async () => {
    const { accounts, cards } = ownedBy(bank(), KARI);
    await consent(bank(), { accounts: [accounts[0]!] });
    await expectAll([`accounts/${accounts[0]}`, `accounts/${accounts[0]}/balances`], 'told');
    const rest = [`accounts/${accounts[1]}`, `card-accounts/${cards[0]}`];
    await expectAll([...rest, ...rest.map((path) => `${path}/balances`)], 'CONSENT_INVALID');
  });

  it('tells of nobody else’s account whether there is one', async () => {
    const { accounts, cards } = ownedBy(bank(), OLA);
    const [own = ''] = ownedBy(bank(), KARI).accounts;
    await consent(bank());
    await consent(bank(), { psu: OLA });
    const notThere = (what: string) => [`${what}/AAAAAAAAAAAAAAAAAAAAAA`, `${what}/${own}x`];
    for (const path of [...notThere('accounts'), `accounts/${accounts[0]}`, `accounts/${cards[0]}`]) {
      for (const below of ['', '/balances']) {
        const answer = await ask(bank(), path + below);
        expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN', path: null });
        expect(answer.json.tppMessages[0].text).toBe('no account with this id can be read here');
        expect(answer.json).not.toHaveProperty('_links');
      }
    }
    for (const path of [...notThere('card-accounts'), `card-accounts/${cards[0]}`, `card-accounts/${own}`]) {
      expectRefusal(await ask(bank(), path), { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
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
