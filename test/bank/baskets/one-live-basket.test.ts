import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { type Act, BasketModel } from '../../support/life/basket-model.ts';
import { BASKETS, type Basket, received, sendBasket } from '../../support/life/baskets.ts';
import { expectBooksInBalance } from '../../support/life/books.ts';
import { MINUTE } from '../../support/life/days.ts';
import { ask } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  cancel,
  KARI,
  listed,
  type Payment,
  scaStatusOf,
  statusOf,
} from '../../support/life/payments.ts';
import { SEED } from '../../support/seed.ts';
import { runs } from '../../support/sweep.ts';

const PAYMENTS = 5;
/** For a day that no history comes to. */
const WISHES = Array.from({ length: PAYMENTS }, () => ({ date: '2026-12-01' }));
const ENDED = ['FINALISED', 'FAILED', 'EXEMPTED'];

const payment = fc.nat(PAYMENTS - 1);
const basket = fc.nat(5);
const acts: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('basket' as const),
      of: fc.array(payment, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('own' as const, 'cancel' as const), payment }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('start' as const, 'delete' as const), basket }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('approve' as const, 'decline' as const, 'expire' as const),
      basket,
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'wait' as const }) },
);

/** The bank, asked only through its door. */
class Asked {
  readonly #bank: TestBank;
  readonly payments: readonly Payment[];
  readonly baskets: Basket[] = [];
  readonly #deleted = new Set<Basket>();

  constructor(bank: TestBank, payments: readonly Payment[]) {
    this.#bank = bank;
    this.payments = payments;
  }

  async act(act: Act): Promise<number> {
    if (act.do === 'wait') {
      this.#bank.now += 15 * MINUTE;
      return 200;
    }
    if (act.do === 'basket') return this.#join([...new Set(act.of)].map((one) => this.payments[one]!));
    if ('payment' in act) {
      const one = this.payments[act.payment]!;
      const own = () => call(this.#bank, one, 'POST', AUTHORISATIONS);
      return (await (act.do === 'cancel' ? cancel(this.#bank, one) : own())).status;
    }
    return this.#onBasket(act.do, this.baskets[act.basket]!);
  }

  async #join(members: readonly Payment[]): Promise<number> {
    const created = await sendBasket(this.#bank, members);
    if (created.status === 201) {
      const { basketId } = created.json;
      const path = `${BASKETS}/${basketId}`;
      this.baskets.push({ basketId, path, psu: KARI, as: undefined, created, authorisationId: '', link: '' });
    }
    return created.status;
  }

  async #onBasket(act: 'start' | 'delete' | 'approve' | 'decline' | 'expire', one: Basket): Promise<number> {
    if (act === 'start') return (await call(this.#bank, one, 'POST', AUTHORISATIONS)).status;
    if (act !== 'delete')
      return (await ask(this.#bank, 'POST', `/operator/sca/${one.basketId}/${act}`)).status;
    const { status } = await call(this.#bank, one, 'DELETE');
    if (status === 204) this.#deleted.add(one);
    return status;
  }

  /** Not deleted, and no SCA of it has ended. */
  async #isLive(one: Basket): Promise<boolean> {
    if (this.#deleted.has(one)) return false;
    for (const id of await listed(this.#bank, one)) {
      if (ENDED.includes(await scaStatusOf(this.#bank, one, id))) return false;
    }
    return true;
  }

  /** In how many live baskets each payment is. */
  async liveBaskets(): Promise<number[]> {
    const members: string[] = [];
    for (const one of this.baskets) {
      if (await this.#isLive(one)) members.push(...(await call(this.#bank, one, 'GET')).json.payments);
    }
    return this.payments.map(({ paymentId }) => members.filter((id) => id === paymentId).length);
  }

  async statuses(): Promise<string[]> {
    const statuses: string[] = [];
    for (const one of this.payments) statuses.push(await statusOf(this.#bank, one));
    return statuses;
  }
}

async function live(history: readonly Act[]): Promise<void> {
  const bank = await openTestBank();
  try {
    const model = new BasketModel(PAYMENTS);
    const asked = new Asked(bank, await received(bank, WISHES));
    for (const act of history) {
      const expected = model.act(act);
      if (expected === undefined) continue;
      const step = JSON.stringify(act);
      expect(await asked.act(act), step).toBe(expected);
      const counts = await asked.liveBaskets();
      expect(Math.max(...counts), step).toBeLessThanOrEqual(1);
      expect(counts, step).toEqual(model.payments.map((_, place) => model.liveOf(place).length));
      expect(await asked.statuses(), step).toEqual(model.payments.map(({ status }) => status));
    }
    expect(bank.unexpected).toEqual([]);
    expectBooksInBalance(bank);
  } finally {
    await bank.close();
  }
}

describe('a payment in its life with baskets [D5-one-live-basket, D5-joining, D5-basket-freed]', () => {
  it('is in one live basket at most, whatever was done, and every act is answered by what was done before', async () => {
    const histories = fc.array(acts, { minLength: 12, maxLength: 30 });
    await fc.assert(fc.asyncProperty(histories, live), {
      numRuns: runs(4, 60),
      seed: SEED,
      endOnFailure: false,
    });
  });

  it('comes back to a basket as often as the one before is deleted', async () => {
    const one = { do: 'basket', of: [0, 1] } as const;
    const history = [0, 1, 2].flatMap((place): Act[] => [
      one,
      one,
      { do: 'start', basket: place },
      { do: 'delete', basket: place },
    ]);
    await live([...history, one, { do: 'start', basket: 3 }, { do: 'approve', basket: 3 }, one]);
  });
});
