import { type Op, run as statement } from '../../../store/contract.ts';
import {
  column,
  createObjectColumns,
  createOptionalColumns,
  findNumber,
  findText,
  hasRow,
  Table,
} from '../../../store/table.ts';
import type { Payment } from '../../domain/payment.ts';
import type { OpenRun, Outcomes, Run } from '../../domain/settlement.ts';
import { listPaymentsOfRunDay } from './payments.ts';

interface StoredRun extends OpenRun {
  readonly state: 'OPEN' | 'DONE';
}

const OUTCOMES = createObjectColumns<Outcomes>({
  settled: column.number('settled'),
  sent: column.number('sent'),
  waiting: column.number('waiting'),
  rejected: column.number('rejected'),
  held: column.number('held'),
});

const RUNS = new Table<StoredRun>('runs', {
  sequence: column.bigint('sequence'),
  slot: createOptionalColumns(column.number('slot_ms')),
  at: column.number('at_ms'),
  bankDay: column.text('bank_day'),
  isLastOfDay: column.flag('last_of_day'),
  state: column.text('state'),
  begunBy: createOptionalColumns(column.text('begun_by')),
  due: createOptionalColumns(column.number('due')),
  outcomes: OUTCOMES,
  takenTo: column.bigint('taken_to'),
});

/**
 * Inserts a run as the open one; it is completed before any request gets a response.
 * @returns the run with the number of due payments
 * @see S5-strictly-before
 */
export function* openRun(run: OpenRun): Op<OpenRun> {
  const sql = 'SELECT COUNT(*) AS due FROM payments WHERE run_day <= ? AND approved_at_ms < ?';
  const due = yield* findNumber(sql, run.bankDay, getApprovalLimit(run));
  yield* RUNS.insert({ ...run, due, state: 'OPEN' });
  yield* statement('UPDATE world SET open_run = ?', run.sequence);
  return { ...run, due };
}

/** Inserts a completed run of another store. */
export function insertDoneRun(run: Run, outcomes: Outcomes): Op<void> {
  return RUNS.insert({ ...run, outcomes, takenTo: 0n, state: 'DONE' });
}

/** Lists the completed runs of slots, which aren't repeated. */
export function listDoneRuns(): Op<StoredRun[]> {
  return RUNS.list(`WHERE slot_ms IS NOT NULL AND state = 'DONE' ORDER BY slot_ms`);
}

/** Returns the time before which a run's payments were approved. @see D4-runs */
function getApprovalLimit({ slot }: Run): number {
  return slot ?? Number.MAX_SAFE_INTEGER;
}

/** Completes a run and continues after its slot. */
export function* closeRun({ sequence, slot }: Run): Op<void> {
  yield* statement(`UPDATE runs SET state = 'DONE' WHERE sequence = ?`, sequence);
  yield* statement('UPDATE world SET open_run = NULL');
  if (slot !== undefined) yield* skipRunsUntil(slot);
}

/** Returns true if the run of a slot was executed; no slot runs twice. @see S6-going-back */
export function wasRun(slot: number): Op<boolean> {
  return hasRow('SELECT 1 FROM runs WHERE slot_ms = ?', slot);
}

/** Marks the runs up to a slot as done. */
export function* skipRunsUntil(slot: number): Op<void> {
  yield* statement('UPDATE world SET runs_watermark_ms = ? WHERE runs_watermark_ms < ?', slot, slot);
}

/** Finds the first day with payments for a run, after another. */
export function findDueDay(day = ''): Op<string | undefined> {
  return findText('SELECT MIN(run_day) AS day FROM payments WHERE run_day > ?', day);
}

export function findRun(sequence: bigint): Op<OpenRun | undefined> {
  return RUNS.find('WHERE sequence = ?', sequence);
}

/** Finds the last run that the operator's request with this X-Request-ID started. */
export function findRunBegunBy(requestId: string): Op<OpenRun | undefined> {
  return RUNS.find('WHERE begun_by = ? ORDER BY sequence DESC LIMIT 1', requestId);
}

/**
 * Lists the payments that a run still has to process, in the order of approval: of its day or earlier, approved
 * strictly before its slot. It reads day by day, because the index has this order within a day, and few days are due at
 * once.
 * @see D4-runs, S5-strictly-before
 */
export function* listDuePayments(run: OpenRun, limit: number): Op<Payment[]> {
  const due: Payment[] = [];
  for (let day = yield* findDueDay(); day !== undefined && day <= run.bankDay; ) {
    const approvedBefore = getApprovalLimit(run);
    due.push(...(yield* listPaymentsOfRunDay(day, { after: run.takenTo, approvedBefore, limit })));
    day = yield* findDueDay(day);
  }
  const place = ({ approval }: Payment) => approval?.sequence ?? 0n;
  return due.sort((one, other) => (place(one) < place(other) ? -1 : 1)).slice(0, limit);
}

/**
 * Updates the progress of a run.
 * @returns the run
 */
export function* saveRun(run: OpenRun): Op<OpenRun> {
  const columns = [...OUTCOMES.names, 'taken_to'].map((name) => `${name} = ?`).join(', ');
  const values = [...OUTCOMES.write(run.outcomes), run.takenTo, run.sequence];
  yield* statement(`UPDATE runs SET ${columns} WHERE sequence = ?`, ...values);
  return run;
}
