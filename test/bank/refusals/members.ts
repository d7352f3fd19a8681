import {
  type Change,
  combine,
  type Expected,
  malformed,
  nothing,
  type Row,
  remove,
  set,
  setCard,
  setReference,
  setReferences,
} from './rows.ts';

/** A member of a body, and the rules that each by itself is held to. */
export interface Member {
  readonly path: string;
  readonly is: 'string' | 'text' | 'object';
  /** Makes its parent be there. */
  readonly given?: Change;
  readonly isRequired?: true;
  /** Most code points, and what is said of none. */
  readonly length?: readonly [most: number, empty: 'taken' | 'refused' | 'open'];
}

export const item = { reference: 'A1', referenceType: 'CINV', referenceIssuer: 'Kari' };
export const card = setCard('card-1');
export const object = setReference(item);
export const array = setReferences(item);
/** Given where the creditor's currency is at fault, so that its bank is never a second fault. */
export const agent = set('creditorAgent', 'PRVENOKK');

function listReference(path: string, given: Change): Member[] {
  const length = [35, 'refused'] as const;
  return [
    { path: `${path}.reference`, is: 'text', given, length, isRequired: true },
    { path: `${path}.referenceType`, is: 'text', given, length },
    { path: `${path}.referenceIssuer`, is: 'text', given, length },
  ];
}

/** The domestic body, which instant, periodic and bulk payments have too: shared-members.test.ts shows it. */
export const DOMESTIC: readonly Member[] = [
  { path: 'instructedAmount', is: 'object', isRequired: true },
  { path: 'instructedAmount.amount', is: 'string', isRequired: true },
  { path: 'instructedAmount.currency', is: 'string', isRequired: true },
  { path: 'creditorName', is: 'text', isRequired: true, length: [70, 'refused'] },
  { path: 'creditorAgent', is: 'string' },
  { path: 'creditorAccount', is: 'object', isRequired: true, given: agent },
  { path: 'creditorAccount.bban', is: 'string', isRequired: true },
  { path: 'creditorAccount.currency', is: 'string', isRequired: true, given: agent },
  { path: 'creditorAddress', is: 'object', isRequired: true },
  { path: 'creditorAddress.street', is: 'text', length: [70, 'taken'] },
  { path: 'creditorAddress.buildingNumber', is: 'text' },
  { path: 'creditorAddress.postalCode', is: 'text' },
  { path: 'creditorAddress.city', is: 'text' },
  { path: 'creditorAddress.country', is: 'string', isRequired: true },
  { path: 'debtorAccount', is: 'object', isRequired: true },
  { path: 'debtorAccount.currency', is: 'string', isRequired: true },
  { path: 'debtorAccount.bban', is: 'string' },
  { path: 'debtorAccount.other', is: 'object', given: card },
  { path: 'debtorAccount.other.identification', is: 'text', isRequired: true, given: card },
  { path: 'debtorAccount.other.schemeNameProprietary', is: 'string', isRequired: true, given: card },
  { path: 'ultimateDebtor', is: 'text', length: [70, 'open'] },
  { path: 'remittanceInformationUnstructured', is: 'text', length: [140, 'refused'] },
  { path: 'remittanceInformationStructured', is: 'object', given: object },
  ...listReference('remittanceInformationStructured', object),
  { path: 'remittanceInformationStructuredArray[0]', is: 'object', given: array },
  ...listReference('remittanceInformationStructuredArray[0]', array),
  { path: 'purposeCode', is: 'string' },
  { path: 'requestedExecutionDate', is: 'string' },
  { path: 'endToEndIdentification', is: 'text', length: [35, 'open'] },
];

/** Leaves each required member out, and makes it null. */
export function listRequired(members: readonly Member[]): Row[] {
  return members
    .filter(({ isRequired }) => isRequired)
    .flatMap(({ path, given = nothing }): Row[] => [
      [`a payment without ${path}`, combine(given, remove(path)), malformed(path)],
      [`a payment with null as ${path}`, combine(given, set(path, null)), malformed(path)],
    ]);
}

/** Gives each member values of other types. */
export function listTypes(members: readonly Member[]): Row[] {
  return members.flatMap(({ path, is, given = nothing }) =>
    (is === 'object' ? ['text', 12345, []] : [12345, true, { text: 'text' }]).map(
      (value): Row => [
        `${JSON.stringify(value)} as ${path}`,
        combine(given, set(path, value)),
        malformed(path),
      ],
    ),
  );
}

