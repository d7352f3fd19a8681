import { PENDING } from '../conditions.ts';

/** The date in Oslo of an instant: summer time from the last Sunday of March to that of October, 01:00 UTC. */
const UTC = `datetime(bookings.booked_at_ms / 1000, 'unixepoch')`;
const YEAR = `strftime('%Y', bookings.booked_at_ms / 1000, 'unixepoch')`;
const OSLO_DATE = `date(bookings.booked_at_ms / 1000, 'unixepoch', CASE
  WHEN ${UTC} >= date(${YEAR} || '-03-25', 'weekday 0') || ' 01:00:00'
    AND ${UTC} < date(${YEAR} || '-10-25', 'weekday 0') || ' 01:00:00'
  THEN '+2 hours' ELSE '+1 hours' END)`;

/** Sandbox data by hand: what keys were used, lists of transactions, expected balances that were set. */
export const VERSION_6: readonly string[] = [
  `CREATE TABLE natural_keys (
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    uses INTEGER NOT NULL,
    PRIMARY KEY (kind, key))`,
  `INSERT INTO natural_keys (kind, key, uses)
    SELECT 'customer', number, 1 FROM customers
    UNION ALL SELECT 'account', bban, 1 FROM accounts
    UNION ALL SELECT 'card account', json_array(customer_number, masked_pan), 1 FROM card_accounts
    UNION ALL SELECT 'agreement', json_array(owner_number, name), 1 FROM agreements`,
  `ALTER TABLE accounts ADD COLUMN pending_adjustment_minor BIGINT NOT NULL DEFAULT 0`,
  // payment 0: made by hand, with an id and details of its own; of a payment's both come from the payment.
  `CREATE TABLE transactions (
    id TEXT,
    account TEXT NOT NULL,
    booking_date TEXT NOT NULL,
    value_date TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    booking BIGINT NOT NULL REFERENCES bookings (sequence),
    payment BIGINT NOT NULL,
    details TEXT)`,
  `CREATE UNIQUE INDEX transactions_of_accounts ON transactions (account, booking_date DESC, payment DESC, id)`,
  `INSERT INTO transactions (account, booking_date, value_date, currency, amount_minor, booking, payment)
    SELECT account, ${OSLO_DATE}, ${OSLO_DATE}, currency, SUM(amount_minor), MIN(bookings.sequence), payment
    FROM bookings JOIN booking_lines ON booking_lines.booking = bookings.sequence
    WHERE payment IS NOT NULL AND account NOT IN ('NOSTRO', 'FEES', 'SUSPENSE', 'OPENING')
    GROUP BY payment, account`,
  // Who has an account made finds what is on its way to it.
  `CREATE INDEX payments_to_creditors ON payments (creditor_account) WHERE ${PENDING}`,
  // From now on bookings have numbers of the world's one sequence.
  `UPDATE world SET sequence = (SELECT MAX(sequence) FROM bookings)
    WHERE sequence < (SELECT MAX(sequence) FROM bookings)`,
];
