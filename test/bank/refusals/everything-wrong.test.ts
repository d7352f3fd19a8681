import { describe, expect, it } from 'vitest';
import { all, type Change, set, without } from './changes.ts';
import { everythingWrong, repairs } from './domestic-wrong.ts';
import { expectErrorBody, expectRefusal, faults } from './expectations.ts';
import { bankOf, knownPsu, malformed } from './rows.ts';

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
