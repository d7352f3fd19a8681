import { describe, expect, it } from 'vitest';
import { canPayFrom } from '../../../src/bank/domain/creation.ts';
import { createBulkOrder, findWorst, type Payment } from '../../../src/bank/domain/payment.ts';
import type { TransactionStatus } from '../../../src/values/statuses.ts';

type Standing = Pick<Payment, 'status' | 'fundsAvailable'>;

/** The order of D5-basket-status, worst first. */
const LISTED: readonly Standing[] = [
  { status: 'RJCT' },
  { status: 'CANC' },
  { status: 'ACCP', fundsAvailable: false },
  { status: 'PDNG' },
  { status: 'RCVD' },
  { status: 'PART' },
  { status: 'ACTC' },
  { status: 'ACWC' },
  { status: 'ACCP', fundsAvailable: true },
  { status: 'ACSP' },
  { status: 'ACWP' },
  { status: 'ACSC' },
];

it('the worst among payments is the earlier one in the list, whatever their places [D5-basket-status]', () => {
  for (const [place, better] of LISTED.entries()) {
    for (const worse of LISTED.slice(0, place)) {
      expect(findWorst([better, worse])).toBe(worse);
      expect(findWorst([worse, better])).toBe(worse);
    }
  }
});

function bulkOf(...statuses: TransactionStatus[]): TransactionStatus {
  return createBulkOrder(
    { sequence: 1n, paymentId: 'id', initiation: {} },
    statuses.map((status) => ({ status }) as Payment),
  ).status;
}

describe('the status of a bulk [D4-bulk-status]', () => {
  it('is the worst of its payments while one is open', () => {
    expect(bulkOf('ACSC', 'ACTC')).toBe('ACTC');
    expect(bulkOf('ACSC', 'RJCT', 'ACTC')).toBe('RJCT');
    expect(bulkOf('RCVD', 'RCVD')).toBe('RCVD');
  });

  it('is PART once all are final and not alike, else what they are', () => {
    expect(bulkOf('ACSC', 'RJCT')).toBe('PART');
    expect(bulkOf('CANC', 'ACSC', 'ACSC')).toBe('PART');
    expect(bulkOf('ACSC', 'ACSC')).toBe('ACSC');
    expect(bulkOf('RJCT', 'RJCT')).toBe('RJCT');
    expect(bulkOf('CANC')).toBe('CANC');
  });

  it('belongs to at least one payment', () => {
    expect(() => bulkOf()).toThrow('without payments');
  });
});

const account = { id: 'account', customerNumber: 'firm' };
const card = { id: 'card', customerNumber: 'firm' };
const other = { id: 'account', customerNumber: 'another' };

it.each([
  ['the owner: accounts and cards', { owner: 'firm' }, [true, true, false]],
  ['who is engaged for an account: that one, and no card', engagedFor('account'), [true, false, false]],
  ['who is engaged for nothing', engagedFor(), [false, false, false]],
  ['nobody', undefined, [false, false, false]],
])('from which accounts a payer pays: %s [D8-engaged-accounts]', (_, payer, expected) => {
  expect([account, card, other].map((one) => canPayFrom(payer, one))).toEqual(expected);
  expect(canPayFrom(payer, undefined)).toBe(false);
});

function engagedFor(...ids: string[]) {
  return { owner: 'firm', accounts: new Set(ids) };
}
