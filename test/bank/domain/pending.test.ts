import { describe, expect, it } from 'vitest';
import {
  computeExpectedChanges,
  computeRunDay,
  isMoneyHeld,
  isPending,
} from '../../../src/bank/domain/ledger.ts';
import type { Payment } from '../../../src/bank/domain/payment.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT } from '../../../src/values/products.ts';

const domestic = {
  service: 'payments',
  product: DOMESTIC,
  status: 'ACTC',
  initiation: { debtorAccount: { currency: 'NOK' } },
  debtorAccount: 'debtor',
  amountMinor: 100_00n,
  currency: 'NOK',
  effectiveDate: '2026-11-18',
  approval: { sequence: 1n, at: 0 },
  settlesLate: false,
} as unknown as Payment;
const [abroad, instant, periodic] = [
  { ...domestic, product: CROSS_BORDER },
  { ...domestic, product: INSTANT },
  { ...domestic, service: 'periodic-payments' } as const,
];

const STATUSES = [
  ...(['RCVD', 'ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP', 'ACWP', 'ACSC', 'RJCT', 'CANC'] as const),
];

/** The statuses of which something is so. */
function among(holds: (status: Payment['status']) => boolean): string {
  return STATUSES.filter(holds).join(' ');
}

describe('a pending payment [D9-expected-balance, D9-reserved]', () => {
  it('is approved and not booked, and no standing order', () => {
    expect(among((status) => isPending({ ...domestic, status }))).toBe('ACTC ACWC ACCP PDNG ACSP ACWP');
    expect(among((status) => isPending({ ...periodic, status }))).toBe('');
  });

  it('keeps its money from its acceptance to its booking', () => {
    expect(among(isMoneyHeld)).toBe('ACSP ACWP');
  });

  it('takes the amount with the fee, and brings the amount where the creditor is ours', () => {
    const paid = { account: 'debtor', currency: 'NOK', pendingMinor: -165_00n };
    expect(computeExpectedChanges(abroad, undefined)).toEqual([paid]);
    expect(computeExpectedChanges(abroad, { id: 'creditor', currency: 'NOK' })).toEqual([
      paid,
      { account: 'creditor', currency: 'NOK', pendingMinor: 100_00n },
    ]);
  });

  it('moves each account by its own currency', () => {
    const payment: Payment = { ...domestic, amountMinor: 10_00n, currency: 'EUR' };
    expect(computeExpectedChanges(payment, { id: 'creditor', currency: 'SEK' })).toEqual([
      { account: 'debtor', currency: 'NOK', pendingMinor: -115_00n },
      { account: 'creditor', currency: 'SEK', pendingMinor: 115_00n },
    ]);
  });
});

describe('the day of the runs that take a payment [D4-runs, D4-cross-border-runs, D4-periodic-rests]', () => {
  const taken = (payment: Payment) =>
    among((status) => computeRunDay({ ...payment, status }) === '2026-11-18');

  it('is its own, while it waits for one', () => {
    expect(taken(domestic)).toBe('ACTC ACWC ACCP ACSP');
    expect(taken(instant)).toBe('ACTC ACWC ACCP ACSP');
    expect(taken(abroad)).toBe('ACTC ACWC ACCP ACSP ACWP');
  });

  it('is none for what the operator settles late, what nobody approved, and standing orders', () => {
    expect(computeRunDay({ ...abroad, status: 'ACWP', settlesLate: true })).toBeUndefined();
    const { approval: _, ...unapproved } = domestic;
    expect(taken(unapproved)).toBe('');
    expect(taken(periodic)).toBe('');
  });
});
