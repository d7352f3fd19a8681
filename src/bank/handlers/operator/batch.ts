import type { BatchRun } from '../../../wire/operator.ts';
import { runAtOnce } from '../../domain/run.ts';
import { refuse } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { countOutcomes, findRun, openRun } from '../../store/tables/runs.ts';
import { nextSequence } from '../../store/tables/world.ts';

/**
 * Runs the batch now: begins a run, and once it is done says what came of it. What failed and is held waits too.
 * @see decisions.md §11 Run the batch now
 */
export const runBatch: Handler = function* (exchange, world) {
  if (exchange.finishedRun === undefined) {
    const begun = runAtOnce(nextSequence(world), world.bankNow);
    yield* openRun(begun);
    return { run: begun.sequence };
  }
  const run = yield* findRun(exchange.finishedRun);
  if (!run) return refuse(409, 'CONFLICT', 'the sandbox was initialised meanwhile: run the batch again');
  const counts = yield* countOutcomes(run.sequence);
  const count = (outcome: string) => counts.get(outcome) ?? 0;
  const json: BatchRun = {
    bankDay: run.bankDay,
    settled: count('SETTLED'),
    waiting: count('WAITING') + count('HELD'),
    rejected: count('REJECTED'),
  };
  return { status: 200, json };
};
