import type { TestBank } from '../../support/bank.ts';
import { at, SATURDAY, sleepUntil, THURSDAY, TUESDAY, WEDNESDAY } from '../../support/life/days.ts';
import { actOn, approve, ask, type PaymentAct, runBatch } from '../../support/life/operator.ts';
import { CANCELLATIONS, call, cancel, type Payment } from '../../support/life/payments.ts';
import { reachAs } from '../../support/life/product-states.ts';
import { approvedAs, createAs, type Kind, sendAs } from '../../support/life/products.ts';
import { expectRefusal } from '../refusals/expectations.ts';

/** Tries what leads other products there; answers the payment and where it must rest. */
type Attempt = (bank: TestBank, kind: Kind) => Promise<{ payment: Payment; ends: string }>;

interface Impossible {
  readonly edges: readonly string[];
  readonly why: string;
  readonly attempts: Readonly<Record<string, Attempt>>;
}

const conflict = { status: 409, code: 'CONFLICT' };

/** An act of the operator that the payment's state does not allow. */
async function refused(bank: TestBank, act: PaymentAct, { paymentId }: Payment): Promise<void> {
  expectRefusal(await ask(bank, 'POST', `/operator/payments/${paymentId}/${act}`), conflict);
}

const edgesOf = (from: string, to: string) => to.split(' ').map((one) => `${from}→${one}`);

/** Through every run of some days, and a run at once. */
async function throughRuns(bank: TestBank, payment: Payment, ends: string) {
  await runBatch(bank);
  for (const day of [WEDNESDAY, THURSDAY, TUESDAY]) {
    bank.now = Math.max(bank.now, at(day, '16:00'));
    await runBatch(bank);
  }
  return { payment, ends };
}

/** Neither held, released, rejected nor cancelled any more. */
async function untouchable(bank: TestBank, payment: Payment, ends: string) {
  for (const act of ['hold', 'release', 'reject', 'settle-late', 'settle'] as const) {
    await refused(bank, act, payment);
  }
  expectRefusal(await cancel(bank, payment), conflict);
  expectRefusal(await call(bank, payment, 'POST', CANCELLATIONS), conflict);
  return { payment, ends };
}

const instant: readonly Impossible[] = [
  {
    edges: ['RCVD→ACWC', ...edgesOf('ACTC', 'ACWC'), ...edgesOf('ACWC', 'ACCP PDNG RJCT CANC')],
    why: 'it is executed at its approval, on any day: there is no date to move',
    attempts: {
      'a date is refused': async (bank, kind) => {
        const body = { requestedExecutionDate: SATURDAY };
        expectRefusal(await sendAs(bank, kind, { body }), {
          status: 400,
          code: 'FORMAT_ERROR',
          path: 'requestedExecutionDate',
        });
        return { payment: await approvedAs(bank, kind), ends: 'ACSC' };
      },
      'approved when no run is left': async (bank, kind) => {
        bank.now = at(SATURDAY, '23:55');
        const payment = await createAs(bank, kind);
        bank.now = at('2026-11-22', '00:05');
        await approve(bank, payment);
        return throughRuns(bank, payment, 'ACSC');
      },
      'released on another day': async (bank, kind) => {
        const payment = await reachAs(bank, kind, 'PDNG');
        sleepUntil(bank, SATURDAY, '12:00');
        await actOn(bank, 'release', payment);
        return { payment, ends: 'ACSC' };
      },
    },
  },
  {
    edges: [
      ...edgesOf('ACTC', 'PDNG RJCT CANC'),
      ...edgesOf('ACCP', 'PDNG RJCT CANC'),
      ...edgesOf('ACSP', 'PDNG RJCT CANC'),
    ],
    why: 'it goes through ACTC, ACCP and ACSP in one step and rests in none of them',
    attempts: {
      'whatever is tried after its approval': async (bank, kind) =>
        untouchable(bank, await approvedAs(bank, kind), 'ACSC'),
    },
  },
  {
    edges: edgesOf('PDNG', 'ACTC ACCP'),
    why: 'once released it is booked or rejected at once',
    attempts: {
      'released with money': async (bank, kind) => {
        const payment = await reachAs(bank, kind, 'PDNG');
        await actOn(bank, 'release', payment);
        return throughRuns(bank, payment, 'ACSC');
      },
      'released without money': async (bank, kind) => {
        const payment = await reachAs(bank, kind, 'PDNG', { amount: '200000.00' });
        await approvedAs(bank, kind, { amount: '200000.00' });
        await actOn(bank, 'release', payment);
        return throughRuns(bank, payment, 'RJCT');
      },
      'left alone over the runs': async (bank, kind) =>
        throughRuns(bank, await reachAs(bank, kind, 'PDNG'), 'PDNG'),
    },
  },
];

