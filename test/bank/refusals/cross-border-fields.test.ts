import { describe } from 'vitest';
import { sweep } from '../../support/sweep.ts';
import { all, type Change, set, without } from './changes.ts';
import { crossBorder } from './kinds.ts';
import { itAnswers, malformed, type Row } from './rows.ts';
import {
  characterRows,
  countries,
  type Length,
  lengthRows,
  listed,
  type Member,
  noCountry,
  noCurrency,
  noPurpose,
  nothing,
  purposes,
  requiredRows,
  typeRows,
} from './tables.ts';
import { isFirstAtItsPath } from './wired.ts';

const of = { kind: crossBorder };
const address: Change = set('creditorAddress', { country: 'DE' });
/** A creditor with a bban of its own country beside its IBAN. */
const bban: Change = all(set('creditorAgent', 'PRVEDEFF'), set('creditorAccount.bban', '0000 1234/ABC'));

describe('a cross-border payment as it should be [I-cross-border-request, D4-service-level]', () => {
  itAnswers(
    [
      { what: 'the valid payment that every row of these tables changes', answer: 'created' },
      { what: 'a payment with every optional field', change: everyOptionalField(), answer: 'created' },
      {
        what: 'a payment without remittance information',
        change: without('remittanceInformationUnstructured'),
        answer: 'created',
      },
      { what: 'a creditor with an address', change: address, answer: 'created' },
    ],
    of,
  );
});

function everyOptionalField(): Change {
  return all(
    bban,
    set('creditorAddress', {
      street: 'Unter den Linden',
      buildingNumber: '1 B',
      postalCode: '10117',
      city: 'Berlin',
      country: 'DE',
    }),
    set('purposeCode', 'SUPP'),
    set('requestedExecutionDate', '2026-11-19'),
    set('endToEndIdentification', 'E2E-1'),
    set('serviceLevel', 'SDVA'),
  );
}

const required: readonly Member[] = [
  ['instructedAmount', nothing],
  ['instructedAmount.amount', nothing],
  ['instructedAmount.currency', nothing],
  ['creditorName', nothing],
  ['creditorAccount', nothing],
  ['creditorAccount.currency', nothing],
  ['creditorAddress.country', address],
  ['debtorAccount', nothing],
  ['debtorAccount.currency', nothing],
  ['regulatoryReportingCode', nothing],
  ['regulatoryReportingInformation', nothing],
];

describe('required members of a cross-border payment [I-cross-border-required, D2-path]', () => {
  itAnswers(sweep(requiredRows(required), isFirstAtItsPath()), of);
});

/** Every member that holds a string. */
const strings: readonly Member[] = [
  ['instructedAmount.amount', nothing],
  ['instructedAmount.currency', nothing],
  ['creditorName', nothing],
  ['creditorAgent', nothing],
  ['creditorAccount.bban', bban],
  ['creditorAccount.iban', nothing],
  ['creditorAccount.currency', nothing],
  ['creditorAddress.street', address],
  ['creditorAddress.buildingNumber', address],
  ['creditorAddress.postalCode', address],
  ['creditorAddress.city', address],
  ['creditorAddress.country', address],
  ['debtorAccount.bban', nothing],
  ['debtorAccount.iban', nothing],
  ['debtorAccount.currency', nothing],
  ['remittanceInformationUnstructured', nothing],
  ['purposeCode', nothing],
  ['requestedExecutionDate', nothing],
  ['regulatoryReportingCode', nothing],
  ['regulatoryReportingInformation', nothing],
  ['endToEndIdentification', nothing],
  ['serviceLevel', nothing],
];

const objects: readonly Member[] = [
  ['instructedAmount', nothing],
  ['creditorAccount', nothing],
  ['creditorAddress', address],
  ['debtorAccount', nothing],
];

describe('types of the members of a cross-border payment [I-cross-border-types]', () => {
  itAnswers(sweep(typeRows(strings, objects), isFirstAtItsPath()), of);
});

const lengths: readonly Length[] = [
  ['creditorName', 70, nothing, 'not empty'],
  ['creditorAccount.bban', 30, bban, 'not empty'],
  ['creditorAddress.street', 70, address, 'may be empty'],
  ['remittanceInformationUnstructured', 140, nothing, 'not empty'],
  ['regulatoryReportingInformation', 140, nothing, 'not empty'],
  ['endToEndIdentification', 35, nothing, 'open'],
];

function emptied(path: string): Row {
  return { what: `an empty ${path}`, change: set(path, ''), answer: malformed(path) };
}

