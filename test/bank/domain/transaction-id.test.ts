import { describe, expect, it } from 'vitest';
import {
  derivePaymentTransactionId,
  deriveTransactionId,
  deriveTransactionStem,
  parseBookingDate,
  parseOrdinal,
} from '../../../src/bank/domain/ids.ts';

describe('ids of transactions [D8-natural-key, D7-payment-transaction-id, D1-ids]', () => {
  it.each([
    '0000-01-01',
    '2026-11-18',
    '9999-12-31',
  ])('carry the date of booking %s and the number', (date) => {
    const stem = deriveTransactionStem('psd2', date, 'what is alike');
    for (const ordinal of [1, 2, 61, 62, 100_000]) {
      const id = deriveTransactionId('psd2', stem, ordinal);
      expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
      expect([parseBookingDate('psd2', id), parseOrdinal('psd2', id)]).toEqual([date, ordinal]);
    }
  });

  it('sort by their number among equals', () => {
    const stem = deriveTransactionStem('psd2', '2026-11-18', 'what is alike');
    const ids = Array.from({ length: 4000 }, (_, place) => deriveTransactionId('psd2', stem, place + 1));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('lead nowhere when they are of nothing', () => {
    for (const text of ['', 'x', '!!!!!!!!!!!!!!!!!!!!!!', '\u0000', 'zzzzzzzzzzzzzzzzzzzzzz', '0']) {
      expect(parseBookingDate('psd2', text)).toBeUndefined();
    }
  });

  it('of a payment differ on its two sides and from those of other payments', () => {
    const ids = [1n, 2n].flatMap((payment) => [
      derivePaymentTransactionId('psd2', payment, 'debtor'),
      derivePaymentTransactionId('psd2', payment, 'creditor'),
    ]);
    expect(new Set(ids).size).toBe(4);
  });
});
