import {
  flag,
  integer,
  type Op,
  optionalText,
  type Row,
  small,
  run as statement,
  text,
} from '../../../store/contract.ts';
import type { OpenRun, Outcomes, Run, RunOutcome } from '../../domain/settlement.ts';

/**
 * Inserts a run and makes it the open one: no request is answered before it is done.
 * @returns how many payments are due
 * @see S5-strictly-before
 */
export function* openRun(run: Run): Op<number> {
  const [row] = yield* statement(
    `SELECT COUNT(*) AS due FROM payments WHERE run_day <= ? AND approved_at_ms < ?`,
    run.bankDay,
    before(run),
  );
  const due = row ? small(row, 'due') : 0;
  yield* statement(
    `INSERT INTO runs (sequence, slot_ms, at_ms, bank_day, last_of_day, state, begun_by, due)
     VALUES (?, ?, ?, ?, ?, 'OPEN', ?, ?)`,
    run.sequence,
    run.slot ?? null,
    run.at,
    run.bankDay,
    Number(run.isLastOfDay),
    run.begunBy ?? null,
    due,
  );
  yield* statement('UPDATE world SET open_run = ?', run.sequence);
  return due;
}

/** What it takes was approved before this instant. @see D4-runs */
function before({ slot }: Run): number {
  return slot ?? Number.MAX_SAFE_INTEGER;
}

/** Ends a run: what comes next is after its slot. */
export function* closeRun({ sequence, slot }: Run): Op<void> {
  yield* statement(`UPDATE runs SET state = 'DONE' WHERE sequence = ?`, sequence);
  yield* statement('UPDATE world SET open_run = NULL');
  if (slot !== undefined) yield* passRunsUntil(slot);
}

/** Whether a slot has been run: none is run twice, whatever the clock does. @see S6-going-back */
export function* wasRun(slot: number): Op<boolean> {
  return (yield* statement('SELECT 1 FROM runs WHERE slot_ms = ?', slot)).length > 0;
}

/** Runs up to this slot are done. */
export function* passRunsUntil(slot: number): Op<void> {
  yield* statement('UPDATE world SET runs_watermark_ms = ? WHERE runs_watermark_ms < ?', slot, slot);
}

/** The first day of which a run has something to take, if any has. */
export function findFirstDueDay(): Op<string | undefined> {
  return findDueDayAfter('');
}

function* findDueDayAfter(day: string): Op<string | undefined> {
  const sql = 'SELECT MIN(run_day) AS day FROM payments WHERE run_day > ?';
  const [row] = yield* statement(sql, day);
  return row && optionalText(row, 'day');
}

const COLUMNS = `sequence, slot_ms, at_ms, bank_day, last_of_day, begun_by, due, taken_to,
  settled, sent, waiting, rejected, held`;

export function* findRun(sequence: bigint): Op<OpenRun | undefined> {
  const [row] = yield* statement(`SELECT ${COLUMNS} FROM runs WHERE sequence = ?`, sequence);
  return row && read(row);
}

/** The last run that a request of the operator has begun. */
export function* findRunBegunBy(requestId: string): Op<OpenRun | undefined> {
  const sql = `SELECT ${COLUMNS} FROM runs WHERE begun_by = ? ORDER BY sequence DESC LIMIT 1`;
  const [row] = yield* statement(sql, requestId);
  return row && read(row);
}

/** A payment that a run is to take. */
export interface DuePayment {
  readonly sequence: bigint;
  /** Its place in the order of approvals. */
  readonly approval: bigint;
}

/**
 * Payments that a run is still to take, in the order of their approval: of its day or before, approved strictly
 * before its slot. Day by day, because within a day the index has them in that order; few days are ever due at once.
 * One that another process takes at this moment may be among them.
 * @see D4-runs
 */
export function* listDuePayments(run: Run, after: bigint, limit: number): Op<DuePayment[]> {
  const due: DuePayment[] = [];
  for (let day = yield* findDueDayAfter(''); day !== undefined && day <= run.bankDay; ) {
    const rows = yield* statement(
      `SELECT sequence, approval FROM payments
       WHERE run_day = ? AND approval > ? AND approved_at_ms < ?
         AND NOT EXISTS (SELECT 1 FROM run_items WHERE run = ? AND payment = payments.sequence)
       ORDER BY approval LIMIT ?`,
      day,
      after,
      before(run),
      run.sequence,
      limit,
    );
    due.push(
      ...rows.map((row) => ({ sequence: integer(row, 'sequence'), approval: integer(row, 'approval') })),
    );
    day = yield* findDueDayAfter(day);
  }
  return due.sort((one, other) => (one.approval < other.approval ? -1 : 1)).slice(0, limit);
}

/** Everything up to this approval has been taken: nobody need look at it again. */
export function* passPayments(run: bigint, takenTo: bigint): Op<void> {
  yield* statement('UPDATE runs SET taken_to = ? WHERE sequence = ? AND taken_to < ?', takenTo, run, takenTo);
}

/** So many more are taken, and came to this. */
export function* countOutcomes(run: bigint, more: Outcomes): Op<void> {
  yield* statement(
    `UPDATE runs SET settled = settled + ?, sent = sent + ?, waiting = waiting + ?, rejected = rejected + ?,
       held = held + ? WHERE sequence = ?`,
    more.SETTLED,
    more.SENT,
    more.WAITING,
    more.REJECTED,
    more.HELD,
    run,
  );
}

/** Marks what became of a payment in a run; false when the run has had it already. @see S5-strictly-before */
export function* keepOutcome(run: bigint, payment: bigint, outcome: RunOutcome): Op<boolean> {
  const rows = yield* statement(
    'INSERT INTO run_items (run, payment, outcome) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING payment',
    run,
    payment,
    outcome,
  );
  return rows.length > 0;
}

function read(row: Row): OpenRun {
  const begunBy = optionalText(row, 'begun_by');
  return {
    sequence: integer(row, 'sequence'),
    ...(row.slot_ms === null ? {} : { slot: small(row, 'slot_ms') }),
    at: small(row, 'at_ms'),
    bankDay: text(row, 'bank_day'),
    isLastOfDay: flag(row, 'last_of_day'),
    ...(begunBy === undefined ? {} : { begunBy }),
    ...(row.due === null ? {} : { due: small(row, 'due') }),
    outcomes: {
      SETTLED: small(row, 'settled'),
      SENT: small(row, 'sent'),
      WAITING: small(row, 'waiting'),
      REJECTED: small(row, 'rejected'),
      HELD: small(row, 'held'),
    },
    takenTo: integer(row, 'taken_to'),
  };
}
