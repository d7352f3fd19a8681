import { describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../support/bank.ts';

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

async function made(bank: TestBank, isTurned: boolean): Promise<unknown> {
  const post = async (path: string, bodies: readonly object[]) => {
    for (const body of isTurned ? [...bodies].reverse() : bodies)
      await bank.send({ method: 'POST', path: `/v1/sandbox/${path}`, body });
  };
  const list = async (path: string) => (await bank.send({ method: 'GET', path: `/v1/sandbox/${path}` })).json;
  await post('customers', CUSTOMERS);
  await post('accounts', ACCOUNTS);
  await post('card-accounts', CARDS);
  await post('agreements', AGREEMENTS);
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
  await post(`agreements/${agreementId}/engagements`, engagements);
  return [
    await list('customers'),
    await list('accounts'),
    await list('card-accounts'),
    await list('agreements'),
  ];
}

describe('lists of sandbox data [D8-list-order]', () => {
  it('are the same in whatever order the data came, the initial data before others', async () => {
    const [one, other] = [await openTestBank(), await openTestBank()];
    const lists = await made(one, false);
    expect(await made(other, true)).toEqual(lists);
    const [customers] = lists as [{ customerNumber: string }[]];
    expect(customers.map(({ customerNumber }) => customerNumber)).toEqual([
      ...['15813963008', '01929010120', '310999016', '310999024'],
      ...['20878912340', OWNER],
    ]);
    await Promise.all([one.close(), other.close()]);
  });
});
