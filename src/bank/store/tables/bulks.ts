import { type Op, run } from '../../../store/contract.ts';
import { integer, json, text } from '../../../store/row.ts';
import type { Bulk } from '../../domain/order.ts';

/** Inserts a bulk; its payments have rows of their own. */
export function* insertBulk({ sequence, paymentId, initiation }: Bulk): Op<void> {
  yield* run(
    'INSERT INTO bulks (sequence, id, initiation) VALUES (?, ?, ?)',
    sequence,
    paymentId,
    JSON.stringify(initiation),
  );
}

/** @param sequence the number in its paymentId (`sequenceOf`) */
export function* findBulk(sequence: bigint): Op<Bulk | undefined> {
  const [row] = yield* run('SELECT sequence, id, initiation FROM bulks WHERE sequence = ?', sequence);
  return (
    row && {
      sequence: integer(row, 'sequence'),
      paymentId: text(row, 'id'),
      initiation: json(row, 'initiation') as object,
    }
  );
}
