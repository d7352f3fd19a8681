import { describe } from 'vitest';
import { all, set } from './changes.ts';
import { itAnswers, malformed, type Row } from './rows.ts';

/** [amount, currency, taken or not] */
type Vector = readonly [unknown, string, boolean];

const vectors: readonly Vector[] = [
  ['100.50', 'NOK', true],
  ['0.01', 'NOK', true],
  ['1.00', 'NOK', true],
  ['100.5', 'NOK', false],
  ['100', 'NOK', false],
  ['100.', 'NOK', false],
  ['100.500', 'NOK', false],
  ['.50', 'NOK', false],
  ['0.00', 'NOK', false],
  ['-1.00', 'NOK', false],
  ['+1.00', 'NOK', false],
  ['00100.00', 'NOK', false],
  ['01.00', 'NOK', false],
  ['100,50', 'NOK', false],
  ['1 000.00', 'NOK', false],
  ['1,000.00', 'NOK', false],
  ['1e2', 'NOK', false],
  ['1.00e2', 'NOK', false],
  ['0x10', 'NOK', false],
  [' 100.00', 'NOK', false],
  ['100.00 ', 'NOK', false],
  ['100.00\n', 'NOK', false],
  ['NaN', 'NOK', false],
  ['Infinity', 'NOK', false],
  ['١٠٠.٠٠', 'NOK', false],
  [100, 'NOK', false],
  [100.5, 'NOK', false],
  ['9999999999999999.99', 'NOK', true],
  ['10000000000000000.00', 'NOK', false],
  ['100', 'JPY', true],
  ['1', 'JPY', true],
  ['0', 'JPY', false],
  ['100.00', 'JPY', false],
  ['100.', 'JPY', false],
  ['1e2', 'JPY', false],
  ['999999999999999999', 'JPY', true],
  ['1000000000000000000', 'JPY', false],
  ['100', 'ISK', true],
  ['100', 'BYR', true],
  ['100', 'XDR', true],
  ['100.00', 'XDR', false],
  ['1.500', 'BHD', true],
  ['0.001', 'TND', true],
  ['0.000', 'KWD', false],
  ['1.50', 'BHD', false],
  ['999999999999999.999', 'BHD', true],
  ['1000000000000000.000', 'BHD', false],
  ['100.50', 'HRK', true],
  ['100.50', 'TVD', true],
];

describe('the amount of a domestic payment [I-amount, D4-amount]', () => {
  itAnswers(
    vectors.map(
      ([amount, currency, taken]): Row => ({
        what: `${JSON.stringify(amount)} ${currency}`,
        change: all(set('instructedAmount.amount', amount), set('instructedAmount.currency', currency)),
        answer: taken ? 'created' : malformed('instructedAmount.amount'),
      }),
    ),
  );
});