/** Gives each text the lengths at its limits, in code points. */
export function listLengths(members: readonly Member[]): Row[] {
  return members.flatMap(({ path, length, given = nothing }): Row[] => {
    if (length === undefined) return [];
    const [most, empty] = length;
    const write = (what: string, value: string, expected: Expected): Row => [
      `${path} of ${what}`,
      combine(given, set(path, value)),
      expected,
    ];
    return [
      ...(empty === 'open' ? [] : [write('none', '', empty === 'taken' ? 'created' : malformed(path))]),
      write(`${most} characters of two bytes each`, 'Å'.repeat(most), 'created'),
      write(`${most + 1} characters`, 'A'.repeat(most + 1), malformed(path)),
    ];
  });
}

/** Puts into each text what can't be processed; a lone surrogate leaves JSON.stringify as an escape. */
export function listCharacters(members: readonly Member[]): Row[] {
  return members
    .filter(({ is }) => is === 'text')
    .flatMap(({ path, given = nothing }) =>
      ['Takk 😀', 'Ta\u0007kk', 'Takk\ud83d'].map(
        (text): Row => [
          `${JSON.stringify(text)} in ${path}`,
          combine(given, set(path, text)),
          malformed(path),
        ],
      ),
    );
}

/** Gives a member values of a closed list, and values that the list doesn't hold. */
export function listValues(
  path: string,
  taken: readonly unknown[],
  refused: readonly unknown[],
  given: Change = nothing,
): Row[] {
  const write = (value: unknown, expected: Expected): Row => [
    `${JSON.stringify(value)} as ${path}`,
    combine(given, set(path, value)),
    expected,
  ];
  return [
    ...taken.map((value) => write(value, 'created')),
    ...refused.map((value) => write(value, malformed(path))),
  ];
}

/** Codes that no list of I-currency-values holds: of no currency, of none any more, by another spelling. */
export const noCurrency = 'BTC XXX XAU CHE SLE nok Nok NO NOKK 578'.split(' ').concat(' NOK', 'NOK ', '');
export const countries = 'NO SE AF AX BQ CW SS SX YE ZW'.split(' ');
export const noCountry = 'XK XX UK EU AN no No N NOR 578'.split(' ').concat(' NO', 'NO ', '');
export const purposes = 'INVS SALA IDCP CASH CORT INTC PENS SSBE SUPP TAXS TREA VATX LOAN OTHR'.split(' ');
export const noPurpose = 'GDDS BONU sala SAL SALAR 1'.split(' ').concat(' SALA', '');

/** BICs as creditorAgent, and what only looks like one. */
export const bicRows = listValues(
  'creditorAgent',
  ['PRVENOKK', 'PRVENOKKXXX', 'PRVEDEFF500', 'PRVEGB2L'],
  'PRVENOK PRVENOKKX PRVENOKKXX PRVENOKKXXXX prvenokk PRVEXXKK PRVEXKKK PRVENOK- PRVENOKÅ'
    .split(' ')
    .concat('PRVE NOKK', ''),
);

/** Texts that are no Norwegian account: length, check digit, no check digit possible, bank code, other characters. */
export const noBban = [
  ...'9994051234 999405123400 99940512341 99940512090 9994051209- 00005123453 00000000000'.split(' '),
  ...['9994.05.12340', ' 99940512340', '9994051234O', '９９９４０５１２３４０', '1'.repeat(31), ''],
];

type Amount = readonly [amount: unknown, currency: string, isTaken: boolean];

const list = (currency: string, isTaken: boolean, ...given: readonly unknown[]): Amount[] =>
  given.map((amount) => [amount, currency, isTaken]);

export const amounts: readonly Amount[] = [
  ...list('NOK', true, '100.50', '0.01', '9999999999999999.99'),
  ...list(
    'NOK',
    false,
    '100.5',
    '100',
    '100.',
    '100.500',
    '.50',
    '0.00',
    '-1.00',
    '+1.00',
    '00100.00',
    '01.00',
  ),
  ...list('NOK', false, '100,50', '1 000.00', '1,000.00', '1e2', '1.00e2', '0x10', ' 100.00', '100.00 '),
  ...list('NOK', false, '100.00\n', 'NaN', 'Infinity', '١٠٠.٠٠', '10000000000000000.00', '', 100, 100.5),
  ...list('JPY', true, '100', '999999999999999999'),
  ...list('JPY', false, '0', '100.00', '100.', '1e2', '1000000000000000000'),
  ...['ISK', 'BYR', 'XDR'].flatMap((currency) => list(currency, true, '100')),
  ...list('XDR', false, '100.00'),
  ...list('BHD', true, '1.500', '999999999999999.999'),
  ...list('BHD', false, '1.50', '1000000000000000.000'),
  ...list('TND', true, '0.001'),
  ...list('KWD', false, '0.000'),
  ...['HRK', 'TVD'].flatMap((currency) => list(currency, true, '100.50')),
];

