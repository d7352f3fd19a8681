import { describe, expect, it } from 'vitest';
import { computeAvailableMinor, computeRunDay } from '../../../src/bank/domain/ledger.ts';
import type { Payment } from '../../../src/bank/domain/payment.ts';
import {
  computeChargeMinor,
  computeCostMinor,
  computeFeeMinor,
} from '../../../src/bank/domain/product-rules.ts';
import {
  CROSS_BORDER,
  DOMESTIC,
  INSTANT,
  INSTANT_ALIAS,
  type PaymentService,
} from '../../../src/values/products.ts';

describe('what a payment costs [D4-conversion, D9-double-entry]', () => {
  it('is its amount in the currency of the account', () => {
    expect(computeCostMinor({ amountMinor: 1000n, currency: 'EUR' }, 'NOK')).toBe(11_500n);
    expect(computeCostMinor({ amountMinor: 1000n, currency: 'NOK' }, 'NOK')).toBe(1000n);
  });

  it('is never nothing: what rounds to zero costs the least there is', () => {
    expect(computeCostMinor({ amountMinor: 1n, currency: 'IRR' }, 'NOK')).toBe(1n);
    expect(computeCostMinor({ amountMinor: 1n, currency: 'VND' }, 'NOK')).toBe(1n);
  });
});

function payment(product: string, amountMinor: bigint, currency: 'NOK' | 'EUR' | 'JPY') {
  const service: PaymentService = 'payments';
  return { service, product, amountMinor, currency };
}

describe('the fee [D4-fees]', () => {
  it('is nothing for a domestic, a periodic and a bulk payment', () => {
    const domestic = payment(DOMESTIC, 100_00n, 'EUR');
    expect(computeFeeMinor(domestic, 'NOK')).toBe(0n);
    expect(computeFeeMinor({ ...domestic, service: 'periodic-payments' }, 'NOK')).toBe(0n);
    expect(computeFeeMinor({ ...domestic, service: 'bulk-payments' }, 'NOK')).toBe(0n);
  });

  it("is 2.00 NOK for an instant one by both its names, in the debtor account's currency", () => {
    expect(computeFeeMinor(payment(INSTANT, 100_00n, 'NOK'), 'NOK')).toBe(2_00n);
    expect(computeFeeMinor(payment(INSTANT_ALIAS, 100_00n, 'EUR'), 'NOK')).toBe(2_00n);
    // 2.00 / 11.50 = 0.1739…
    expect(computeFeeMinor(payment(INSTANT, 100_00n, 'EUR'), 'EUR')).toBe(17n);
  });

  it('is 65.00 NOK for a cross-border one, and 0.1 % of what is converted', () => {
    expect(computeFeeMinor(payment(CROSS_BORDER, 200_000_00n, 'NOK'), 'NOK')).toBe(65_00n);
    // 10 000.00 EUR are 115 000.00 NOK, of which a thousandth is 115.00.
    expect(computeFeeMinor(payment(CROSS_BORDER, 10_000_00n, 'EUR'), 'NOK')).toBe(65_00n + 115_00n);
    // 65.00 / 11.50 = 5.652…
    expect(computeFeeMinor(payment(CROSS_BORDER, 10_000_00n, 'EUR'), 'EUR')).toBe(5_65n);
  });

  it('rounds the thousandth half even', () => {
    const debtor = 'EUR';
    const converted = (nokMinor: bigint) => computeFeeMinor(payment(CROSS_BORDER, nokMinor, 'NOK'), debtor);
    // 57.50 NOK are 5.00 EUR: half a cent, the even one is 0.
    expect(converted(57_50n)).toBe(5_65n + 0n);
    // 172.50 NOK are 15.00 EUR: one and a half cents, the even one is 2.
    expect(converted(172_50n)).toBe(5_65n + 2n);
  });

  it('is charged with the cost', () => {
    const one = payment(CROSS_BORDER, 10_000_00n, 'EUR');
    expect(computeChargeMinor(one, 'NOK')).toBe(115_000_00n + 180_00n);
  });
});

it('what an account can pay with, and what it expects is closingBooked − reservations + creditLine [D9-available, D9-expected-balance]', () => {
  const funds = { currency: 'NOK', balanceMinor: 500n, reservedMinor: 200n, creditLine: 10 } as const;
  expect(computeAvailableMinor(funds)).toBe(1300n);
});

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

describe('the day of the runs that take a payment [D4-runs, D4-cross-border-runs, D4-periodic-rests]', () => {
  const taken = (payment: Payment) =>
    STATUSES.filter((status) => computeRunDay({ ...payment, status }) === '2026-11-18').join(' ');

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
