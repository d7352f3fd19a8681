import { describe, expect, it } from 'vitest';
import { findCreationHint } from '../../../src/session/hints.ts';
import { checkBban, convertToIban } from '../../../src/values/iban.ts';
import { OUTCOME_ACCOUNTS, type Outcome } from '../../../src/values/outcome-accounts.ts';
import { createBasket, signBasket } from '../../support/life/baskets.ts';
import { changesOf } from '../../support/life/books.ts';
import { FRIDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve, runBatch, wake } from '../../support/life/operator.ts';
import { create, KARI, type Payment, readStatus, statusOf } from '../../support/life/payments.ts';
import { approvedAs, createAs, type Kind, type ProductWish, sendAs } from '../../support/life/products.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { expectRefusal } from '../refusals/expectations.ts';
import { CUSTOMER, post } from '../sandbox/calls.ts';

const bank = bankOfEach();

function numberOf(outcome: Outcome): string {
  return OUTCOME_ACCOUNTS.find((account) => account.outcome === outcome)!.bban;
}

/** The creditor as each product names it. */
function paidTo(kind: Kind, outcome: Outcome): ProductWish {
  const bban = numberOf(outcome);
  if (kind !== 'cross-border') return { to: bban };
  return { body: { creditorAccount: { iban: convertToIban(bban), currency: 'NOK' } } };
}

const settled = ['ACCP→ACSP', 'ACSP→ACSC'];
const rejected = {
  transactionStatus: 'RJCT',
  tppMessages: [
    {
      category: 'ERROR',
      code: 'PAYMENT_FAILED',
      text: 'the creditor is an outcome account of the sandbox, and payments to it are rejected',
    },
  ],
};

/** After its approval on Wednesday at 10:00: what has changed by which time. */
type Course = readonly (readonly [day: string, time: string, changes: readonly string[]])[];

