import { describe } from 'vitest';
import { all, type Change, cardDebtor, references, set, without } from './changes.ts';
import { agent, array, lengths, object } from './domestic-members.ts';
import { itAnswers, knownPsu, malformed, type Row } from './rows.ts';
import { lengthRows } from './tables.ts';

describe('a domestic payment as it should be [I-domestic-request]', () => {
  itAnswers([
    { what: 'the valid payment that every row of these tables changes', answer: 'created' },
    { what: 'a payment with every optional field', change: everyOptionalField(), answer: 'created' },
    {
      what: 'a payment without remittance information',
      change: without('remittanceInformationUnstructured'),
      answer: 'created',
    },
  ]);
});

/** Of the two kinds of remittance one can be set: here the array. */
function everyOptionalField(): Change {
  return all(
    set('creditorAgent', 'PRVENOKK'),
    set('creditorAddress', {
      street: 'Storgata',
      buildingNumber: '1 B',
      postalCode: '0155',
      city: 'Oslo',
      country: 'NO',
    }),
    set('ultimateDebtor', 'Ola Prøve'),
    references({ reference: 'A1' }, { reference: 'A2', referenceType: 'CINV', referenceIssuer: 'Kari' }),
    set('purposeCode', 'SALA'),
    set('requestedExecutionDate', '2026-11-19'),
    set('endToEndIdentification', 'E2E-1'),
  );
}

describe('lengths of the texts of a domestic payment [I-domestic-lengths, I-limits-lengths, D2-lengths, D4-end-to-end]', () => {
  itAnswers(lengthRows(lengths));
  itAnswers([
    {
      what: 'a debtor bban of 31 characters',
      change: set('debtorAccount.bban', '1'.repeat(31)),
      answer: malformed('debtorAccount.bban'),
    },
    {
      what: 'an unknown debtor bban of 30 characters because it is unknown, not because it is long',
      change: set('debtorAccount.bban', '1'.repeat(30)),
      send: { headers: knownPsu },
      answer: { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' },
    },
    {
      what: 'a creditor bban of 31 characters',
      change: set('creditorAccount.bban', '1'.repeat(31)),
      answer: malformed('creditorAccount.bban'),
    },
    ...[
      'instructedAmount.amount',
      'instructedAmount.currency',
      'creditorAccount.bban',
      'creditorAccount.currency',
    ].map(emptied),
    ...['creditorAddress.country', 'debtorAccount.currency', 'debtorAccount.bban'].map(emptied),
    ...['creditorAgent', 'purposeCode', 'requestedExecutionDate'].map(emptied),
    {
      what: 'an empty card reference',
      change: cardDebtor({ identification: '', schemeNameProprietary: 'creditCardAccount' }),
      answer: malformed('debtorAccount.other.identification'),
    },
  ]);
});

function emptied(path: string): Row {
  return { what: `an empty ${path}`, change: all(agent, set(path, '')), answer: malformed(path) };
}

describe('members that exclude each other [I-domestic-remittance, I-domestic-debtor, I-domestic-card, D2-path-exclusive]', () => {
  itAnswers([
    {
      what: 'message and structured references together',
      change: all(
        set('remittanceInformationUnstructured', 'Hei'),
        set('remittanceInformationStructuredArray', [{ reference: 'A1' }]),
      ),
      answer: malformed('remittanceInformationUnstructured'),
    },
    { what: 'structured references alone', change: array, answer: 'created' },
    { what: 'a single structured reference alone', change: object, answer: 'created' },
    {
      what: 'a debtor with both bban and card reference',
      change: set('debtorAccount.other', {
        identification: 'card-1',
        schemeNameProprietary: 'creditCardAccount',
      }),
      answer: malformed('debtorAccount'),
    },
    {
      what: 'a debtor with neither bban nor card reference',
      change: without('debtorAccount.bban'),
      answer: malformed('debtorAccount'),
    },
    {
      what: 'a debtor named by IBAN alone',
      change: set('debtorAccount', { currency: 'NOK', iban: 'NO0699940512340' }),
      answer: malformed('debtorAccount'),
    },
    ...['creditcardaccount', 'CREDIT_CARD_ACCOUNT', 'BBAN', ' creditCardAccount'].map(
      (scheme): Row => ({
        what: `the card reference scheme '${scheme}'`,
        change: cardDebtor({ identification: 'card-1', schemeNameProprietary: scheme }),
        answer: malformed('debtorAccount.other.schemeNameProprietary'),
      }),
    ),
    {
      what: 'a card reference of none of the PSU’s cards',
      change: cardDebtor({ identification: 'no-such-card', schemeNameProprietary: 'creditCardAccount' }),
      send: { headers: knownPsu },
      answer: { status: 400, code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.other.identification' },
    },
  ]);
});

describe('fields that a domestic payment does not have [D2-unknown-fields, D4-domestic-iban]', () => {
  itAnswers([
    { what: 'an unknown member', change: set('colour', 'blue'), answer: 'created' },
    {
      what: 'an unknown member of any type',
      change: set('colour', [{ deep: [1, null, { a: true }] }]),
      answer: 'created',
    },
    {
      what: 'an unknown member inside an account',
      change: set('creditorAccount.owner', 12),
      answer: 'created',
    },
    {
      what: 'an unknown member inside the amount',
      change: set('instructedAmount.scale', 5),
      answer: 'created',
    },
    {
      what: 'an IBAN of the creditor, which a domestic payment ignores',
      change: set('creditorAccount.iban', 'no iban at all'),
      answer: { unused: ['creditorAccount.iban'] },
    },
    {
      what: 'an IBAN of the debtor, which a domestic payment ignores',
      change: set('debtorAccount.iban', 'no iban at all'),
      answer: { unused: ['debtorAccount.iban'] },
    },
    {
      what: 'a creditor with an IBAN alone',
      change: set('creditorAccount', { currency: 'NOK', iban: 'NO0699940512340' }),
      answer: malformed('creditorAccount.bban'),
    },
  ]);
});
