import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deriveId,
  deriveNumber,
  deriveOrderedId,
  derivePaymentTransactionId,
  deriveTransactionId,
  deriveTransactionStem,
  deriveUuid,
  parseBookingDate,
  parseOrdinal,
  parseSequence,
} from '../../../src/bank/domain/ids.ts';
import { runs } from '../../support/sweep.ts';

/** What fails must fail again. */
const SEED = 20261118;
/** Of any code point; the unit of fast-check for that takes a second to be made. */
const seeds = fc.string({ unit: fc.nat(0x10ffff).map((code) => String.fromCodePoint(code)) });
/** Of ids that should never meet; a state that loses bits shows in a few thousand. */
const MANY = runs(20_000, 100_000);

describe('ids from the seed [D1-ids, S8-world-from-seed]', () => {
  it('are 22 characters A–Z a–z 0–9, whatever the seed', () => {
    fc.assert(
      fc.property(seeds, fc.string(), fc.nat(), (seed, kind, n) =>
        /^[A-Za-z0-9]{22}$/.test(deriveId(seed, kind, n)),
      ),
      { numRuns: 300, seed: SEED },
    );
  });

  it('are the same for the same seed, kind and number, on every machine', () => {
    expect(deriveId('a', 'b', 1)).toBe('YRP0ehCZh6NJfyzXcZ145C');
    expect(deriveId('a', 'b', '1')).toBe(deriveId('a', 'b', 1));
  });

  it('never meet in one kind, nor their first or last ten characters', () => {
    const ids = Array.from({ length: MANY }, (_, n) => deriveId('demo', 'payment', n));
    expect(new Set(ids).size).toBe(MANY);
    expect(new Set(ids.map((id) => id.slice(0, 10))).size).toBe(MANY);
    expect(new Set(ids.map((id) => id.slice(-10))).size).toBe(MANY);
  });

  it('do not run parts together', () => {
    expect(deriveId('ab', 'c', 1)).not.toBe(deriveId('a', 'bc', 1));
    expect(deriveId('a', 'b', 11)).not.toBe(deriveId('a', 'b1', 1));
    expect(deriveUuid('s', 'ab', 'c')).not.toBe(deriveUuid('s', 'a', 'bc'));
    expect(deriveUuid('s', 'ab')).not.toBe(deriveUuid('s', 'ab', ''));
  });
});

describe('UUIDs from the seed [D6-psu-id]', () => {
  const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

  it('have the form of RFC 4122, lower-case', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.string()), (seed, parts) => UUID.test(deriveUuid(seed, ...parts))),
      { numRuns: 300, seed: SEED },
    );
  });

  it('never change for the same seed, TPP and customer', () => {
    const psuId = deriveUuid('demo', 'PSDNO-FSA-1', '15813963008');
    expect(deriveUuid('demo', 'PSDNO-FSA-1', '15813963008')).toBe(psuId);
    expect(deriveUuid('demo', 'PSDNO-FSA-2', '15813963008')).not.toBe(psuId);
    expect(deriveUuid('other', 'PSDNO-FSA-1', '15813963008')).not.toBe(psuId);
  });

  it('never meet', () => {
    const ids = new Set(Array.from({ length: MANY }, (_, n) => deriveUuid('demo', 'tpp', String(n))));
    expect(ids.size).toBe(MANY);
  });
});

it('numbers from the seed are whole, from 0 to below their limit [S8-numbers-from-seed]', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, n, limit) => {
      const number = deriveNumber(seed, 'amount', n, limit);
      return Number.isInteger(number) && number >= 0 && number < limit;
    }),
    { numRuns: 300, seed: SEED },
  );
});

describe('ids that carry their number [D1-ids, S8-world-from-seed]', () => {
  const sequences = fc.bigInt(0n, 10n ** 13n);

  it('have the form of every id, and lead back to their number', () => {
    fc.assert(
      fc.property(fc.string(), sequences, (seed, sequence) => {
        const id = deriveOrderedId(seed, 'payment', sequence);
        expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
        expect(parseSequence(seed, 'payment', id)).toBe(sequence);
      }),
      { numRuns: 300, seed: SEED },
    );
  });

  it('lead nowhere when one character differs, or for another kind or seed', () => {
    fc.assert(
      fc.property(sequences, fc.nat(21), fc.constantFrom(...'aZ09-é'), (sequence, place, character) => {
        const id = deriveOrderedId('demo', 'payment', sequence);
        const other = id.slice(0, place) + character + id.slice(place + 1);
        expect(parseSequence('demo', 'payment', other)).toBe(other === id ? sequence : undefined);
      }),
      { numRuns: 300, seed: SEED },
    );
    const id = deriveOrderedId('demo', 'payment', 7n);
    expect(parseSequence('demo', 'authorisation', id)).toBeUndefined();
    expect(parseSequence('other', 'payment', id)).toBeUndefined();
    expect(['', 'x', `${id}x`].map((text) => parseSequence('demo', 'payment', text))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('begin elsewhere for each seed and kind', () => {
    const beginnings = ['a', 'b'].flatMap((seed) =>
      ['payment', 'authorisation'].map((kind) => deriveOrderedId(seed, kind, 1n).slice(0, 4)),
    );
    expect(new Set(beginnings).size).toBe(4);
  });
});

describe('ids of transactions [D8-natural-key, D7-payment-transaction-id, D1-ids]', () => {
  it.each([
    '0000-01-01',
    '2026-11-18',
    '9999-12-31',
  ])('carry the date of booking %s and the number', (date) => {
    const stem = deriveTransactionStem('psd2', date, 'what is alike');
    for (const ordinal of [1, 2, 61, 62, 100_000]) {
      const id = deriveTransactionId('psd2', stem, ordinal);
      expect(id).toMatch(/^[A-Za-z0-9]{22}$/);
      expect([parseBookingDate('psd2', id), parseOrdinal('psd2', id)]).toEqual([date, ordinal]);
    }
  });

  it('sort by their number among equals', () => {
    const stem = deriveTransactionStem('psd2', '2026-11-18', 'what is alike');
    const ids = Array.from({ length: 4000 }, (_, place) => deriveTransactionId('psd2', stem, place + 1));
    expect(ids.toSorted()).toEqual(ids);
  });

  it('lead nowhere when they are of nothing', () => {
    for (const text of ['', 'x', '!!!!!!!!!!!!!!!!!!!!!!', '\u0000', 'zzzzzzzzzzzzzzzzzzzzzz', '0']) {
      expect(parseBookingDate('psd2', text)).toBeUndefined();
    }
  });

  it('of a payment differ on its two sides and from those of other payments', () => {
    const ids = [1n, 2n].flatMap((payment) => [
      derivePaymentTransactionId('psd2', payment, 'debtor'),
      derivePaymentTransactionId('psd2', payment, 'creditor'),
    ]);
    expect(new Set(ids).size).toBe(4);
  });
});
