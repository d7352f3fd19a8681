import { describe, expect, it } from 'vitest';
import { warnOfExpiry } from '../../src/credentials/expiry-warning.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 18, 9);
const of = { what: 'seal.pem', remedy: 'Do this.' };

function warning(notAfter: number, notBefore = NOW - DAY) {
  const notices: string[] = [];
  warnOfExpiry({ notBefore, notAfter }, of, (text) => notices.push(text), NOW);
  return notices[0];
}

describe('the warning of a certificate that ends [C-expiry-warning]', () => {
  it.each([
    [30 * DAY, 'expires in 30 days, on 2026-12-18 10:00. Do this.'],
    [2 * DAY + 1000, 'expires in 2 days, on 2026-11-20 10:00. Do this.'],
    [DAY, 'expires in 1 day, on 2026-11-19 10:00. Do this.'],
    [DAY - 1000, 'expires within a day, on 2026-11-19 09:59. Do this.'],
    [0, 'expires within a day, on 2026-11-18 10:00. Do this.'],
    [-1000, 'expired on 2026-11-18 09:59. Do this.'],
  ])('%i ms before its end: %s', (left, text) => {
    expect(warning(NOW + left)).toBe(`The signing certificate seal.pem ${text}`);
  });

  it('is not given earlier', () => {
    expect(warning(NOW + 30 * DAY + 1000)).toBeUndefined();
    expect(warning(NOW + 900 * DAY)).toBeUndefined();
  });

  it('tells of one that has not begun, and of the clock', () => {
    expect(warning(NOW + 900 * DAY, NOW + 1000)).toBe(
      "The signing certificate seal.pem isn't valid until 2026-11-18 10:00. Check this machine's clock.",
    );
    expect(warning(NOW + 900 * DAY, NOW)).toBeUndefined();
  });
});
