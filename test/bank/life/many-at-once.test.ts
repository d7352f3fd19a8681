import { describe, expect, it } from 'vitest';
import { at, THURSDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, ask } from '../../support/life/operator.ts';
import { create } from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();
const PAYMENTS = 60;
/** An act that changes nothing, of a clock that is at real time. */
const RESET = ['POST', '/operator/clock/reset'] as const;
const OUTCOMES = 'SELECT settled, sent, waiting, rejected, held FROM runs';
const NONE = { sent: 0, waiting: 0, rejected: 0, held: 0 };

describe('many requests that find a run due [S5-catch-up, S5-one-runner]', () => {
  it('wait for one that does it, and each payment is taken once', async () => {
    for (let made = 0; made < PAYMENTS; made += 1) {
      await approve(bank(), await create(bank(), { amount: '1.00' }));
    }
    bank().now = at(THURSDAY, '06:00');
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(bank(), ...RESET)));
    expect(new Set(answers.map(({ json }) => json.now))).toEqual(new Set(['2026-11-19T06:00:00+01:00']));
    expect(readStored(bank().path, OUTCOMES)).toEqual([{ ...NONE, settled: PAYMENTS }]);
  });
});
