import type { TestBank } from '../bank.ts';
import { sleepUntil, WEDNESDAY } from './days.ts';
import { actOn, approve, decline } from './operator.ts';
import { cancel, type Payment } from './payments.ts';
import { approvedAs, createAs, type Kind, type ProductWish } from './products.ts';
import { type State, TOO_MUCH } from './states.ts';

type Way = (bank: TestBank, kind: Kind, wish: ProductWish) => Promise<Payment>;
type Ways = Readonly<Partial<Record<State, Way>>>;

/** What every product can come to, on the Wednesday on which the test bank opens. */
const ALWAYS = {
  RCVD: createAs,
  RJCT: async (bank, kind, wish) => {
    const payment = await createAs(bank, kind, wish);
    await decline(bank, payment);
    return payment;
  },
  CANC: async (bank, kind, wish) => {
    const payment = await createAs(bank, kind, wish);
    await cancel(bank, payment);
    return payment;
  },
} as const satisfies Ways;

async function heldAtApproval(bank: TestBank, kind: Kind, wish: ProductWish): Promise<Payment> {
  const payment = await createAs(bank, kind, wish);
  await actOn(bank, 'hold', payment);
  await approve(bank, payment);
  return payment;
}

/** Approved, and there until a run. */
const RESTING = { ...ALWAYS, ACTC: approvedAs, PDNG: heldAtApproval } as const satisfies Ways;

async function settledLate(bank: TestBank, kind: Kind, wish: ProductWish): Promise<Payment> {
  const payment = await createAs(bank, kind, wish);
  await actOn(bank, 'settle-late', payment);
  await approve(bank, payment);
  return payment;
}

const RUN = {
  ...RESTING,
  /** Wanted for today, approved after today's last run. */
  ACWC: async (bank, kind, wish) => {
    sleepUntil(bank, WEDNESDAY, '15:25');
    const payment = await createAs(bank, kind, { date: WEDNESDAY, ...wish });
    sleepUntil(bank, WEDNESDAY, '15:31');
    await approve(bank, payment);
    return payment;
  },
  ACCP: async (bank, kind, wish) => {
    const payment = await approvedAs(bank, kind, { amount: TOO_MUCH, ...wish });
    sleepUntil(bank, WEDNESDAY, '11:30');
    return payment;
  },
  /** Held over the run of 11:30, so that its release reserves at once what there is. */
  ACSP: async (bank, kind, wish) => {
    const payment = await heldAtApproval(bank, kind, wish);
    sleepUntil(bank, WEDNESDAY, '12:00');
    await actOn(bank, 'release', payment);
    return payment;
  },
  ACWP: async (bank, kind, wish) => {
    const payment = await settledLate(bank, kind, wish);
    sleepUntil(bank, WEDNESDAY, '11:30');
    return payment;
  },
  ACSC: async (bank, kind, wish) => {
    const payment = await approvedAs(bank, kind, wish);
    sleepUntil(bank, WEDNESDAY, '13:30');
    return payment;
  },
} as const satisfies Ways;

/** The ways to every status in which a product can rest. */
export const WAYS: Readonly<Record<Kind, Ways>> = {
  domestic: RUN,
  card: RUN,
  'cross-border': RUN,
  bulk: RUN,
  periodic: RESTING,
  instant: { ...ALWAYS, PDNG: heldAtApproval, ACWP: settledLate, ACSC: approvedAs },
};

/** The statuses in which a product can rest. */
export function statesOf(kind: Kind): readonly State[] {
  return Object.keys(WAYS[kind]) as State[];
}

/** Brings a payment of a kind to rest in a status. */
export function reachAs(bank: TestBank, kind: Kind, state: State, wish: ProductWish = {}): Promise<Payment> {
  const way = WAYS[kind][state];
  if (!way) throw new Error(`a ${kind} payment never rests in ${state}`);
  return way(bank, kind, wish);
}
