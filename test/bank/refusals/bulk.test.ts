import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { makeSession } from '../../support/known-psu.ts';
import { KARI } from '../../support/life/payments.ts';
import { SEED } from '../../support/seed.ts';
import { rowCounts } from '../../support/stored.ts';
import { anyKid, holds, type Method, validOrMutated } from '../../values/kid-check.ts';
import { expectCreated, expectFaults, expectRefusal, type Refusal } from './expectations.ts';
import { listCharacters, listLengths, listRequired, listTypes, listValues, type Member } from './members.ts';
import {
  type Bulk,
  bankOf,
  buildBulk,
  buildItem,
  bulk,
  type Change,
  combine,
  domestic,
  malformed,
  nothing,
  type Row,
  remove,
  set,
  setReferences,
  testRows,
} from './rows.ts';

const id: Member = { path: 'paymentInformationId', is: 'text', length: [35, 'refused'] };

describe('members that only a bulk has [D4-bulk-members, D2-path, D2-null]', () => {
  const optional = ['requestedExecutionDate', 'paymentInformationId', 'batchBookingPreferred'];
  testRows(
    [
      ['the bulk that every row of these tables changes', nothing, 'created'],
      ...listRequired([{ path: 'payments', is: 'object', isRequired: true }]),
      ...listTypes([id]),
      ...listLengths([id]),
      ...listCharacters([id]),
      ...optional.map((path): Row => [`null as ${path}`, set(path, null), 'created']),
      ...listValues('batchBookingPreferred', [true, false], ['true', '', 0, 1, [], {}]),
      ...listValues('payments', [], ['payments', 12, true, {}, { 0: {} }]),
      ...listValues('payments[2]', [], ['a payment', 7, null, [], true]),
      ['an unknown member', set('colour', 'blue'), 'created'],
    ],
    bulk,
  );
});

describe('what a payment of a bulk has not [D4-bulk-members, D2-bulk-item, D2-path]', () => {
  testRows(
    [
      [
        'a debtor of its own',
        set('payments[0].debtorAccount', { bban: '123', currency: 'XXX' }),
        malformed('payments[0].debtorAccount'),
      ],
      [
        'a date of its own',
        set('payments[2].requestedExecutionDate', '2026-11-20'),
        malformed('payments[2].requestedExecutionDate'),
      ],
      [
        'null as both',
        combine(set('payments[0].debtorAccount', null), set('payments[0].requestedExecutionDate', null)),
        'created',
      ],
    ],
    bulk,
  );
});

describe('how many payments a bulk has [D4-bulk-count]', () => {
  const bank = bankOf();
  const send = (count: number) => bank().send({ path: bulk.path, body: buildBulk(bank(), count) });

  it.each([1, 500])('takes %i', async (count) => {
    const made = await send(count);
    expectCreated(made);
    const read = await bank().send({ method: 'GET', path: `${bulk.path}/${made.json.paymentId}` });
    expect(read.json.payments).toHaveLength(count);
  });

  it.each([0, 501, 3000])('refuses %i, once', async (count) => {
    expectRefusal(await send(count), malformed('payments'));
  });

  it('finds a fault in the last of 500', async () => {
    const body = buildBulk(bank(), 500);
    body.payments[499] = { ...buildItem(bank()), creditorName: '' };
    const answer = await bank().send({ path: bulk.path, body });
    expectRefusal(answer, malformed('payments[499].creditorName'));
  });
});

/** Where funds may be told: the session has an SCA of the PSU. */
const rejecting = { 'TPP-Rejection-NoFunds-Preferred': 'true', 'X-PSU-IDENTITY': KARI };

/** [what is wrong, the change of the bulk, the refusal, what else is sent] */
const wrongs: readonly (readonly [string, Change, Refusal, Send['headers']])[] = [
  ['a member', set('payments[3].creditorName', ''), malformed('payments[3].creditorName'), {}],
  [
    'a KID',
    set('payments[3].creditorAccount.bban', '99911200011'),
    { status: 400, code: 'KID_MISSING', path: /^payments\[3\]\.remittanceInformation/ },
    {},
  ],
  [
    'an amount above what is there',
    set('payments[3].instructedAmount.amount', '250000.00'),
    { status: 400, code: 'PAYMENT_FAILED', path: 'payments[3].instructedAmount.amount' },
    rejecting,
  ],
  [
    'a payment that is there twice',
    (body) => {
      const { payments } = body as Bulk;
      payments[3] = structuredClone(payments[0]!);
    },
    { status: 409, code: 'CONFLICT', path: 'payments[3]' },
    {},
  ],
];

describe('a bulk with one payment wrong leaves nothing behind [D4-bulk-whole]', () => {
  const bank = bankOf();
  beforeAll(() => makeSession(bank()));

  it.each(wrongs)('when the last has %s wrong', async (what, change, refusal, more) => {
    expectCreated(await bank().send({ body: bank().payment() }));
    const body = buildBulk(bank(), 4);
    const right = structuredClone(body.payments);
    change(body);
    const before = rowCounts(bank().path);
    const headers = { ...more, 'X-Request-ID': `whole-${refusal.code}-${what.length}` };
    expectRefusal(await bank().send({ path: bulk.path, headers, body }), refusal);
    expect(rowCounts(bank().path)).toEqual(before);

    // Neither a logical duplicate nor its X-Request-ID is taken.
    const repaired = { ...body, payments: right };
    expectCreated(await bank().send({ path: bulk.path, headers, body: repaired }));
  });

  it('and each of the others can be paid by itself', async () => {
    const body = buildBulk(bank(), 3);
    const { debtorAccount } = body;
    const payments = structuredClone(body.payments);
    remove('payments[2].creditorAccount')(body);
    expectRefusal(await bank().send({ path: bulk.path, body }), malformed('payments[2].creditorAccount'));
    for (const payment of payments) {
      expectCreated(await bank().send({ path: domestic.path, body: { ...payment, debtorAccount } }));
    }
  });
});

