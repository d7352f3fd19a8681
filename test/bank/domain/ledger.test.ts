import { describe, expect, it } from 'vitest';
import { availableMinor, costMinor, entriesOf, pendingMinor } from '../../../src/bank/domain/ledger.ts';

const debtor = { id: 'debtor', currency: 'NOK' } as const;
const creditor = { id: 'creditor', currency: 'NOK' } as const;

describe('what a payment costs [D4-conversion, D9-double-entry]', () => {
  it('is its amount in the currency of the account', () => {
    expect(costMinor({ amountMinor: 1000n, currency: 'EUR' }, 'NOK')).toBe(11_500n);
    expect(costMinor({ amountMinor: 1000n, currency: 'NOK' }, 'NOK')).toBe(1000n);
  });

  it('is never nothing: what rounds to zero costs the least there is', () => {
    expect(costMinor({ amountMinor: 1n, currency: 'IRR' }, 'NOK')).toBe(1n);
    expect(costMinor({ amountMinor: 1n, currency: 'VND' }, 'NOK')).toBe(1n);
  });
});

describe('the entries of a payment [D9-double-entry, D4-conversion]', () => {
  const payment = { amountMinor: 1000n, currency: 'EUR' } as const;
  const sums = (given: ReturnType<typeof entriesOf>) =>
    given.map((lines) => lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n));

  it('are one where both accounts have one currency, and where the creditor is elsewhere', () => {
    expect(entriesOf(payment, debtor, creditor)).toEqual([
      [
        { account: 'debtor', currency: 'NOK', amountMinor: -11_500n },
        { account: 'creditor', currency: 'NOK', amountMinor: 11_500n },
      ],
    ]);
    expect(entriesOf(payment, debtor, undefined)[0]?.map(({ account }) => account)).toEqual([
      'debtor',
      'NOSTRO',
    ]);
  });

  it('are two through NOSTRO between two currencies, each of one and summing to zero', () => {
    const entries = entriesOf(payment, debtor, { id: 'creditor', currency: 'EUR' });
    expect(entries.map((lines) => [...new Set(lines.map(({ currency }) => currency))])).toEqual([
      ['NOK'],
      ['EUR'],
    ]);
    expect(sums(entries)).toEqual([0n, 0n]);
    expect(entries[1]?.at(-1)).toEqual({ account: 'creditor', currency: 'EUR', amountMinor: 1000n });
  });
});

describe('what an account can pay with, and what it expects [D9-available, D9-expected-balance]', () => {
  it('is closingBooked − reservations + creditLine', () => {
    const funds = { currency: 'NOK', balanceMinor: 500n, reservedMinor: 200n, creditLine: 10 } as const;
    expect(availableMinor(funds)).toBe(1300n);
  });

  it('counts pending payments on both sides', () => {
    const pending = [
      { debtorAccount: 'a', creditorAccount: '2', amountMinor: 100n, currency: 'NOK' },
      { debtorAccount: 'b', creditorAccount: '1', amountMinor: 30n, currency: 'NOK' },
    ] as const;
    expect(pendingMinor({ id: 'a', bban: '1', currency: 'NOK' }, pending)).toBe(-70n);
    expect(pendingMinor({ id: 'c', bban: '2', currency: 'NOK' }, pending)).toBe(100n);
    expect(pendingMinor({ id: 'd', bban: '9', currency: 'NOK' }, pending)).toBe(0n);
  });
});
