import { nextRun, runAt } from '../../values/bank-calendar.ts';

/** One run of the batch. @see decisions.md §4 Dates, Runs */
export interface Run {
  readonly sequence: bigint;
  /** Its scheduled instant; absent when the operator asked for it. */
  readonly slot?: number;
  /** The time that its bookings carry. */
  readonly at: number;
  readonly bankDay: string;
  /** What lacks money in the day's last run is rejected. */
  readonly isLastOfDay: boolean;
}

/** What became of a payment in a run; HELD when taking it failed. */
export type RunOutcome = 'SETTLED' | 'WAITING' | 'REJECTED' | 'HELD';

/** The run of a scheduled instant. */
export function scheduledRun(sequence: bigint, slot: number): Run {
  const { bankDay, isLastOfDay } = runAt(slot);
  return { sequence, slot, at: slot, bankDay, isLastOfDay };
}

/**
 * The next scheduled run, at once: of that run's bank day, booked with the present time, never the day's last.
 * @see decisions.md §11 Run the batch now
 */
export function runAtOnce(sequence: bigint, now: number): Run {
  return { sequence, at: now, bankDay: runAt(nextRun(now)).bankDay, isLastOfDay: false };
}
