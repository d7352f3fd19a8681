import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Send } from '../../support/bank.ts';
import { makeSession } from '../../support/known-psu.ts';
import { KARI } from '../../support/life/payments.ts';
import { rowCounts } from '../../support/stored.ts';
import { type Bulk, bulk, bulkOf } from './bulk.ts';
import { type Change, set, without } from './changes.ts';
import { expectCreated, expectRefusal, type Refusal } from './expectations.ts';
import { domestic } from './kinds.ts';
import { bankOf, malformed } from './rows.ts';

/** Where funds may be told: the session has an SCA of the PSU. */
const rejecting = { 'TPP-Rejection-NoFunds-Preferred': 'true', 'X-PSU-IDENTITY': KARI };

/** [what is wrong, the change of the bulk, the refusal, what else is sent] */
const wrongs: readonly (readonly [string, Change, Refusal, Send?])[] = [
  ['a member', set('payments[3].creditorName', ''), malformed('payments[3].creditorName')],
  [
    'an account',
    set('payments[3].creditorAccount.bban', '99940512341'),
    malformed('payments[3].creditorAccount.bban'),
  ],
  [
    'a KID',
    set('payments[3].creditorAccount.bban', '99911200011'),
    { status: 400, code: 'KID_MISSING', path: /^payments\[3\]\.remittanceInformation/ },
  ],
  [
    'an amount above what is there',
    set('payments[3].instructedAmount.amount', '250000.00'),
    { status: 400, code: 'PAYMENT_FAILED', path: 'payments[3].instructedAmount.amount' },
    { headers: rejecting },
  ],
  [
    'a payment that is there twice',
    (body) => {
      const { payments } = body as Bulk;
      payments[3] = structuredClone(payments[0]!);
    },
    { status: 409, code: 'CONFLICT', path: 'payments[3]' },
  ],
];

describe('a bulk with one payment wrong leaves nothing behind [D4-bulk-whole]', () => {
  const bank = bankOf();
  beforeAll(() => makeSession(bank()));

  for (const [what, change, refusal, more] of wrongs) {
    it(`when the last has ${what} wrong`, async () => {
      expectCreated(await bank().send({ body: bank().payment() }));
      const body = bulkOf(bank(), 4);
      const right = structuredClone(body.payments);
      change(body);
      const before = rowCounts(bank().path);
      const request: Send = {
        path: bulk.path,
        headers: { ...more?.headers, 'X-Request-ID': `whole-${refusal.code}-${what.length}` },
      };
      expectRefusal(await bank().send({ ...request, body }), refusal);
      expect(rowCounts(bank().path)).toEqual(before);

      // Neither a logical duplicate nor its X-Request-ID is taken.
      expectCreated(await bank().send({ ...request, body: { ...body, payments: right } }));
    });
  }

  it('and each of the others can be paid by itself', async () => {
    const body = bulkOf(bank(), 3);
    const { debtorAccount } = body;
    const payments = structuredClone(body.payments);
    without('payments[2].creditorAccount')(body);
    expectRefusal(await bank().send({ path: bulk.path, body }), malformed('payments[2].creditorAccount'));
    for (const payment of payments) {
      expectCreated(await bank().send({ path: domestic.path, body: { ...payment, debtorAccount } }));
    }
  });
});

/** The debtor has 250 000.00. */
const sums: readonly (readonly [string, readonly string[], number | 'taken'])[] = [
  ['all that is there', ['100000.00', '100000.00', '50000.00'], 'taken'],
  ['one øre more', ['100000.00', '100000.00', '50000.01'], 2],
  ['too much in the first', ['250000.01', '1.00'], 0],
  ['too much in the second', ['150000.00', '150000.00', '1.00'], 1],
  ['too much in the last of many', [...Array<string>(25).fill('10000.00'), '0.01'], 25],
  ['the largest amounts there are', Array<string>(100).fill('9999999999999999.99'), 0],
];

describe('the funds for a bulk at its creation [D4-bulk-funds, D4-no-funds-preferred]', () => {
  const bank = bankOf();
  beforeAll(() => makeSession(bank()));
  const send = (amounts: readonly string[], headers: Send['headers']): Promise<Answer> => {
    const body = bulkOf(bank(), amounts.length);
    amounts.forEach((amount, place) => {
      set(`payments[${place}].instructedAmount.amount`, amount)(body);
    });
    return bank().send({ path: bulk.path, body, ...(headers === undefined ? {} : { headers }) });
  };

  for (const [what, amounts, place] of sums) {
    it(`are looked at when the TPP prefers that: ${what}`, async () => {
      const answer = await send(amounts, rejecting);
      if (place === 'taken') return expectCreated(answer);
      const path = `payments[${place}].instructedAmount.amount`;
      expectRefusal(answer, { status: 400, code: 'PAYMENT_FAILED', path });
    });

    it(`are not looked at when it does not: ${what}`, async () => {
      expectCreated(await send(amounts, { 'TPP-Rejection-NoFunds-Preferred': 'false' }));
    });
  }

  it('count the payments in other currencies by what the debtor pays', async () => {
    const body = bulkOf(bank(), 3);
    // 10 000.00 EUR are 115 000.00 NOK: two of them fit, with 20 000.00 left.
    for (const place of [0, 1]) {
      set(`payments[${place}].instructedAmount`, { amount: '10000.00', currency: 'EUR' })(body);
    }
    set('payments[2].instructedAmount.amount', '20000.01')(body);
    expectRefusal(await bank().send({ path: bulk.path, headers: rejecting, body }), {
      status: 400,
      code: 'PAYMENT_FAILED',
      path: 'payments[2].instructedAmount.amount',
    });
    set('payments[2].instructedAmount.amount', '20000.00')(body);
    expectCreated(await bank().send({ path: bulk.path, headers: rejecting, body }));
  });
});
