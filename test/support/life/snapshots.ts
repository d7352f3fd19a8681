import { expect } from 'vitest';
import type { Row } from '../../../src/store/contract.ts';
import type { Answer, TestBank } from '../bank.ts';
import { readAllStored } from '../stored.ts';
import { ask } from './operator.ts';

/** A record of a snapshot; what stands in it is looked at by tests. */
export type SnapshotRecord = Readonly<Record<string, unknown>>;

export async function take(bank: Pick<TestBank, 'handle'>): Promise<readonly SnapshotRecord[]> {
  const { status, json, text } = await ask(bank, 'GET', '/operator/snapshot');
  expect(status, text.slice(0, 500)).toBe(200);
  return json.records;
}

export function restore(bank: Pick<TestBank, 'handle'>, records: readonly unknown[]): Promise<Answer> {
  return ask(bank, 'POST', '/operator/snapshot', { records });
}

/** What of a world a snapshot keeps, table by table: without places in orders, sequences of bookings, and what pages need. */
const KEPT = [
  'SELECT clock_offset_ms FROM world',
  'SELECT id, number, type, name FROM customers ORDER BY place',
  `SELECT id, customer_number, name, bban, iban, currency, product, cash_account_type, credit_line, may_pay,
     pending_adjustment_minor FROM accounts ORDER BY place`,
  `SELECT id, customer_number, masked_pan, currency, credit_limit, name, product, status, related_account, may_pay,
     card_id, card_id_v_no, account_number, expiry, COALESCE(balance_details, '{}'), pending_adjustment_minor
   FROM card_accounts ORDER BY place`,
  'SELECT id, type, owner_number, name FROM agreements ORDER BY place',
  `SELECT id, agreement, customer_number, account, may_view, may_register, register_limit, approval_limit
   FROM engagements ORDER BY place`,
  'SELECT * FROM kid_entries ORDER BY bban',
  'SELECT * FROM natural_keys ORDER BY kind, key',
  'SELECT * FROM former_numbers ORDER BY bban',
  `SELECT id, account, booking_date, value_date, currency, amount_minor, payment, details FROM transactions
   ORDER BY account, booking_date, payment, id`,
  'SELECT card_account, id, is_pending, listed_date, details FROM card_transactions ORDER BY card_account, listed_date, id, sequence',
  `SELECT sequence, id, tpp, service, product, psu, status, funds_available, initiation, debtor_account, creditor_account,
     amount_minor, currency, effective_date, date_moved,
     CAST(duplicate_key AS TEXT) AS duplicate_key, created_at_ms, approval, approved_at_ms,
     rejects_no_funds, lapses_at_ms, held_at_approval, settles_late, bulk, rejection, held_until, run_day
   FROM payments ORDER BY sequence`,
  'SELECT payment, from_status, to_status, at_ms FROM transitions ORDER BY payment, place',
  'SELECT * FROM reservations ORDER BY payment',
  `SELECT account, currency, balance_minor, reserved_minor, pending_minor FROM balances
   WHERE account NOT IN ('NOSTRO', 'FEES', 'SUSPENSE', 'OPENING') ORDER BY account, currency`,
  `SELECT payment, leg, booked_at_ms, account, currency, amount_minor FROM bookings
   JOIN booking_lines ON booking = bookings.sequence WHERE payment IS NOT NULL
   ORDER BY payment, leg, account, amount_minor`,
  'SELECT * FROM bulks ORDER BY sequence',
  'SELECT * FROM baskets ORDER BY sequence',
  'SELECT * FROM basket_payments ORDER BY basket, place',
  `SELECT sequence, id, tpp, tpp_name, psu, subject, purpose, sca_status, created_at_ms, brand, given_context,
     given_agreement, identified, context, agreement, failure, ended_at_ms FROM authorisations
   WHERE subject IS NOT NULL AND sca_status IN ('FINALISED', 'FAILED', 'EXEMPTED') ORDER BY sequence`,
  'SELECT slot_ms, at_ms, bank_day, last_of_day, settled, sent, waiting, rejected, held FROM runs WHERE slot_ms IS NOT NULL ORDER BY slot_ms',
  'SELECT * FROM psus WHERE last_sca_ms IS NOT NULL ORDER BY tpp, customer_number',
  'SELECT * FROM consents ORDER BY tpp, psu, agreement',
  'SELECT * FROM consent_accounts ORDER BY tpp, psu, agreement, account',
] as const;

/** The world of a store as far as a snapshot keeps it. */
export function keptOf({ path }: Pick<TestBank, 'path'>): Readonly<Record<string, readonly Row[]>> {
  const answers = readAllStored(path, KEPT);
  return Object.fromEntries(
    KEPT.map((sql, place) => [sql, (answers[place] ?? []).map((row) => ({ ...row }))]),
  );
}
