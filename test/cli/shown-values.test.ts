import { describe, expect, it } from 'vitest';
import { formatAmount, formatDate, withDates } from '../../src/cli/format-values.ts';
import { formatDuration } from '../../src/values/duration.ts';
import { meaningOfStatus, statusInSentence } from '../../src/wire/explanations.ts';

describe('amounts as they are shown [C-shown-amounts]', () => {
  it.each([
    ['250000.00', 'NOK', '250 000.00 NOK'],
    ['999.00', 'NOK', '999.00 NOK'],
    ['1000', 'JPY', '1 000 JPY'],
    ['-1234567.890', 'KWD', '-1 234 567.890 KWD'],
    ['123456789012345678', 'JPY', '123 456 789 012 345 678 JPY'],
    [250000.5, 'NOK', '250 000.50 NOK'],
    [100, 'NOK', '100.00 NOK'],
    ['1e5', 'NOK', '1e5 NOK'],
  ])('%s %s is %s at a terminal', (amount, currency, text) => {
    expect(formatAmount({ amount, currency }, true)).toBe(text);
  });

  it('are not grouped where a program reads them', () => {
    expect(formatAmount({ amount: '250000.00', currency: 'NOK' }, false)).toBe('250000.00 NOK');
    expect(formatAmount({ amount: 250000, currency: 'NOK' }, false)).toBe('250000.00 NOK');
    expect(formatAmount({ amount: 250000, currency: 'XYZ' }, false)).toBe('250000 XYZ');
  });
});

describe('dates as they are shown [C-shown-dates]', () => {
  it.each([
    ['2026-11-21T09:30:00+01:00', '2026-11-21 09:30'],
    ['2026-11-21T23:30:59Z', '2026-11-22 00:30'],
    ['2026-07-01T12:00:00.123Z', '2026-07-01 14:00'],
    ['2026-11-21', '2026-11-21'],
    ['soon', 'soon'],
  ])('%s is %s', (date, text) => {
    expect(formatDate(date)).toBe(text);
  });

  it('are so within a sentence of ours', () => {
    expect(withDates('It expired on 2025-01-01T00:00:00Z.')).toBe('It expired on 2025-01-01 01:00.');
  });
});

describe('durations as they are shown [C-shown-durations]', () => {
  it.each([
    [0, 'no time'],
    [1, '1 second'],
    [90, '1 minute 30 seconds'],
    [900, '15 minutes'],
    [7200, '2 hours'],
    [3661, 'about 1 hour 1 minute'],
    [7199, 'about 2 hours'],
    [86_399, 'about 1 day'],
    [266_382, 'about 3 days 2 hours'],
    [86_400 * 400, '400 days'],
  ])('%i seconds are %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('statuses in words [C-status-words]', () => {
  it.each([
    'ACCP',
    'ACSC',
    'ACSP',
    'ACTC',
    'ACWC',
    'ACWP',
    'RCVD',
    'PDNG',
    'RJCT',
    'CANC',
    'PART',
  ])('%s has words', (status) => {
    expect(meaningOfStatus(status)).toMatch(/^[a-z]/);
  });

  it('says what D4-lack-of-funds says of ACCP', () => {
    expect(meaningOfStatus('ACCP')).toBe('waiting for money: the next run tries again');
  });

  it('of one that no document names are none', () => {
    expect(meaningOfStatus('HELD')).toBeUndefined();
    expect(meaningOfStatus('toString')).toBeUndefined();
    expect(statusInSentence('HELD')).toBe('HELD');
    expect(statusInSentence('ACSC')).toBe('ACSC (booked)');
  });
});
