import type { BatchRun } from '../../../wire/operator.ts';
import { type Result, refuse } from '../../answer.ts';
import { type OpenRun, runAtOnce } from '../../domain/settlement.ts';
import { REQUEST_KEPT_MILLISECONDS } from '../../domain/world.ts';
import type { Handler } from '../../routes/route.ts';
import { findRun, findRunBegunBy, openRun } from '../../store/tables/runs.ts';
import { nextSequence } from '../../store/tables/world.ts';

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
  const json: BatchRun = {
    bankDay,
    settled: outcomes.SETTLED,
    sent: outcomes.SENT,
    waiting: outcomes.WAITING,
    rejected: outcomes.REJECTED,
    held: outcomes.HELD,
  };
  return { status: 200, json };
}
