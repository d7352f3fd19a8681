import type { Room } from './mutation.ts';

export const values: Room = {
  name: 'values',
  tests: ['test/values/', 'test/wire/'],
  mutations: [
    {
      file: 'src/values/rates.ts',
      find: 'if (twiceRest < denominator || (twiceRest === denominator && !isOdd)) return towardsZero;',
      replace: 'if (twiceRest < denominator || (twiceRest === denominator && isOdd)) return towardsZero;',
      suffers: 'Halves of an øre are rounded to the odd one, and amounts differ from those of other banks.',
      by: 'test/values/rounding.test.ts',
    },
    {
      file: 'src/wire/strict-json.ts',
      find: 'if (levels.length === MAX_DEPTH) return',
      replace: 'if (levels.length > MAX_DEPTH) return',
      suffers: 'JSON that is nested one level deeper than the bank allows is taken.',
      by: 'test/wire/strict-json.test.ts',
    },
    {
      file: 'src/values/iban.ts',
      find: 'return form.bban.test(bban)',
      replace: 'return form.length > 0',
      suffers: 'An IBAN with a letter where its country has a digit is taken, and the money goes nowhere.',
      by: 'test/values/iban.test.ts',
    },
  ],
};
