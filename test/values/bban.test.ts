import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBban, computeBbanCheckDigit, isElevenDigits } from '../../src/values/iban.ts';

const tenDigits = fc.stringMatching(/^[1-9][0-9]{9}$/);

describe('Norwegian bban [D4-bban]', () => {
  it.each(['99911200011', '99920100011', '99930700017', '99900510019'])('takes %s', (bban) => {
    expect(checkBban(bban)).toBeUndefined();
  });

  it.each([
    ['99911200012', 'has a wrong check digit: look for a wrong or swapped digit'],
    ['99911020011', 'has a wrong check digit: look for a wrong or swapped digit'],
    ['9991120001', 'must be 11 digits without spaces or dots'],
    ['999112000110', 'must be 11 digits without spaces or dots'],
    ['9991.12.00011', 'must be 11 digits without spaces or dots'],
    ['99911200011\n', 'must be 11 digits without spaces or dots'],
    ['９9911200011', 'must be 11 digits without spaces or dots'],
    ['', 'must be 11 digits without spaces or dots'],
    ['00000000000', "must begin with a bank code, and 0000 isn't one"],
    ['00001200009', "must begin with a bank code, and 0000 isn't one"],
  ])('refuses %j: %s', (text, words) => {
    expect(checkBban(text)).toBe(words);
  });

  it('takes a made check digit and no other', () => {
    fc.assert(
      fc.property(tenDigits, (ten) => {
        const right = computeBbanCheckDigit(ten);
        const taken = [...'0123456789'].filter((digit) => checkBban(ten + digit) === undefined);
        expect(taken).toEqual(right === undefined ? [] : [right]);
      }),
      { numRuns: 300 },
    );
  });

  it('has no check digit where mod 11 would need a ten', () => {
    // 5 · 1 + 2 · 9 = 23 leaves 1, and 11 - 1 = 10.
    expect(computeBbanCheckDigit('1000000009')).toBeUndefined();
    fc.assert(
      fc.property(tenDigits, (ten) => computeBbanCheckDigit(ten) === bbanCheckDigitByTrial(ten)),
      { numRuns: 300 },
    );
    const withoutDigit = Array.from({ length: 100 }, (_, n) => String(9_990_000_000 + n)).filter(
      (ten) => computeBbanCheckDigit(ten) === undefined,
    );
    expect(withoutDigit.length).toBeGreaterThan(5);
  });

  it('notices each single wrong digit and each swap of neighbours', () => {
    const right = [...'99911200011'];
    const mistyped = right.flatMap((_, place) => [...'0123456789'].map((digit) => right.with(place, digit)));
    const swapped = right
      .slice(1)
      .map((digit, place) => right.with(place, digit).with(place + 1, right[place]!));
    for (const typed of [...mistyped, ...swapped].map((digits) => digits.join(''))) {
      expect(checkBban(typed) === undefined).toBe(typed === right.join(''));
    }
  });

  it('of the sandbox needs eleven digits only', () => {
    expect(isElevenDigits('12345678901')).toBe(true);
    expect(isElevenDigits('1234567890')).toBe(false);
  });

  it('throws when asked for the check digit of anything but ten digits', () => {
    expect(() => computeBbanCheckDigit('999')).toThrow(RangeError);
  });
});

/** The digit that makes the sum with weights 5 4 3 2 7 6 5 4 3 2 1 divisible by 11, found by trying all ten. */
function bbanCheckDigitByTrial(ten: string): string | undefined {
  const weights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1];
  const divides = (text: string) =>
    weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0) % 11 === 0;
  return [...'0123456789'].find((digit) => divides(ten + digit));
}
