import { describe, expect, it } from 'vitest';
import { type Answer, signerOf, type TestBank } from '../../support/bank.ts';
import { sweep } from '../../support/sweep.ts';
import { expectCreated, expectFaults, expectMoved, expectRefusal } from './expectations.ts';
import {
  bankOf,
  buildBulk,
  buildIban,
  bulk,
  type Change,
  combine,
  crossBorder,
  domestic,
  foreignIban,
  instant,
  instantAlias,
  malformed,
  nothing,
  type Product,
  periodic,
  remove,
  set,
  setReferences,
  testRows,
} from './rows.ts';

/** Puts the equal payment second in a bulk, after one of its own message. */
function buildPair(payment: object, bank: TestBank): object {
  const { debtorAccount, requestedExecutionDate, ...item } = payment as Record<string, unknown>;
  const date = requestedExecutionDate === undefined ? {} : { requestedExecutionDate };
  const { remittanceInformationUnstructured } = bank.payment();
  const { remittanceInformationStructuredArray: _, ...other } = item;
  return { debtorAccount, ...date, payments: [{ ...other, remittanceInformationUnstructured }, item] };
}

/** A product whose body is written from a domestic one. */
interface Kind extends Product {
  readonly write: (payment: object, bank: TestBank) => object;
}

const same = (payment: object) => payment;
const single: Kind = { ...domestic, write: same };
const atOnce: Kind = { ...instant, write: same };
const byOtherName: Kind = { ...instantAlias, write: same };
const inBulk: Kind = { ...bulk, name: 'a payment of a bulk', write: buildPair };

function writePeriodic(payment: object, frequency: string): object {
  const { requestedExecutionDate = '2026-11-18', ...rest } = payment as Record<string, unknown>;
  return { ...rest, startDate: requestedExecutionDate, frequency };
}

const monthly: Kind = { ...periodic, write: (payment) => writePeriodic(payment, 'Monthly') };
const weekly: Kind = {
  ...periodic,
  name: 'a weekly periodic payment',
  write: (payment) => writePeriodic(payment, 'Weekly'),
};
const regulatory = { regulatoryReportingCode: '14', regulatoryReportingInformation: 'Kjøp av varer' };
const abroad: Kind = {
  ...crossBorder,
  write: (payment) => ({ ...payment, ...regulatory, creditorAgent: 'PRVENOKK' }),
};

const KINDS = [single, atOnce, byOtherName, monthly, weekly, inBulk, abroad];
/** What has one product, and the same frequency or none; whichever service it is of. */
const ALIKE = [[single, inBulk], [atOnce, byOtherName], [monthly], [weekly], [abroad]];

function areAlike(first: Kind, second: Kind): boolean {
  return ALIKE.some((group) => group.includes(first) && group.includes(second));
}

/** Builds a payment of more than NOK 100 000, of which a cross-border payment has nothing to warn. */
function buildPayment(bank: TestBank, change: Change = nothing): object {
  const payment = bank.payment();
  combine(
    set('instructedAmount', { amount: '150000.00', currency: 'NOK' }),
    set('creditorAccount', { bban: '99940512340', currency: 'NOK' }),
    change,
  )(payment);
  return payment;
}

function send(bank: TestBank, kind: Kind, payment: object, query = '', change: Change = nothing) {
  const changed = structuredClone(payment);
  change(changed);
  return bank.send({ path: kind.path, query, body: kind.write(changed, bank) });
}

function expectConflict(answer: Answer, kind: Kind): void {
  expectFaults(answer, 409, [kind === inBulk ? 'CONFLICT payments[1]' : /^CONFLICT /]);
}

describe('logical duplicates of a product [D4-duplicate, D4-duplicate-products, D4-allow-logical-duplicate]', () => {
  const bank = bankOf();
  const pairs = KINDS.flatMap((first) => KINDS.map((second) => ({ first, second })));

  // Each product is seen as the first and as the second: what is stored of it, and what it is compared by.
  it.each(
    sweep(pairs, ({ first, second }) => first === single && second === single),
  )('are equal payments of one product and frequency: $first.name, then $second.name', async ({
    first,
    second,
  }) => {
    const payment = buildPayment(bank());
    expectCreated(await send(bank(), first, payment));
    if (!areAlike(first, second)) return expectCreated(await send(bank(), second, payment));
    expectConflict(await send(bank(), second, payment), second);
    expectConflict(await send(bank(), second, payment, 'allowLogicalDuplicate=false'), second);
    expectCreated(await send(bank(), second, payment, 'allowLogicalDuplicate=true'));
  });

  it('are of one TPP: nothing is told of another’s payments', async () => {
    const body = buildPayment(bank());
    expectCreated(await bank().send({ body }));
    const other = { body, as: signerOf('PSDNO-FSA-39999991') };
    expectCreated(await bank().send(other));
    expectConflict(await bank().send(other), single);
  });
});

