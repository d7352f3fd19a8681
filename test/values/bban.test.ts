import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkBban, computeBbanCheckDigit } from '../../src/values/iban.ts';

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
});
