import { beforeAll, describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { KARI } from '../../support/life/payments.ts';
import { all, type Change, set } from './changes.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { periodic } from './periodic.ts';
import { bankOf, itAnswers, malformed, type Row } from './rows.ts';

const kind = periodic;
const starts = (date: string): Change => set('startDate', date);
const past: Row['answer'] = { status: 400, code: 'EXECUTION_DATE_INVALID', path: 'startDate' };

function dates(
  path: string,
  values: readonly string[],
  answer: Row['answer'],
  given: Change = () => {},
): Row[] {
  return values.map((date) => ({
    what: `'${date}' as ${path}`,
    change: all(given, set(path, date)),
    answer,
  }));
}

const noDate = [
  ...['', '2027-02-30', '2027-02-29', '2027-13-01', '2027-00-10', '2027-1-1', '20270101', '01.01.2027'],
  ...['2027-01-01T00:00:00+01:00', '2027-01-01 ', 'tomorrow', '２０２７-01-01'],
];

describe('the first day of a periodic payment [D4-periodic-start]', () => {
  itAnswers(
    [
      ...dates('startDate', noDate, malformed('startDate')),
      ...dates('startDate', ['2026-11-17', '2025-11-18', '1999-12-31'], past),
      ...dates('startDate', ['2026-11-18', '2026-11-19', '2028-02-29'], 'created'),
    ],
    { kind },
  );
});

describe('a first day that a single payment could not have [D4-periodic-start]', () => {
  itAnswers(
    [
      ...dates('startDate', ['2027-11-18', '2027-11-19', '2031-12-01', '2099-12-31'], 'created'),
      // Days without runs: of a single payment they would be moved, with a warning.
      ...dates('startDate', ['2026-11-21', '2026-11-22', '2026-12-25', '2027-05-17'], 'created'),
    ],
    { kind },
  );
});

const outside: Row['answer'] = {
  status: 400,
  code: 'EXECUTION_DATE_INVALID',
  path: 'requestedExecutionDate',
};

describe('an execution date beside the first day of a periodic payment [D4-periodic-start]', () => {
  itAnswers(
    [
      ...dates('requestedExecutionDate', noDate, malformed('requestedExecutionDate')),
      ...dates('requestedExecutionDate', ['2026-11-17', '2027-11-19'], outside),
      // Nothing is moved: a Saturday has no warning.
      ...dates('requestedExecutionDate', ['2026-11-18', '2026-11-21', '2027-11-18'], 'created'),
    ],
    { kind },
  );
});

/** [the bank's clock, startDate, answer] */
const clocks: readonly (readonly [string, string, Row['answer']])[] = [
  ['2026-11-18T15:31:00+01:00', '2026-11-18', 'created'],
  ['2026-11-18T23:59:00+01:00', '2026-11-18', 'created'],
  ['2026-11-18T23:59:00+01:00', '2026-11-17', past],
  // 23:30 UTC is tomorrow in Oslo.
  ['2026-11-17T23:30:00Z', '2026-11-17', past],
  ['2026-11-17T23:30:00Z', '2026-11-18', 'created'],
  ['2026-06-30T22:30:00Z', '2026-06-30', past],
  ['2026-06-30T22:30:00Z', '2026-07-01', 'created'],
];

describe('the first day by the clock of Oslo [D4-periodic-start, D4-date-oslo]', () => {
  for (const [clock, date, answer] of clocks) {
    describe(`at ${clock}`, () => {
      const row: Row = { what: `'${date}' as startDate`, change: starts(date), answer };
      itAnswers([row], { kind, now: Date.parse(clock) });
    });
  }
});

describe('the last day of a periodic payment [D4-periodic-end]', () => {
  itAnswers(
    [
      ...dates('endDate', noDate, malformed('endDate')),
      ...dates('endDate', ['2026-11-30', '2026-11-18', '2025-12-01'], malformed('endDate')),
      ...dates('endDate', ['2026-12-01', '2026-12-02', '2027-12-01', '2099-12-31'], 'created'),
    ],
    { kind },
  );
});

describe('a periodic payment without funds [D4-no-funds-preferred]', () => {
  const bank = bankOf();
  const rejecting = { 'TPP-Rejection-NoFunds-Preferred': 'true', 'X-PSU-IDENTITY': KARI };
  const body = (amount: string) => {
    const payment = kind.body(bank());
    set('instructedAmount.amount', amount)(payment);
    return payment;
  };

  beforeAll(() => makeSession(bank()));

  // The debtor has 250 000.00.
  it('is refused when the TPP prefers that', async () => {
    const answer = await bank().send({ path: kind.path, headers: rejecting, body: body('250000.01') });
    expectRefusal(answer, { status: 400, code: 'PAYMENT_FAILED', path: 'instructedAmount.amount' });
  });

  it('is taken up to the last øre', async () => {
    expectCreated(await bank().send({ path: kind.path, headers: rejecting, body: body('250000.00') }));
  });

  it('is taken when the TPP does not say so', async () => {
    expectCreated(await bank().send({ path: kind.path, body: body('250000.01') }));
    const headers = { 'TPP-Rejection-NoFunds-Preferred': 'false' };
    expectCreated(await bank().send({ path: kind.path, headers, body: body('250000.01') }));
  });
});

describe('products that are not paid periodically [D1-services]', () => {
  const bank = bankOf();
  const products: readonly (readonly [string, number, string])[] = [
    ['norwegian-cross-border-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['instant-norwegian-credit-transfers-straks', 403, 'PRODUCT_INVALID'],
    ['instant-norwegian-domestic-credit-transfers-straks', 403, 'PRODUCT_INVALID'],
    ['sepa-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['no-credit-transfers', 404, 'PRODUCT_UNKNOWN'],
    ['norwegian-domestic-credit-transfers%20', 404, 'PRODUCT_UNKNOWN'],
  ];
  for (const [product, status, code] of products) {
    it(`are refused: ${product}`, async () => {
      const path = `/v1/periodic-payments/${product}`;
      expectRefusal(await bank().send({ path, body: kind.body(bank()) }), { status, code });
    });
  }

  it('are not what a periodic payment can be read under', async () => {
    const made = await bank().send({ path: kind.path, body: kind.body(bank()) });
    expectCreated(made);
    const { paymentId } = made.json;
    const services = ['payments', 'bulk-payments'];
    for (const service of services) {
      const path = `/v1/${service}/norwegian-domestic-credit-transfers/${paymentId}`;
      const answer = await bank().send({ method: 'GET', path });
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
    expect((await bank().send({ method: 'GET', path: `${kind.path}/${paymentId}` })).status).toBe(200);
  });
});