const BATCHED = sweep([single, monthly, inBulk, abroad], (kind) => kind === single);

/** [what the second payment has, the first, the second] */
const DIFFERENT: readonly (readonly [string, Change, Change])[] = [
  ['another amount', nothing, set('instructedAmount.amount', '150000.01')],
  ['another currency', nothing, set('instructedAmount.currency', 'SEK')],
  ['another creditor', nothing, set('creditorAccount.bban', '99950612343')],
  ['another message', nothing, set('remittanceInformationUnstructured', 'Something else')],
  ['another day', nothing, set('requestedExecutionDate', '2026-11-19')],
];
const KIDS: readonly (readonly [string, Change, Change])[] = [
  ['a reference for a message', nothing, setReferences({ reference: '602243' })],
  ['another KID', setReferences({ reference: '602243' }), setReferences({ reference: '602250' })],
];

describe.each(
  BATCHED,
)('$name beside one that is like it [D4-duplicate, D4-duplicate-products, D4-bulk-duplicates]', (kind) => {
  const bank = bankOf();
  const sendBoth = async (first: Change, second: Change) => {
    const payment = buildPayment(bank());
    expectCreated(await send(bank(), kind, payment, 'allowLogicalDuplicate=true', first));
    return send(bank(), kind, payment, '', second);
  };

  it.each<readonly [string, Change, Change]>([
    ['the date of today', nothing, set('requestedExecutionDate', '2026-11-18')],
    ['another name of the creditor', nothing, set('creditorName', 'Somebody Else')],
    ['another address', nothing, set('creditorAddress', { street: 'Storgata', country: 'SE' })],
    ['an end-to-end identification', nothing, set('endToEndIdentification', 'E2E-2')],
    ['a purpose', nothing, set('purposeCode', 'SALA')],
    [
      'a message in other letters',
      set('remittanceInformationUnstructured', 'Faktura 1'),
      set('remittanceInformationUnstructured', 'FAKTURA 1'),
    ],
  ])('is the same with %s', async (_, first, second) => {
    expectConflict(await sendBoth(first, second), kind);
  });

  it.each(
    kind === abroad ? DIFFERENT : [...DIFFERENT, ...KIDS],
  )('is another with %s', async (_, first, second) => {
    expectCreated(await sendBoth(first, second));
  });

  it('is another from another debtor', async () => {
    expectCreated(await sendBoth(nothing, set('debtorAccount.bban', bank().accounts.debtorOther)));
  });
});

describe('the KID of payments of a product [D4-duplicate-products]', () => {
  const bank = bankOf();
  it.each(
    sweep([single, atOnce, monthly, inBulk], (kind) => kind === single),
  )('is what $name is compared by', async (kind) => {
    const payment = buildPayment(bank(), setReferences({ reference: `6022${kind.name.length}` }));
    set('instructedAmount.amount', `15000${kind.name.length}.00`)(payment);
    expectCreated(await send(bank(), kind, payment));
    expectConflict(await send(bank(), kind, payment), kind);
  });
});

describe('creditors and debtors by other names, across the border [D4-duplicate-products, D4-foreign-bban, D4-disclosure]', () => {
  const bank = bankOf();
  const sendTo = (body: object, change: Change) => send(bank(), { ...abroad, write: same }, body, '', change);
  const buildBody = () => ({ ...buildPayment(bank()), ...regulatory, creditorAgent: 'PRVENOKK' });
  const toBank = (creditorAgent: string) =>
    combine(
      set('creditorAccount', { bban: '1234567', currency: 'EUR' }),
      set('creditorAgent', creditorAgent),
    );

  it('are the same by bban and by IBAN', async () => {
    for (const [member, bban] of [
      ['debtorAccount', bank().accounts.debtor],
      ['debtorAccount', '99900000000'],
      ['creditorAccount', '99940512340'],
    ] as const) {
      const body = buildBody();
      expectCreated(await sendTo(body, set(member, { bban, currency: 'NOK' })));
      const byIban = set(member, { iban: buildIban('NO', bban), currency: 'NOK' });
      expectConflict(await sendTo(body, byIban), abroad);
    }
  });

  it('are of one bban at one bank, and of one IBAN with a bban beside it or without', async () => {
    const body = buildBody();
    expectCreated(await sendTo(body, toBank('DEUTDEFF')));
    expectCreated(await sendTo(body, toBank('BNPAFRPP')));
    expectConflict(await sendTo(body, toBank('DEUTDEFF')), abroad);
    expectCreated(
      await sendTo(
        body,
        combine(set('creditorAccount', { iban: foreignIban, currency: 'EUR' }), remove('creditorAgent')),
      ),
    );
    const both = { bban: '0123456789', iban: foreignIban, currency: 'EUR' };
    expectConflict(
      await sendTo({ ...body, creditorAgent: 'DEUTDEFF' }, set('creditorAccount', both)),
      abroad,
    );
  });

  it('are not the account at home that is written alike', async () => {
    const body = buildBody();
    expectCreated(await sendTo(body, nothing));
    expectCreated(await sendTo(body, set('creditorAgent', 'DEUTDEFF')));
  });
});

