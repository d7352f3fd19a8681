import { type Op, type Row, run } from '../../store/contract.ts';
import { optionalText, small, text } from '../../store/row.ts';
import type { PaymentService } from '../../values/products.ts';
import type { MadePayment, Making } from './ledger.ts';

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
  const creditorName = optionalText(row, 'creditor_name');
  const transactionStatus = optionalText(row, 'status');
  return {
    paymentId: text(row, 'payment_id'),
    service: text(row, 'service') as PaymentService,
    product: text(row, 'product'),
    ...(amount === undefined || currency === undefined ? {} : { amount: { amount, currency } }),
    ...(creditorName === undefined ? {} : { creditorName }),
    at: small(row, 'made_at_ms'),
    ...(transactionStatus === undefined ? {} : { transactionStatus, statusAt: small(row, 'status_at_ms') }),
  };
}
