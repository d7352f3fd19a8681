import { beforeEach, describe, expect, it } from 'vitest';
import { CASH_ACCOUNT_TYPES, getCashAccountTypeName } from '../../../src/values/cash-account-types.ts';
import {
  accountBalances,
  accountList,
  cardAccountBalances,
  cardAccountList,
  oneAccount,
  oneCardAccount,
} from '../../../src/wire/answers/information.ts';
import { ask, consent, ownedBy, told } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI, OLA } from '../../support/life/payments.ts';
import { report } from '../../support/life/transactions.ts';
import { changeStore } from '../../support/store-work.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { cardTransaction, made } from '../sandbox/calls.ts';

const bank = bankOfEach();
const owned = () => ownedBy(bank(), KARI);
const get = (href: string) => ({ href, verbs: ['GET'] });
const linksOf = (self: string) => ({
  self: get(self),
  balances: get(`${self}/balances`),
  transactions: get(`${self}/transactions`),
});
const balanceOf = (amount: string, balanceType: string) => ({
  balanceAmount: { currency: 'NOK', amount },
  balanceType,
  referenceDate: '2026-11-18',
});

beforeEach(() => consent(bank()));

/** What an account has, in øre. */
async function holds(id: string, balance: bigint, pending = 0n): Promise<void> {
  const sql = 'UPDATE balances SET balance_minor = ?, pending_minor = ? WHERE account = ?';
  await changeStore(bank().path, sql, balance, pending, id);
}

