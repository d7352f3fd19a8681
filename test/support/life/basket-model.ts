/**
 * What must become of payments and their baskets, kept beside the bank and in no other way than D5-not-atomic says:
 * no clock but quarters of an hour, no money, no other states than these.
 */

export type Act =
  | { readonly do: 'basket'; readonly of: readonly number[] }
  | { readonly do: 'own' | 'cancel'; readonly payment: number }
  | { readonly do: 'start' | 'delete' | 'approve' | 'decline' | 'expire'; readonly basket: number }
  | { readonly do: 'wait' };

interface ModelPayment {
  status: 'RCVD' | 'ACTC' | 'RJCT' | 'CANC';
  /** Whether an authorisation of its own is open. */
  isOpen: boolean;
}

interface ModelBasket {
  readonly members: readonly number[];
  sca: 'none' | 'open' | 'ended';
  isDeleted: boolean;
}

export class BasketModel {
  readonly payments: readonly ModelPayment[];
  readonly baskets: ModelBasket[] = [];

  constructor(payments: number) {
    this.payments = Array.from({ length: payments }, () => ({ status: 'RCVD', isOpen: true }));
  }

  /** The live baskets that a payment is in. */
  liveOf(payment: number): ModelBasket[] {
    return this.baskets.filter((basket) => isLive(basket) && basket.members.includes(payment));
  }

  /** Does an act, and says the status of its answer; undefined: there is nothing to do it to. */
  act(act: Act): number | undefined {
    if (act.do === 'wait') return this.#wait();
    if (act.do === 'basket') return this.#join([...new Set(act.of)]);
    if ('payment' in act) return this.#onPayment(act.do, act.payment);
    const basket = this.baskets[act.basket];
    return basket && this.#onBasket(act.do, basket);
  }

  #join(members: readonly number[]): number {
    const fits = members.every(
      (one) => this.payments[one]?.status === 'RCVD' && this.liveOf(one).length === 0,
    );
    if (!fits) return 409;
    this.baskets.push({ members, sca: 'none', isDeleted: false });
    for (const one of members) this.payments[one]!.isOpen = false;
    return 201;
  }

  #onPayment(act: 'own' | 'cancel', place: number): number {
    const payment = this.payments[place]!;
    if (act === 'own') {
      if (payment.status !== 'RCVD' || this.liveOf(place).length > 0) return 409;
      payment.isOpen = true;
      return 201;
    }
    if (payment.status !== 'RCVD') return payment.status === 'ACTC' ? 202 : 409;
    Object.assign(payment, { status: 'CANC', isOpen: false });
    return 204;
  }

  #onBasket(
    act: 'start' | 'delete' | 'approve' | 'decline' | 'expire',
    basket: ModelBasket,
  ): number | undefined {
    const waiting = this.#waiting(basket);
    if (act === 'start') {
      if (!isLive(basket) || waiting.length === 0) return basket.sca === 'open' ? undefined : 409;
      basket.sca = 'open';
      return 201;
    }
    if (act === 'delete') {
      if (!isLive(basket)) return 409;
      basket.isDeleted = true;
      return 204;
    }
    if (!isLive(basket) || basket.sca !== 'open') return 409;
    basket.sca = 'ended';
    for (const payment of waiting) payment.status = act === 'approve' ? 'ACTC' : 'RJCT';
    return 200;
  }

  /** A quarter of an hour: whatever is open is over. */
  #wait(): number {
    for (const payment of this.payments) {
      if (payment.isOpen && payment.status === 'RCVD') payment.status = 'RJCT';
      payment.isOpen = false;
    }
    for (const basket of this.baskets) {
      if (isLive(basket) && basket.sca === 'open') {
        basket.sca = 'ended';
        for (const payment of this.#waiting(basket)) payment.status = 'RJCT';
      }
    }
    return 200;
  }

  #waiting({ members }: ModelBasket): ModelPayment[] {
    return members.map((one) => this.payments[one]!).filter(({ status }) => status === 'RCVD');
  }
}

function isLive({ isDeleted, sca }: ModelBasket): boolean {
  return !isDeleted && sca !== 'ended';
}
