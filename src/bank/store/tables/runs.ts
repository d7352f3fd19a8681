import { type Op, type Row, run as statement } from '../../../store/contract.ts';
import { flag, integer, optionalText, small, text } from '../../../store/row.ts';
import { CROSS_BORDER } from '../../../values/products.ts';
import type { Run, RunOutcome } from '../../domain/run.ts';
import { PENDING } from '../conditions.ts';

/** Inserts a run and makes it the open one: no request is answered before it is done. @see safety.md §5 */
export function* openRun(run: Run): Op<void> {
  yield* statement(
    `INSERT INTO runs (sequence, slot_ms, at_ms, bank_day, last_of_day, state) VALUES (?, ?, ?, ?, ?, 'OPEN')`,
    run.sequence,
    run.slot ?? null,
    run.at,
    run.bankDay,
    Number(run.isLastOfDay),
  );
  yield* statement('UPDATE world SET open_run = ?', run.sequence);
}

/** Ends a run: what comes next is after its slot. */
export function* closeRun({ sequence, slot }: Run): Op<void> {
  yield* statement(`UPDATE runs SET state = 'DONE' WHERE sequence = ?`, sequence);
  yield* statement('UPDATE world SET open_run = NULL');
  if (slot !== undefined) yield* passRunsUntil(slot);
}

/** Whether a slot has been run: none is run twice, whatever the clock does. @see safety.md §6 */
export function* wasRun(slot: number): Op<boolean> {
  return (yield* statement('SELECT 1 FROM runs WHERE slot_ms = ?', slot)).length > 0;
}

/** Runs up to this slot are done. */
export function* passRunsUntil(slot: number): Op<void> {
  yield* statement('UPDATE world SET runs_watermark_ms = ? WHERE runs_watermark_ms < ?', slot, slot);
}

/**
 * What the operator holds or settles late waits for the operator; a cross-border payment goes from ACWP on by itself;
 * a standing order is in no run.
 */
const DUE = `${PENDING} AND status <> 'PDNG' AND approval IS NOT NULL AND service <> 'periodic-payments'
  AND (status <> 'ACWP' OR (product = '${CROSS_BORDER}' AND settles_late = 0))`;

/** The first day of which a run has something to take, if any has. */
export function* findFirstDueDay(): Op<string | undefined> {
  const [row] = yield* statement(`SELECT MIN(effective_date) AS day FROM payments WHERE ${DUE}`);
  return row && optionalText(row, 'day');
}

export function* findRun(sequence: bigint): Op<Run | undefined> {
  const [row] = yield* statement(
    'SELECT sequence, slot_ms, at_ms, bank_day, last_of_day FROM runs WHERE sequence = ?',
    sequence,
  );
  return row && read(row);
}

/**
 * Payments that a run is still to take, in the order of their approval: of its day or before, approved strictly
 * before its slot.
 * @see decisions.md §4 A run takes what was approved strictly before it
 */
export function* listDuePayments(run: Run, limit: number): Op<bigint[]> {
  const rows = yield* statement(
    `SELECT sequence FROM payments
     WHERE ${DUE} AND effective_date <= ? AND approved_at_ms < ?
       AND NOT EXISTS (SELECT 1 FROM run_items WHERE run = ? AND payment = payments.sequence)
     ORDER BY approval LIMIT ?`,
    run.bankDay,
    run.slot ?? Number.MAX_SAFE_INTEGER,
    run.sequence,
    limit,
  );
  return rows.map((row) => integer(row, 'sequence'));
}

/** Marks what became of a payment in a run; false when the run has had it already. @see safety.md §5 unique */
export function* keepOutcome(run: bigint, payment: bigint, outcome: RunOutcome): Op<boolean> {
  const rows = yield* statement(
    'INSERT INTO run_items (run, payment, outcome) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING payment',
    run,
    payment,
    outcome,
  );
  return rows.length > 0;
}

/** How many payments of a run came to which outcome. */
export function* countOutcomes(run: bigint): Op<ReadonlyMap<string, number>> {
  const rows = yield* statement(
    'SELECT outcome, COUNT(*) AS payments FROM run_items WHERE run = ? GROUP BY outcome',
    run,
  );
  return new Map(rows.map((row) => [text(row, 'outcome'), small(row, 'payments')]));
}

function read(row: Row): Run {
  return {
    sequence: integer(row, 'sequence'),
    ...(row.slot_ms === null ? {} : { slot: small(row, 'slot_ms') }),
    at: small(row, 'at_ms'),
    bankDay: text(row, 'bank_day'),
    isLastOfDay: flag(row, 'last_of_day'),
  };
}
