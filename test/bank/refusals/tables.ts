import { all, type Change, set, without } from './changes.ts';
import { malformed, type Row } from './rows.ts';

/** Rows that every product has of its own members. */

/** [path of a member, the change that makes its parent be there] */
export type Member = readonly [string, Change];

/** [path, most code points, the change that makes its parent be there, least code points] */
export type Length = readonly [string, number, Change, 'may be empty' | 'not empty' | 'open'];

export const nothing: Change = () => {};

export function requiredRows(members: readonly Member[]): Row[] {
  return members.flatMap(([path, given]): Row[] => [
    { what: `a payment without ${path}`, change: all(given, without(path)), answer: malformed(path) },
    { what: `a payment with null as ${path}`, change: all(given, set(path, null)), answer: malformed(path) },
  ]);
}

/** Members that hold a string, and such that hold an object, with values of other types. */
export function typeRows(strings: readonly Member[], objects: readonly Member[]): Row[] {
  const rows = (members: readonly Member[], values: readonly unknown[]) =>
    members.flatMap(([path, given]) =>
      values.map(
        (value): Row => ({
          what: `${JSON.stringify(value)} as ${path}`,
          change: all(given, set(path, value)),
          answer: malformed(path),
        }),
      ),
    );
  return [...rows(strings, [12345, true, ['text'], { text: 'text' }]), ...rows(objects, ['text', 12345, []])];
}

export function lengthRows(lengths: readonly Length[]): Row[] {
  return lengths.flatMap(([path, most, given, least]): Row[] => {
    const row = (what: string, value: string, answer: Row['answer']): Row => ({
      what: `${path} of ${what}`,
      change: all(given, set(path, value)),
      answer,
    });
    const empty = row('no characters', '', least === 'may be empty' ? 'created' : malformed(path));
    return [
      ...(least === 'open' ? [] : [empty]),
      row('1 character', 'A', 'created'),
      row(`${most} characters`, 'A'.repeat(most), 'created'),
      row(`${most} characters of two bytes each`, 'Å'.repeat(most), 'created'),
      row(`${most + 1} characters`, 'A'.repeat(most + 1), malformed(path)),
      row(`${most + 1} characters of two bytes each`, 'Å'.repeat(most + 1), malformed(path)),
    ];
  });
}

/** A lone surrogate leaves JSON.stringify as an escape, so these bytes are valid UTF-8. */
const unprocessable: readonly (readonly [string, string])[] = [
  ['an emoji', 'Takk 😀'],
  ['a control character', 'Ta\u0007kk'],
  ['a lone high surrogate', 'Takk\ud83d'],
  ['a lone low surrogate', '\ude00Takk'],
];

export function characterRows(texts: readonly Member[]): Row[] {
  return texts.flatMap(([path, given]) =>
    unprocessable.map(
      ([what, text]): Row => ({
        what: `${what} in ${path}`,
        change: all(given, set(path, text)),
        answer: malformed(path),
      }),
    ),
  );
}

/** Values of a closed list, and such that it does not hold. */
export function listed(
  path: string,
  taken: readonly string[],
  refused: readonly string[],
  given: Change = nothing,
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

/** Codes that no list of I-currency-values holds: of no currency, of none any more, by another spelling. */
export const noCurrency = [
  'BTC',
  'XXX',
  'XAU',
  'CHE',
  'SLE',
  'nok',
  'Nok',
  'NO',
  'NOKK',
  '578',
  ' NOK',
  'NOK ',
];

export const countries = ['NO', 'SE', 'AF', 'AX', 'BQ', 'CW', 'SS', 'SX', 'YE', 'ZW'];
export const noCountry = ['XK', 'XX', 'UK', 'EU', 'AN', 'no', 'No', 'N', 'NOR', '578', ' NO', 'NO '];

export const purposes = 'INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR'.split(' ');
export const noPurpose = ['GDDS', 'BONU', 'sala', 'SAL', 'SALAR', ' SALA', '1'];

/** BICs as creditorAgent, and what only looks like one. */
export const bicRows: readonly Row[] = listed(
  'creditorAgent',
  ['PRVENOKK', 'PRVENOKKXXX', 'PRVEDEFF500', 'PRVEGB2L'],
  [
    'PRVENOK',
    'PRVENOKKX',
    'PRVENOKKXX',
    'PRVENOKKXXXX',
    'prvenokk',
    'PRVEXXKK',
    'PRVEXKKK',
    'PRVE NOKK',
    'PRVENOK-',
    'PRVENOKÅ',
  ],
);

const noBban: readonly (readonly [string, string])[] = [
  ['of 10 digits', '9994051234'],
  ['of 12 digits', '999405123400'],
  ['with a wrong check digit', '99940512341'],
  ['with two digits exchanged', '99940521340'],
  ['that can have no check digit, ending in 0', '99940512090'],
  ['that can have no check digit, ending in -', '9994051209-'],
  ['of the bank code 0000', '00005123453'],
  ['of eleven zeros', '00000000000'],
  ['with dots', '9994.05.12340'],
  ['with a blank before it', ' 99940512340'],
  ['with a letter', '9994051234O'],
  ['of full-width digits', '９９９４０５１２３４０'],
];

/** Texts that are no Norwegian account, as the creditor's bban. */
export function noBbanRows(given: Change = nothing): Row[] {
  return noBban.map(
    ([what, bban]): Row => ({
      what: `a creditor bban ${what}`,
      change: all(given, set('creditorAccount.bban', bban)),
      answer: malformed('creditorAccount.bban'),
    }),
  );
}

/** [amount, currency, taken or not] */
export type AmountVector = readonly [unknown, string, boolean];

export const amountVectors: readonly AmountVector[] = [
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
