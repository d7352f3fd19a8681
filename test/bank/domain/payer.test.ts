import { describe, expect, it } from 'vitest';
import { canPayFrom } from '../../../src/bank/domain/creation.ts';

const account = { id: 'account', customerNumber: 'firm' };
const card = { id: 'card', customerNumber: 'firm' };
const other = { id: 'account', customerNumber: 'another' };

describe('from which accounts a payer pays [D8-engaged-accounts]', () => {
  it.each([
    ['the owner: accounts and cards', { owner: 'firm' }, [true, true, false]],
    ['who is engaged for an account: that one, and no card', engagedFor('account'), [true, false, false]],
    ['who is engaged for nothing', engagedFor(), [false, false, false]],
    ['nobody', undefined, [false, false, false]],
  ])('%s', (_, payer, expected) => {
    expect([account, card, other].map((one) => canPayFrom(payer, one))).toEqual(expected);
    expect(canPayFrom(payer, undefined)).toBe(false);
  });
});

function engagedFor(...ids: string[]) {
  return { owner: 'firm', accounts: new Set(ids) };
}