describe('lengths of the texts of a cross-border payment [I-cross-border-lengths, I-limits-lengths, D4-end-to-end]', () => {
  itAnswers(lengthRows(lengths), of);
  itAnswers(
    [
      {
        what: 'a debtor bban of 31 characters',
        change: set('debtorAccount.bban', '1'.repeat(31)),
        answer: malformed('debtorAccount.bban'),
      },
      ...['instructedAmount.amount', 'instructedAmount.currency', 'creditorAgent'].map(emptied),
      ...['creditorAccount.iban', 'creditorAccount.currency', 'debtorAccount.bban'].map(emptied),
      ...['debtorAccount.iban', 'debtorAccount.currency', 'purposeCode'].map(emptied),
      ...['requestedExecutionDate', 'regulatoryReportingCode'].map(emptied),
    ],
    of,
  );
});

const texts: readonly Member[] = [
  ['creditorName', nothing],
  ['creditorAccount.bban', bban],
  ['creditorAddress.street', address],
  ['creditorAddress.buildingNumber', address],
  ['creditorAddress.postalCode', address],
  ['creditorAddress.city', address],
  ['remittanceInformationUnstructured', nothing],
  ['regulatoryReportingInformation', nothing],
  ['endToEndIdentification', nothing],
];

describe('the service level of a cross-border payment [D4-service-level]', () => {
  itAnswers(
    [
      ...['URGP', 'SDVA', 'NURG', 'SEPA'].map((code): Row => {
        return { what: `the code ${code}`, change: set('serviceLevel', code), answer: 'created' };
      }),
      ...['', 'URGP1', 'urgp', 'URG ', 'UR-P', 'ÅÅÅÅ', 'URGP\n', 'К'].map((code): Row => {
        const answer = malformed('serviceLevel');
        return { what: `the code ${JSON.stringify(code)}`, change: set('serviceLevel', code), answer };
      }),
    ],
    of,
  );
});

describe('characters in every text of a cross-border payment [I-characters, D2-characters]', () => {
  itAnswers(sweep(characterRows(texts), isFirstAtItsPath()), of);
});

/** Enough in every currency: the smallest is worth 0.000003 NOK. */
const enough = set('instructedAmount.amount', '99999999999.00');
const sharedCodes: readonly Row[] = [
  ...listed(
    'instructedAmount.currency',
    ['NOK', 'AED', 'EUR', 'HRK', 'GGP', 'SPL', 'ZWD', 'VEF'],
    noCurrency,
    enough,
  ),
  ...listed('creditorAccount.currency', ['NOK', 'AED', 'EUR', 'JPY', 'BHD', 'TVD'], noCurrency),
  ...listed('debtorAccount.currency', ['NOK'], noCurrency),
  ...listed('creditorAddress.country', countries, noCountry, address),
  ...listed('purposeCode', purposes, noPurpose),
];
const codes = '14 26 29 31 35 38 41 43 45 51 52 53 71 79 81 82'.split(' ');
const noCode = ['15', '1', '014', '14 ', ' 14', '14.0', '1４', '140', '00', '99'];

describe('codes of a cross-border payment [I-currency, I-country, I-purpose-code, I-regulatory-code, D4-any-currency]', () => {
  itAnswers(
    [...listed('regulatoryReportingCode', codes, noCode), ...sweep(sharedCodes, isFirstAtItsPath())],
    of,
  );
});

describe('fields that a cross-border payment does not have [D2-unknown-fields, D2-other-product, I-cross-border-request]', () => {
  const unknown: readonly (readonly [string, unknown])[] = [
    ['colour', [{ deep: [1, null, { a: true }] }]],
    ['instructedAmount.scale', 5],
  ];
  const unused: readonly (readonly [string, unknown])[] = [
    ['ultimateDebtor', 'x'.repeat(71)],
    ['remittanceInformationStructured', { reference: 7 }],
    ['remittanceInformationStructuredArray', [{ reference: 'x'.repeat(36) }, 'text']],
    ['debtorAccount.other', { identification: '', schemeNameProprietary: 'no scheme' }],
    ['startDate', 'never'],
  ];
  const rows = (members: typeof unknown, answerTo: (path: string) => Row['answer']) =>
    members.map(
      ([path, value]): Row => ({
        what: `${JSON.stringify(value)} as ${path}`,
        change: set(path, value),
        answer: answerTo(path),
      }),
    );
  itAnswers([...rows(unknown, () => 'created'), ...rows(unused, (path) => ({ unused: [path] }))], of);
  itAnswers(
    [
      {
        what: 'a card as the only debtor, which this product does not know',
        change: set('debtorAccount', {
          currency: 'NOK',
          other: { identification: 'card-1', schemeNameProprietary: 'creditCardAccount' },
        }),
        answer: malformed('debtorAccount'),
      },
      {
        what: 'a creditor named by nothing',
        change: without('creditorAccount.iban'),
        answer: malformed('creditorAccount'),
      },
    ],
    of,
  );
});
