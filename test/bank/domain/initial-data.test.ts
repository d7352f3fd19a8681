import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import { checkBban, extractBban } from '../../../src/values/iban.ts';
import { runs } from '../../support/sweep.ts';

const world = createInitialData('demo');
/** What fails must fail again. */
const SEED = 20261118;
/** Of any code point; the unit of fast-check for that takes a second to be made. */
const seeds = fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) });

/** The mod 11 digit that the public descriptions of Norwegian identity and organisation numbers give. */
function mod11Digit(digits: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return String((11 - (sum % 11)) % 11);
}

describe('initial data [D8-initial-data, I-sandbox-initialisation]', () => {
  it('has two private and two corporate customers, with the published numbers', () => {
    expect(world.customers.map(({ customerNumber, customerType }) => [customerNumber, customerType])).toEqual(
      [
        ['15813963008', 'PRIVATE'],
        ['01929010120', 'PRIVATE'],
        ['310999016', 'CORPORATE'],
        ['310999024', 'CORPORATE'],
      ],
    );
  });

  it('gives each customer two accounts and each private one a card account', () => {
    for (const { customerNumber, customerType } of world.customers) {
      const owned = <T extends { customerNumber: string }>(items: readonly T[]) =>
        items.filter((item) => item.customerNumber === customerNumber).length;
      expect(owned(world.accounts)).toBe(2);
      expect(owned(world.cardAccounts)).toBe(customerType === 'PRIVATE' ? 1 : 0);
    }
    expect(world.accounts).toHaveLength(8);
    expect(world.cardAccounts).toHaveLength(2);
  });

  it('has one PRIVATE agreement for each private customer and no CORPORATE one', () => {
    expect(world.agreements.map(({ type, ownerNumber }) => [type, ownerNumber])).toEqual([
      ['PRIVATE', '15813963008'],
      ['PRIVATE', '01929010120'],
    ]);
  });

  it('has accounts of bank 9990 with right check digits, and the iban of their bban, for any seed', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { accounts } = createInitialData(seed);
        for (const { bban, iban } of accounts) {
          expect(bban.slice(0, 4)).toBe('9990');
          expect(checkBban(bban)).toBeUndefined();
          expect(extractBban(iban)).toBe(bban);
        }
        expect(new Set(accounts.map(({ bban }) => bban)).size).toBe(8);
      }),
      { numRuns: runs(30, 200), seed: SEED },
    );
  });

  it('has private numbers that nobody has, month + 80, whose two check digits hold', () => {
    for (const { customerNumber } of world.customers.slice(0, 2)) {
      const month = Number(customerNumber.slice(2, 4));
      expect(month).toBeGreaterThan(80);
      expect(month).toBeLessThanOrEqual(92);
      expect(mod11Digit(customerNumber, [3, 7, 6, 1, 8, 9, 4, 5, 2])).toBe(customerNumber[9]);
      expect(mod11Digit(customerNumber, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2])).toBe(customerNumber[10]);
    }
  });

  it('has organisation numbers that nobody has, not beginning with 8 or 9, whose check digit holds', () => {
    for (const { customerNumber } of world.customers.slice(2)) {
      expect(customerNumber).toMatch(/^[^89][0-9]{8}$/);
      expect(mod11Digit(customerNumber, [3, 2, 7, 6, 5, 4, 3, 2])).toBe(customerNumber[8]);
    }
  });

  it('has the KID entries of three creditors in other banks, whose accounts have right check digits', () => {
    expect(world.kidEntries).toEqual([
      {
        bban: '99911200011',
        use: 'required',
        rules: [
          { length: 12, method: 'MOD10' },
          { length: 16, method: 'MOD10' },
        ],
      },
      {
        bban: '99920100011',
        use: 'allowed',
        rules: [
          { length: 8, method: 'MOD11' },
          { length: 12, method: 'MOD11' },
        ],
      },
      { bban: '99930700017', use: 'none', rules: [] },
    ]);
    for (const { bban } of world.kidEntries) expect(checkBban(bban)).toBeUndefined();
  });

  it('has ample money on the first account, and whole NOK within int32 on all', () => {
    expect(world.accounts[0]).toMatchObject({ customerNumber: '15813963008', openingMinor: 25_000_000n });
    fc.assert(
      fc.property(seeds, (seed) => {
        const { accounts, cardAccounts } = createInitialData(seed);
        for (const { openingMinor, currency } of [...accounts, ...cardAccounts]) {
          expect(currency).toBe('NOK');
          expect(openingMinor % 100n).toBe(0n);
          expect(openingMinor < 2n ** 31n * 100n && openingMinor >= -(2n ** 31n) * 100n).toBe(true);
        }
        for (const { openingMinor } of accounts) expect(openingMinor > 0n).toBe(true);
        for (const { openingMinor, creditLimit } of cardAccounts) {
          expect(openingMinor + BigInt(creditLimit) * 100n > 0n).toBe(true);
        }
      }),
      { numRuns: runs(20, 100), seed: SEED },
    );
  });

  it('keeps names within 70 characters and products within the 35 of the standard', () => {
    for (const { accountName, product } of world.accounts) {
      expect(accountName.length).toBeLessThanOrEqual(70);
      expect(product.length).toBeLessThanOrEqual(35);
    }
    for (const { maskedPan } of world.cardAccounts) expect(maskedPan).toMatch(/^4925x{8}[0-9]{4}$/);
  });
});

describe('initial data and its seed [D8-same-bytes]', () => {
  const ids = (seed: string) => {
    const { customers, accounts, cardAccounts, agreements } = createInitialData(seed);
    return [
      ...customers.map(({ customerId }) => customerId),
      ...accounts.map(({ id }) => id),
      ...cardAccounts.flatMap(({ resourceId, relatedAccount }) => [resourceId, relatedAccount]),
      ...agreements.map(({ agreementId }) => agreementId),
    ];
  };

  it('has 22 characters in every id, none given twice', () => {
    expect(ids('demo').every((id) => /^[A-Za-z0-9]{22}$/.test(id))).toBe(true);
    expect(new Set(ids('demo')).size).toBe(4 + 8 + 4 + 2);
  });

  it('has other ids, numbers and amounts with another seed', () => {
    const other = createInitialData('other');
    expect(ids('demo').some((id) => ids('other').includes(id))).toBe(false);
    expect(other.accounts.map(({ bban }) => bban)).not.toEqual(world.accounts.map(({ bban }) => bban));
    expect(other.accounts.map((each) => each.openingMinor)).not.toEqual(
      world.accounts.map((each) => each.openingMinor),
    );
  });
});
