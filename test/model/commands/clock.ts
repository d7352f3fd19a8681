import { addDays, dayOf, HOUR, LAST_INSTANT, SECOND, slotAfter, slotsOf } from '../model/calendar.ts';
import { turn } from '../model/operator.ts';
import { initialise, type Model, nowOf, refused, type Said } from '../model/state.ts';
import { choose, NOT_MADE, once, operatorSent, type Plan, type Target } from '../plan.ts';
import type { Sent } from '../sent.ts';

/** Commands of time: the bank's clock, the machine's, and the world that begins anew. */

const SHOW = operatorSent('GET', '/operator/clock');
/** About a payment that there is not: what is due is done first. */
export const WAKE = operatorSent('POST', `/operator/payments/${NOT_MADE}/hold`);

/** An instant of the bank's clock. */
export type Moment =
  | { readonly seconds: number }
  /** The nth run from now, and some seconds after or before. */
  | { readonly slot: number; readonly after: number }
  /** The nth run of a payment's day. */
  | { readonly slotOf: Target; readonly nth: number; readonly after: number }
  /** Ten o'clock of the day so many days on. */
  | { readonly days: number };

export interface ClockCommand {
  readonly do: 'clock';
  /** `sleep`: the machine's own time goes on, and nobody asks; `wake`: what is due is done. */
  readonly way: 'advance' | 'set' | 'sleep' | 'reset' | 'show' | 'wake';
  readonly to?: Moment;
}

export interface WrongClockCommand {
  readonly do: 'wrong-clock';
  readonly what: keyof typeof WRONG;
}

const WRONG = {
  'no time': ['advance', { seconds: 0 }, 'seconds'],
  'too long': ['advance', { seconds: 401 * 86_400 }, 'seconds'],
  'another century': ['set', { now: '1999-12-31T12:00:00Z' }, 'now'],
  'no instant': ['set', { now: 'tomorrow' }, 'now'],
} as const;

export const WRONG_CLOCKS = Object.keys(WRONG) as readonly WrongClockCommand['what'][];

/** The instant that a moment is, never beyond what the model's calendar holds. */
export function instantOf(model: Model, moment: Moment): number {
  return Math.min(instant(model, moment), LAST_INSTANT);
}

function instant(model: Model, moment: Moment): number {
  const now = nowOf(model);
  if ('seconds' in moment) return now + moment.seconds * SECOND;
  if ('days' in moment) return (slotsOf(addDays(dayOf(now), moment.days))[1] ?? now) + HOUR / 2;
  if ('slot' in moment) {
    let slot = now;
    for (let nth = 0; nth <= moment.slot; nth += 1) slot = slotAfter(slot);
    return slot + moment.after * SECOND;
  }
  const day = choose(model, moment.slotOf)?.lives[0]?.day ?? dayOf(now);
  return (slotsOf(day)[moment.nth] ?? now) + moment.after * SECOND;
}

/** Undefined: nobody is asked. */
export function planOfClock(model: Model, { way, to = { seconds: 1 } }: ClockCommand): Plan | undefined {
  const now = nowOf(model);
  const instant = instantOf(model, to);
  const seconds = Math.ceil((instant - now) / SECOND);
  if (way === 'sleep') return undefined;
  if (way === 'show') return { sent: SHOW, atOnce: { status: 200 }, act: once(() => ({ status: 200 })) };
  if (way === 'wake') return { sent: WAKE, act: once(() => refused(404, 'RESOURCE_UNKNOWN')) };
  if (way === 'reset') {
    return {
      sent: operatorSent('POST', '/operator/clock/reset'),
      act: once((then) => turn(then, then.real)),
    };
  }
  if (way === 'set' || seconds < 1) {
    const sent = operatorSent('POST', '/operator/clock/set', { now: new Date(instant).toISOString() });
    return { sent, act: once((then) => turn(then, instant)) };
  }
  return {
    sent: operatorSent('POST', '/operator/clock/advance', { seconds }),
    act: once((then) => turn(then, now + seconds * SECOND)),
  };
}

export function planOfWrongClock({ what }: WrongClockCommand): Plan {
  const [way, body, path] = WRONG[what];
  const says: Said = refused(400, `FORMAT_ERROR ${path}`);
  return { sent: operatorSent('POST', `/operator/clock/${way}`, body), atOnce: says, act: once(() => says) };
}

export const INITIALISE: Sent = {
  method: 'POST',
  path: '/v1/sandbox/initialize',
  headers: { 'X-Request-ID': 'initialise' },
  signer: 'first',
};

export function planOfInitialise(): Plan {
  return {
    sent: INITIALISE,
    act: once((model) => {
      initialise(model);
      return { status: 200 };
    }),
  };
}
