import { advanceClock, resetClock, setClock, showClock } from '../client/operator.ts';
import { Fault } from '../errors.ts';
import { parseDuration } from '../values/duration.ts';
import type { BankClock as ShownClock } from '../wire/answers/operator.ts';
import type { BankClock } from './bank-types.ts';
import type { Operate } from './operate.ts';

/** @see D11-clock, A-library-operator */
export function clockOf(operate: Operate): BankClock {
  return {
    now: async () => timeOf(await operate(showClock, undefined)),
    advance: async (duration) => timeOf(await operate(advanceClock, { seconds: secondsOf(duration) })),
    set: async (now) => timeOf(await operate(setClock, { now: textOf(now) })),
    reset: async () => timeOf(await operate(resetClock, undefined)),
  };
}

const timeOf = ({ now }: ShownClock) => new Date(now);

function secondsOf(duration: string): number {
  const seconds = parseDuration(duration);
  if (seconds !== undefined) return seconds;
  throw new Fault('INPUT_INVALID', `${JSON.stringify(duration)} isn't a duration.`, {
    hint: 'Use 90s, 15m, 2h, 3d or 1d12h, or ISO 8601: PT15M or P3D.',
  });
}

/** A text is the bank's to judge. */
function textOf(now: Date | string): string {
  if (typeof now === 'string') return now;
  if (!Number.isNaN(now.getTime())) return now.toISOString();
  throw new Fault('INPUT_INVALID', "The date for the bank's clock is invalid.");
}
