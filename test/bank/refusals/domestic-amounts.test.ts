import { describe } from 'vitest';
import { all, set } from './changes.ts';
import { itAnswers, malformed, type Row } from './rows.ts';
import { amountVectors } from './tables.ts';

describe('the amount of a domestic payment [I-amount, D4-amount]', () => {
  itAnswers(
    amountVectors.map(
      ([amount, currency, taken]): Row => ({
        what: `${JSON.stringify(amount)} ${currency}`,
        change: all(set('instructedAmount.amount', amount), set('instructedAmount.currency', currency)),
        answer: taken ? 'created' : malformed('instructedAmount.amount'),
      }),
    ),
  );
});