describe('duplicates by the effective date [D4-duplicate-products, D4-date-moved, D4-last-run]', () => {
  const bank = bankOf();
  const evening = bankOf({ now: Date.parse('2026-11-18T15:31:00+01:00') });
  const on = (date: string) => set('requestedExecutionDate', date);

  it.each([single, inBulk, abroad])('$name of a Saturday is one of the Monday after it', async (kind) => {
    const payment = buildPayment(bank());
    expectMoved(await send(bank(), kind, payment, '', on('2026-11-21')));
    expectConflict(await send(bank(), kind, payment, '', on('2026-11-23')), kind);
  });

  it('a periodic payment that begins on a Saturday is none of the Monday', async () => {
    const payment = buildPayment(bank());
    for (const day of ['2026-11-21', '2026-11-23'])
      expectCreated(await send(bank(), monthly, payment, '', on(day)));
  });

  it('are of tomorrow after the last run, and an instant payment is of today', async () => {
    const payment = buildPayment(evening());
    expectCreated(await send(evening(), single, payment));
    expectConflict(await send(evening(), inBulk, payment), inBulk);
    expectConflict(await send(evening(), single, payment, '', on('2026-11-19')), single);
    expectCreated(await send(evening(), atOnce, payment));
    expectConflict(await send(evening(), byOtherName, payment), byOtherName);
  });
});

describe('a duplicate of a payment that is no more [D4-duplicate-products]', () => {
  const bank = bankOf();
  it.each(
    KINDS,
  )('is none after it was cancelled, or rejected when its 15 minutes were over: $name', async (kind) => {
    const payment = buildPayment(bank());
    const path = `${kind.path}/${(await send(bank(), kind, payment)).json.paymentId}`;
    expect((await bank().send({ method: 'DELETE', path })).status).toBe(204);
    expectCreated(await send(bank(), kind, payment));
    bank().now += 16 * 60_000;
    expectCreated(await send(bank(), kind, payment));
  });
});

describe('allowing logical duplicates [I-allow-logical-duplicate, D4-allow-logical-duplicate]', () => {
  const malformedQuery = malformed('allowLogicalDuplicate');
  testRows([
    ...['', 'TRUE', '1', 'yes', '%20true'].map(
      (value) =>
        [`?=${value}`, nothing, malformedQuery, { query: `allowLogicalDuplicate=${value}` }] as const,
    ),
    ['true without any duplicate', nothing, 'created', { query: 'allowLogicalDuplicate=true' }],
    ['an unknown query parameter', nothing, 'created', { query: 'colour=blue' }],
    ['true in another spelling', nothing, 'created', { query: 'allowLogicalDuplicate=%74rue' }],
  ]);

  const bank = bankOf();
  it('is not done by another parameter', async () => {
    const body = bank().payment();
    expectCreated(await bank().send({ body }));
    expectRefusal(await bank().send({ body, query: 'colour=blue' }), { status: 409, code: 'CONFLICT' });
  });
});

describe('equal payments in bulks [D4-bulk-duplicates]', () => {
  const bank = bankOf();
  const sendBulk = (body: object, query = '') => bank().send({ path: bulk.path, query, body });
  const conflicts = (...places: readonly number[]) => places.map((at) => `CONFLICT payments[${at}]`);

  it('are a conflict at each later one, wherever there are any, unless they are allowed', async () => {
    const body = buildBulk(bank(), 5);
    for (const [first, later] of [
      [0, 4],
      [1, 2],
      [1, 3],
    ] as const)
      body.payments[later] = structuredClone(body.payments[first]!);
    expectFaults(await sendBulk(body), 409, conflicts(2, 3, 4));
    expectCreated(await sendBulk(body, 'allowLogicalDuplicate=true'));
  });

  it('are a conflict where another bulk has them, and the refused bulk leaves nothing to conflict with', async () => {
    const first = buildBulk(bank(), 3);
    expectCreated(await sendBulk(first));
    const second = buildBulk(bank(), 4);
    second.payments[1] = structuredClone(first.payments[2]!);
    second.payments[3] = structuredClone(first.payments[0]!);
    expectFaults(await sendBulk(second), 409, conflicts(1, 3));
    second.payments.splice(3, 1);
    second.payments.splice(1, 1);
    expectCreated(await sendBulk(second));
    expectFaults(await sendBulk(second), 409, conflicts(0, 1));
  });
});
