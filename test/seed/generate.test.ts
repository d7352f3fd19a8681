import { describe, expect, it } from 'vitest';
import { type GenerateOptions, generateTransactions } from '../../src/seed/generate.ts';
import { isBankDay } from '../../src/values/bank-calendar.ts';
import { checkBban } from '../../src/values/iban.ts';
import { addDays } from '../../src/values/oslo.ts';

const YEAR: GenerateOptions = {
  transactions: 900,
  from: '2026-01-01',
  to: '2026-12-31',
  seed: 1,
  kind: 'PRIVATE',
  balance: 25_000,
  creditLine: 0,
};

const made = (options: Partial<GenerateOptions>) => [...generateTransactions({ ...YEAR, ...options })];

/** A property is looked at for 100 seeds, of both kinds. */
const SEEDS = (['PRIVATE', 'CORPORATE'] as const).flatMap((kind) =>
  Array.from({ length: 50 }, (_, seed) => ({ kind, seed })),
);

describe('generated transactions [C-seed-generated]', () => {
  it.each([
    0, 1, 7, 60, 900,
  ])('are exactly as many as asked for: %d, whatever balances them', (transactions) => {
    for (const one of SEEDS) expect(made({ ...one, transactions })).toHaveLength(transactions);
  });

  it('are never below the credit line, worked back from the balance at the end', () => {
    for (const one of SEEDS) {
      const others = [
        { date: '2026-11-03', amount: 90_000 },
        { date: '2026-05-20', amount: -4_000 },
      ];
      const all = [
        ...made({ ...one, others, balance: 3_000, creditLine: 2_000 }).map(({ date, direction, amount }) => ({
          date,
          amount: direction === 'in' ? amount : -amount,
        })),
        ...others,
      ].sort((left, right) =>
        left.date < right.date ? 1 : left.date > right.date ? -1 : right.amount - left.amount,
      );
      let balance = 3_000;
      for (const [place, { date, amount }] of all.entries()) {
        balance -= amount;
        // Within a day the order is the bank's.
        if (all[place + 1]?.date !== date) expect(balance).toBeGreaterThanOrEqual(-2_000);
      }
    }
  });

  it('are the same from the same seed and others from another', () => {
    expect(made({})).toEqual(made({}));
    expect(made({ seed: 2 })).not.toEqual(made({}));
  });

  it('have salary on the bank day before the 15th, holiday pay in June, rent on the 1st', () => {
    for (const { seed } of SEEDS) {
      const all = made({ seed });
      const salaries = all.filter(({ text }) => text === 'Lønn').map(({ date }) => date);
      expect(new Set(salaries.map((date) => date.slice(5, 7))).size).toBe(11);
      for (const date of salaries) {
        expect(isBankDay(date) && date.slice(8) < '15').toBe(true);
        for (let later = addDays(date, 1); later.slice(8) < '15'; later = addDays(later, 1))
          expect(isBankDay(later)).toBe(false);
      }
      expect(all.filter(({ text }) => text === 'Feriepenger').map(({ date }) => date.slice(5, 7))).toEqual([
        '06',
      ]);
      expect(all.filter(({ text, date }) => text === 'Husleie' && date.endsWith('-01'))).toHaveLength(12);
    }
  });

  it('are with parties of other banks of the sandbox, newest first, within the dates', () => {
    for (const one of SEEDS) {
      const all = made({ ...one, from: '2026-02-11', to: '2026-04-09', transactions: 120 });
      expect(all.map(({ date }) => date)).toEqual(
        all
          .map(({ date }) => date)
          .toSorted()
          .reverse(),
      );
      expect(all.every(({ date }) => date >= '2026-02-11' && date <= '2026-04-09')).toBe(true);
      const bbans = [...new Set(all.map(({ counterparty }) => counterparty.bban))];
      expect(bbans.map(checkBban)).toEqual(bbans.map(() => undefined));
      expect(bbans.every((bban) => /^999[1-6]/.test(bban))).toBe(true);
    }
  });
});
