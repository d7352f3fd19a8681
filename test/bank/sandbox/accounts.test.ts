import { describe, expect, it } from 'vitest';
import { checkBban, convertToIban } from '../../../src/values/iban.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve } from '../../support/life/operator.ts';
import { create } from '../../support/life/payments.ts';
import { balance, get, incoming, made, NUMBER, ownAccount, post, put } from './calls.ts';

const ASKED = { customerNumber: NUMBER, accountName: 'Sparekonto', currency: 'NOK' };

describe('accounts by hand [I-sandbox-account, D8-account-members, D8-bban-and-iban, D4-sandbox-bban, D8-both-balances, D2-created-location, I-cash-account-type]', () => {
  const bank = bankOfEach();

  it('are made of three members, with what the bank adds', async () => {
    await ownAccount(bank());
    const answer = await post(bank(), '/accounts', ASKED);
    const { id, bban } = answer.json;
    const self = `/v1/sandbox/accounts/${id}`;
    expect(answer.status).toBe(201);
    expect(answer.header('Location')).toBe(self);
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      ...ASKED,
      bban: expect.stringMatching(/^9990[0-9]{7}$/),
      iban: convertToIban(bban),
      product: 'Sparekonto',
      cashAccountType: 'CACC',
      creditLine: 0,
      balances: [balance('closingBooked', 0), balance('expected', 0)],
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        transactions: { href: `${self}/transactions`, verbs: ['GET', 'POST'] },
      },
    });
    expect(checkBban(bban)).toBeUndefined();
    expect((await get(bank(), `/accounts/${id}`)).json).toEqual([answer.json]);
    expect((await get(bank(), '/accounts')).json.at(-1)).toEqual(answer.json);
  });

  it('take all that is given, codes in any case', async () => {
    await ownAccount(bank());
    const given = { ...ASKED, product: 'Sparing Pluss', creditLine: -5, bban: '99900510019' };
    const codes = { currency: 'eur', cashAccountType: 'svgs' };
    const account = await made(bank(), '/accounts', { ...given, ...codes, iban: null, balances: null });
    expect(account).toMatchObject({ ...given, currency: 'EUR', cashAccountType: 'SVGS' });
    expect(account).not.toHaveProperty('tppMessages');
  });

  it('have a bban made of the IBAN, with a warning where it fails mod 11', async () => {
    await ownAccount(bank());
    const fits = await made(bank(), '/accounts', { ...ASKED, iban: convertToIban('99900510019') });
    expect(fits.bban).toBe('99900510019');
    expect(fits).not.toHaveProperty('tppMessages');
    const fails = await made(bank(), '/accounts', { ...ASKED, iban: convertToIban('99900510018') });
    expect(fails.tppMessages).toMatchObject([{ category: 'WARNING', code: 'FORMAT_ERROR', path: 'iban' }]);
  });

  it.each([
    ['only what is booked', [balance('closingBooked', 70)], 70, 70],
    ['only what is expected', [balance('expected', 70)], 70, 70],
    ['both', [balance('expected', 50), balance('closingBooked', 70)], 70, 50],
    ['a type twice', [balance('expected', 1), balance('expected', -2)], -2, -2],
    ['none', [], 0, 0],
  ])('open with %s', async (_, balances, closingBooked, expected) => {
    expect((await ownAccount(bank(), { balances })).balances).toEqual([
      balance('closingBooked', closingBooked),
      balance('expected', expected),
    ]);
  });
});

describe('balances that are set [D8-set-balance, D8-both-balances, D8-int32-ends, D9-expected-balance, I-sandbox-balance-update]', () => {
  const bank = bankOfEach();

  it('are exact from then on: what was below one unit is gone', async () => {
    const [account] = (await get(bank(), '/accounts')).json;
    await approve(bank(), await create(bank(), { amount: '0.75' }));
    await bank().send({ path: '/operator/batch/run', body: {} });
    const [spent] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(spent.balances[0].balanceAmount.amount).toBe(account.balances[0].balanceAmount.amount - 1);
    const answer = await put(bank(), `/accounts/${account.id}/balances`, [balance('closingBooked', 10)]);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      ...account,
      balances: [balance('closingBooked', 10), balance('expected', 10)],
    });
    await approve(bank(), await create(bank(), { amount: '10.00' }));
    const run = await bank().send({ path: '/operator/batch/run', body: {} });
    expect(run.json).toMatchObject({ settled: 1 });
  });

  it('keep what is expected apart from what payments will move', async () => {
    const [account] = (await get(bank(), '/accounts')).json;
    const path = `/accounts/${account.id}/balances`;
    await put(bank(), path, [balance('closingBooked', 1000), balance('expected', 1200)]);
    await approve(bank(), await create(bank(), { amount: '100.00' }));
    const shown = async () => (await get(bank(), `/accounts/${account.id}`)).json[0].balances;
    expect(await shown()).toEqual([balance('closingBooked', 1000), balance('expected', 1100)]);
    expect((await get(bank(), '/accounts')).json[0].balances).toEqual(await shown());
    await bank().send({ path: '/operator/batch/run', body: {} });
    expect(await shown()).toEqual([balance('closingBooked', 900), balance('expected', 1100)]);
    // One type alone: the other equals it, and nothing is adjusted any more.
    await put(bank(), path, [balance('expected', 500)]);
    expect(await shown()).toEqual([balance('closingBooked', 500), balance('expected', 500)]);
  });

  it('expect what is on its way to a number before it had an account', async () => {
    const bban = '99900510019';
    await approve(bank(), await create(bank(), { to: bban, amount: '100.00' }));
    const account = await ownAccount(bank(), { bban });
    expect(account.balances).toEqual([balance('closingBooked', 0), balance('expected', 100)]);
    await bank().send({ path: '/operator/batch/run', body: {} });
    const [after] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(after.balances).toEqual([balance('closingBooked', 100), balance('expected', 100)]);
  });

  it('go to the ends of int32, at which reads stop', async () => {
    const account = await ownAccount(bank(), { balances: [balance('closingBooked', 2 ** 31 - 1)] });
    await approve(bank(), await create(bank(), { to: account.bban, amount: '100.00' }));
    await bank().send({ path: '/operator/batch/run', body: {} });
    const [full] = (await get(bank(), `/accounts/${account.id}`)).json;
    expect(full.balances[0]).toEqual(balance('closingBooked', 2 ** 31 - 1));
    // Back towards the middle a transaction may lead from wherever the balance is.
    const back = { amount: 50, debtorAccount: { iban: '', bban: account.bban } };
    expect(
      (await post(bank(), `/accounts/${account.id}/transactions`, [incoming(account, back)])).status,
    ).toBe(201);
    expect((await post(bank(), `/accounts/${account.id}/transactions`, [incoming(account)])).status).toBe(
      409,
    );
    const lowest = await put(bank(), `/accounts/${account.id}/balances`, [balance('expected', -(2 ** 31))]);
    expect(lowest.json.balances[0]).toEqual(balance('closingBooked', -(2 ** 31)));
  });
});
