import { describe, expect, it } from 'vitest';
import { isBic } from '../../src/values/countries.ts';

describe('BIC [D4-bic]', () => {
  it.each(['AAAANOKK', 'AAAANOKKXXX', 'AAAADEBBXXX', 'AAAASE2L', 'AAAADK22001'])('takes %s', (bic) => {
    expect(isBic(bic)).toBe(true);
  });

  it.each([
    'AAAANOK',
    'AAAANOKKX',
    'AAAANOKKXX',
    'AAAANOKKXXXX',
    'aaaanokk',
    'AAAAXXKK',
    'AAAAnoKK',
    'AAAA NOKK',
    '',
  ])('refuses %j', (text) => {
    expect(isBic(text)).toBe(false);
  });
});
