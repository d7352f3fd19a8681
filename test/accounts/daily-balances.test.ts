import { describe, expect, it } from 'vitest';
import { addMoves, listPoints } from '../../src/accounts/balance-history.ts';

describe('a booking dated after today, since the clock went back [C-plot-history]', () => {
  it("counts as today's: it is in today's balance, and in none before", () => {
    const today = { date: '2026-11-20', balanceMinor: 89_200n, currency: 'NOK' } as const;
    const moves = new Map<string, bigint>();
    const booked = (bookingDate: string, amount: string) => ({
      bookingDate,
      transactionAmount: { amount, currency: 'NOK' },
    });
    const all = [
      booked('2026-11-25', '-100.00'),
      booked('2026-11-20', '-1.00'),
      booked('2026-11-19', '-7.00'),
    ];
    addMoves(moves, all as never, today);
    expect(listPoints(today, { from: '2026-11-18', to: '2026-11-20' }, moves)).toEqual([
      { date: '2026-11-18', amount: '1000.00' },
      { date: '2026-11-19', amount: '993.00' },
      { date: '2026-11-20', amount: '892.00' },
    ]);
  });
});
