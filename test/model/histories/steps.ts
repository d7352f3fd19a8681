import fc from 'fast-check';
import type { Death } from '../../support/mortal-driver.ts';
import type { Moment } from '../commands/clock.ts';
import type { Act, Command } from '../commands/command.ts';
import { PLAIN, type Wish } from '../commands/creation.ts';
import type { PlayCommand } from '../commands/operator.ts';
import type { PaymentAct, Play } from '../model/operator.ts';

/** Single steps of a way that is thought out, most of them about the payment that was made last. */

export const LAST = { nth: -1 } as const;
export const BEFORE_IT = { nth: -2 } as const;

export type Journey = readonly Command[];

export function made(wish: Partial<Wish> = {}): Act {
  return { do: 'create', wish: { ...PLAIN, ...wish } };
}

export function plays(act: Play, at: { readonly nth: number } = LAST): PlayCommand {
  return { do: 'play', act, at };
}

export function operates(act: PaymentAct): Act {
  return { do: 'payment', act, at: LAST };
}

export function asks(call: 'start' | 'cancel' | 'start-cancellation'): Act {
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

export const SHOW: Act = { do: 'clock', way: 'show' };
export const BATCH: Act = { do: 'batch' };
/** The last creation once more, with its X-Request-ID. */
export const AGAIN: Act = { do: 'repeat', back: 0, change: 'nothing' };

/** Somewhere in the first statements. */
export function dying(most: number): fc.Arbitrary<Death> {
  const when = fc.constantFrom('before' as const, 'after' as const);
  return fc.record({ statement: fc.integer({ min: 1, max: most }), when });
}
