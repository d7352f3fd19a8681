import { describe } from 'vitest';
import { all, type Change, cardDebtor, reference, references, set, without } from './changes.ts';
import { itAnswers, malformed, type Row } from './rows.ts';

const card: Change = cardDebtor({ identification: 'card-1', schemeNameProprietary: 'creditCardAccount' });
const object: Change = reference({ reference: 'A1', referenceType: 'CINV', referenceIssuer: 'Kari' });
const array: Change = references({ reference: 'A1', referenceType: 'CINV', referenceIssuer: 'Kari' });
const nothing: Change = () => {};
/** Given where the creditor's currency is at fault, so that its bank is never a second fault. */
const agent: Change = set('creditorAgent', 'PRVENOKK');

/** [path of the required member, the change that makes its parent be there] */
const required: readonly (readonly [string, Change])[] = [
  ['instructedAmount', nothing],
  ['instructedAmount.amount', nothing],
  ['instructedAmount.currency', nothing],
  ['creditorName', nothing],
  ['creditorAccount', agent],
  ['creditorAccount.bban', nothing],
  ['creditorAccount.currency', agent],
  ['creditorAddress', nothing],
  ['creditorAddress.country', nothing],
  ['debtorAccount', nothing],
  ['debtorAccount.currency', nothing],
  ['debtorAccount.other.identification', card],
  ['debtorAccount.other.schemeNameProprietary', card],
  ['remittanceInformationStructured.reference', object],
  ['remittanceInformationStructuredArray[0].reference', array],
];

describe('required members of a domestic payment [I-domestic-required, D2-path]', () => {
  itAnswers(
    required.flatMap(([path, given]): Row[] => [
      { what: `a payment without ${path}`, change: all(given, without(path)), answer: malformed(path) },
      {
        what: `a payment with null as ${path}`,
        change: all(given, set(path, null)),
        answer: malformed(path),
      },
    ]),
  );
});

/** Every member that holds a string. */
const strings: readonly (readonly [string, Change])[] = [
  ['instructedAmount.amount', nothing],
  ['instructedAmount.currency', nothing],
  ['creditorName', nothing],
  ['creditorAgent', nothing],
  ['creditorAccount.bban', nothing],
  ['creditorAccount.currency', agent],
  ['creditorAddress.street', nothing],
  ['creditorAddress.buildingNumber', nothing],
  ['creditorAddress.postalCode', nothing],
  ['creditorAddress.city', nothing],
  ['creditorAddress.country', nothing],
  ['debtorAccount.currency', nothing],
  ['debtorAccount.bban', nothing],
  ['debtorAccount.other.identification', card],
  ['debtorAccount.other.schemeNameProprietary', card],
  ['ultimateDebtor', nothing],
  ['remittanceInformationUnstructured', nothing],
  ['remittanceInformationStructured.reference', object],
  ['remittanceInformationStructured.referenceType', object],
  ['remittanceInformationStructured.referenceIssuer', object],
  ['remittanceInformationStructuredArray[0].reference', array],
  ['remittanceInformationStructuredArray[0].referenceType', array],
  ['remittanceInformationStructuredArray[0].referenceIssuer', array],
  ['purposeCode', nothing],
  ['requestedExecutionDate', nothing],
  ['endToEndIdentification', nothing],
];

const objects: readonly (readonly [string, Change])[] = [
  ['instructedAmount', nothing],
  ['creditorAccount', agent],
  ['creditorAddress', nothing],
  ['debtorAccount', nothing],
  ['debtorAccount.other', card],
  ['remittanceInformationStructured', object],
  ['remittanceInformationStructuredArray[0]', array],
];

describe('types of the members of a domestic payment [I-domestic-types]', () => {
  itAnswers([
    ...strings.flatMap(([path, given]) =>
      [12345, true, ['text'], { text: 'text' }].map(
        (value): Row => ({
          what: `${JSON.stringify(value)} as ${path}`,
          change: all(given, set(path, value)),
          answer: malformed(path),
        }),
      ),
    ),
    ...objects.flatMap(([path, given]) =>
      ['text', 12345, []].map(
        (value): Row => ({
          what: `${JSON.stringify(value)} as ${path}`,
          change: all(given, set(path, value)),
          answer: malformed(path),
        }),
      ),
    ),
    ...['text', { 0: { reference: 'A1' } }, 1].map(
      (value): Row => ({
        what: `${JSON.stringify(value)} as remittanceInformationStructuredArray`,
        change: all(array, set('remittanceInformationStructuredArray', value)),
        answer: malformed('remittanceInformationStructuredArray'),
      }),
    ),
  ]);
});
