import { type Change, cardDebtor, reference, references, set } from './changes.ts';
import { type Length, type Member, nothing } from './tables.ts';

/** The members of the domestic body, which instant, periodic and bulk payments have too. */

export const card: Change = cardDebtor({
  identification: 'card-1',
  schemeNameProprietary: 'creditCardAccount',
});
export const object: Change = reference({ reference: 'A1', referenceType: 'CINV', referenceIssuer: 'Kari' });
export const array: Change = references({ reference: 'A1', referenceType: 'CINV', referenceIssuer: 'Kari' });
/** Given where the creditor's currency is at fault, so that its bank is never a second fault. */
export const agent: Change = set('creditorAgent', 'PRVENOKK');

export const required: readonly Member[] = [
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

/** Every member that holds a string. */
export const strings: readonly Member[] = [
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

export const objects: readonly Member[] = [
  ['instructedAmount', nothing],
  ['creditorAccount', agent],
  ['creditorAddress', nothing],
  ['debtorAccount', nothing],
  ['debtorAccount.other', card],
  ['remittanceInformationStructured', object],
  ['remittanceInformationStructuredArray[0]', array],
];

export const lengths: readonly Length[] = [
  ['creditorName', 70, nothing, 'not empty'],
  ['creditorAddress.street', 70, nothing, 'may be empty'],
  ['ultimateDebtor', 70, nothing, 'open'],
  ['remittanceInformationUnstructured', 140, nothing, 'not empty'],
  ['remittanceInformationStructured.reference', 35, object, 'not empty'],
  ['remittanceInformationStructured.referenceType', 35, object, 'not empty'],
  ['remittanceInformationStructured.referenceIssuer', 35, object, 'not empty'],
  ['remittanceInformationStructuredArray[0].reference', 35, array, 'not empty'],
  ['remittanceInformationStructuredArray[0].referenceType', 35, array, 'not empty'],
  ['remittanceInformationStructuredArray[0].referenceIssuer', 35, array, 'not empty'],
  ['endToEndIdentification', 35, nothing, 'open'],
];

export const texts: readonly Member[] = [
  ['creditorName', nothing],
  ['creditorAddress.street', nothing],
  ['creditorAddress.buildingNumber', nothing],
  ['creditorAddress.postalCode', nothing],
  ['creditorAddress.city', nothing],
  ['debtorAccount.other.identification', card],
  ['ultimateDebtor', nothing],
  ['remittanceInformationUnstructured', nothing],
  ['remittanceInformationStructured.reference', object],
  ['remittanceInformationStructured.referenceType', object],
  ['remittanceInformationStructured.referenceIssuer', object],
  ['remittanceInformationStructuredArray[0].reference', array],
  ['remittanceInformationStructuredArray[0].referenceType', array],
  ['remittanceInformationStructuredArray[0].referenceIssuer', array],
  ['endToEndIdentification', nothing],
];
