import { describe } from 'vitest';
import { agent } from './domestic-members.ts';
import { itAnswers } from './rows.ts';
import { countries, listed, noCountry, noCurrency, noPurpose, purposes } from './tables.ts';

describe('currencies of a domestic payment [I-currency, D4-any-currency]', () => {
  itAnswers([
    ...listed('instructedAmount.currency', ['NOK', 'AED', 'EUR', 'HRK', 'GGP', 'SPL', 'ZWD'], noCurrency),
    ...listed(
      'creditorAccount.currency',
      ['NOK', 'AED', 'EUR', 'JPY', 'BHD', 'TVD', 'ZWD'],
      noCurrency,
      agent,
    ),
    ...listed('debtorAccount.currency', ['NOK'], noCurrency),
  ]);
});

describe('countries of a domestic payment [I-country]', () => {
  itAnswers(listed('creditorAddress.country', countries, noCountry));
});

describe('purpose codes of a domestic payment [I-purpose-code]', () => {
  itAnswers(listed('purposeCode', purposes, noPurpose));
});
