import { describe, expect, it } from 'vitest';
import type { TestBank } from '../../support/bank.ts';
import {
  type Basket,
  basketStatusOf,
  createBasket,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { SATURDAY, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { actOn, approve } from '../../support/life/operator.ts';
import { CANCELLATIONS, type Payment, start, statusOf, type Wish } from '../../support/life/payments.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { sweep } from '../../support/sweep.ts';

/** Worst first. @see D5-basket-status */
const ORDER = [
  'RJCT',
  'CANC',
  'ACCP, no funds',
  'PDNG',
  'RCVD',
  'PART',
  'ACTC',
  'ACWC',
  'ACCP',
  'ACSP',
  'ACWP',
  'ACSC',
] as const;
type Place = (typeof ORDER)[number];

const statusAt = (place: Place) => place.slice(0, 4);
const worse = (one: Place, other: Place) => (ORDER.indexOf(one) < ORDER.indexOf(other) ? one : other);

/** Each status beside the next worse one: of an order the other pairs follow, and below they are there all the same. */
function areNeighbours([one, other]: readonly [Place, Place]): boolean {
  const lived = ORDER.filter((place) => place in LIVES);
  return Math.abs(lived.indexOf(one) - lived.indexOf(other)) === 1;
}

/** All pairs, each once. */
function pairsOf<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, place) => all.slice(place).map((other) => [one, other] as const));
}

type Act = (bank: TestBank, payment: Payment) => Promise<unknown>;

interface Life {
  readonly wish?: Wish;
  /** Right after the basket was signed, on the Wednesday at 10:00. */
  readonly signed?: Act;
  /** At 12:00, after the run of 11:30. */
  readonly afterRun?: Act;
}

const cancelled: Act = async (bank, payment) => {
  await start(bank, payment, CANCELLATIONS);
  await approve(bank, payment);
};

/** How a payment that was signed with its basket comes to rest in each status by Wednesday noon. */
const LIVES: Partial<Record<Place, Life>> = {
  RJCT: { signed: (bank, payment) => actOn(bank, 'reject', payment) },
  CANC: { signed: cancelled },
  'ACCP, no funds': { wish: { amount: TOO_MUCH } },
  PDNG: { signed: (bank, payment) => actOn(bank, 'hold', payment) },
  ACTC: { wish: { date: THURSDAY } },
  ACWC: { wish: { date: SATURDAY } },
  ACSP: {
    signed: (bank, payment) => actOn(bank, 'hold', payment),
    afterRun: (bank, payment) => actOn(bank, 'release', payment),
  },
  ACWP: { signed: (bank, payment) => actOn(bank, 'settle-late', payment) },
  ACSC: {},
};

async function live(bank: TestBank, places: readonly Place[]): Promise<[Basket, Payment[]]> {
  const lives = places.map((place) => LIVES[place]!);
  const payments = await received(
    bank,
    lives.map(({ wish = {} }) => wish),
  );
  const basket = await createBasket(bank, payments);
  await signBasket(bank, basket);
  for (const [place, { signed }] of lives.entries()) await signed?.(bank, payments[place]!);
  sleepUntil(bank, WEDNESDAY, '12:00');
  for (const [place, { afterRun }] of lives.entries()) await afterRun?.(bank, payments[place]!);
  return [basket, payments];
}

describe('the status of a basket, by the lives of two payments [D5-basket-status, I-basket-worst-case]', () => {
  const bank = bankOfEach();
  const pairs = sweep(pairsOf(Object.keys(LIVES) as Place[]), areNeighbours);

  it.each(pairs)('is the worst of %s and %s', async (one, other) => {
    const [basket, payments] = await live(bank(), [one, other]);
    expect(await statusOf(bank(), payments[0]!)).toBe(statusAt(one));
    expect(await statusOf(bank(), payments[1]!)).toBe(statusAt(other));
    expect(await basketStatusOf(bank(), basket)).toBe(statusAt(worse(one, other)));
  });

  it('is the worst of all of them at once, wherever it stands', async () => {
    const places = Object.keys(LIVES) as Place[];
    const [basket] = await live(bank(), places.toReversed());
    expect(await basketStatusOf(bank(), basket)).toBe('RJCT');
  });
});
