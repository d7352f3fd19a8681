import { describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { changeStore } from '../../support/store-work.ts';
import { CUSTOMER, get, incoming, made, NUMBER, ORGANISATION, ofSandbox, ownAccount, post } from './calls.ts';

const CORPORATE = { customerNumber: ORGANISATION, name: 'Prøve Hotell AS', type: 'CORPORATE' };
const initialise = (bank: TestBank) => bank.send(ofSandbox('POST', '/initialize', { rawBody: '' }));

describe('ids of what is made by hand [D8-natural-key, D8-initialise]', () => {
  const bank = bankOfEach();

  it('come from the natural key, whatever was made before', async () => {
    const acts = [() => made(bank(), '/customers', CUSTOMER), () => made(bank(), '/customers', CORPORATE)];
    const [first, second] = [await acts[0]!(), await acts[1]!()];
    await initialise(bank());
    expect([await acts[1]!(), await acts[0]!()]).toEqual([second, first]);
  });

  it('are new ones for what is made again, and the first ones after an initialise', async () => {
    const first = await made(bank(), '/customers', CUSTOMER);
    await changeStore(bank().path, `DELETE FROM customers WHERE number = '${NUMBER}'`);
    expect((await made(bank(), '/customers', CUSTOMER)).customerId).not.toBe(first.customerId);
    await initialise(bank());
    expect(await made(bank(), '/customers', CUSTOMER)).toEqual(first);
  });

  it('are new ones for what the initial data had', async () => {
    const [kari] = (await get(bank(), '/customers')).json;
    const [account] = (await get(bank(), '/accounts')).json;
    await changeStore(bank().path, `DELETE FROM customers WHERE number = '${kari.customerNumber}'`);
    const { customerNumber, customerName: name } = kari;
    const again = await made(bank(), '/customers', { customerNumber, name, type: 'PRIVATE' });
    expect(again.customerId).not.toBe(kari.customerId);
    const { bban } = account;
    const asked = { customerNumber, accountName: 'Brukskonto', currency: 'NOK', bban };
    expect((await made(bank(), '/accounts', asked)).id).not.toBe(account.id);
  });

  it('of accounts come from the bban, or from owner and name where the bank makes it', async () => {
    const own = await ownAccount(bank());
    const asked = { customerNumber: NUMBER, accountName: 'Brukskonto', currency: 'NOK' };
    const twin = await made(bank(), '/accounts', asked);
    const other = await made(bank(), '/accounts', { ...asked, accountName: 'Sparekonto' });
    const given = await made(bank(), '/accounts', { ...asked, bban: '99900510019' });
    expect(new Set([own, twin, other, given].map(({ id }) => id)).size).toBe(4);
    expect(new Set([own, twin, other, given].map(({ bban }) => bban)).size).toBe(4);
    await initialise(bank());
    await post(bank(), '/customers', CUSTOMER);
    const renamed = { ...asked, accountName: 'Lønnskonto', bban: '99900510019' };
    expect((await made(bank(), '/accounts', renamed)).id).toBe(given.id);
    expect(await made(bank(), '/accounts', { ...asked, accountName: 'Sparekonto' })).toEqual(other);
    expect(await made(bank(), '/accounts', asked)).toEqual(own);
    expect(await made(bank(), '/accounts', asked)).toEqual(twin);
  });

  it('of transactions come from account, members and the number among equals, in whatever requests', async () => {
    const own = await ownAccount(bank());
    const path = `/accounts/${own.id}/transactions`;
    const [a, b] = [incoming(own), incoming(own, { amount: 1 })];
    const ids = async (...items: object[]): Promise<string[]> =>
      (await post(bank(), path, items)).json.transactionIds;
    const together = await ids(a, b, a, a);
    expect(new Set(together).size).toBe(4);
    await initialise(bank());
    await ownAccount(bank());
    const apart = [...(await ids(b)), ...(await ids(a, a)), ...(await ids(a))];
    expect(apart).toEqual([together[1], together[0], together[2], together[3]]);
    const other = await made(bank(), '/accounts', {
      customerNumber: NUMBER,
      accountName: 'Sparekonto',
      currency: 'NOK',
    });
    // Its creditor is the first account, so it is outgoing here; members alone don't make the id.
    const debtorAccount = { iban: '', bban: other.bban };
    const [elsewhere] = (await post(bank(), `/accounts/${other.id}/transactions`, [{ ...a, debtorAccount }]))
      .json.transactionIds;
    expect(together).not.toContain(elsewhere);
  });

  it('are the same in a bank of another machine', async () => {
    const second = await openTestBank({ now: bank().now + 86_400_000 });
    try {
      expect(await ownAccount(second)).toEqual(await ownAccount(bank()));
    } finally {
      await second.close();
    }
  });
});

const OWNER = '310000018';
const CUSTOMERS = [
  { customerNumber: OWNER, name: 'Prøve AS', type: 'CORPORATE' },
  { customerNumber: '20878912340', name: 'Nora Eksempel', type: 'PRIVATE' },
];
const ACCOUNTS = ['Sparing', 'Drift'].map((accountName) => ({
  customerNumber: OWNER,
  accountName,
  currency: 'NOK',
}));
const CARDS = ['4925xxxxxxxx9999', '4925xxxxxxxx1111'].map((maskedPan) => ({
  ...{ customerNumber: OWNER, maskedPan, currency: 'NOK' },
  creditLimit: { currency: 'NOK', amount: 1 },
}));
const AGREEMENTS = ['Sparing', 'Drift'].map((name) => ({ owner: OWNER, name }));

async function listsOf(bank: TestBank, isTurned: boolean): Promise<unknown> {
  const send = async (path: string, bodies: readonly object[]) => {
    for (const body of isTurned ? [...bodies].reverse() : bodies)
      await bank.send({ method: 'POST', path: `/v1/sandbox/${path}`, body });
  };
  const list = async (path: string) => (await bank.send({ method: 'GET', path: `/v1/sandbox/${path}` })).json;
  await send('customers', CUSTOMERS);
  await send('accounts', ACCOUNTS);
  await send('card-accounts', CARDS);
  await send('agreements', AGREEMENTS);
  const [{ agreementId }] = (await list('agreements')).filter(
    ({ owner }: { owner: string }) => owner === OWNER,
  );
  const accounts = (await list('accounts')).filter(
    ({ customerNumber }: { customerNumber: string }) => customerNumber === OWNER,
  );
  const engagements = accounts.map(({ iban }: { iban: string }) => ({
    customer: CUSTOMERS[1]?.customerNumber,
    account: { iban },
    roles: ['VIEW'],
  }));
  await send(`agreements/${agreementId}/engagements`, engagements);
  return [
    await list('customers'),
    await list('accounts'),
    await list('card-accounts'),
    await list('agreements'),
  ];
}

it('lists of sandbox data are the same in whatever order the data came, the initial data before others [D8-list-order]', async () => {
  const [one, other] = [await openTestBank(), await openTestBank()];
  const lists = await listsOf(one, false);
  expect(await listsOf(other, true)).toEqual(lists);
  const [customers] = lists as [{ customerNumber: string }[]];
  expect(customers.map(({ customerNumber }) => customerNumber)).toEqual([
    ...['15813963008', '01929010120', '310999016', '310999024'],
    ...['20878912340', OWNER],
  ]);
  await Promise.all([one.close(), other.close()]);
});
