import { type Op, run } from '../../../store/contract.ts';
import { small, text } from '../../../store/row.ts';

/** The customer behind a PSU-ID of this TPP; none when the customer is gone. @see D6-psu-id */
export function* customerOfPsuId(tpp: string, psuId: string): Op<string | undefined> {
  const [row] = yield* run(
    `SELECT customer_number FROM psus JOIN customers ON customers.number = psus.customer_number
     WHERE tpp = ? AND psu_id = ?`,
    tpp,
    psuId,
  );
  return row && text(row, 'customer_number');
}

/**
 * An SCA of this TPP and PSU was finalised: the psu-id made at the first one never changes; the 180 days run from the
 * last one, which stays known when its session goes.
 * @see D6-psu-id, D6-last-sca
 */
export function* keepPsu(tpp: string, customerNumber: string, psuId: string, lastSca: number): Op<void> {
  yield* run(
    `INSERT INTO psus (tpp, customer_number, psu_id, last_sca_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (tpp, customer_number) DO UPDATE SET last_sca_ms = excluded.last_sca_ms`,
    tpp,
    customerNumber,
    psuId,
    lastSca,
  );
}

/** A customer is gone: no 180 days run. The psu-id stays: it is that of the number, whoever has it. @see D6-psu-id */
export function* forgetLastSca(customerNumber: string): Op<void> {
  yield* run('UPDATE psus SET last_sca_ms = NULL WHERE customer_number = ?', customerNumber);
}

/** When the last SCA of this TPP and PSU was finalised. @see D6-last-sca */
export function* findLastSca(tpp: string, customerNumber: string): Op<number | undefined> {
  const [row] = yield* run(
    'SELECT last_sca_ms FROM psus WHERE tpp = ? AND customer_number = ? AND last_sca_ms IS NOT NULL',
    tpp,
    customerNumber,
  );
  return row && small(row, 'last_sca_ms');
}

/** The psu-id that this TPP knows a PSU by, since their first SCA. */
export function* findPsuId(tpp: string, customerNumber: string): Op<string | undefined> {
  const [row] = yield* run(
    'SELECT psu_id FROM psus WHERE tpp = ? AND customer_number = ?',
    tpp,
    customerNumber,
  );
  return row && text(row, 'psu_id');
}

/** The agreement behind a PSU-Corporate-ID of this TPP and PSU, whether it is still there or not. @see D6-psu-corporate-id */
export function* agreementOfCorporateId(
  tpp: string,
  customerNumber: string,
  corporateId: string,
): Op<string | undefined> {
  const [row] = yield* run(
    'SELECT agreement FROM corporate_ids WHERE tpp = ? AND customer_number = ? AND corporate_id = ?',
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

/** The psu-corporate-id that this TPP knows a PSU in an agreement by. */
export function* findCorporateId(
  tpp: string,
  customerNumber: string,
  agreement: string,
): Op<string | undefined> {
  const [row] = yield* run(
    'SELECT corporate_id FROM corporate_ids WHERE tpp = ? AND customer_number = ? AND agreement = ?',
    tpp,
    customerNumber,
    agreement,
  );
  return row && text(row, 'corporate_id');
}
