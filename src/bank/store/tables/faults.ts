import { type Op, optionalText, type Row, run, small, text } from '../../../store/contract.ts';
import type { AskedFault, SetFault } from '../../domain/world.ts';

/** In the order in which they were set. */
export function* listFaults(): Op<SetFault[]> {
  const rows = yield* run('SELECT * FROM faults ORDER BY id');
  return rows.map(readFault);
}

/** @returns the fault as it is set, with its number */
export function* insertFault(fault: AskedFault): Op<SetFault> {
  yield* run('UPDATE world SET faults_set = faults_set + 1');
  const [row] = yield* run(
    `INSERT INTO faults (id, fault, operation, nth_call, status, milliseconds)
     SELECT faults_set, ?, ?, ?, ?, ? FROM world RETURNING *`,
    fault.fault,
    fault.operation ?? null,
    fault.call ?? null,
    fault.status ?? null,
    fault.milliseconds ?? null,
  );
  if (!row) throw new Error('a fault was set and is not there');
  return readFault(row);
}

export function* countCall(faultId: number): Op<void> {
  yield* run('UPDATE faults SET calls = calls + 1 WHERE id = ?', faultId);
}

export function* countStrike(faultId: number): Op<void> {
  yield* run('UPDATE faults SET strikes = strikes + 1 WHERE id = ?', faultId);
}

/** Payments that it left without funds have theirs again. @returns whether it was set */
export function* removeFault(faultId: number): Op<boolean> {
  const rows = yield* run('DELETE FROM faults WHERE id = ? RETURNING id', faultId);
  yield* run('UPDATE payments SET unfunded_by = NULL WHERE unfunded_by = ?', faultId);
  return rows.length > 0;
}

/** @returns how many were set */
export function* removeFaults(): Op<number> {
  const rows = yield* run('DELETE FROM faults RETURNING id');
  yield* run('UPDATE payments SET unfunded_by = NULL WHERE unfunded_by IS NOT NULL');
  return rows.length;
}

function readFault(row: Row): SetFault {
  const operation = optionalText(row, 'operation');
  return {
    faultId: small(row, 'id'),
    fault: text(row, 'fault'),
    ...(operation === undefined ? {} : { operation }),
    ...(row.nth_call === null ? {} : { call: small(row, 'nth_call') }),
    ...(row.status === null ? {} : { status: small(row, 'status') }),
    ...(row.milliseconds === null ? {} : { milliseconds: small(row, 'milliseconds') }),
    calls: small(row, 'calls'),
    strikes: small(row, 'strikes'),
  };
}
