import {
  type Op,
  type Row,
  readJson,
  readNumber,
  readOptionalText,
  readText,
  run,
} from '../../store/contract.ts';
import type { PaymentService } from '../../values/products.ts';
import type {
  MadeBasket,
  MadePayment,
  NewBasket,
  PaymentRecord,
  RememberedPayment,
  RememberedPsu,
} from './types.ts';

/** The columns of payments and baskets that identify their PSU. */
const PSU_COLUMNS = 'psu_id, customer_number, tpp_session_id';

function listPsuValues({ psuId, customerNumber, tppSessionId }: RememberedPsu): (string | null)[] {
  return [psuId ?? null, customerNumber ?? null, tppSessionId ?? null];
}

function readPsu(row: Row): RememberedPsu {
  return {
    psuId: readOptionalText(row, 'psu_id'),
    customerNumber: readOptionalText(row, 'customer_number'),
    tppSessionId: readOptionalText(row, 'tpp_session_id'),
  };
}

export function* savePayment(paymentId: string, payment: RememberedPayment): Op<void> {
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
    ...listPsuValues(payment),
  );
}

export function* findPayment(paymentId: string): Op<RememberedPayment | undefined> {
  const [row] = yield* run(
    `SELECT service, product, ${PSU_COLUMNS} FROM payments WHERE payment_id = ?`,
    paymentId,
  );
  if (!row) return undefined;
  return {
    service: readText(row, 'service') as PaymentService,
    product: readText(row, 'product'),
    ...readPsu(row),
  };
}

/** Stores the PSU who authorised a payment of this profile. */
export function* savePaymentPsu(paymentId: string, psuId: string): Op<void> {
  yield* run('UPDATE payments SET psu_id = ? WHERE payment_id = ?', psuId, paymentId);
}

/** Columns with personal data, cleared. */
export const FORGOTTEN_MAKING = 'amount = NULL, currency = NULL, creditor_name = NULL';

export function* savePaymentRecord(paymentId: string, made: PaymentRecord): Op<void> {
  const { amount, creditorName, transactionStatus, at } = made;
  yield* run(
    `UPDATE payments SET made_at_ms = ?, amount = ?, currency = ?, creditor_name = ? WHERE payment_id = ?`,
    at,
    amount?.amount ?? null,
    amount?.currency ?? null,
    creditorName ?? null,
    paymentId,
  );
  if (transactionStatus !== undefined) yield* saveStatus(paymentId, transactionStatus, at);
}

/** Stores the status of a payment or basket: an id is one of only one of them. */
export function* saveStatus(id: string, transactionStatus: string, at: number): Op<void> {
  for (const noun of ['payment', 'basket']) {
    yield* run(
      `UPDATE ${noun}s SET status = ?, status_at_ms = ? WHERE ${noun}_id = ? AND made_at_ms IS NOT NULL`,
      transactionStatus,
      at,
      id,
    );
  }
}

/**
 * Lists payments, newest first; within a millisecond the last stored first.
 * @param since milliseconds since 1970
 */
export function* listMade({ limit = -1, since = 0 } = {}): Op<readonly MadePayment[]> {
  const rows = yield* run(
    `SELECT payment_id, service, product, amount, currency, creditor_name, made_at_ms, status, status_at_ms
     FROM payments WHERE made_at_ms IS NOT NULL AND made_at_ms >= ?
     ORDER BY made_at_ms DESC, rowid DESC LIMIT ?`,
    since,
    limit,
  );
  return rows.map(read);
}

function read(row: Row): MadePayment {
  const [amount, currency] = [readOptionalText(row, 'amount'), readOptionalText(row, 'currency')];
  return {
    paymentId: readText(row, 'payment_id'),
    service: readText(row, 'service') as PaymentService,
    product: readText(row, 'product'),
    amount: amount === undefined || currency === undefined ? undefined : { amount, currency },
    creditorName: readOptionalText(row, 'creditor_name'),
    ...readMaking(row),
  };
}

function readMaking(row: Row): Pick<MadePayment, 'at' | 'transactionStatus' | 'statusAt'> {
  const transactionStatus = readOptionalText(row, 'status');
  return {
    at: readNumber(row, 'made_at_ms'),
    transactionStatus,
    statusAt: transactionStatus === undefined ? undefined : readNumber(row, 'status_at_ms'),
  };
}

/** Stores a basket and its payments; a known PSU and session stay. @see C-basket-remembered */
export function* saveBasket({ basketId, paymentIds = [], made, ...psu }: NewBasket): Op<void> {
  yield* run(
    `INSERT INTO baskets (basket_id, ${PSU_COLUMNS}) VALUES (?, ?, ?, ?)
     ON CONFLICT (basket_id) DO UPDATE SET
       psu_id = COALESCE(excluded.psu_id, baskets.psu_id),
       customer_number = COALESCE(excluded.customer_number, baskets.customer_number),
       tpp_session_id = COALESCE(excluded.tpp_session_id, baskets.tpp_session_id)`,
    basketId,
    ...listPsuValues(psu),
  );
  for (const paymentId of paymentIds) {
    yield* run('UPDATE payments SET basket_id = ? WHERE payment_id = ?', basketId, paymentId);
  }
  if (made === undefined) return;
  yield* run('UPDATE baskets SET made_at_ms = ? WHERE basket_id = ?', made.at, basketId);
  if (made.transactionStatus !== undefined) yield* saveStatus(basketId, made.transactionStatus, made.at);
}

/** Lists baskets, newest first, each with the payments that this profile knows. @see C-basket-list */
export function* listMadeBaskets(): Op<readonly MadeBasket[]> {
  const rows = yield* run(
    `SELECT basket_id, made_at_ms, status, status_at_ms,
       (SELECT json_group_array(payment_id ORDER BY payments.rowid) FROM payments
        WHERE payments.basket_id = baskets.basket_id) AS payment_ids
     FROM baskets WHERE made_at_ms IS NOT NULL ORDER BY made_at_ms DESC, rowid DESC`,
  );
  return rows.map((row) => ({
    basketId: readText(row, 'basket_id'),
    paymentIds: readJson(row, 'payment_ids') as readonly string[],
    ...readMaking(row),
  }));
}

/** Leaves a basket out of the list, because this profile deleted it. */
export function* hideBasket(basketId: string): Op<void> {
  yield* run('UPDATE baskets SET made_at_ms = NULL WHERE basket_id = ?', basketId);
}

export function* findBasket(basketId: string): Op<RememberedPsu | undefined> {
  const [row] = yield* run(`SELECT ${PSU_COLUMNS} FROM baskets WHERE basket_id = ?`, basketId);
  return row && readPsu(row);
}

/** Stores the PSU of a basket for its payments too. @see C-basket-remembered */
export function* saveBasketPsu(basketId: string, psuId: string): Op<void> {
  yield* run('UPDATE baskets SET psu_id = ? WHERE basket_id = ?', psuId, basketId);
  yield* run('UPDATE payments SET psu_id = ? WHERE basket_id = ?', psuId, basketId);
}
