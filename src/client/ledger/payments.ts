import { type Op, run } from '../../store/contract.ts';
import { text } from '../../store/row.ts';
import type { PaymentService } from '../../values/products.ts';
import type { RememberedPayment } from './ledger.ts';
import { PSU_COLUMNS, psuOf, psuValues } from './remembered-psu.ts';

export function* keepPayment(paymentId: string, payment: RememberedPayment): Op<void> {
  yield* run(
    `INSERT INTO payments (payment_id, service, product, ${PSU_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (payment_id) DO UPDATE SET
       service = excluded.service,
       product = excluded.product,
       psu_id = COALESCE(excluded.psu_id, payments.psu_id),
       customer_number = COALESCE(excluded.customer_number, payments.customer_number),
       tpp_session_id = COALESCE(excluded.tpp_session_id, payments.tpp_session_id)`,
    paymentId,
    payment.service,
    payment.product,
    ...psuValues(payment),
  );
}

export function* findPayment(paymentId: string): Op<RememberedPayment | undefined> {
  const [row] = yield* run(
    `SELECT service, product, ${PSU_COLUMNS} FROM payments WHERE payment_id = ?`,
    paymentId,
  );
  if (!row) return undefined;
  return {
    service: text(row, 'service') as PaymentService,
    product: text(row, 'product'),
    ...psuOf(row),
  };
}

/** Who authorised a payment, where the payment is one of this profile. */
export function* keepPsuOfPayment(paymentId: string, psuId: string): Op<void> {
  yield* run('UPDATE payments SET psu_id = ? WHERE payment_id = ?', psuId, paymentId);
}
