import { type Change, set, without } from './changes.ts';

/** Every fault the fields can have by themselves, in the order of the field table: [path, what repairs it]. */
export const repairs: readonly (readonly [string, Change])[] = [
  ['instructedAmount.amount', set('instructedAmount.amount', '100.00')],
  ['instructedAmount.currency', set('instructedAmount.currency', 'NOK')],
  ['creditorName', set('creditorName', 'Kari Prøve')],
  ['creditorAgent', set('creditorAgent', 'PRVENOKK')],
  ['creditorAccount.bban', set('creditorAccount.bban', '99940512340')],
  ['creditorAccount.currency', set('creditorAccount.currency', 'NOK')],
  ['creditorAddress.street', without('creditorAddress.street')],
  ['creditorAddress.buildingNumber', set('creditorAddress.buildingNumber', '7')],
  ['creditorAddress.postalCode', set('creditorAddress.postalCode', '0155')],
  ['creditorAddress.city', set('creditorAddress.city', 'Oslo')],
  ['creditorAddress.country', set('creditorAddress.country', 'NO')],
  ['debtorAccount.currency', set('debtorAccount.currency', 'NOK')],
  ['debtorAccount.other.identification', set('debtorAccount.other.identification', 'card-1')],
  [
    'debtorAccount.other.schemeNameProprietary',
    set('debtorAccount.other.schemeNameProprietary', 'creditCardAccount'),
  ],
  ['ultimateDebtor', without('ultimateDebtor')],
  ['remittanceInformationUnstructured', without('remittanceInformationUnstructured')],
  ['remittanceInformationStructured.reference', set('remittanceInformationStructured.reference', 'A1')],
  [
    'remittanceInformationStructured.referenceType',
    set('remittanceInformationStructured.referenceType', 'CINV'),
  ],
  [
    'remittanceInformationStructured.referenceIssuer',
    without('remittanceInformationStructured.referenceIssuer'),
  ],
  [
    'remittanceInformationStructuredArray[0].reference',
    set('remittanceInformationStructuredArray[0].reference', 'A2'),
  ],
  [
    'remittanceInformationStructuredArray[1].referenceType',
    without('remittanceInformationStructuredArray[1].referenceType'),
  ],
  ['purposeCode', set('purposeCode', 'SALA')],
  ['requestedExecutionDate', set('requestedExecutionDate', '2026-11-19')],
];

/** A domestic body of which nothing is right, in another order than the field table. */
export function everythingWrong(): object {
  return {
    requestedExecutionDate: '2026-02-30',
    purposeCode: 'SALARY',
    remittanceInformationStructuredArray: [{}, { reference: 'A2', referenceType: 'x'.repeat(36) }],
    remittanceInformationStructured: { reference: '', referenceType: 7, referenceIssuer: 'x'.repeat(36) },
    remittanceInformationUnstructured: 'Beside structured references',
    ultimateDebtor: 'x'.repeat(71),
    debtorAccount: { other: { schemeNameProprietary: 'card', identification: '' }, currency: 'XXX' },
    creditorAddress: {
      country: 'XX',
      city: 'Oslo 😀',
      postalCode: 155,
      buildingNumber: 7,
      street: 'x'.repeat(71),
    },
    creditorAccount: { currency: 'nok', bban: '123' },
    creditorAgent: 'bank',
    creditorName: 'x'.repeat(71),
    instructedAmount: { currency: 'KRONER', amount: '1e2' },
  };
}
