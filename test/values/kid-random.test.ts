import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isKid } from '../../src/values/kid.ts';
import { SEED } from '../support/seed.ts';
import { anyKid, holds, type Method, validOrMutated } from './kid-check.ts';

const METHODS: readonly Method[] = ['MOD10', 'MOD11'];
const EVERY_LENGTH = Array.from({ length: 24 }, (_, place) => place + 2);

/** The same thousand in every run from one seed. */
function thousand(method: Method): string[] {
  const kids = validOrMutated(anyKid(method, ...EVERY_LENGTH));
  return fc.sample(kids, { numRuns: 1000, seed: SEED });
}

describe('the check of KIDs that the tests have of their own [D4-kid-check, D4-kid-random]', () => {
  it.each(['602243', '000123456782', '1234567890123452'])('takes %s by MOD10', (kid) => {
    expect(holds(kid, 'MOD10')).toBe(true);
  });

  it.each(['1009-', '000123456785', '1234567890123456789012341'])('takes %s by MOD11', (kid) => {
    expect(holds(kid, 'MOD11')).toBe(true);
  });

  it.each(['602244', '620243', '1-', '602 243', '12345678901234567890123456'])('takes %j by none', (kid) => {
    expect(METHODS.filter((method) => holds(kid, method))).toEqual([]);
  });
});

describe('a thousand KIDs, right and mutated [D4-kid-check, D4-kid-random]', () => {
  it.each(
    METHODS,
  )('made for %s are taken by either method exactly when the other check takes them', (made) => {
    for (const text of thousand(made)) {
      const verdicts = METHODS.map((method) => isKid(text, method));
      expect(verdicts, JSON.stringify(text)).toEqual(METHODS.map((method) => holds(text, method)));
    }
  });

  it.each(METHODS)('made for %s are both, right and wrong, of every length', (made) => {
    const taken = thousand(made).filter((text) => holds(text, made));
    expect(taken.length).toBeGreaterThan(400);
    expect(taken.length).toBeLessThan(700);
    expect(new Set(taken.map((text) => text.length)).size).toBe(24);
    const isDashed = taken.some((text) => text.endsWith('-'));
    expect(isDashed).toBe(made === 'MOD11');
  });
});

describe('what a KID is for: accidents that are noticed [D4-kid-check, D4-kid-random]', () => {
  const kids = fc
    .constantFrom(...METHODS)
    .chain((method) => fc.record({ method: fc.constant(method), kid: anyKid(method, ...EVERY_LENGTH) }));

  it('every digit that is another one', () => {
    fc.assert(
      fc.property(kids, fc.nat(), fc.integer({ min: 1, max: 9 }), ({ method, kid }, any, more) => {
        const place = any % kid.length;
        const digit = Number(kid.charAt(place));
        if (Number.isNaN(digit)) return;
        const other = kid.slice(0, place) + ((digit + more) % 10) + kid.slice(place + 1);
        expect(isKid(other, method), `${other} for ${kid} by ${method}`).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });

  it('every two neighbours exchanged, but 09 and 90 by MOD10', () => {
    fc.assert(
      fc.property(kids, fc.nat(), ({ method, kid }, any) => {
        const place = any % (kid.length - 1);
        const [one = '', two = ''] = kid.slice(place, place + 2);
        const other = kid.slice(0, place) + two + one + kid.slice(place + 2);
        const isUnnoticed = one === two || (method === 'MOD10' && [one, two].toSorted().join('') === '09');
        expect(isKid(other, method), `${other} for ${kid} by ${method}`).toBe(isUnnoticed);
      }),
      { numRuns: 1000 },
    );
  });
});
