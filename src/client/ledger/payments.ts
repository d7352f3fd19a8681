import { type Op, run } from '../../store/contract.ts';
import { optionalText, text } from '../../store/row.ts';
import type { RememberedPayment } from './ledger.ts';

const COLUMNS = 'product, psu_id, customer_number, tpp_session_id';

export function* keepPayment(paymentId: string, payment: RememberedPayment): Op<void> {
  yield* run(
    `INSERT INTO payments (payment_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (payment_id) DO UPDATE SET
       product = excluded.product,
       psu_id = COALESCE(excluded.psu_id, payments.psu_id),
       customer_number = COALESCE(excluded.customer_number, payments.customer_number),
       tpp_session_id = COALESCE(excluded.tpp_session_id, payments.tpp_session_id)`,
    paymentId,
    payment.product,
    payment.psuId ?? null,
    payment.customerNumber ?? null,
    payment.tppSessionId ?? null,
  );
}

export function* findPayment(paymentId: string): Op<RememberedPayment | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM payments WHERE payment_id = ?`, paymentId);
  if (!row) return undefined;
  const psuId = optionalText(row, 'psu_id');
  const customerNumber = optionalText(row, 'customer_number');
  const tppSessionId = optionalText(row, 'tpp_session_id');
  return {
    product: text(row, 'product'),
    ...(psuId === undefined ? {} : { psuId }),
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(tppSessionId === undefined ? {} : { tppSessionId }),
  };
}

/** Who authorised a payment, where the payment is one of this profile. */
export function* keepPsuOfPayment(paymentId: string, psuId: string): Op<void> {
  yield* run('UPDATE payments SET psu_id = ? WHERE payment_id = ?', psuId, paymentId);
}
