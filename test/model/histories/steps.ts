import fc from 'fast-check';
import type { Death } from '../../support/mortal-driver.ts';
import type { BasketCommand } from '../commands/baskets.ts';
import type { Moment } from '../commands/clock.ts';
import type { Act, Command } from '../commands/command.ts';
import type { PlayCommand } from '../commands/operator.ts';
import { PLAIN, type Wish } from '../commands/wish.ts';
import type { BasketCall } from '../model/baskets.ts';
import type { CallName } from '../model/calls.ts';
import { PLACES } from '../model/facts.ts';
import type { PaymentAct } from '../model/operator.ts';
import type { Play } from '../model/play.ts';

/** Single steps of a way that is thought out, most of them about the payment that was made last. */

export const LAST = { nth: -1 } as const;
export const BEFORE_IT = { nth: -2 } as const;
export type Journey = readonly Command[];

export function made(wish: Partial<Wish> = {}): Act {
  return { do: 'create', wish: { ...PLAIN, ...wish } };
}

export function plays(act: Play, at: PlayCommand['at'] = LAST): PlayCommand {
  return { do: 'play', act, at };
}

/** The PSU approves what came last. */
export const APPROVE = plays('approve');

/** A payment, and its approval. */
export function pays(wish: Partial<Wish> = {}): readonly Act[] {
  return [made(wish), APPROVE];
}

export function operates(act: PaymentAct): Act {
  return { do: 'payment', act, at: LAST };
}

export function asks(call: CallName): Act {
  return { do: 'call', call, at: LAST };
}

/** To a run of the last payment's day. */
export function atRun(nth: number, after = 60, way: 'set' | 'sleep' = 'sleep'): Act {
  const to: Moment = { slotOf: LAST, nth, after };
  return { do: 'clock', way, to };
}

export function advance(seconds: number): Act {
  return { do: 'clock', way: 'advance', to: { seconds } };
}

/** Nobody asks meanwhile: so many runs, and it falls together. */
export function asleepOver(runs: number): Act {
  return { do: 'clock', way: 'sleep', to: { slot: runs - 1, after: 0 } };
}

/** What is due is done, and nothing else. */
export const WAKE: Act = { do: 'clock', way: 'wake' };
export const BATCH: Act = { do: 'batch' };
/** The last creation once more, with its X-Request-ID. */
export const AGAIN: Act = { do: 'repeat', back: 0, change: 'nothing' };
/** Kari's money goes, but for what is reserved; or comes. */
export const GONE: Act = { do: 'balance', account: PLACES.kari, by: 'all' };
export const COMES: Act = { do: 'balance', account: PLACES.kari, by: 20_000_000 };

/** The last payments, so many, in a basket. */
export function together(payments: number, more: Partial<BasketCommand> = {}): Act {
  const of = Array.from({ length: payments }, (_, place) => ({ nth: place - payments }));
  return { do: 'basket', of, ...more };
}

/** About the basket that was made last. */
export function asksBasket(call: BasketCall): Act {
  return { do: 'basket-call', call, at: 0 };
}

export const THE_BASKET = { basket: 0 } as const;

/** Somewhere in the first statements. */
export function dying(most: number): fc.Arbitrary<Death> {
  const when = fc.constantFrom('before' as const, 'after' as const);
  return fc.record({ statement: fc.integer({ min: 1, max: most }), when });
}
