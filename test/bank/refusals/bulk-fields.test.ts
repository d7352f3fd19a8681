import { describe, expect, it } from 'vitest';
import { sweep } from '../../support/sweep.ts';
import { bulk, bulkOf, inItem, item } from './bulk.ts';
import { all, set } from './changes.ts';
import { debtorMembers, debtorRules, paymentMembers, paymentRules } from './domestic-rules.ts';
import { expectCreated, expectRefusal } from './expectations.ts';
import { allowedKid, noKid, requiredKid } from './kid-rows.ts';
import { bankOf, itAnswers, malformed, type Row } from './rows.ts';
import { characterRows, lengthRows, nothing, requiredRows, typeRows } from './tables.ts';
import { isFirstAtItsPath, isFirstOfItsAnswer } from './wired.ts';

const kind = bulk;

describe('each payment of a bulk [D4-bulk-items, D2-path]', () => {
  itAnswers([{ what: 'the bulk that every row of these tables changes', answer: 'created' }], { kind });
  itAnswers([...paymentRules, ...sweep(paymentMembers, isFirstAtItsPath())].map(inItem(1)), { kind });
});

describe('KID in a bulk [D4-bulk-items, D4-kid-required, D4-kid-allowed, D4-kid-none]', () => {
  const rows = [requiredKid, allowedKid, noKid].flatMap((some) => sweep(some, isFirstOfItsAnswer()));
  itAnswers(rows.map(inItem(2)), { kind });
});

describe('the debtor of a bulk [D4-bulk-members, D2-bulk-item, D2-path]', () => {
  itAnswers([...debtorRules, ...sweep(debtorMembers, isFirstAtItsPath())], { kind });
  itAnswers(
    [
      {
        what: 'a payment with a debtor of its own',
        change: set('payments[0].debtorAccount', { bban: '123', currency: 'XXX' }),
        answer: malformed('payments[0].debtorAccount'),
      },
      {
        what: 'a payment with a date of its own',
        change: set('payments[2].requestedExecutionDate', '2026-11-20'),
        answer: malformed('payments[2].requestedExecutionDate'),
      },
      {
        what: 'a payment in which both are null',
        change: all(set('payments[0].debtorAccount', null), set('payments[0].requestedExecutionDate', null)),
        answer: 'created',
      },
    ],
    { kind },
  );
});

describe('members that only a bulk has [D4-bulk-members, D2-path]', () => {
  itAnswers(
    [
      ...requiredRows([['payments', nothing]]),
      ...typeRows([['paymentInformationId', nothing]], []),
      ...lengthRows([['paymentInformationId', 35, nothing, 'not empty']]),
      ...characterRows([['paymentInformationId', nothing]]),
      ...[true, false, null].map(
        (value): Row => ({
          what: `${value} as batchBookingPreferred`,
          change: set('batchBookingPreferred', value),
          answer: 'created',
        }),
      ),
      ...['true', 'false', '', 0, 1, [], {}].map(
        (value): Row => ({
          what: `${JSON.stringify(value)} as batchBookingPreferred`,
          change: set('batchBookingPreferred', value),
          answer: malformed('batchBookingPreferred'),
        }),
      ),
      ...['payments', 12, true, {}, { 0: {} }].map(
        (value): Row => ({
          what: `${JSON.stringify(value)} as payments`,
          change: set('payments', value),
          answer: malformed('payments'),
        }),
      ),
      ...['a payment', 7, null, [], true].map(
        (value): Row => ({
          what: `${JSON.stringify(value)} among the payments`,
          change: set('payments[2]', value),
          answer: malformed('payments[2]'),
        }),
      ),
      { what: 'an unknown member', change: set('colour', 'blue'), answer: 'created' },
    ],
    { kind },
  );
});

const outside: Row['answer'] = {
  status: 400,
  code: 'EXECUTION_DATE_INVALID',
  path: 'requestedExecutionDate',
};

/** [date, answer on 18 November 2026 at 10:00] */
const dates: readonly (readonly [unknown, Row['answer']])[] = [
  ['2026-11-18', 'created'],
  ['2027-11-18', 'created'],
  ['2026-11-21', 'moved'],
  ['2026-12-25', 'moved'],
  ['2026-11-17', outside],
  ['2027-11-19', outside],
  ['2026-02-30', malformed('requestedExecutionDate')],
  ['18.11.2026', malformed('requestedExecutionDate')],
  ['', malformed('requestedExecutionDate')],
  [20261118, malformed('requestedExecutionDate')],
];

describe('the execution date of a bulk [D4-bulk-date]', () => {
  itAnswers(
    dates.map(
      ([date, answer]): Row => ({
        what: `${JSON.stringify(date)} as requestedExecutionDate`,
        change: set('requestedExecutionDate', date),
        answer,
      }),
    ),
    { kind },
  );
});

describe('the execution date of a bulk after the last run [D4-bulk-date]', () => {
  itAnswers(
    [
      { what: 'no date, for the next bank day and without a warning', answer: 'created' },
      { what: 'today', change: set('requestedExecutionDate', '2026-11-18'), answer: 'moved' },
    ],
    { kind, now: Date.parse('2026-11-18T15:31:00+01:00') },
  );
});

describe('how many payments a bulk has [D4-bulk-count]', () => {
  const bank = bankOf();
  const send = (count: number) => bank().send({ path: kind.path, body: bulkOf(bank(), count) });

  it.each([1, 2, 500])('takes %i', async (count) => {
    const made = await send(count);
    expectCreated(made);
    const read = await bank().send({ method: 'GET', path: `${kind.path}/${made.json.paymentId}` });
    expect(read.json.payments).toHaveLength(count);
  });

  it.each([0, 501, 1000, 3000])('refuses %i, once', async (count) => {
    expectRefusal(await send(count), malformed('payments'));
  });

  it('finds a fault in the last of 500', async () => {
    const body = bulkOf(bank(), 500);
    body.payments[499] = { ...item(bank()), creditorName: '' };
    const answer = await bank().send({ path: kind.path, body });
    expectRefusal(answer, malformed('payments[499].creditorName'));
  });
});

describe('products that are not paid in bulk [D1-services]', () => {
  const bank = bankOf();
  const products: readonly (readonly [string, number, string])[] = [
    ['norwegian-cross-border-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['instant-norwegian-credit-transfers-straks', 403, 'PRODUCT_INVALID'],
    ['instant-norwegian-domestic-credit-transfers-straks', 403, 'PRODUCT_INVALID'],
    ['sepa-credit-transfers', 403, 'PRODUCT_INVALID'],
    ['no-credit-transfers', 404, 'PRODUCT_UNKNOWN'],
  ];
  for (const [product, status, code] of products) {
    it(`are refused: ${product}`, async () => {
      const path = `/v1/bulk-payments/${product}`;
      expectRefusal(await bank().send({ path, body: bulkOf(bank(), 1) }), { status, code });
    });
  }

  it('are not what a bulk can be read under', async () => {
    const made = await bank().send({ path: kind.path, body: bulkOf(bank(), 1) });
    expectCreated(made);
    for (const service of ['payments', 'periodic-payments']) {
      const path = `/v1/${service}/norwegian-domestic-credit-transfers/${made.json.paymentId}`;
      const answer = await bank().send({ method: 'GET', path });
      expectRefusal(answer, { status: 404, code: 'RESOURCE_UNKNOWN' });
    }
  });
});
