import { beforeEach, describe, expect, it } from 'vitest';
import { keepConsent } from '../../../src/bank/store/tables/psus.ts';
import { consentTo, shownTo } from '../../support/life/consents.ts';
import {
  agree,
  agreementId,
  endAgreement,
  engage,
  inAgreement,
  waysOfTaking,
} from '../../support/life/firm.ts';
import { ownedBy, sca } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask } from '../../support/life/operator.ts';
import { FIRM, KARI } from '../../support/life/payments.ts';
import { inStore } from '../../support/store-work.ts';
import { readStored } from '../../support/stored.ts';
import { CUSTOMER, get, NUMBER, ofSandbox, ownAccount, ownCard, remove } from '../sandbox/calls.ts';

const bank = bankOfEach();
const stored = (table: string) => readStored(bank().path, `SELECT COUNT(*) AS rows FROM ${table}`)[0]?.rows;
const TPP = 'PSDNO-FSA-39999990';

describe('what is deleted leaves the consents [D8-deleting, D8-deleting-customer, D6-consent]', () => {
  it.each(['accounts', 'card-accounts'])('one of the %s', async (kind) => {
    const { accounts, cards } = ownedBy(bank(), KARI);
    const [gone = ''] = kind === 'accounts' ? accounts : cards;
    await consentTo(bank(), [...accounts, ...cards]);
    expect((await remove(bank(), `/${kind}/${gone}`)).status).toBe(204);
    expect(await shownTo(bank())).toEqual([...accounts, ...cards].filter((id) => id !== gone));
    expect(stored('consent_accounts')).toBe(2);
  });

  it('all that there is: no consent is in force', async () => {
    const account = await ownAccount(bank());
    const card = await ownCard(bank());
    await consentTo(bank(), [account.id, card.resourceId], { psu: NUMBER });
    await remove(bank(), `/accounts/${account.id}`);
    await remove(bank(), `/card-accounts/${card.resourceId}`);
    expect(await shownTo(bank(), byNumber)).toBe('CONSENT_INVALID');
    expect(stored('consent_accounts')).toBe(0);
  });

  it('an account that is made again with its number is another one, and not granted', async () => {
    const account = await ownAccount(bank());
    await consentTo(bank(), [account.id], { psu: NUMBER });
    await remove(bank(), `/accounts/${account.id}`);
    expect((await ownAccount(bank(), { bban: account.bban })).bban).toBe(account.bban);
    expect(await shownTo(bank(), byNumber)).toBe('CONSENT_INVALID');
  });

  it('a customer: who is made again with the number has given none', async () => {
    const account = await ownAccount(bank());
    await consentTo(bank(), [account.id], { psu: NUMBER });
    const customers = (await get(bank(), '/customers')).json;
    const { customerId } = customers.find((one: { customerNumber: string }) => one.customerNumber === NUMBER);
    expect((await remove(bank(), `/customers/${customerId}`)).status).toBe(204);
    expect([stored('consents'), stored('consent_accounts')]).toEqual([0, 0]);
    await bank().send({ path: '/v1/sandbox/customers', body: CUSTOMER });
    await sca(bank(), { psu: NUMBER });
    expect(await shownTo(bank(), byNumber)).toBe('CONSENT_UNKNOWN');
  });

  it('more of them than one work takes', async () => {
    const [gone = ''] = ownedBy(bank(), KARI).accounts;
    await inStore(bank().path, function* () {
      for (let place = 0; place < 2_100; place += 1)
        yield* keepConsent(`PSDNO-FSA-${place}`, KARI, undefined, [gone]);
    });
    await remove(bank(), `/accounts/${gone}`);
    await get(bank(), '/accounts');
    expect(stored('consent_accounts')).toBe(0);
    expect(stored('consents')).toBe(2_100);
  });

  it('all with the world that begins anew', async () => {
    const { accounts } = ownedBy(bank(), KARI);
    await consentTo(bank(), accounts);
    await bank().send(ofSandbox('POST', '/initialize', { rawBody: '' }));
    expect([stored('consents'), stored('consent_accounts')]).toEqual([0, 0]);
    await sca(bank());
    expect(await shownTo(bank())).toBe('CONSENT_UNKNOWN');
  });
});

describe('a consent in an agreement that is taken away [D8-delete-agreement, D6-consent, D8-engaged-accounts]', () => {
  let engagement: string;
  let engaged: string;
  let headers: Record<string, string | null>;
  beforeEach(async () => {
    await agree(bank());
    engagement = await engage(bank(), KARI);
    [engaged = ''] = ownedBy(bank(), FIRM).accounts;
    headers = { ...(await inAgreement(bank(), KARI)), 'TPP-Session-ID': 'first-sca' };
    await ask(bank(), 'POST', '/operator/consents/grant', {
      as: KARI,
      agreementId,
      accounts: 'all',
      tpp: TPP,
    });
  });

  it.each(waysOfTaking(() => ({ bank: bank(), engagement })))('shows nothing: $name', async ({ take }) => {
    expect(await shownTo(bank(), { headers })).toEqual([engaged]);
    await take();
    expect(await shownTo(bank(), { headers })).toBe('PSU_CREDENTIALS_INVALID');
  });

  it('goes with the agreement, whoever else had given one there', async () => {
    await ask(bank(), 'POST', '/operator/consents/grant', {
      as: FIRM,
      agreementId,
      accounts: 'all',
      tpp: TPP,
    });
    await consentTo(bank(), [ownedBy(bank(), KARI).accounts[0] ?? '']);
    await endAgreement(bank());
    expect([stored('consents'), stored('consent_accounts')]).toEqual([1, 1]);
  });

  it('goes with the company that owns it', async () => {
    const firm = (await get(bank(), '/customers')).json.find(
      (one: { customerNumber: string }) => one.customerNumber === FIRM,
    );
    expect((await remove(bank(), `/customers/${firm.customerId}`)).status).toBe(204);
    expect([stored('consents'), stored('consent_accounts')]).toEqual([0, 0]);
  });

  it('shows what is left to who is engaged for less', async () => {
    const [, other = ''] = ownedBy(bank(), FIRM).accounts;
    const bban = (await get(bank(), '/accounts')).json.find((one: { id: string }) => one.id === other).bban;
    const second = await engage(bank(), KARI, { account: bban });
    await ask(bank(), 'POST', '/operator/consents/grant', {
      as: KARI,
      agreementId,
      accounts: 'all',
      tpp: TPP,
    });
    expect(await shownTo(bank(), { headers })).toEqual([engaged, other]);
    await remove(bank(), `/agreements/${agreementId}/engagements/${second}`);
    expect(await shownTo(bank(), { headers })).toEqual([engaged]);
  });
});

const byNumber = { headers: { 'PSU-ID': null, 'X-PSU-IDENTITY': NUMBER } };
