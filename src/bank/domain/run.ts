import { nextRunDate, type RunCalendar, runAt } from '../../values/bank-calendar.ts';

/** One run of the batch. @see D4-runs */
export interface Run {
  readonly sequence: bigint;
  /** Its scheduled instant; absent when the operator asked for it. */
  readonly slot?: number;
  /** The time that its bookings carry. */
  readonly at: number;
  /** The date whose run it is. */
  readonly bankDay: string;
  /** What lacks money in the day's last run is rejected. */
  readonly isLastOfDay: boolean;
  /** X-Request-ID of the operator who asked for it: a repeat is answered with what came of it. */
  readonly begunBy?: string;
}

/** A run on its way. @see S5-progress */
export interface OpenRun extends Run {
  /** How many payments were due when it began; absent for a run that an older program has begun. */
  readonly due?: number;
  /** What has become of those that it has taken. */
  readonly outcomes: Outcomes;
  /** Approval of the last payment of which is known that it and all before it are taken. */
  readonly takenTo: bigint;
}

/** What became of a payment in a run: SENT is in ACWP, on its way; HELD when taking it failed, or by its creditor's number. */
export type RunOutcome = 'SETTLED' | 'SENT' | 'WAITING' | 'REJECTED' | 'HELD';

/** How many payments came to what. */
export type Outcomes = Readonly<Record<RunOutcome, number>>;

export const NO_OUTCOMES: Outcomes = { SETTLED: 0, SENT: 0, WAITING: 0, REJECTED: 0, HELD: 0 };

/** The run of a scheduled instant. */
export function scheduledRun(sequence: bigint, slot: number, calendar: RunCalendar): Run {
  const { bankDay, isLastOfDay } = runAt(slot, calendar);
  return { sequence, slot, at: slot, bankDay, isLastOfDay };
}

/**
 * The next scheduled run, at once: of that run's date, booked with the present time, never the day's last.
 * @see D11-batch
 */
export function runAtOnce(
  sequence: bigint,
  now: number,
  calendar: RunCalendar,
  begunBy: string | undefined,
): Run {
  const run = { sequence, at: now, bankDay: nextRunDate(now, calendar), isLastOfDay: false };
  return begunBy === undefined ? run : { ...run, begunBy };
}
