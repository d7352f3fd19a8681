import { describe, expect, it } from 'vitest';
import { at, THURSDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, showClock } from '../../support/life/operator.ts';
import { create } from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();
const PAYMENTS = 60;

describe('many requests that find a run due [S5-catch-up, S5-one-runner]', () => {
  it('wait for one that does it, and each payment is taken once', async () => {
    for (let made = 0; made < PAYMENTS; made += 1) {
      await approve(bank(), await create(bank(), { amount: '1.00' }));
    }
    bank().now = at(THURSDAY, '06:00');
    const answers = await Promise.all(Array.from({ length: 100 }, () => showClock(bank())));
    expect(new Set(answers.map(({ now }) => now))).toEqual(new Set(['2026-11-19T06:00:00+01:00']));
    expect(readStored(bank().path, 'SELECT outcome, COUNT(*) AS n FROM run_items GROUP BY outcome')).toEqual([
      { outcome: 'SETTLED', n: PAYMENTS },
    ]);
  });
});
