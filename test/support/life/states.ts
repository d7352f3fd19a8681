import type { TestBank } from '../bank.ts';
import { sleepUntil, WEDNESDAY } from './days.ts';
import { actOn, approve, decline } from './operator.ts';
import { cancel, create, type Payment, type Wish } from './payments.ts';

/** More than Kari has: NOK 250 000. */
export const TOO_MUCH = '250000.01';

async function approved(bank: TestBank, wish: Wish = {}): Promise<Payment> {
  const payment = await create(bank, wish);
  await approve(bank, payment);
  return payment;
}

/** Held over the run of 11:30, so that its release reserves at once what there is. */
async function releasedAfterARun(bank: TestBank, wish: Wish): Promise<Payment> {
  const payment = await approved(bank, wish);
  await actOn(bank, 'hold', payment);
  sleepUntil(bank, WEDNESDAY, '12:00');
  await actOn(bank, 'release', payment);
  return payment;
}

/** Brings a payment to rest in each status, on the Wednesday on which the test bank opens. */
export const REACH = {
  RCVD: create,
  ACTC: approved,
  /** Wanted for today, approved after today's last run. */
  ACWC: async (bank, wish = {}) => {
    sleepUntil(bank, WEDNESDAY, '15:25');
    const payment = await create(bank, { date: WEDNESDAY, ...wish });
    sleepUntil(bank, WEDNESDAY, '15:31');
    await approve(bank, payment);
    return payment;
  },
  ACCP: async (bank, wish = {}) => {
    const payment = await approved(bank, { amount: TOO_MUCH, ...wish });
    sleepUntil(bank, WEDNESDAY, '11:30');
    return payment;
  },
  PDNG: async (bank, wish = {}) => {
    const payment = await approved(bank, wish);
    await actOn(bank, 'hold', payment);
    return payment;
  },
  ACSP: (bank, wish = {}) => releasedAfterARun(bank, wish),
  ACWP: async (bank, wish = {}) => {
    const payment = await approved(bank, wish);
    await actOn(bank, 'settle-late', payment);
    sleepUntil(bank, WEDNESDAY, '11:30');
    return payment;
  },
  ACSC: async (bank, wish = {}) => {
    const payment = await approved(bank, wish);
    sleepUntil(bank, WEDNESDAY, '11:30');
    return payment;
  },
  RJCT: async (bank, wish = {}) => {
    const payment = await create(bank, wish);
    await decline(bank, payment);
    return payment;
  },
  CANC: async (bank, wish = {}) => {
    const payment = await create(bank, wish);
    await cancel(bank, payment);
    return payment;
  },
} as const satisfies Record<string, (bank: TestBank, wish?: Wish) => Promise<Payment>>;

export type State = keyof typeof REACH;

export function reach(bank: TestBank, state: State, wish: Wish = {}): Promise<Payment> {
  return REACH[state](bank, wish);
}
