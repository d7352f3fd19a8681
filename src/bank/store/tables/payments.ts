import { type Op, type Row, run } from '../../../store/contract.ts';
import { integer, optionalText, small, text } from '../../../store/row.ts';
import { type Currency, isCurrency } from '../../../values/currencies.ts';
import type { TransactionStatus } from '../../../values/statuses.ts';
import type { Payment } from '../../domain/payment.ts';

const COLUMNS = `sequence, id, tpp, service, product, psu, status, funds_available, initiation, debtor_account,
  amount_minor, currency, effective_date, date_moved, duplicate_key, created_at_ms`;

export function* insertPayment(payment: Payment): Op<void> {
  yield* run(
    `INSERT INTO payments (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    payment.sequence,
    payment.paymentId,
    payment.tpp,
    payment.service,
    payment.product,
    payment.psu ?? null,
    payment.status,
    payment.fundsAvailable === undefined ? null : Number(payment.fundsAvailable),
    JSON.stringify(payment.initiation),
    payment.debtorAccount,
    payment.amountMinor,
    payment.currency,
    payment.effectiveDate,
    Number(payment.dateMoved),
    payment.duplicateKey,
    payment.createdAt,
  );
}

/** @param sequence the number in the payment's id (`sequenceOf`) */
export function* findPayment(sequence: bigint): Op<Payment | undefined> {
  const [row] = yield* run(`SELECT ${COLUMNS} FROM payments WHERE sequence = ?`, sequence);
  return row && read(row);
}

/** A live payment that this one would repeat. @see decisions.md §4 Logical duplicate */
export function* findDuplicate(duplicateKey: bigint): Op<string | undefined> {
  const [row] = yield* run(
    `SELECT id FROM payments WHERE duplicate_key = ? AND status NOT IN ('RJCT', 'CANC') LIMIT 1`,
    duplicateKey,
  );
  return row && text(row, 'id');
}

function read(row: Row): Payment {
  const psu = optionalText(row, 'psu');
  const currency = text(row, 'currency');
  if (!isCurrency(currency)) throw new Error(`payment in an unknown currency ${currency}`);
  return {
    sequence: integer(row, 'sequence'),
    paymentId: text(row, 'id'),
    tpp: text(row, 'tpp'),
    service: text(row, 'service'),
    product: text(row, 'product'),
    ...(psu === undefined ? {} : { psu }),
    status: text(row, 'status') as TransactionStatus,
    ...(row.funds_available === null ? {} : { fundsAvailable: integer(row, 'funds_available') === 1n }),
    initiation: JSON.parse(text(row, 'initiation')) as Record<string, unknown>,
    debtorAccount: text(row, 'debtor_account'),
    amountMinor: integer(row, 'amount_minor'),
    currency: currency satisfies Currency,
    effectiveDate: text(row, 'effective_date'),
    dateMoved: integer(row, 'date_moved') === 1n,
    duplicateKey: integer(row, 'duplicate_key'),
    createdAt: small(row, 'created_at_ms'),
  };
}
