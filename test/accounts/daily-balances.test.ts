import { describe, expect, it } from 'vitest';
import { dailyBalances, MovedOnDays } from '../../src/accounts/balance-history.ts';

describe('a booking dated after today, since the clock went back [C-plot-history]', () => {
  it("counts as today's: it is in today's balance, and in none before", () => {
    const moved = new MovedOnDays('NOK', '2026-11-20');
    const booked = (bookingDate: string, amount: string) => ({
      bookingDate,
      transactionAmount: { amount, currency: 'NOK' },
    });
    moved.add([
      booked('2026-11-25', '-100.00'),
      booked('2026-11-20', '-1.00'),
      booked('2026-11-19', '-7.00'),
    ] as never);
    const today = { today: '2026-11-20', balanceMinor: 89_200n };
    expect(dailyBalances(today, { from: '2026-11-18', to: '2026-11-20' }, moved)).toEqual([
      { date: '2026-11-18', amountMinor: 100_000n },
      { date: '2026-11-19', amountMinor: 99_300n },
      { date: '2026-11-20', amountMinor: 89_200n },
    ]);
  });
});
