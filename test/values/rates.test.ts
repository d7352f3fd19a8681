import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CURRENCIES } from '../../src/values/currencies.ts';
import { isCalendarDate } from '../../src/values/oslo.ts';
import { getNokPerUnit, RATE_DECIMALS, RATES_DATE, RATES_VERSION } from '../../src/values/rates.ts';

const scaled = (nok: number) => BigInt(Math.round(nok * 1e6)) * 10n ** BigInt(RATE_DECIMALS - 6);

describe('exchange rates [D4-rates]', () => {
  it.each([
    ['NOK', 1],
    ['EUR', 11.5],
    ['SEK', 1],
    ['DKK', 1.54],
    ['USD', 10.5],
    ['GBP', 13.5],
    ['JPY', 0.07],
  ] as const)('one %s is %d NOK', (currency, nok) => {
    expect(getNokPerUnit(currency)).toBe(scaled(nok));
  });

  it('carry a version and the date that it is of', () => {
    expect(RATES_VERSION).toBe(1);
    expect(isCalendarDate(RATES_DATE)).toBe(true);
  });

  // Fails when a rate changed: then version and date must too, and the hash here.
  it('are those of their version', () => {
    const rates = CURRENCIES.map((code) => `${code} ${getNokPerUnit(code)}\n`).join('');
    const table = `${RATES_VERSION} ${RATES_DATE}\n${rates}`;
    expect(createHash('sha256').update(table).digest('hex')).toBe(
      '12af286bdfe4432036a5d2b037a31f0aaa4e400e4c65eaf161caa52416bc65e6',
    );
  });
});
