import type { Op } from '../../../store/contract.ts';
import { durationInWords } from '../../../values/duration.ts';
import { parseInstant } from '../../../values/instant.ts';
import { osloDateTime } from '../../../values/oslo.ts';
import type { BankClock, BatchRun } from '../../../wire/answers/operator.ts';
import { message } from '../../../wire/errors.ts';
import { clockAdvance, clockSet } from '../../../wire/operator.ts';
import { answerOk, type Refusal, type Result, refuse } from '../../answer.ts';
import { type OpenRun, runAtOnce } from '../../domain/settlement.ts';
import { REQUEST_KEPT_MILLISECONDS } from '../../domain/world.ts';
import { defineRoute, type Handler, type Route } from '../../routes/route.ts';
import { findRun, findRunBegunBy, openRun } from '../../store/tables/runs.ts';
import { beginNoLaterThan, nextSequence, setClock, type WorldState } from '../../store/tables/world.ts';

/** @see D11-bank-time */
// biome-ignore lint/correctness/useYield: the world has been read already
export const showClock: Handler = function* ({ settings }, world) {
  const { bankNow, clockOffset, calendar } = world;
  const json: BankClock = { ...shown(bankNow, clockOffset), calendar };
  const text = standstill(world, settings.clock());
  return {
    status: 200,
    json: text === undefined ? json : { ...json, tppMessages: [message('WARNING', 'BAD_REQUEST', text)] },
  };
};

/** What is less is how far clocks of two processes may be apart. */
const LEAST_STANDSTILL_MILLISECONDS = 1000;

/**
 * That the machine's clock went back, so that the bank's time has been the last one seen ever since.
 * @see S6-standstill
 */
function standstill({ bankNow, clockOffset, realNow }: WorldState, machineNow: number): string | undefined {
  const behind = bankNow - clockOffset - machineNow;
  if (behind < LEAST_STANDSTILL_MILLISECONDS) return undefined;
  // The store of a bank that has been open since keeps the time it has seen.
  const isOpenSince = realNow - machineNow >= LEAST_STANDSTILL_MILLISECONDS;
  const letGo = isOpenSince ? 'start the bank again and reset the clock' : 'reset the clock';
  const far = durationInWords(Math.round(behind / 1000));
  return `the clock has stood still since ${osloDateTime(bankNow)}, because the machine's clock went back and is ${far} behind: to let it run again, ${letGo}`;
}

/** @see S6-clock-limits, S6-standstill */
export const advanceClock: Handler = function* (exchange, world) {
  const { seconds } = exchange.body as { seconds: number };
  const to = world.bankNow + seconds * 1000;
  if (to >= END) {
    return refuse(400, 'FORMAT_ERROR', "seconds must not move the bank's clock past 2099", 'seconds');
  }
  return yield* turn(world, to);
};

const END = Date.UTC(2100, 0);

/** @see S6-clock-limits */
export const setClockTo: Handler = function* (exchange, world) {
  const to = parseInstant((exchange.body as { now: string }).now);
  if (to === undefined) throw new Error("an instant that passed the schema isn't one");
  return yield* turn(world, to);
};

/** Back to real time. */
export const resetClock: Handler = (_, world) => turn(world, world.realNow);

/** Un-books nothing and expires nothing twice; no run that took payments comes twice. @see D11-clock, S6-going-back, S6-clock-and-runs */
function* turn(world: WorldState, to: number): Op<Result | Refusal> {
  const before = world.bankNow;
  yield* setClock(world, to);
  const clock = shown(to, to - world.realNow);
  if (to >= before) return answerOk(clock);
  yield* beginNoLaterThan(to);
  const text = `the clock moved back from ${osloDateTime(before)}: bookings and finished SCAs stay as they are`;
  return answerOk({ ...clock, tppMessages: [message('WARNING', 'BAD_REQUEST', text)] });
}

function shown(bankNow: number, offset: number): BankClock {
  return { now: osloDateTime(bankNow), offsetSeconds: Math.round(offset / 1000) };
}

/**
 * Runs the batch now: begins a run, and once it is done says what came of it; also to a repeat of the request within
 * 24 h, whose first try did not wait so long.
 * @see D11-batch
 * @see S5-progress
 */
export const runBatch: Handler = function* (exchange, world) {
  if (exchange.finishedRun === undefined) {
    const requestId = exchange.header('X-Request-ID');
    const earlier = requestId === undefined ? undefined : yield* findRunBegunBy(requestId);
    if (earlier && world.bankNow - earlier.at < REQUEST_KEPT_MILLISECONDS) return outcomeOf(earlier);
    const begun = runAtOnce(nextSequence(world), world.bankNow, world.calendar, requestId);
    yield* openRun(begun);
    return { run: begun.sequence };
  }
  const run = yield* findRun(exchange.finishedRun);
  if (!run) return refuse(409, 'CONFLICT', 'the sandbox was reset during the run: run the batch again');
  return outcomeOf(run);
};

function outcomeOf({ bankDay, outcomes }: OpenRun): Result {
  return answerOk<BatchRun>({
    bankDay,
    settled: outcomes.SETTLED,
    sent: outcomes.SENT,
    waiting: outcomes.WAITING,
    rejected: outcomes.REJECTED,
    held: outcomes.HELD,
  });
}

/** @see D11-batch, D11-clock */
export const CLOCK_ROUTES: readonly Route[] = [
  defineRoute('run batch', runBatch),
  defineRoute('show clock', showClock, { answersWhileDue: true }),
  defineRoute('advance clock', advanceClock, { body: () => clockAdvance }),
  defineRoute('set clock', setClockTo, { body: () => clockSet }),
  defineRoute('reset clock', resetClock),
];