const RUN_REJECTS: Course = [
  [WEDNESDAY, '11:29', ['RCVD→ACTC']],
  [WEDNESDAY, '11:30', ['ACTC→RJCT']],
];
const RUN_HOLDS = (end: readonly string[]): Course => [
  [WEDNESDAY, '11:30', ['RCVD→ACTC', 'ACTC→PDNG']],
  [THURSDAY, '05:29', []],
  [THURSDAY, '05:30', ['PDNG→ACCP', ...end]],
];
const RUN_SENDS: Course = [
  [WEDNESDAY, '11:30', ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACWP']],
  [WEDNESDAY, '13:29', []],
  [WEDNESDAY, '13:30', ['ACWP→ACSC']],
];
const STANDS: Course = [[FRIDAY, '16:00', ['RCVD→ACTC']]];

const COURSES: Readonly<Record<'RJCT' | 'PDNG' | 'ACWP', Readonly<Record<Kind, Course>>>> = {
  RJCT: {
    domestic: RUN_REJECTS,
    card: RUN_REJECTS,
    'cross-border': RUN_REJECTS,
    bulk: RUN_REJECTS,
    periodic: STANDS,
    instant: [[WEDNESDAY, '10:00', ['RCVD→ACTC', 'ACTC→RJCT']]],
  },
  PDNG: {
    domestic: RUN_HOLDS(settled),
    card: RUN_HOLDS(settled),
    'cross-border': [...RUN_HOLDS(['ACCP→ACSP', 'ACSP→ACWP']), [THURSDAY, '09:30', ['ACWP→ACSC']]],
    bulk: RUN_HOLDS(settled),
    periodic: STANDS,
    instant: [
      [WEDNESDAY, '10:00', ['RCVD→ACTC', 'ACTC→PDNG']],
      [THURSDAY, '05:29', []],
      [THURSDAY, '05:30', ['PDNG→ACSP', 'ACSP→ACSC']],
    ],
  },
  ACWP: {
    domestic: RUN_SENDS,
    card: RUN_SENDS,
    'cross-border': RUN_SENDS,
    bulk: RUN_SENDS,
    periodic: STANDS,
    instant: [
      [WEDNESDAY, '10:00', ['RCVD→ACTC', 'ACTC→ACCP', 'ACCP→ACSP', 'ACSP→ACWP']],
      [WEDNESDAY, '11:29', []],
      [WEDNESDAY, '11:30', ['ACWP→ACSC']],
    ],
  },
};

async function expectCourse(payment: Payment, course: Course): Promise<void> {
  const seen: string[] = [];
  for (const [day, time, changes] of course) {
    sleepUntil(bank(), day, time);
    await wake(bank());
    seen.push(...changes);
    expect(changesOf(bank(), payment), `${day} ${time}`).toEqual(seen);
    expectTotals(bank());
  }
}
const kinds = Object.keys(COURSES.RJCT) as Kind[];

// A product that looks its creditor up in another way, or has no run, would go its usual way.
describe('payments to outcome accounts [D8-outcome-accounts, D4-rejection-reason, D4-transitions]', () => {
  it.each(
    Object.entries(COURSES).flatMap(([outcome, kinds]) =>
      Object.entries(kinds).map(([kind, course]) => [outcome as Outcome, kind as Kind, course] as const),
    ),
  )('%s of a %s payment', async (outcome, kind, course) => {
    const payment = await createAs(bank(), kind, paidTo(kind, outcome));
    expect(await approve(bank(), payment)).toMatchObject({ scaStatus: 'FINALISED' });
    await expectCourse(payment, course);
    const { json } = await readStatus(bank(), payment);
    if (json.transactionStatus === 'RJCT') expect(json).toMatchObject(rejected);
  });

  it.each(kinds)('a %s payment is refused at its creation', async (kind) => {
    const answer = await sendAs(bank(), kind, paidTo(kind, 'PAYMENT_FAILED'));
    const path = kind === 'cross-border' ? 'creditorAccount.iban' : 'creditorAccount.bban';
    const place = kind === 'bulk' ? 'payments[0].' : '';
    expectRefusal(answer, { status: 400, code: 'PAYMENT_FAILED', path: `${place}${path}` });
  });

  it.each(kinds)('the SCA of a %s payment fails by a fault', async (kind) => {
    const payment = await createAs(bank(), kind, paidTo(kind, 'SYSTEM_ERROR'));
    const { scaStatus, redirect } = await approve(bank(), payment);
    expect(scaStatus).toBe('FAILED');
    expect(Object.fromEntries(new URL(redirect!).searchParams)).toMatchObject({
      system: 'sca',
      status: '500',
      code: 'SYSTEM_ERROR',
    });
    expect((await readStatus(bank(), payment)).json).toMatchObject({
      transactionStatus: 'RJCT',
      tppMessages: [{ code: 'SYSTEM_ERROR' }],
    });
    expect(bank().unexpected).toEqual([]);
  });

  it('by the bban of a cross-border payment at a Norwegian bank too, and by none abroad', async () => {
    const to = { bban: numberOf('RJCT'), currency: 'NOK' };
    const here = await approvedAs(bank(), 'cross-border', {
      body: { creditorAccount: to, creditorAgent: 'DNBANOKK' },
    });
    const abroad = await approvedAs(bank(), 'cross-border', {
      body: { creditorAccount: to, creditorAgent: 'DEUTDEFF' },
    });
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect([await statusOf(bank(), here), await statusOf(bank(), abroad)]).toEqual(['RJCT', 'ACWP']);
  });

  it('in a basket each goes its own way; one fault fails the SCA of all', async () => {
    const basketOf = async (...outcomes: readonly (Outcome | undefined)[]) => {
      const members: Payment[] = [];
      for (const outcome of outcomes) {
        members.push(await create(bank(), { psu: KARI, ...(outcome && { to: numberOf(outcome) }) }));
      }
      return { members, basket: await createBasket(bank(), members) };
    };
    const statuses = async (members: readonly Payment[]) =>
      Promise.all(members.map((one) => statusOf(bank(), one)));
    const one = await basketOf('RJCT', 'PDNG', 'ACWP', undefined);
    await signBasket(bank(), one.basket);
    const other = await basketOf('SYSTEM_ERROR', undefined);
    expect(await signBasket(bank(), other.basket)).toMatchObject({ scaStatus: 'FAILED' });
    expect(await statuses(other.members)).toEqual(['RJCT', 'RJCT']);
    sleepUntil(bank(), WEDNESDAY, '11:30');
    expect(await statuses(one.members)).toEqual(['RJCT', 'PDNG', 'ACWP', 'ACSC']);
  });
});

describe('what is held by an outcome account [D8-outcome-accounts, D11-batch, D4-runs]', () => {
  it('is held once: what is short when it is released waits as any other', async () => {
    const payment = await approvedAs(bank(), 'domestic', { to: numberOf('PDNG'), amount: TOO_MUCH });
    sleepUntil(bank(), THURSDAY, '05:30');
    expect((await readStatus(bank(), payment)).json).toMatchObject({
      transactionStatus: 'ACCP',
      fundsAvailable: false,
    });
    sleepUntil(bank(), THURSDAY, '15:30');
    expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('is told as held by the batch, and let go by the operator before its day', async () => {
    const payment = await approvedAs(bank(), 'domestic', { to: numberOf('PDNG') });
    expect(await runBatch(bank())).toMatchObject({ held: 1, settled: 0 });
    await actOn(bank(), 'release', payment);
    sleepUntil(bank(), THURSDAY, '05:30');
    expect(await statusOf(bank(), payment)).toBe('ACSC');
  });

  // The hold of the operator would be over by itself on the day on which the number's was.
  it('is held for good when the operator holds it after that', async () => {
    const payment = await approvedAs(bank(), 'domestic', { to: numberOf('PDNG') });
    await runBatch(bank());
    await actOn(bank(), 'release', payment);
    await actOn(bank(), 'hold', payment);
    sleepUntil(bank(), FRIDAY, '16:00');
    expect(await statusOf(bank(), payment)).toBe('PDNG');
  });
});

describe('outcome accounts [D8-outcome-accounts, D8-number-taken]', () => {
  it('are right numbers, and no account of the sandbox gets one', async () => {
    await post(bank(), '/customers', CUSTOMER);
    for (const { bban } of OUTCOME_ACCOUNTS) {
      expect(checkBban(bban)).toBeUndefined();
      const { customerNumber } = CUSTOMER;
      const body = { customerNumber, accountName: 'Konto', currency: 'NOK', bban };
      expectRefusal(await post(bank(), '/accounts', body), { status: 409, code: 'CONFLICT', path: 'bban' });
    }
  });

  // A refusal for lack of funds has the same code.
  it('are what a person is told to change, not the money', () => {
    const told = { category: 'ERROR', code: 'PAYMENT_FAILED' } as const;
    expect(findCreationHint([{ ...told, path: 'creditorAccount.bban' }], 'domestic')).toBe(
      'Change --to-bban.',
    );
    const currency = { path: 'debtorAccount.currency', text: "it must be the account's currency, NOK" };
    expect(findCreationHint([{ ...told, ...currency }], 'cross-border')).toBe('Add --from-currency NOK.');
    expect(findCreationHint([{ ...told, path: 'instructedAmount.amount' }], 'domestic')).toContain(
      "check the accounts' balances",
    );
  });
});
