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

  it.each([
    ['GGP', 'GBP'],
    ['IMP', 'GBP'],
    ['JEP', 'GBP'],
    ['TVD', 'AUD'],
  ] as const)('one %s is one %s', (currency, same) => {
    expect(getNokPerUnit(currency)).toBe(getNokPerUnit(same));
  });

  it('are there for every currency, between a millionth of a krone and a hundred', () => {
    const odd = CURRENCIES.filter(
      (code) => getNokPerUnit(code) < scaled(1e-6) || getNokPerUnit(code) > scaled(100),
    );
    expect(odd).toEqual([]);
  });

  // As central banks have fixed them, or fixed them last.
  it.each([
    ['EUR', 'BAM', 1.95583],
    ['EUR', 'BGN', 1.95583],
    ['EUR', 'HRK', 7.5345],
    ['EUR', 'CVE', 110.265],
    ['EUR', 'KMF', 491.96775],
    ['EUR', 'STD', 24_500],
    ['EUR', 'XAF', 655.957],
    ['EUR', 'XOF', 655.957],
    ['EUR', 'XPF', 119.3317],
    ['USD', 'AED', 3.6725],
    ['USD', 'ANG', 1.79],
    ['USD', 'BBD', 2],
    ['USD', 'BHD', 0.376],
    ['USD', 'BMD', 1],
    ['USD', 'DJF', 177.721],
    ['USD', 'ERN', 15],
    ['USD', 'HKD', 7.8],
    ['USD', 'JOD', 0.709],
    ['USD', 'LBP', 89_500],
    ['USD', 'OMR', 0.3845],
    ['USD', 'PAB', 1],
    ['USD', 'QAR', 3.64],
    ['USD', 'SAR', 3.75],
    ['USD', 'SVC', 8.75],
    ['USD', 'XCD', 2.7],
    ['GBP', 'FKP', 1],
    ['INR', 'BTN', 1],
    ['INR', 'NPR', 1.6],
    ['SGD', 'BND', 1],
    ['ZAR', 'LSL', 1],
    ['ZAR', 'NAD', 1],
    ['ZAR', 'SZL', 1],
  ] as const)('one %s in %s is at its peg of %d', (anchor, pegged, peg) => {
    const ratio = Number(getNokPerUnit(anchor)) / Number(getNokPerUnit(pegged)) / peg;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.001);
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
