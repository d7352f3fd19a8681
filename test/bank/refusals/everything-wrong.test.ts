import { beforeAll, describe, it } from 'vitest';
import { createInitialData } from '../../../src/bank/domain/initial-data.ts';
import type { Send, TestBank } from '../../support/bank.ts';
import { makeSession } from '../../support/known-psu.ts';
import { expectCreated, expectFaults } from './expectations.ts';
import {
  bankOf,
  buildBulk,
  buildIban,
  bulk,
  type Change,
  combine,
  crossBorder,
  domestic,
  feeInformation,
  foreignIban,
  instant,
  instantAlias,
  knownPsu,
  nothing,
  type Product,
  periodic,
  remove,
  set,
} from './rows.ts';

/** A fault as the bank tells it, and the edit that mends it. A pattern is for what the specification leaves open. */
type Repair = readonly [fault: string | RegExp, change: Change];

/** Faults that the bank tells together, in its order; they hide those of the next stage. */
interface Stage {
  readonly what: string;
  readonly faults: readonly Repair[];
  /** Faults of the request, which no edit of the body mends. */
  readonly send?: Omit<Send, 'body' | 'path'>;
}

interface Broken {
  readonly product: Product;
  readonly body: (bank: TestBank) => object;
  readonly stages: readonly Stage[];
  /** The faults of the repaired body when it is sent a second time, and what makes another payment of it. */
  readonly duplicate?: readonly (string | RegExp)[];
  readonly another?: Change;
}

const redirect = { 'TPP-Redirect-URI': 'javascript:alert(1)' };

/** What is wrong with the request before its body is looked at. */
const REQUEST: readonly Stage[] = [
  {
    what: 'without a header that is required',
    send: { headers: { ...redirect, 'x-accept-fix': null } },
    faults: [['HTTP_HEADER_REQUIRED x-accept-fix', nothing]],
  },
  {
    what: 'with a malformed header',
    send: { headers: redirect, query: 'allowLogicalDuplicate=' },
    faults: [['FORMAT_ERROR TPP-Redirect-URI', nothing]],
  },
  {
    what: 'with a malformed query',
    send: { query: 'allowLogicalDuplicate=' },
    faults: [['FORMAT_ERROR allowLogicalDuplicate', nothing]],
  },
];

/** Each stage with everything wrong, with each one fault repaired, with all others repaired; then the payment. */
function testRepairs({ product, body, stages, duplicate, another = nothing }: Broken): void {
  const bank = bankOf();
  // The session has an SCA of the PSU: everything may be told.
  beforeAll(() => makeSession(bank()));
  let broken: object | undefined;
  const send = (repairs: readonly Repair[], more: Stage['send'] = {}, change: Change = nothing) => {
    broken ??= body(bank());
    const repaired = structuredClone(broken);
    combine(...repairs.map(([, repair]) => repair), change)(repaired);
    return bank().send({
      path: product.path,
      ...more,
      headers: { ...knownPsu, ...more.headers },
      body: repaired,
    });
  };
  const nameFaults = (repairs: readonly Repair[]) => repairs.map(([fault]) => fault);

  for (const [at, { what, faults, send: more }] of stages.entries()) {
    const done = stages.slice(0, at).flatMap((stage) => stage.faults);
    it(`is told its ${faults.length} faults at once, in order, ${what}`, async () => {
      expectFaults(await send(done, more), 400, nameFaults(faults));
    });
    if (faults.length === 1) continue;
    it(`loses exactly the fault that is repaired, and keeps exactly the one that is not, ${what}`, async () => {
      for (const one of faults) {
        const others = faults.filter((fault) => fault !== one);
        expectFaults(await send([...done, one], more), 400, nameFaults(others));
        expectFaults(await send([...done, ...others], more), 400, nameFaults([one]));
      }
    });
  }

  it('is taken when nothing is wrong any more, and that once', async () => {
    const done = stages.flatMap(({ faults }) => faults);
    (product.expectTaken ?? expectCreated)(await send(done));
    if (duplicate === undefined) return;
    expectFaults(await send(done), 409, duplicate);
    expectCreated(await send(done, {}, another));
  });
}

function describeFields(
  fields: readonly (readonly [path: string, value: unknown])[],
  what = 'with every member wrong',
): Stage {
  return {
    what,
    faults: fields.map(
      ([path, value]): Repair => [
        `FORMAT_ERROR ${path}`,
        value === undefined ? remove(path) : set(path, value),
      ],
    ),
  };
}

const debtor = createInitialData('psd2').accounts[0]!.bban;
const debtorAccount = { bban: debtor, currency: 'NOK' };