const missing = { status: 400, code: 'KID_MISSING', path: /^remittanceInformation/ };
const invalid = { status: 400, code: 'KID_INVALID', path: /^remittanceInformationStructured/ };
const noRemittance = remove('remittanceInformationUnstructured');
const message = set('remittanceInformationUnstructured', '000123456782');

function setKid(reference: string, referenceType?: string): Change {
  return setReferences({ reference, referenceType });
}

function listKids(bban: string, rows: readonly Row[]): Row[] {
  return rows.map(
    ([what, change, expected]): Row => [
      `${what}, to ${bban}`,
      combine(set('creditorAccount.bban', bban), change),
      expected,
    ],
  );
}

/** To the account that requires a KID, of MOD10 and 12 or 16 digits. @see D8-kid-entries */
export const requiredKid = listKids('99911200011', [
  ['a KID of 12 digits', setKid('000123456782'), 'created'],
  ['a KID of 16 digits', setKid('1234567890123452'), 'created'],
  ['a KID of type SCOR', setKid('000123456782', 'SCOR'), 'created'],
  ['a KID as the single object', setReference({ reference: '000123456782' }), 'created'],
  ['a KID after another reference', setReferences(item, { reference: '000123456782' }), 'created'],
  ['no remittance at all', noRemittance, missing],
  ['a message only', message, missing],
  ['a reference of another type', setKid('000123456782', 'CINV'), missing],
  ['an issuer and no type', setReferences({ reference: '000123456782', referenceIssuer: 'Kari' }), missing],
  ['a valid KID of a length without a rule', setKid('602243'), invalid],
  ['a wrong check digit', setKid('000123456783'), invalid],
  ['two digits exchanged', setKid('000123465782'), invalid],
  ['a KID that fits MOD11 only', setKid('000123456785'), invalid],
  ['a KID with a blank in it', setKid('000123 456782'), invalid],
  ['a KID with letters', setKid('00012345678X'), invalid],
  [
    'two candidates',
    setReferences({ reference: '000123456782' }, { reference: '1234567890123452' }),
    invalid,
  ],
  ['two equal candidates', setReferences(...Array(2).fill({ reference: '000123456782' })), invalid],
  [
    'a wrong object beside a right array, because the array wins',
    combine(set('remittanceInformationStructured', { reference: '602244' }), setKid('000123456782')),
    'created',
  ],
  [
    'a right object beside a wrong array, because the array wins',
    combine(set('remittanceInformationStructured', { reference: '000123456782' }), setKid('602244')),
    invalid,
  ],
]);

/** To the account that allows one, of MOD11 and 8 or 12 digits. */
export const allowedKid = listKids('99920100011', [
  ['no remittance at all', noRemittance, 'created'],
  ['a message only', message, 'created'],
  ['a reference of another type', setKid('F-1', 'CINV'), 'created'],
  ['a KID of 12 digits', setKid('000123456785'), 'created'],
  ['a KID of 8 digits', setKid('12345674'), 'created'],
  ['a KID whose check digit is -', setKid('1000005-'), 'created'],
  ['a KID that fits MOD10 only', setKid('000123456782'), invalid],
  ['a valid KID of a length without a rule', setKid('1009-'), invalid],
  ['a check digit that is 10, written 0', setKid('10000050'), invalid],
  ['a dash that is not the check digit', setKid('1000-005'), invalid],
  ['two candidates', setReferences({ reference: '000123456785' }, { reference: '12345674' }), invalid],
]);

/** To the account that takes none, and to one without an entry. */
export const noKid = [
  ...listKids('99930700017', [
    ['a message', message, 'created'],
    ['no remittance', noRemittance, 'created'],
    ['a reference of another type', setKid('602243', 'CINV'), 'created'],
    ['a KID', setKid('602243'), invalid],
    ['a KID of type SCOR', setKid('602243', 'SCOR'), invalid],
  ]),
  ...listKids('99940512340', [
    ['any reference', setKid('no KID at all'), 'created'],
    ['two references', setReferences({ reference: 'A' }, { reference: 'B' }), 'created'],
  ]),
];

/** Keeps the first row of each answer, for the products that share a rule with domestic payments. */
export function listTelling(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter(([, , expected]) => {
    const told = typeof expected === 'object' && 'code' in expected ? expected.code : String(expected);
    const isNew = !seen.has(told);
    seen.add(told);
    return isNew;
  });
}
