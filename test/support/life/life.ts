import { afterEach, beforeEach, expect } from 'vitest';
import { openTestBank, type TestBank } from '../bank.ts';
import { expectBooksInBalance } from './books.ts';

/** A bank of its own for each test of the surrounding describe; afterwards its books must be right. */
export function bankOfEach(options?: { now?: number }): () => TestBank {
  let bank: TestBank;
  beforeEach(async () => {
    bank = await openTestBank(options);
  });
  afterEach(async () => {
    try {
      expect(bank.unexpected).toEqual([]);
      expectBooksInBalance(bank);
    } finally {
      await bank.close();
    }
  });
  return () => bank;
}
