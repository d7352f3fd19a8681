import { describe, expect, it } from 'vitest';
import { fixInForce } from '../../src/wire/accept-fix.ts';

const before = Date.parse('2020-07-31T23:59:59.999+02:00');
const since = Date.parse('2020-08-01T00:00:00+02:00');

describe('amount-as-string [D3-accept-fix, D3-accept-fix-default, I-accept-fix]', () => {
  const inForce = (header: string | undefined, now: number) => fixInForce('amountAsString', header, now);

  it.each([
    'amount-as-string',
    ' amount-as-string ',
    'longer-names,amount-as-string',
    'no-such-fix , amount-as-string,cash-account-type-iso',
    ',amount-as-string,',
  ])('is in force before it was the default when %j names it', (header) => {
    expect(inForce(header, before)).toBe(true);
    expect(inForce(header, 0)).toBe(true);
  });

  it.each([
    undefined,
    '',
    ' ',
    ',',
    'longer-names',
    'amount-as-strings',
    'amount as string',
    'amount-as-string;q=1',
  ])('is not in force before it was the default with %j', (header) => {
    expect(inForce(header, before)).toBe(false);
  });

  it.each([
    undefined,
    '',
    'longer-names',
    'amount-as-string',
  ])('is the default since 1 August 2020, 00:00 in Oslo, with %j too', (header) => {
    expect(inForce(header, since)).toBe(true);
    expect(inForce(header, Date.parse('2026-11-18T10:00:00+01:00'))).toBe(true);
  });
});
