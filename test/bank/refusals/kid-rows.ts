import { all, type Change, reference, references, set, without } from './changes.ts';
import type { Row } from './rows.ts';

/** Whom a KID is given to, and what the bank says; of a domestic body. @see D8-kid-entries */
const required = '99911200011'; // MOD10 of 12 or 16
const allowed = '99920100011'; // MOD11 of 8 or 12
const none = '99930700017';
const withoutEntry = '99940512340';

const missing = { status: 400, code: 'KID_MISSING', path: /^remittanceInformation/ };
const invalid = { status: 400, code: 'KID_INVALID', path: /^remittanceInformationStructured/ };

const noRemittance = without('remittanceInformationUnstructured');
const kid = (value: string): Change => references({ reference: value });
const scor = (value: string): Change => references({ reference: value, referenceType: 'SCOR' });

function rows(account: string, table: readonly (readonly [string, Change, Row['answer']])[]): Row[] {
  return table.map(([what, change, answer]) => ({
    what,
    change: all(set('creditorAccount.bban', account), change),
    answer,
  }));
}

export const requiredKid: readonly Row[] = rows(required, [
  ['a KID of 12 digits', kid('000123456782'), 'created'],
  ['a KID of 16 digits', kid('1234567890123452'), 'created'],
  ['a KID of type SCOR', scor('000123456782'), 'created'],
  [
    'a KID of type SCOR with an issuer',
    references({ reference: '000123456782', referenceType: 'SCOR', referenceIssuer: 'Kari' }),
    'created',
  ],
  ['a KID as the single object', reference({ reference: '000123456782' }), 'created'],
  [
    'a KID beside a reference of another type',
    references({ reference: 'F-1', referenceType: 'CINV' }, { reference: '000123456782' }),
    'created',
  ],
  ['a payment with no remittance at all', noRemittance, missing],
  ['a payment with a message only', set('remittanceInformationUnstructured', '000123456782'), missing],
  ['a reference of another type', references({ reference: '000123456782', referenceType: 'CINV' }), missing],
  [
    'a reference of no type with an issuer',
    references({ reference: '000123456782', referenceIssuer: 'Kari' }),
    missing,
  ],
  ['a valid KID of a length without a rule', kid('602243'), invalid],
  ['a wrong check digit', kid('000123456783'), invalid],
  ['two digits exchanged', kid('000123465782'), invalid],
  ['a KID that fits MOD11 only', kid('000123456785'), invalid],
  ['a KID of another length that fits MOD11 only', kid('1009-'), invalid],
  ['a KID with a blank in it', kid('000123 456782'), invalid],
  ['a KID with letters', kid('00012345678X'), invalid],
  ['two candidates', references({ reference: '000123456782' }, { reference: '1234567890123452' }), invalid],
  ['two equal candidates', references({ reference: '000123456782' }, { reference: '000123456782' }), invalid],
  [
    'a wrong object beside a right array, because the array wins',
    all(set('remittanceInformationStructured', { reference: '602244' }), kid('000123456782')),
    'created',
  ],
  [
    'a right object beside a wrong array, because the array wins',
    all(set('remittanceInformationStructured', { reference: '000123456782' }), kid('602244')),
    invalid,
  ],
]);

export const allowedKid: readonly Row[] = rows(allowed, [
  ['a payment with no remittance at all', noRemittance, 'created'],
  ['a payment with a message only', set('remittanceInformationUnstructured', 'Hei'), 'created'],
  ['a reference of another type', references({ reference: 'F-1', referenceType: 'CINV' }), 'created'],
  ['a KID of 12 digits', kid('000123456785'), 'created'],
  ['a KID of 8 digits', kid('12345674'), 'created'],
  ['a KID whose check digit is -', kid('1000005-'), 'created'],
  ['a KID that fits MOD10 only', kid('000123456782'), invalid],
  ['a valid KID of a length without a rule', kid('1009-'), invalid],
  ['a check digit that is 10, written 0', kid('10000050'), invalid],
  ['a dash that is not the check digit', kid('1000-005'), invalid],
  ['two candidates', references({ reference: '000123456785' }, { reference: '12345674' }), invalid],
]);

export const noKid: readonly Row[] = [
  ...rows(none, [
    [
      'a message to the account that takes no KID',
      set('remittanceInformationUnstructured', 'Hei'),
      'created',
    ],
    ['no remittance to the account that takes no KID', noRemittance, 'created'],
    [
      'a reference of another type to it',
      references({ reference: '602243', referenceType: 'CINV' }),
      'created',
    ],
    ['a KID to it', kid('602243'), invalid],
    ['a KID of type SCOR to it', scor('602243'), invalid],
  ]),
  ...rows(withoutEntry, [
    ['any reference to an account without an entry', kid('no KID at all'), 'created'],
    [
      'two references to an account without an entry',
      references({ reference: 'A' }, { reference: 'B' }),
      'created',
    ],
  ]),
];
