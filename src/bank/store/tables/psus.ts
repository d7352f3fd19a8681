import { type Op, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';

/** The customer behind a PSU-ID of this TPP; none when the customer is gone. @see decisions.md §6 psu-id */
export function* customerOfPsuId(tpp: string, psuId: string): Op<string | undefined> {
  const [row] = yield* run(
    `SELECT customer_number FROM psus JOIN customers ON customers.number = psus.customer_number
     WHERE tpp = ? AND psu_id = ?`,
    tpp,
    psuId,
  );
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

/** The agreement behind a PSU-Corporate-ID of this TPP and PSU; none when it is gone. @see decisions.md §6 psu-corporate-id */
export function* agreementOfCorporateId(
  tpp: string,
  customerNumber: string,
  corporateId: string,
): Op<string | undefined> {
  const [row] = yield* run(
    `SELECT agreement FROM corporate_ids JOIN agreements ON agreements.id = corporate_ids.agreement
     WHERE tpp = ? AND customer_number = ? AND corporate_id = ?`,
    tpp,
    customerNumber,
    corporateId,
  );
  return row && text(row, 'agreement');
}

/** Keeps the psu-corporate-id made at the first SCA in this agreement. */
export function* keepCorporateId(
  tpp: string,
  customerNumber: string,
  agreement: string,
  corporateId: string,
): Op<void> {
  yield* run(
    `INSERT INTO corporate_ids (tpp, customer_number, agreement, corporate_id) VALUES (?, ?, ?, ?)
     ON CONFLICT (tpp, customer_number, agreement) DO NOTHING`,
    tpp,
    customerNumber,
    agreement,
    corporateId,
  );
}