describe('an account [D7-account, D7-balances, D7-left-out, I-balance-type, I-common-types]', () => {
  it('is told as it is, with its bank and its owner', async () => {
    const [id = '', other] = owned().accounts;
    const { account } = await told(bank(), `accounts/${id}`);
    expect(account).toEqual({
      resourceId: id,
      bban: bank().accounts.debtor,
      iban: expect.stringMatching(/^NO\d{13}$/),
      currency: 'NOK',
      name: expect.any(String),
      product: expect.any(String),
      cashAccountType: 'CACC',
      bic: 'PSDTNO20',
      ownerName: expect.any(String),
      _links: linksOf(`/v1/accounts/${id}`),
    });
    expect(account.ownerName).not.toBe('');
    const list = await told(bank(), 'accounts');
    expect(list.accounts[0]).toEqual(account);
    expect(list.accounts.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual([id, other]);
    expect(oneAccount.parse({ account })).toEqual({ account });
    expect(accountList.parse(list)).toEqual(list);
  });

  it('has its exact balances, of today, in the list and alone and by themselves', async () => {
    const [id = ''] = owned().accounts;
    await holds(id, 123_456_789n, -100n);
    const balances = [balanceOf('1234567.89', 'closingBooked'), balanceOf('1234566.89', 'expected')];
    const query = 'withBalance=true';
    expect((await told(bank(), `accounts/${id}`, { query })).account.balances).toEqual(balances);
    expect((await told(bank(), 'accounts', { query })).accounts[0].balances).toEqual(balances);
    const alone = await told(bank(), `accounts/${id}/balances`);
    const { bban, iban, currency } = (await told(bank(), `accounts/${id}`)).account;
    expect(alone).toEqual({ account: { bban, iban, currency }, balances });
    expect(accountBalances.parse(alone)).toEqual(alone);
    await holds(id, -5n);
    expect((await told(bank(), `accounts/${id}/balances`)).balances[0]).toEqual(
      balanceOf('-0.05', 'closingBooked'),
    );
  });

  it.each(['withBalance=false', ''])('has none with %j', async (query) => {
    expect((await told(bank(), 'accounts', { query })).accounts[0]).not.toHaveProperty('balances');
  });

  it.each([
    'withBalance=yes',
    'withBalance=',
    'withBalance=true&withBalance=true',
  ])('is not told with %j', async (query) => {
    const refusal = { status: 400, code: 'FORMAT_ERROR', path: 'withBalance' };
    for (const path of ['accounts', `accounts/${owned().accounts[0]}`, 'card-accounts']) {
      expectRefusal(await ask(bank(), path, { query }), refusal);
    }
  });

  it('leaves out what the standard would refuse', async () => {
    const [id = ''] = owned().accounts;
    await changeStore(bank().path, 'UPDATE accounts SET product = ? WHERE id = ?', 'p'.repeat(36), id);
    await changeStore(bank().path, 'UPDATE customers SET name = ? WHERE number = ?', 'n'.repeat(141), KARI);
    const { account } = await told(bank(), `accounts/${id}`);
    expect(account).not.toHaveProperty('product');
    expect(account).not.toHaveProperty('ownerName');
  });
});

describe('a card account [D7-card-account, D7-balances, D7-left-out, I-related-account]', () => {
  it('is told as it is, with its limit and how payments name it', async () => {
    const [id = ''] = owned().cards;
    const { cardAccount } = await told(bank(), `card-accounts/${id}`);
    expect(cardAccount).toEqual({
      resourceId: id,
      maskedPan: expect.stringMatching(/^\d{4}x+\d{4}$/),
      currency: 'NOK',
      name: expect.any(String),
      product: expect.any(String),
      creditLimit: { currency: 'NOK', amount: expect.stringMatching(/^\d+\.00$/) },
      relatedAccount: { identification: expect.any(String), schemeNameProprietary: 'creditCardAccount' },
      _links: linksOf(`/v1/card-accounts/${id}`),
    });
    const list = await told(bank(), 'card-accounts');
    expect(list).toEqual({ cardAccounts: [cardAccount] });
    expect(oneCardAccount.parse({ cardAccount })).toEqual({ cardAccount });
    expect(cardAccountList.parse(list)).toEqual(list);
  });

  it('has its exact balances, and what it was given to say of them', async () => {
    const [id = ''] = owned().cards;
    await holds(id, -1_050n);
    const details = {
      closingBooked: { referenceDate: '2026-11-01', lastChangeDateTime: '2026-11-01T09:30:00+01:00' },
      expected: { lastCommittedTransaction: 'c'.repeat(36) },
    };
    const sql = 'UPDATE card_accounts SET balance_details = ? WHERE id = ?';
    await changeStore(bank().path, sql, JSON.stringify(details), id);
    const alone = await told(bank(), `card-accounts/${id}/balances`);
    const { maskedPan, currency } = (await told(bank(), `card-accounts/${id}`)).cardAccount;
    expect(alone).toEqual({
      cardAccount: { maskedPan, currency },
      balances: [
        { ...balanceOf('-10.50', 'closingBooked'), ...details.closingBooked },
        balanceOf('-10.50', 'expected'),
      ],
    });
    expect(cardAccountBalances.parse(alone)).toEqual(alone);
    const { cardAccounts } = await told(bank(), 'card-accounts', { query: 'withBalance=true' });
    expect(cardAccounts[0].balances).toEqual(alone.balances);
  });
});

describe('a selection of accounts [D6-selection, D7-account, D7-card-account]', () => {
  it('is all that the lists have, in the order of the bank', async () => {
    const { accounts, cards } = owned();
    const idsOf = async (path: string, member: string) =>
      (await told(bank(), path))[member].map(({ resourceId }: { resourceId: string }) => resourceId);
    await consent(bank(), { accounts: [cards[0]!, accounts[1]!] });
    expect(await idsOf('accounts', 'accounts')).toEqual([accounts[1]]);
    expect(await idsOf('card-accounts', 'cardAccounts')).toEqual(cards);
    await consent(bank(), { accounts });
    expect(await idsOf('accounts', 'accounts')).toEqual(accounts);
    expect(await idsOf('card-accounts', 'cardAccounts')).toEqual([]);
  });

  it('has none of another PSU, though their id stands in it', async () => {
    await consent(bank(), { accounts: [...owned().accounts, ...ownedBy(bank(), OLA).accounts] });
    expect((await told(bank(), 'accounts')).accounts).toHaveLength(2);
  });
});

const LONG = `${'Å'.repeat(34)}bcd`;
const CUT = `${'Å'.repeat(34)}b`;
const withBalance = { query: 'withBalance=true' };

describe('accounts before the fixes [D3-accept-fix-default, D3-accept-fix-names, D3-accept-fix-cash-account-type, I-accept-fix]', () => {
  const bank = bankOfEach({ now: Date.parse('2019-06-03T10:00:00+02:00') });
  const owned = () => ownedBy(bank(), KARI);

  beforeEach(async () => {
    await changeStore(bank().path, 'UPDATE accounts SET name = ?', LONG);
    await changeStore(bank().path, 'UPDATE card_accounts SET name = ?', LONG);
    await consent(bank());
  });

  const accountWith = async (acceptFix: string | null) => {
    const headers = { 'x-accept-fix': acceptFix };
    const path = `accounts/${owned().accounts[0]}`;
    return (await told(bank(), path, { ...withBalance, headers })).account;
  };
  const cardWith = async (acceptFix: string | null) => {
    const headers = { 'x-accept-fix': acceptFix };
    return (await told(bank(), 'card-accounts', { ...withBalance, headers })).cardAccounts[0];
  };

  it.each([null, '', 'no-such-fix'])('are of the old kind with x-accept-fix %j', async (acceptFix) => {
    const { name, cashAccountType, balances } = await accountWith(acceptFix);
    expect({ name, cashAccountType }).toEqual({ name: CUT, cashAccountType: 'Current' });
    expect(typeof balances[0].balanceAmount.amount).toBe('number');
    const card = await cardWith(acceptFix);
    expect(card.name).toBe(CUT);
    expect([typeof card.creditLimit.amount, typeof card.balances[1].balanceAmount.amount]).toEqual([
      'number',
      'number',
    ]);
  });

  it('take each fix by itself', async () => {
    expect(await accountWith('longer-names')).toMatchObject({ name: LONG, cashAccountType: 'Current' });
    expect(await cardWith('longer-names')).toMatchObject({ name: LONG });
    expect(await accountWith('cash-account-type-iso')).toMatchObject({ name: CUT, cashAccountType: 'CACC' });
    const { balances } = await accountWith('amount-as-string');
    expect(balances[0].balanceAmount.amount).toMatch(/^-?\d+\.\d\d$/);
  });
});

/** A purchase in the list of a card, before and after its day. */
describe('card transactions before the fix and on its day [D3-accept-fix-card-amounts, D3-accept-fix-default]', () => {
  const bank = bankOfEach({ now: Date.parse('2024-11-12T23:59:59+01:00') });

  it('have each amount in the other’s place, unless the fix is named', async () => {
    const [id = ''] = ownedBy(bank(), KARI).cards;
    await consent(bank());
    const dates = { bookingDate: '2024-11-12', transactionDate: '2024-11-12' };
    const originalAmount = { currency: 'EUR', amount: 9 };
    await made(bank(), `/card-accounts/${id}/transactions`, [
      cardTransaction({ ...dates, originalAmount }),
      cardTransaction({ ...dates, originalAmount, cardTransactionId: 'pending', bookingDate: '' }),
    ]);
    const shown = async (acceptFix: string | null) => {
      const asking = { query: 'bookingStatus=both', headers: { 'x-accept-fix': acceptFix } };
      const { booked, pending } = await report(bank(), `card-accounts/${id}`, '', asking);
      return [...booked!, ...pending!].map((one) => [
        one.transactionAmount.currency,
        one.originalAmount.currency,
      ]);
    };
    const switched = ['EUR', 'NOK'];
    const right = ['NOK', 'EUR'];
    expect(await shown(null)).toEqual([switched, switched]);
    expect(await shown('amount-as-string, longer-names')).toEqual([switched, switched]);
    expect(await shown('cardaccount-switch-originalamount-and-transactionamount')).toEqual([right, right]);
    bank().now += 1000;
    expect(await shown(null)).toEqual([right, right]);
  });
});

describe('accounts on the days of the changes [D3-accept-fix-default, D3-accept-fix-names, D3-accept-fix-cash-account-type]', () => {
  const bank = bankOfEach({ now: Date.parse('2024-09-30T23:59:59+02:00') });

  it('are of the new kind from midnight in Oslo', async () => {
    const [id = ''] = ownedBy(bank(), KARI).accounts;
    await changeStore(bank().path, 'UPDATE accounts SET name = ?', LONG);
    await consent(bank());
    const shown = async () => {
      const headers = { 'x-accept-fix': null };
      const { name, cashAccountType } = (await told(bank(), `accounts/${id}`, { headers })).account;
      return [name, cashAccountType];
    };
    expect(await shown()).toEqual([CUT, 'Current']);
    bank().now += 1000;
    expect(await shown()).toEqual([LONG, 'Current']);
    bank().now = Date.parse('2024-11-12T23:59:59+01:00');
    expect(await shown()).toEqual([LONG, 'Current']);
    bank().now += 1000;
    expect(await shown()).toEqual([LONG, 'CACC']);
  });
});

it('the names of types of accounts are one for each code [D3-accept-fix-cash-account-type]', () => {
  const names = CASH_ACCOUNT_TYPES.map(getCashAccountTypeName);
  expect(new Set(names).size).toBe(CASH_ACCOUNT_TYPES.length);
  expect(getCashAccountTypeName('SVGS')).toBe('Savings');
});
