import { describe, expect, it } from 'vitest';
import { isFinal, TRANSITIONS } from '../../src/bank/domain/payment.ts';
import { findProduct } from '../../src/values/products.ts';
import { isFinalStatus } from '../../src/values/statuses.ts';

describe('a final status [C-watch, D4-transitions]', () => {
  it('is one that no step leads from, of payments and of a bulk', () => {
    const all = new Set(Object.entries(TRANSITIONS).flatMap(([from, to]) => [from, ...to] as const));
    expect(all.size).toBe(10);
    for (const status of all)
      expect([status, isFinalStatus(status)]).toEqual([status, isFinal(status as never)]);
    expect(isFinalStatus('PART')).toBe(true);
  });

  it('is none that has no name here', () => {
    for (const status of ['HELD', '', 'constructor']) expect(isFinalStatus(status)).toBe(false);
  });
});

describe('payment products [D1-products]', () => {
  it.each([
    'norwegian-domestic-credit-transfers',
    'norwegian-cross-border-credit-transfers',
    'instant-norwegian-credit-transfers-straks',
  ])('%s is one', (name) => {
    expect(findProduct(name)).toBe(name);
  });

  it('reads the other name of the instant product as the same product', () => {
    expect(findProduct('instant-norwegian-domestic-credit-transfers-straks')).toBe(
      'instant-norwegian-credit-transfers-straks',
    );
  });

  it.each([
    '',
    'sepa-credit-transfers',
    'Norwegian-Domestic-Credit-Transfers',
    'norwegian-domestic-credit-transfers ',
    'instant-norwegian-credit-transfers-vipps',
    'constructor',
    '__proto__',
  ])('%j is none', (name) => {
    expect(findProduct(name)).toBeUndefined();
  });
});
