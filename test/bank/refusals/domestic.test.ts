import { describe, expect, it } from 'vitest';
import { KARI } from '../../support/life/payments.ts';
import { expectCreated, expectRefusal, messages } from './expectations.ts';
import {
  agent,
  allowedKid,
  amounts,
  array,
  bicRows,
  card,
  countries,
  DOMESTIC,
  listCharacters,
  listLengths,
  listRequired,
  listTypes,
  listValues,
  noBban,
  noCountry,
  noCurrency,
  noKid,
  noPurpose,
  object,
  purposes,
  requiredKid,
} from './members.ts';
import {
  bankOf,
  combine,
  creditors,
  type Expected,
  knownPsu,
  malformed,
  nothing,
  type Row,
  remove,
  set,
  setCard,
  setReferences,
  testRows,
} from './rows.ts';

const everyOptionalMember = combine(
  set('creditorAgent', 'PRVENOKK'),
  set('creditorAddress', {
    street: 'Storgata',
    buildingNumber: '1 B',
    postalCode: '0155',
    city: 'Oslo',
    country: 'NO',
  }),
  set('ultimateDebtor', 'Ola Prøve'),
  setReferences({ reference: 'A1' }, { reference: 'A2', referenceType: 'CINV', referenceIssuer: 'Kari' }),
  set('purposeCode', 'SALA'),
  set('requestedExecutionDate', '2026-11-19'),
  set('endToEndIdentification', 'E2E-1'),
);

describe('a domestic payment as it should be [I-domestic-request]', () => {
  testRows([
    ['the valid payment that every row of these tables changes', nothing, 'created'],
    ['a payment with every optional member', everyOptionalMember, 'created'],
    ['a payment without remittance information', remove('remittanceInformationUnstructured'), 'created'],
  ]);
});

describe('required members of a domestic payment [I-domestic-required, D2-path]', () => {
  testRows(listRequired(DOMESTIC));
});

describe('types of the members of a domestic payment [I-domestic-types]', () => {
  testRows([
    ...listTypes(DOMESTIC),
    ...listValues('remittanceInformationStructuredArray', [], ['text', { 0: { reference: 'A1' } }], array),
  ]);
});

