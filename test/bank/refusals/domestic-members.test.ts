import { describe } from 'vitest';
import { all, set } from './changes.ts';
import { array, objects, required, strings } from './domestic-members.ts';
import { itAnswers, malformed, type Row } from './rows.ts';
import { requiredRows, typeRows } from './tables.ts';

describe('required members of a domestic payment [I-domestic-required, D2-path]', () => {
  itAnswers(requiredRows(required));
});

describe('types of the members of a domestic payment [I-domestic-types]', () => {
  itAnswers([
    ...typeRows(strings, objects),
    ...['text', { 0: { reference: 'A1' } }, 1].map(
      (value): Row => ({
        what: `${JSON.stringify(value)} as remittanceInformationStructuredArray`,
        change: all(array, set('remittanceInformationStructuredArray', value)),
        answer: malformed('remittanceInformationStructuredArray'),
      }),
    ),
  ]);
});