const periodic: readonly Impossible[] = [
  {
    edges: [
      ...edgesOf('ACTC', 'ACCP'),
      ...edgesOf('ACWC', 'ACCP'),
      ...edgesOf('ACCP', 'ACSP PDNG RJCT CANC'),
      ...edgesOf('PDNG', 'ACCP ACSP'),
      ...edgesOf('ACSP', 'ACSC ACWP PDNG RJCT CANC'),
      ...edgesOf('ACWP', 'ACSC RJCT'),
    ],
    why: 'no run takes it',
    attempts: {
      'through the runs of days': async (bank, kind) =>
        throughRuns(bank, await approvedAs(bank, kind, { date: WEDNESDAY }), 'ACTC'),
      'with more than there is': async (bank, kind) =>
        throughRuns(bank, await approvedAs(bank, kind, { date: WEDNESDAY, amount: '900000.00' }), 'ACTC'),
      'held over the runs and released': async (bank, kind) => {
        const payment = await reachAs(bank, kind, 'PDNG', { date: WEDNESDAY });
        sleepUntil(bank, THURSDAY, '12:00');
        await actOn(bank, 'release', payment);
        return throughRuns(bank, payment, 'ACTC');
      },
      'settled by the operator': async (bank, kind) => {
        const payment = await approvedAs(bank, kind, { date: WEDNESDAY });
        await refused(bank, 'settle', payment);
        return throughRuns(bank, payment, 'ACTC');
      },
    },
  },
  {
    edges: ['RCVD→ACWC', 'ACTC→ACWC', ...edgesOf('ACWC', 'PDNG RJCT CANC')],
    why: 'its start is never moved',
    attempts: {
      'begun on a Saturday': async (bank, kind) =>
        throughRuns(bank, await approvedAs(bank, kind, { date: SATURDAY }), 'ACTC'),
      'approved after the last run of its first day': async (bank, kind) => {
        bank.now = at(WEDNESDAY, '20:00');
        return throughRuns(bank, await approvedAs(bank, kind, { date: WEDNESDAY }), 'ACTC');
      },
      'released after its first day': async (bank, kind) => {
        const payment = await reachAs(bank, kind, 'PDNG', { date: WEDNESDAY });
        sleepUntil(bank, SATURDAY, '12:00');
        await actOn(bank, 'release', payment);
        return { payment, ends: 'ACTC' };
      },
    },
  },
];

const crossBorder: readonly Impossible[] = [
  {
    edges: ['ACSP→ACSC'],
    why: 'between its run and its booking it rests in ACWP for a run',
    attempts: {
      'settled by the operator before its run': async (bank, kind) => {
        const payment = await reachAs(bank, kind, 'ACSP');
        await refused(bank, 'settle', payment);
        return { payment, ends: 'ACSP' };
      },
      'taken by the batch run now': async (bank, kind) => {
        const payment = await reachAs(bank, kind, 'ACSP');
        await runBatch(bank);
        return { payment, ends: 'ACWP' };
      },
      'caught up with after days': async (bank, kind) =>
        throughRuns(bank, await approvedAs(bank, kind), 'ACSC'),
    },
  },
];

/** The transitions that a product has no way to, each with its reason. @see D4-transitions */
export const IMPOSSIBLE: Readonly<Record<Exclude<Kind, 'domestic'>, readonly Impossible[]>> = {
  card: [],
  bulk: [],
  'cross-border': crossBorder,
  instant,
  periodic,
};
