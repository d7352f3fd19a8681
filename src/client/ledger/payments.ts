import { type Op, optionalText, type Row, run, small, text } from '../../store/contract.ts';
import type { PaymentService } from '../../values/products.ts';
import type { MadePayment, Making, NewBasket, RememberedPayment, RememberedPsu } from './types.ts';

/** The columns in which payments and baskets keep whose they are. */
const PSU_COLUMNS = 'psu_id, customer_number, tpp_session_id';

function psuValues({ psuId, customerNumber, tppSessionId }: RememberedPsu): (string | null)[] {
  return [psuId ?? null, customerNumber ?? null, tppSessionId ?? null];
}

function psuOf(row: Row): RememberedPsu {
  return {
    psuId: optionalText(row, 'psu_id'),
    customerNumber: optionalText(row, 'customer_number'),
    tppSessionId: optionalText(row, 'tpp_session_id'),
  };
}

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
  return { service: text(row, 'service') as PaymentService, product: text(row, 'product'), ...psuOf(row) };
}

/** Who authorised a payment, where the payment is one of this profile. */
export function* keepPsuOfPayment(paymentId: string, psuId: string): Op<void> {
  yield* run('UPDATE payments SET psu_id = ? WHERE payment_id = ?', psuId, paymentId);
}

/** What of a payment tells of persons. */
export const FORGOTTEN_MAKING = 'amount = NULL, currency = NULL, creditor_name = NULL';

export function* keepMaking(paymentId: string, made: Making): Op<void> {
  const { amount, creditorName, transactionStatus, at } = made;
  yield* run(
    `UPDATE payments SET made_at_ms = ?, amount = ?, currency = ?, creditor_name = ? WHERE payment_id = ?`,
    at,
    amount?.amount ?? null,
    amount?.currency ?? null,
    creditorName ?? null,
    paymentId,
  );
  if (transactionStatus !== undefined) yield* keepStatus(paymentId, transactionStatus, at);
}

export function* keepStatus(paymentId: string, transactionStatus: string, at: number): Op<void> {
  yield* run(
    'UPDATE payments SET status = ?, status_at_ms = ? WHERE payment_id = ? AND made_at_ms IS NOT NULL',
    transactionStatus,
    at,
    paymentId,
  );
}

/** Of those of one millisecond the one that was remembered last goes first. */
export function* listMade(limit?: number): Op<readonly MadePayment[]> {
  const rows = yield* run(
    `SELECT payment_id, service, product, amount, currency, creditor_name, made_at_ms, status, status_at_ms
     FROM payments WHERE made_at_ms IS NOT NULL ORDER BY made_at_ms DESC, rowid DESC LIMIT ?`,
    limit ?? -1,
  );
  return rows.map(read);
}

function read(row: Row): MadePayment {
  const [amount, currency] = [optionalText(row, 'amount'), optionalText(row, 'currency')];
  const transactionStatus = optionalText(row, 'status');
  return {
    paymentId: text(row, 'payment_id'),
    service: text(row, 'service') as PaymentService,
    product: text(row, 'product'),
    amount: amount === undefined || currency === undefined ? undefined : { amount, currency },
    creditorName: optionalText(row, 'creditor_name'),
    at: small(row, 'made_at_ms'),
    transactionStatus,
    statusAt: transactionStatus === undefined ? undefined : small(row, 'status_at_ms'),
  };
}

/**
 * Whose basket it is, and which payments are in it; what is known of its PSU and session stays.
 * @see C-basket-remembered
 */
export function* keepBasket({ basketId, paymentIds = [], ...psu }: NewBasket): Op<void> {
  yield* run(
    `INSERT INTO baskets (basket_id, ${PSU_COLUMNS}) VALUES (?, ?, ?, ?)
     ON CONFLICT (basket_id) DO UPDATE SET
       psu_id = COALESCE(excluded.psu_id, baskets.psu_id),
       customer_number = COALESCE(excluded.customer_number, baskets.customer_number),
       tpp_session_id = COALESCE(excluded.tpp_session_id, baskets.tpp_session_id)`,
    basketId,
    ...psuValues(psu),
  );
  for (const paymentId of paymentIds) {
    yield* run('UPDATE payments SET basket_id = ? WHERE payment_id = ?', basketId, paymentId);
  }
}

export function* findBasket(basketId: string): Op<RememberedPsu | undefined> {
  const [row] = yield* run(`SELECT ${PSU_COLUMNS} FROM baskets WHERE basket_id = ?`, basketId);
  return row && psuOf(row);
}

/** Who authorised a basket of this profile is the PSU of its payments too. @see C-basket-remembered */
export function* keepPsuOfBasket(basketId: string, psuId: string): Op<void> {
  yield* run('UPDATE baskets SET psu_id = ? WHERE basket_id = ?', psuId, basketId);
  yield* run('UPDATE payments SET psu_id = ? WHERE basket_id = ?', psuId, basketId);
}
