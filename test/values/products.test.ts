import { describe, expect, it } from 'vitest';
import { findProduct } from '../../src/values/products.ts';

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
