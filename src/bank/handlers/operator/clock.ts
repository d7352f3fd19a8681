import type { Op } from '../../../store/contract.ts';
import { parseInstant } from '../../../values/instant.ts';
import { osloDateTime } from '../../../values/oslo.ts';
import { message } from '../../../wire/errors.ts';
import type { BankClock } from '../../../wire/operator.ts';
import type { Result } from '../../answer.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { beginNoLaterThan } from '../../store/tables/ages.ts';
import { setClock, type WorldState } from '../../store/tables/world.ts';

/** @see decisions.md §11 Bank clock */
// biome-ignore lint/correctness/useYield: the world has been read already
export const showClock: Handler = function* (_, world) {
  return { status: 200, json: shown(world.bankNow, world.clockOffset) };
};

/** @see safety.md §6 advance 1 s to 400 d */
export const advanceClock: Handler = function* (exchange, world) {
  const { seconds } = exchange.body as { seconds: number };
  const to = world.bankNow + seconds * 1000;
  if (to >= END) {
    return refuse(400, 'FORMAT_ERROR', "seconds must not move the bank's clock past 2099", 'seconds');
  }
  return yield* turn(world, to);
};

const END = Date.UTC(2100, 0);

/** @see safety.md §6 set 2000–2099 */
export const setClockTo: Handler = function* (exchange, world) {
  const to = parseInstant((exchange.body as { now: string }).now);
  if (to === undefined) throw new Error('an instant that passed the schema is none');
  return yield* turn(world, to);
};

/** Back to real time. */
export const resetClock: Handler = (_, world) => turn(world, world.realNow);

/** Un-books nothing and expires nothing twice; no run that took payments comes twice. @see decisions.md §11; safety.md §6 */
function* turn(world: WorldState, to: number): Op<Result | Refusal> {
  const before = world.bankNow;
  yield* setClock(world, to);
  const clock = shown(to, to - world.realNow);
  if (to >= before) return { status: 200, json: clock };
  yield* beginNoLaterThan(to);
  const text = `the clock moved back from ${osloDateTime(before)}: bookings and finished SCAs stay as they are`;
  return { status: 200, json: { ...clock, tppMessages: [message('WARNING', 'BAD_REQUEST', text)] } };
}

function shown(bankNow: number, offset: number): BankClock {
  return { now: osloDateTime(bankNow), offsetSeconds: Math.round(offset / 1000) };
}