/** Each fault that a member can have by itself, in the order of the field table; the mended KID is still none. */
const DOMESTIC_FIELDS: readonly (readonly [string, unknown])[] = [
  ['instructedAmount.amount', '100.00'],
  ['instructedAmount.currency', 'NOK'],
  ['creditorName', 'Kari Prøve'],
  ['creditorAgent', 'PRVENOKK'],
  ['creditorAccount.bban', '99911200011'],
  ['creditorAccount.currency', 'NOK'],
  ['creditorAddress.street', undefined],
  ['creditorAddress.buildingNumber', '7'],
  ['creditorAddress.postalCode', '0155'],
  ['creditorAddress.city', 'Oslo'],
  ['creditorAddress.country', 'NO'],
  ['debtorAccount.currency', 'NOK'],
  ['debtorAccount.other.identification', 'card-1'],
  ['debtorAccount.other.schemeNameProprietary', 'creditCardAccount'],
  ['ultimateDebtor', undefined],
  ['remittanceInformationUnstructured', undefined],
  ['remittanceInformationStructured.reference', 'A1'],
  ['remittanceInformationStructured.referenceType', 'CINV'],
  ['remittanceInformationStructured.referenceIssuer', undefined],
  ['remittanceInformationStructuredArray[0].reference', 'A2'],
  ['remittanceInformationStructuredArray[1].referenceType', undefined],
  ['purposeCode', 'SALA'],
  ['requestedExecutionDate', '2026-11-17'],
  ['endToEndIdentification', 'E2E-1'],
];