describe('lengths of the texts of a domestic payment [I-domestic-lengths, I-limits-lengths, D2-lengths, D4-end-to-end]', () => {
  testRows([
    ...listLengths(DOMESTIC),
    ...listValues('debtorAccount.bban', [], ['1'.repeat(31), '']),
    [
      'an unknown debtor bban of 30 characters because it is unknown, not because it is long',
      set('debtorAccount.bban', '1'.repeat(30)),
      { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' },
      { headers: knownPsu },
    ],
    ['an empty card reference', setCard(''), malformed('debtorAccount.other.identification')],
    ['an empty date', set('requestedExecutionDate', ''), malformed('requestedExecutionDate')],
  ]);
});

/** What shows nothing: spaces, no-break spaces, a soft hyphen. */
const blanks = [' ', '   ', '\u00a0', ' \u00a0 \u00ad'];

describe('a text of blanks [D2-blank]', () => {
  testRows([
    ...listValues('creditorName', [' Ola '], blanks),
    ...listValues('debtorAccount.bban', [], blanks),
    ...listValues('debtorAccount.other.identification', [], blanks, card),
    ...listValues('remittanceInformationStructured.reference', [], blanks, object),
    ...listValues('remittanceInformationStructuredArray[0].reference', [], blanks, array),
    ...listValues('remittanceInformationUnstructured', ['  '], []),
    ...listValues('ultimateDebtor', [' '], []),
  ]);
});

describe('null in a domestic payment [D2-null]', () => {
  const optional = DOMESTIC.filter(
    ({ path, isRequired }) => !isRequired && !/^debtorAccount\.bban$|Array\[0\]$/.test(path),
  );
  testRows([
    ...optional.map(
      ({ path, given = nothing }): Row => [
        `null as ${path}, which is not there`,
        combine(given, set(path, null)),
        path === 'debtorAccount.other' ? malformed('debtorAccount') : 'created',
      ],
    ),
    ['null as debtorAccount.bban beside a card', combine(card, set('debtorAccount.bban', null)), 'created'],
    ['null as the only name of the debtor', set('debtorAccount.bban', null), malformed('debtorAccount')],
    [
      'null of another product, of which nothing is to be said',
      combine(set('serviceLevel', null), set('creditorAccount.iban', null), set('startDate', null)),
      'created',
    ],
  ]);

  const bank = bankOf();
  it('is what the text says of a required member', async () => {
    for (const [path, given] of [
      ['creditorName', nothing],
      ['instructedAmount', nothing],
      ['instructedAmount.amount', nothing],
      ['debtorAccount.other.identification', card],
      ['remittanceInformationStructuredArray[0]', array],
    ] as const) {
      const body = bank().payment();
      combine(given, set(path, null))(body);
      expect(messages(await bank().send({ body }))).toEqual([
        { category: 'ERROR', code: 'FORMAT_ERROR', path, text: `${path} is null` },
      ]);
    }
  });
});

describe('characters in every text of a domestic payment [I-characters, D2-characters]', () => {
  testRows(listCharacters(DOMESTIC));
});

/** The edges of the listed ranges, and what lies between them. */
const processable = [
  ...[0x20, 0x22, 0x5c, 0x7e, 0xa0, 0xc6, 0xff, 0x24f, 0x2013, 0x2019, 0x201c, 0x201d, 0x2026, 0x20ac],
];
const unprocessable = [
  ...[0x00, 0x09, 0x0a, 0x0d, 0x1f, 0x7f, 0x80, 0x85, 0x9f, 0x250, 0x301, 0x410, 0x200b, 0x2014, 0x2018],
  ...[0x2028, 0x202e, 0x4e2d, 0xd800, 0xdfff, 0xfeff, 0xfffd, 0x1f600, 0x10ffff],
];

describe('characters at the edges of what can be processed [D2-processable]', () => {
  const write = (codePoint: number, expected: Expected): Row => [
    `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`,
    set('creditorName', `Kari${String.fromCodePoint(codePoint)}Ola`),
    expected,
  ];
  testRows([
    ...processable.map((codePoint) => write(codePoint, 'created')),
    ...unprocessable.map((codePoint) => write(codePoint, malformed('creditorName'))),
  ]);
});

describe('the amount of a domestic payment [I-amount, D4-amount]', () => {
  testRows(
    amounts.map(
      ([amount, currency, isTaken]): Row => [
        `${JSON.stringify(amount)} ${currency}`,
        set('instructedAmount', { amount, currency }),
        isTaken ? 'created' : malformed('instructedAmount.amount'),
      ],
    ),
  );
});

describe('codes of a domestic payment [I-currency, D4-any-currency, I-country, I-purpose-code]', () => {
  const currencies = ['NOK', 'AED', 'EUR', 'HRK', 'GGP', 'SPL', 'ZWD'];
  testRows([
    ...listValues('instructedAmount.currency', currencies, noCurrency),
    ...listValues('creditorAccount.currency', ['NOK', 'AED', 'JPY', 'BHD', 'TVD', 'ZWD'], noCurrency, agent),
    ...listValues('debtorAccount.currency', ['NOK'], noCurrency),
    ...listValues('creditorAddress.country', countries, noCountry),
    ...listValues('purposeCode', purposes, noPurpose),
  ]);
});

describe('the creditor of a domestic payment [D4-bban, I-creditor-agent, D4-bic]', () => {
  testRows([...listValues('creditorAccount.bban', creditors, noBban), ...bicRows]);
});

describe('the debtor account of a domestic payment [D4-debtor, D4-debtor-currency, D4-debtor-later]', () => {
  const bank = bankOf();
  const unknown = { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' };
  const send = (bban: string, headers: Record<string, string> = knownPsu, currency = 'NOK') => {
    const creditorAccount = { bban: creditors[0], currency: 'NOK' };
    const body = { ...bank().payment(), creditorAccount, debtorAccount: { bban, currency } };
    return bank().send({ headers, body });
  };

  it('is each account of the PSU', async () => {
    for (const bban of [bank().accounts.debtor, bank().accounts.debtorOther]) expectCreated(await send(bban));
  });

  it('is not another PSU’s, nor one that nobody has: the answer is the same', async () => {
    for (const bban of [bank().accounts.foreign, '99900000000']) expectRefusal(await send(bban), unknown);
  });

  it.each([
    ['PSU-Context', {}],
    ['X-PSU-IDENTITY', { 'X-PSU-IDENTITY': KARI }],
  ])('is whatever is named beside %s alone: the page checks it', async (_, headers) => {
    for (const bban of [bank().accounts.foreign, '99900000000']) {
      for (const currency of ['NOK', 'EUR']) expectCreated(await send(bban, headers, currency));
    }
  });

  it('has its own currency', async () => {
    const answer = await send(bank().accounts.debtor, knownPsu, 'EUR');
    expectRefusal(answer, malformed('debtorAccount.currency'));
  });
});

describe('KID to an account that requires it [I-errors-kid, D4-kid-required, D4-kid-candidates, D8-kid-entries]', () => {
  testRows(requiredKid);
});

describe('KID to an account that allows it [D4-kid-allowed, D4-kid-mod11]', () => {
  testRows(allowedKid);
});

describe('KID to an account that takes none, and to one without an entry [D4-kid-none]', () => {
  testRows(noKid);
});

describe('members that a domestic payment does not have [D2-unknown-fields, D4-domestic-iban]', () => {
  testRows([
    ['an unknown member of any type', set('colour', [{ deep: [1, null, { a: true }] }]), 'created'],
    ['an unknown member inside an account', set('creditorAccount.owner', 12), 'created'],
    ['an unknown member inside the amount', set('instructedAmount.scale', 5), 'created'],
    [
      'a creditor with an IBAN alone',
      set('creditorAccount', { currency: 'NOK', iban: 'NO0699940512340' }),
      malformed('creditorAccount.bban'),
    ],
    [
      'a debtor with an IBAN alone',
      set('debtorAccount', { currency: 'NOK', iban: 'NO0699940512340' }),
      malformed('debtorAccount'),
    ],
  ]);
});

const outside = { status: 400, code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' };

function listDates(dates: readonly string[], expected: Expected): Row[] {
  return dates.map((date) => [`'${date}' as execution date`, set('requestedExecutionDate', date), expected]);
}

describe('the execution date on a Wednesday morning [I-date, D4-date-format, D4-date-range]', () => {
  testRows([
    ...listDates(['2026-11-18', '2026-11-19', '2026-12-31', '2027-11-18'], 'created'),
    ...listDates(['2026-11-17', '2000-01-01', '0001-01-01', '2027-11-19', '9999-12-31'], outside),
    ...listDates(
      [
        ...['2026-02-30', '2027-02-29', '2026-13-01', '2026-00-10', '2026-12-00', '2026-1-8', '20261119'],
        ...[
          '26-11-19',
          '19.11.2026',
          '2026/11/19',
          '2026-11-19T00:00:00+01:00',
          '2026-11-19Z',
          ' 2026-11-19',
        ],
        ...['2026-W47-4', '+002026-11-19', 'today'],
      ],
      malformed('requestedExecutionDate'),
    ),
  ]);
});

describe('an execution date on a day without runs [D4-date-moved, D2-warnings]', () => {
  testRows([
    ...listDates(['2026-11-21', '2026-11-22', '2026-12-26', '2027-05-01'], 'moved'),
    ...listDates(['2026-12-24', '2026-12-25', '2027-01-01'], 'moved'),
    // Maundy Thursday, Good Friday, Easter Monday, Ascension, Constitution Day.
    ...listDates(['2027-03-25', '2027-03-26', '2027-03-29', '2027-05-06', '2027-05-17'], 'moved'),
    ...listDates(['2026-12-23', '2026-12-28', '2027-03-24', '2027-05-18'], 'created'),
  ]);
});

/** [the bank's clock, the date, the answer]; 15:30 is the last run of the day. */
const clocks: readonly (readonly [string, string, Expected])[] = [
  ['2026-11-18T15:29:00+01:00', '2026-11-18', 'created'],
  ['2026-11-18T15:31:00+01:00', '2026-11-18', 'moved'],
  ['2026-11-18T15:31:00+01:00', '2026-11-19', 'created'],
  ['2026-11-18T23:59:00+01:00', '2026-11-18', 'moved'],
  ['2026-11-18T23:59:00+01:00', '2026-11-17', outside],
  // In Oslo it is the 18th already, in UTC not yet.
  ['2026-11-18T00:30:00+01:00', '2026-11-18', 'created'],
  ['2026-11-18T00:30:00+01:00', '2026-11-17', outside],
  ['2026-11-18T00:30:00+01:00', '2027-11-18', 'created'],
  ['2026-11-18T00:30:00+01:00', '2027-11-19', outside],
  ['2026-07-01T00:30:00+02:00', '2026-06-30', outside],
  ['2026-07-01T00:30:00+02:00', '2026-07-01', 'created'],
  // Both clock changes, an hour that is missing and one that comes twice: Sundays.
  ['2027-03-28T03:00:00+02:00', '2027-03-27', outside],
  ['2027-03-28T03:00:00+02:00', '2027-03-28', 'moved'],
  ['2026-10-25T02:30:00+01:00', '2026-10-24', outside],
  ['2026-10-25T02:30:00+01:00', '2026-10-25', 'moved'],
  // 365 days ahead over a leap day is one calendar day less.
  ['2027-06-01T10:00:00+02:00', '2028-05-31', 'created'],
  ['2027-06-01T10:00:00+02:00', '2028-06-01', outside],
];

describe.each(
  clocks,
)('the execution date by the clock of Oslo, at %s [D4-date-oslo, D4-last-run]', (clock, date, expected) => {
  testRows(listDates([date], expected), undefined, Date.parse(clock));
});
