import { type Op, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';

/** The customer behind a PSU-ID of this TPP. @see decisions.md §6 psu-id */
export function* customerOfPsuId(tpp: string, psuId: string): Op<string | undefined> {
  const [row] = yield* run('SELECT customer_number FROM psus WHERE tpp = ? AND psu_id = ?', tpp, psuId);
  return row && text(row, 'customer_number');
}

/** Keeps the psu-id made at the first SCA of this TPP and PSU; it never changes. */
export function* keepPsuId(tpp: string, customerNumber: string, psuId: string): Op<void> {
  yield* run(
    'INSERT INTO psus (tpp, customer_number, psu_id) VALUES (?, ?, ?) ON CONFLICT (tpp, customer_number) DO NOTHING',
    tpp,
    customerNumber,
    psuId,
  );
}
