import { describe, expect, it } from 'vitest';
import { computeAvailableMinor, createEntries } from '../../../src/bank/domain/ledger.ts';

const debtor = { id: 'debtor', currency: 'NOK' } as const;
const creditor = { id: 'creditor', currency: 'NOK' } as const;

const madeAs = { service: 'payments', product: 'norwegian-domestic-credit-transfers' } as const;

describe('the entries of a payment [D9-double-entry, D4-conversion]', () => {
  const payment = { ...madeAs, amountMinor: 1000n, currency: 'EUR' } as const;
  const sums = (given: ReturnType<typeof createEntries>) =>
    given.map((lines) => lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0n));

  it('are one where both accounts have one currency, and where the creditor is elsewhere', () => {
    expect(createEntries(payment, debtor, creditor)).toEqual([
      [
        { account: 'debtor', currency: 'NOK', amountMinor: -11_500n },
        { account: 'creditor', currency: 'NOK', amountMinor: 11_500n },
      ],
    ]);
    expect(createEntries(payment, debtor, 'NOSTRO')[0]?.map(({ account }) => account)).toEqual([
      'debtor',
      'NOSTRO',
    ]);
  });

  it('are two through NOSTRO between two currencies, each of one and summing to zero', () => {
    const entries = createEntries(payment, debtor, { id: 'creditor', currency: 'EUR' });
    expect(entries.map((lines) => [...new Set(lines.map(({ currency }) => currency))])).toEqual([
      ['NOK'],
      ['EUR'],
    ]);
    expect(sums(entries)).toEqual([0n, 0n]);
    expect(entries[1]?.at(-1)).toEqual({ account: 'creditor', currency: 'EUR', amountMinor: 1000n });
  });
});

describe('a fee [D4-fees, D9-double-entry]', () => {
  it("is in the booking of the payment, from the debtor to FEES, in the debtor account's currency", () => {
    const instant = {
      service: 'payments',
      product: 'instant-norwegian-credit-transfers-straks',
      amountMinor: 1000n,
      currency: 'NOK',
    } as const;
    expect(createEntries(instant, debtor, creditor)).toEqual([
      [
        { account: 'debtor', currency: 'NOK', amountMinor: -1000n },
        { account: 'creditor', currency: 'NOK', amountMinor: 1000n },
        { account: 'debtor', currency: 'NOK', amountMinor: -200n },
        { account: 'FEES', currency: 'NOK', amountMinor: 200n },
      ],
    ]);
  });
});

describe('what an account can pay with, and what it expects [D9-available, D9-expected-balance]', () => {
  it('is closingBooked − reservations + creditLine', () => {
    const funds = { currency: 'NOK', balanceMinor: 500n, reservedMinor: 200n, creditLine: 10 } as const;
    expect(computeAvailableMinor(funds)).toBe(1300n);
  });
});
