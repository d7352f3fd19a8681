import { describe } from 'vitest';
import { all, type Change, set } from './changes.ts';
import { itAnswers, malformed, type Row } from './rows.ts';

function listed(
  path: string,
  taken: readonly string[],
  refused: readonly string[],
  given: Change = () => {},
): Row[] {
  const row = (value: string, answer: Row['answer']): Row => ({
    what: `'${value}' as ${path}`,
    change: all(given, set(path, value)),
    answer,
  });
  return [
    ...taken.map((value) => row(value, 'created')),
    ...refused.map((value) => row(value, malformed(path))),
  ];
}

/** Codes that no list of interface.md holds: of no currency, of none any more, by another spelling. */
const noCurrency = ['BTC', 'XXX', 'XAU', 'CHE', 'SLE', 'nok', 'Nok', 'NO', 'NOKK', '578', ' NOK', 'NOK '];
const agent = set('creditorAgent', 'PRVENOKK');

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
  itAnswers(
    listed(
      'creditorAddress.country',
      ['NO', 'SE', 'AF', 'AX', 'BQ', 'CW', 'SS', 'SX', 'YE', 'ZW'],
      ['XK', 'XX', 'UK', 'EU', 'AN', 'no', 'No', 'N', 'NOR', '578', ' NO', 'NO '],
    ),
  );
});

const purposes = [
  'INVS',
  'SALA',
  'IDCP',
  'CASH',
  'CORT',
  'INTC',
  'PENS',
  'SSBE',
  'SUPP',
  'TAXS',
  'TREA',
  'VATX',
  'LOAN',
  'OTHR',
];

describe('purpose codes of a domestic payment [I-purpose-code]', () => {
  itAnswers(listed('purposeCode', purposes, ['GDDS', 'BONU', 'sala', 'SAL', 'SALAR', ' SALA', '1']));
});