/** [what, the amounts, the first that is too much]; the debtor has 250 000.00 NOK. */
const sums: readonly (readonly [string, readonly string[], number | 'taken'])[] = [
  ['all that is there', ['100000.00', '100000.00', '50000.00'], 'taken'],
  ['one øre more', ['100000.00', '100000.00', '50000.01'], 2],
  ['too much in the first', ['250000.01', '1.00'], 0],
  ['too much in the last of many', [...Array<string>(25).fill('10000.00'), '0.01'], 25],
  ['the largest amounts there are', Array<string>(100).fill('9999999999999999.99'), 0],
  // 10 000.00 EUR are 115 000.00 NOK: two of them fit, with 20 000.00 left.
  ['euros and what is left of them', ['10000.00 EUR', '10000.00 EUR', '20000.00'], 'taken'],
  ['euros and one øre more', ['10000.00 EUR', '10000.00 EUR', '20000.01'], 2],
];

describe('the funds for a bulk at its creation [D4-bulk-funds, D4-no-funds-preferred]', () => {
  const bank = bankOf();
  beforeAll(() => makeSession(bank()));

  it.each(sums)('are looked at when the TPP prefers that: %s', async (_, amounts, at) => {
    const body = buildBulk(bank(), amounts.length);
    amounts.forEach((written, place) => {
      const [amount, currency = 'NOK'] = written.split(' ');
      set(`payments[${place}].instructedAmount`, { amount, currency })(body);
    });
    const answer = await bank().send({ path: bulk.path, headers: rejecting, body });
    if (at === 'taken') return expectCreated(answer);
    const path = `payments[${at}].instructedAmount.amount`;
    expectRefusal(answer, { status: 400, code: 'PAYMENT_FAILED', path });
    const headers = { 'TPP-Rejection-NoFunds-Preferred': 'false' };
    expectCreated(await bank().send({ path: bulk.path, headers, body }));
  });
});

interface Agreement {
  readonly bban: string;
  readonly method: Method;
  readonly lengths: readonly number[];
}

/** @see D8-initial-data */
const agreements: readonly Agreement[] = [
  { bban: '99911200011', method: 'MOD10', lengths: [12, 16] },
  { bban: '99920100011', method: 'MOD11', lengths: [8, 12] },
];

/** Mostly of a length that the agreement has; the same ones in every run from one seed. */
function kidsFor({ method, lengths }: Agreement): string[] {
  const every = Array.from({ length: 24 }, (_, place) => place + 2);
  const other = method === 'MOD10' ? 'MOD11' : 'MOD10';
  const kids = fc.oneof(
    { arbitrary: anyKid(method, ...lengths), weight: 8 },
    { arbitrary: anyKid(method, ...every), weight: 1 },
    { arbitrary: anyKid(other, ...lengths), weight: 1 },
  );
  return fc.sample(validOrMutated(kids), { numRuns: 550, seed: SEED });
}

function isTaken(kid: string, { method, lengths }: Agreement): boolean {
  return lengths.includes(kid.length) && holds(kid, method);
}

/** The bank tells at most 100 faults at once. */
const AT_ONCE = 100;

describe('a thousand KIDs, right and mutated, in bulks [D4-kid-random, D4-bulk-items, I-errors-kid]', () => {
  const bank = bankOf();

  const send = (kids: readonly string[], bban: string) => {
    const body = buildBulk(bank(), kids.length);
    kids.forEach((kid, place) => {
      combine(set('creditorAccount.bban', bban), setReferences({ reference: kid }))(body.payments[place]!);
    });
    return bank().send({ path: bulk.path, query: 'allowLogicalDuplicate=true', body });
  };

  for (const agreement of agreements) {
    const { bban, method } = agreement;
    const kids = kidsFor(agreement).filter((kid) => /^[\u0020-\u024f]+$/.test(kid));
    const right = kids.filter((kid) => isTaken(kid, agreement));

    it(`are right and wrong ones of ${method}, five hundred or more`, () => {
      expect(kids.length).toBeGreaterThanOrEqual(500);
      expect(right.length).toBeGreaterThan(150);
      expect(kids.length - right.length).toBeGreaterThan(150);
      expect(new Set(right.map(({ length }) => length)).size).toBe(2);
    });

    it(`are refused exactly where the tests' own check of ${method} refuses them`, async () => {
      for (let from = 0; from < kids.length; from += AT_ONCE) {
        const some = kids.slice(from, from + AT_ONCE);
        const wrong = some.flatMap((kid, place) => (isTaken(kid, agreement) ? [] : [place]));
        const told = wrong.map(
          (place) => new RegExp(`^KID_INVALID payments\\[${place}\\]\\.remittanceInformationStructured`),
        );
        expectFaults(await send(some, bban), 400, told);
      }
    });

    it(`are taken when they are right by ${method}`, async () => {
      expectCreated(await send(right, bban));
    });
  }
});
