import { type Op, run } from '../../../store/contract.ts';
import { column, findNumber, hasRow, optional, Table } from '../../../store/table.ts';
import type { AskedFault, SetFault } from '../../domain/world.ts';

const FAULTS = new Table<SetFault>('faults', {
  faultId: column.number('id'),
  fault: column.text('fault'),
  operation: optional(column.text('operation')),
  call: optional(column.number('nth_call')),
  status: optional(column.number('status')),
  milliseconds: optional(column.number('milliseconds')),
  calls: column.number('calls'),
  strikes: column.number('strikes'),
});

/** In the order in which they were set. */
export function listFaults(): Op<SetFault[]> {
  return FAULTS.list('ORDER BY id');
}

/** @returns the fault as it is set, with its number */
export function* insertFault({ fault, ...of }: AskedFault): Op<SetFault> {
  const faultId = yield* findNumber('UPDATE world SET faults_set = faults_set + 1 RETURNING faults_set');
  if (faultId === undefined) throw new Error('a fault was set in no world');
  const { operation, call, status, milliseconds } = of;
  const set = { faultId, fault, operation, call, status, milliseconds, calls: 0, strikes: 0 };
  yield* FAULTS.insert(set);
  return set;
}

export function* countCall(faultId: number): Op<void> {
  yield* run('UPDATE faults SET calls = calls + 1 WHERE id = ?', faultId);
}

export function* countStrike(faultId: number): Op<void> {
  yield* run('UPDATE faults SET strikes = strikes + 1 WHERE id = ?', faultId);
}

/** Payments that it left without funds have theirs again. @returns whether it was set */
export function* removeFault(faultId: number): Op<boolean> {
  yield* run('UPDATE payments SET unfunded_by = NULL WHERE unfunded_by = ?', faultId);
  return yield* hasRow('DELETE FROM faults WHERE id = ? RETURNING id', faultId);
}

/** @returns how many were set */
export function* removeFaults(): Op<number> {
  const rows = yield* run('DELETE FROM faults RETURNING id');
  yield* run('UPDATE payments SET unfunded_by = NULL WHERE unfunded_by IS NOT NULL');
  return rows.length;
}
