import { beforeEach, describe, expect, it } from 'vitest';
import { CASH_ACCOUNT_TYPES, getCashAccountTypeName } from '../../../src/values/cash-account-types.ts';
import { consent, ownedBy, told } from '../../support/life/information.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { KARI } from '../../support/life/payments.ts';
import { report } from '../../support/life/transactions.ts';
import { changeStore } from '../../support/store-work.ts';
import { cardTransaction, made } from '../sandbox/calls.ts';

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

describe('the names of types of accounts [D3-accept-fix-cash-account-type]', () => {
  it('are one for each code', () => {
    const names = CASH_ACCOUNT_TYPES.map(getCashAccountTypeName);
    expect(new Set(names).size).toBe(CASH_ACCOUNT_TYPES.length);
    expect(getCashAccountTypeName('SVGS')).toBe('Savings');
  });
});
