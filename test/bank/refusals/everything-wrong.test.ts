import { describe, expect, it } from 'vitest';
import { all, type Change, set, without } from './changes.ts';
import { expectErrorBody, expectRefusal, faults } from './expectations.ts';
import { bankOf, knownPsu, malformed } from './rows.ts';

/** Every fault the fields can have by themselves, in the order of the field table: [path, what repairs it]. */
const repairs: readonly (readonly [string, Change])[] = [
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

function everythingWrong(): object {
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

const formatErrors = (paths: readonly string[]) => paths.map((path) => `FORMAT_ERROR ${path}`);

describe('a payment with everything wrong [D2-together]', () => {
  const bank = bankOf();
  const paths = repairs.map(([path]) => path);

  it('is told every fault at once, in the order of the field table and not of the body', async () => {
    const answer = await bank().send({ body: everythingWrong() });
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual(formatErrors(paths));
    expectErrorBody(answer);
  });

  for (const [repaired, repair] of repairs) {
    it(`loses exactly the fault of ${repaired} when that is repaired`, async () => {
      const body = everythingWrong();
      repair(body);
      const answer = await bank().send({ body });
      expect(answer.status).toBe(400);
      expect(faults(answer)).toEqual(formatErrors(paths.filter((path) => path !== repaired)));
    });
  }

  it('has one fault left when all the others are repaired, whichever it is', async () => {
    for (const [left] of repairs) {
      const body = everythingWrong();
      all(...repairs.filter(([path]) => path !== left).map(([, repair]) => repair))(body);
      expectRefusal(await bank().send({ body }), malformed(left));
    }
  });
});

describe('faults between fields beside faults of fields [D2-together-between-fields]', () => {
  const bank = bankOf();
  const wrong: readonly (readonly [string, Change, Change])[] = [
    ['creditorName', without('creditorName'), set('creditorName', 'Kari Prøve')],
    ['creditorAgent', set('creditorAccount.currency', 'EUR'), set('creditorAccount.currency', 'NOK')],
    ['debtorAccount', set('debtorAccount', { currency: 'NOK' }), set('debtorAccount.bban', '99900000000')],
    [
      'remittanceInformationUnstructured',
      all(
        set('remittanceInformationUnstructured', 'Hei'),
        set('remittanceInformationStructuredArray', [{ reference: 'A1' }]),
      ),
      without('remittanceInformationStructuredArray'),
    ],
    ['purposeCode', set('purposeCode', 'SALARY'), without('purposeCode')],
  ];
  const broken = (): object => {
    const body = bank().payment();
    for (const [, breakIt] of wrong) breakIt(body);
    return body;
  };

  it('are told together with them, in the order of the field table', async () => {
    const answer = await bank().send({ body: broken() });
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual(formatErrors(wrong.map(([path]) => path)));
  });

  for (const [repaired, , repair] of wrong) {
    it(`leave without ${repaired} when that is repaired`, async () => {
      const body = broken();
      repair(body);
      const answer = await bank().send({ body });
      expect(faults(answer)).toEqual(
        formatErrors(wrong.map(([path]) => path).filter((path) => path !== repaired)),
      );
    });
  }
});

describe('a body without any of its fields [D2-together-missing]', () => {
  const bank = bankOf();

  it('is told each required field that is missing, an object once', async () => {
    const answer = await bank().send({ body: {} });
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual(
      formatErrors([
        'instructedAmount',
        'creditorName',
        'creditorAccount',
        'creditorAddress',
        'debtorAccount',
      ]),
    );
  });

  it('is told each required member that is missing in empty objects', async () => {
    const body = {
      debtorAccount: { bban: '99900000000' },
      creditorAddress: {},
      creditorAccount: {},
      instructedAmount: {},
      creditorAgent: 'PRVENOKK',
    };
    const answer = await bank().send({ body });
    expect(faults(answer)).toEqual(
      formatErrors([
        'instructedAmount.amount',
        'instructedAmount.currency',
        'creditorName',
        'creditorAccount.bban',
        'creditorAccount.currency',
        'creditorAddress.country',
        'debtorAccount.currency',
      ]),
    );
  });
});

describe('a payment with everything wrong that only the bank can know [D2-together-domain]', () => {
  const bank = bankOf();
  const faultsOf: Record<string, Change> = {
    'RESOURCE_UNKNOWN debtorAccount.bban': set('debtorAccount.bban', '99900000000'),
    KID_INVALID: all(
      set('creditorAccount.bban', '99911200011'),
      without('remittanceInformationUnstructured'),
      set('remittanceInformationStructuredArray', [{ reference: '602244' }]),
    ),
    'EXECUTION_DATE_INVALID requestedExecutionDate': set('requestedExecutionDate', '2026-11-17'),
  };

  it('is told every fault at once, in the order of the field table', async () => {
    const body = bank().payment();
    for (const breakIt of Object.values(faultsOf)) breakIt(body);
    const answer = await bank().send({ headers: knownPsu, body });
    expect(answer.status).toBe(400);
    // Which member a KID fault names is left open.
    expect(faults(answer).map((fault) => fault.replace(/^(KID_INVALID) .*/, '$1'))).toEqual(
      Object.keys(faultsOf),
    );
  });

  for (const left of Object.keys(faultsOf)) {
    it(`is told ${left} when that alone is wrong`, async () => {
      const body = bank().payment();
      faultsOf[left]?.(body);
      const answer = await bank().send({ headers: knownPsu, body });
      expect(faults(answer).map((fault) => fault.replace(/^(KID_INVALID) .*/, '$1'))).toEqual([left]);
    });
  }
});