/** In another order than the field table. */
const WRONG = {
  endToEndIdentification: 'x'.repeat(36),
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

/** Mends some members in another way. */
function mendOtherwise(others: Readonly<Record<string, unknown>>) {
  return DOMESTIC_FIELDS.map(([path, value]) => [path, path in others ? others[path] : value] as const);
}

const unknownCard: Repair = [
  'RESOURCE_UNKNOWN debtorAccount.other.identification',
  set('debtorAccount', debtorAccount),
];
/** Which of the two members a KID fault names is left open. */
const wrongKid: Repair = [
  /^KID_INVALID remittanceInformationStructured/,
  set('remittanceInformationStructuredArray', [{ reference: '000123456782' }]),
];
const wrongDate: Repair = [
  'EXECUTION_DATE_INVALID requestedExecutionDate',
  set('requestedExecutionDate', '2026-11-18'),
];
const ONLY_THE_BANK_KNOWS = 'with what only the bank can know';
const anotherDay = set('requestedExecutionDate', '2026-11-19');

describe('a domestic payment with everything wrong [D2-together, D2-together-domain, D4-duplicate]', () => {
  testRepairs({
    product: domestic,
    body: () => WRONG,
    stages: [
      ...REQUEST,
      describeFields(DOMESTIC_FIELDS),
      { what: ONLY_THE_BANK_KNOWS, faults: [unknownCard, wrongKid, wrongDate] },
    ],
    duplicate: ['CONFLICT -'],
    another: anotherDay,
  });
});

/** Members that are right by themselves: the fault, what breaks the rule between them, what mends it. */
type Between = readonly (readonly [path: string, broken: Change, repair: Change])[];

function describeBetween(product: Product, between: Between, another: Change): Broken {
  return {
    product,
    body: (bank) => {
      const body = product.body(bank);
      combine(...between.map(([, broken]) => broken))(body);
      return body;
    },
    stages: [
      {
        what: 'with every member right by itself',
        faults: between.map(([path, , repair]): Repair => [`FORMAT_ERROR ${path}`, repair]),
      },
    ],
    duplicate: [/^CONFLICT /],
    another,
  };
}

const BETWEEN_DOMESTIC: Between = [
  ['creditorName', remove('creditorName'), set('creditorName', 'Kari Prøve')],
  [
    'creditorAgent',
    set('creditorAccount', { bban: '99940512340', currency: 'EUR' }),
    set('creditorAgent', 'PRVENOKK'),
  ],
  ['debtorAccount', set('debtorAccount', { currency: 'NOK' }), set('debtorAccount.bban', debtor)],
  [
    'remittanceInformationUnstructured',
    set('remittanceInformationStructuredArray', [{ reference: 'A1' }]),
    remove('remittanceInformationStructuredArray'),
  ],
];

describe('a domestic payment wrong between its members [D2-together-between-fields]', () => {
  testRepairs(
    describeBetween(
      domestic,
      [...BETWEEN_DOMESTIC, ['purposeCode', set('purposeCode', 'SALARY'), remove('purposeCode')]],
      anotherDay,
    ),
  );
});

const REQUIRED: readonly (readonly [string, unknown])[] = [
  ['instructedAmount', { amount: '100.00', currency: 'NOK' }],
  ['creditorName', 'Kari Prøve'],
  ['creditorAccount', { bban: '99940512340', currency: 'NOK' }],
  ['creditorAddress', { country: 'NO' }],
  ['debtorAccount', debtorAccount],
];

describe('a domestic payment without its members [D2-together-missing]', () => {
  testRepairs({
    product: domestic,
    body: () => ({}),
    stages: [describeFields(REQUIRED, 'with nothing in it')],
    duplicate: ['CONFLICT -'],
    another: anotherDay,
  });
});

describe.each([
  instant,
  instantAlias,
])('$name with everything wrong [D4-instant-wrong, D2-together, D4-instant-funds]', (product) => {
  testRepairs({
    product,
    body: () => WRONG,
    stages: [
      ...REQUEST,
      describeFields(
        mendOtherwise({ 'instructedAmount.amount': '250000.00', requestedExecutionDate: undefined }),
      ),
      { what: ONLY_THE_BANK_KNOWS, faults: [unknownCard, wrongKid] },
      {
        what: 'with more than the account has after the fee',
        faults: [['PAYMENT_FAILED instructedAmount.amount', set('instructedAmount.amount', '100.00')]],
      },
    ],
    duplicate: ['CONFLICT -'],
    another: set('instructedAmount.amount', '100.01'),
  });
});

describe('a periodic payment with everything wrong [D4-periodic-wrong, D2-together]', () => {
  testRepairs({
    product: periodic,
    body: () => ({
      monthsOfExecution: ['1', '13', 0],
      dayOfExecution: '32',
      executionRule: 'modified',
      endDate: '2026-02-30',
      frequency: 'Fortnightly',
      startDate: 'tomorrow',
      ...WRONG,
    }),
    stages: [
      ...REQUEST,
      describeFields([
        ...mendOtherwise({ requestedExecutionDate: '2026-11-19' }),
        ['startDate', '2026-11-17'],
        ['frequency', 'MonthlyVariable'],
        ['endDate', '2027-11-18'],
        ['executionRule', 'following'],
        ['dayOfExecution', '31'],
        ['monthsOfExecution[1]', '12'],
        ['monthsOfExecution[2]', 6],
      ]),
      {
        what: ONLY_THE_BANK_KNOWS,
        faults: [unknownCard, wrongKid, ['EXECUTION_DATE_INVALID startDate', set('startDate', '2026-11-18')]],
      },
    ],
    duplicate: [/^CONFLICT /],
    another: set('startDate', '2026-11-19'),
  });
});

const ITEM_FIELDS = DOMESTIC_FIELDS.filter(([path]) => !/^(debtorAccount|requestedExecutionDate)/.test(path));

describe('a bulk with everything wrong [D4-bulk-wrong, D2-together]', () => {
  // The second payment is no object, the third is right, of the fourth two members are missing.
  testRepairs({
    product: bulk,
    body: (bank) => {
      const { debtorAccount: wrongDebtor, requestedExecutionDate, ...first } = WRONG;
      const [right, fourth] = buildBulk(bank, 2).payments;
      combine(
        remove('creditorName'),
        remove('creditorAddress'),
        set('creditorAccount.bban', '99911200011'),
      )(fourth!);
      return {
        payments: [first, 'a payment', right, fourth],
        requestedExecutionDate,
        debtorAccount: wrongDebtor,
        batchBookingPreferred: 'true',
        paymentInformationId: 'x'.repeat(36),
      };
    },
    stages: [
      ...REQUEST,
      describeFields([
        ...DOMESTIC_FIELDS.filter(([path]) => /^(debtorAccount|requestedExecutionDate)/.test(path)),
        ['paymentInformationId', 'Lønn'],
        ['batchBookingPreferred', true],
        ...ITEM_FIELDS.map(([path, value]) => [`payments[0].${path}`, value] as const),
        [
          'payments[1]',
          {
            instructedAmount: { amount: '7.00', currency: 'NOK' },
            creditorName: 'Ola Eksempel',
            creditorAccount: { bban: '99930700017', currency: 'NOK' },
            creditorAddress: { country: 'NO' },
            remittanceInformationStructured: { reference: '602243' },
          },
        ],
        ['payments[3].creditorName', 'Ola Eksempel'],
        ['payments[3].creditorAddress', { country: 'NO' }],
      ]),
      {
        what: ONLY_THE_BANK_KNOWS,
        faults: [
          unknownCard,
          wrongDate,
          [
            /^KID_INVALID payments\[0\]\.remittanceInformationStructured/,
            set('payments[0].remittanceInformationStructuredArray', [{ reference: '000123456782' }]),
          ],
          [
            /^KID_INVALID payments\[1\]\.remittanceInformationStructured/,
            remove('payments[1].remittanceInformationStructured'),
          ],
          [
            /^KID_MISSING payments\[3\]\.remittanceInformation/,
            set('payments[3].creditorAccount.bban', '99940512340'),
          ],
        ],
      },
    ],
    duplicate: [0, 1, 2, 3].map((at) => `CONFLICT payments[${at}]`),
    another: anotherDay,
  });
});

const ofDebtor = { bban: debtor, iban: buildIban('NO', debtor) };

describe('a cross-border payment with everything wrong [D4-cross-border-wrong, D2-together, D2-together-domain]', () => {
  testRepairs({
    product: crossBorder,
    body: () => ({
      serviceLevel: '',
      endToEndIdentification: 'x'.repeat(36),
      regulatoryReportingInformation: 'x'.repeat(141),
      regulatoryReportingCode: '15',
      requestedExecutionDate: '2026-02-30',
      purposeCode: 'SALARY',
      remittanceInformationUnstructured: '',
      debtorAccount: { currency: 'XXX', iban: 'N'.repeat(35), bban: '1'.repeat(31) },
      creditorAddress: WRONG.creditorAddress,
      creditorAccount: { currency: 'eur', iban: foreignIban.toLowerCase(), bban: '' },
      creditorAgent: 'PRVEXXFF',
      creditorName: 'x'.repeat(71),
      instructedAmount: { currency: 'KRONER', amount: '1e5' },
    }),
    stages: [
      ...REQUEST,
      describeFields([
        ['instructedAmount.amount', '100000.00'],
        ['instructedAmount.currency', 'NOK'],
        ['creditorName', 'Kari Prøve'],
        ['creditorAgent', 'PRVEDEFF'],
        ['creditorAccount.bban', '0000 1234/ABC'],
        ['creditorAccount.iban', foreignIban],
        ['creditorAccount.currency', 'EUR'],
        ['creditorAddress.street', undefined],
        ['creditorAddress.buildingNumber', '7'],
        ['creditorAddress.postalCode', '10115'],
        ['creditorAddress.city', 'Berlin'],
        ['creditorAddress.country', 'DE'],
        ['debtorAccount.bban', '99900000000'],
        ['debtorAccount.iban', buildIban('NO', '99900000000')],
        ['debtorAccount.currency', 'NOK'],
        ['remittanceInformationUnstructured', 'Faktura 1'],
        ['purposeCode', 'SUPP'],
        ['requestedExecutionDate', '2026-11-17'],
        ['regulatoryReportingCode', '14'],
        ['regulatoryReportingInformation', 'Kjøp av varer'],
        ['endToEndIdentification', 'E2E-1'],
        ['serviceLevel', 'SDVA'],
      ]),
      {
        what: ONLY_THE_BANK_KNOWS,
        // Both members that name the debtor are mended at once: they have to agree.
        faults: [
          ['RESOURCE_UNKNOWN debtorAccount.bban', set('debtorAccount', { ...ofDebtor, currency: 'NOK' })],
          wrongDate,
        ],
      },
    ],
    duplicate: ['CONFLICT -'],
    another: anotherDay,
  });
});

describe('a cross-border payment wrong between its members [D4-cross-border-wrong, D2-together-between-fields]', () => {
  testRepairs(
    describeBetween(
      crossBorder,
      [
        ['creditorName', remove('creditorName'), set('creditorName', 'Kari Prøve')],
        [
          'creditorAgent',
          set('creditorAccount', {
            bban: '99940512340',
            iban: buildIban('NO', '99950612343'),
            currency: 'NOK',
          }),
          set('creditorAgent', 'PRVENOKK'),
        ],
        ['creditorAccount', nothing, set('creditorAccount.iban', buildIban('NO', '99940512340'))],
        ['creditorAddress.country', set('creditorAddress', { city: 'Oslo' }), remove('creditorAddress')],
        [
          'debtorAccount',
          set('debtorAccount', { currency: 'NOK' }),
          set('debtorAccount', { ...ofDebtor, currency: 'NOK' }),
        ],
        ['regulatoryReportingCode', remove('regulatoryReportingCode'), set('regulatoryReportingCode', '82')],
        [
          'regulatoryReportingInformation',
          remove('regulatoryReportingInformation'),
          set('regulatoryReportingInformation', 'Kjøp av varer'),
        ],
      ],
      anotherDay,
    ),
  );
});

describe('fee information with everything wrong [D4-fee-information, D2-together]', () => {
  testRepairs({
    product: feeInformation,
    body: () => ({
      debtorAccount: WRONG.debtorAccount,
      creditorAccount: WRONG.creditorAccount,
      amount: WRONG.instructedAmount,
    }),
    stages: [
      describeFields([
        ['amount.amount', '100.00'],
        ['amount.currency', 'NOK'],
        ['creditorAccount.bban', '99940512340'],
        ['creditorAccount.currency', 'EUR'],
        ['debtorAccount.currency', 'NOK'],
        ['debtorAccount.other.identification', 'card-1'],
        ['debtorAccount.other.schemeNameProprietary', 'creditCardAccount'],
      ]),
      { what: ONLY_THE_BANK_KNOWS, faults: [unknownCard] },
    ],
  });
});
