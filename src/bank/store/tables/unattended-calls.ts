import { type Op, run } from '../../../store/contract.ts';
import { small } from '../../../store/row.ts';

/** What is counted together. @see D6-four-calls */
export interface CountedCall {
  readonly tpp: string;
  /** customerNumber. */
  readonly psu: string;
  /** Id of the account or card account. */
  readonly account: string;
  readonly operation: string;
}

/** When the calls came that hold places, by place. */
export function* listCalls({ tpp, psu, account, operation }: CountedCall): Op<ReadonlyMap<number, number>> {
  const rows = yield* run(
    `SELECT place, called_at_ms FROM unattended_calls
     WHERE tpp = ? AND psu = ? AND account = ? AND operation = ?`,
    tpp,
    psu,
    account,
    operation,
  );
  return new Map(rows.map((row) => [small(row, 'place'), small(row, 'called_at_ms')]));
}

/** A call takes a place; the one that had it is counted no more. */
export function* keepCall(call: CountedCall, place: number, calledAt: number): Op<void> {
  yield* run(
    `INSERT INTO unattended_calls (tpp, psu, account, operation, place, called_at_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (tpp, psu, account, operation, place) DO UPDATE SET called_at_ms = excluded.called_at_ms`,
    call.tpp,
    call.psu,
    call.account,
    call.operation,
    place,
    calledAt,
  );
}

/** Lets go of the oldest calls, as far as they came at `calledAt` or before. @see S12-kept */
export function* removeOldCalls(calledAt: number, limit: number): Op<void> {
  const key = 'tpp, psu, account, operation, place';
  yield* run(
    `DELETE FROM unattended_calls WHERE (${key}) IN
       (SELECT ${key} FROM unattended_calls WHERE called_at_ms <= ? ORDER BY called_at_ms LIMIT ?)`,
    calledAt,
    limit,
  );
}
