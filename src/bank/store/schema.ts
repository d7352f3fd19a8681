import type { Schema } from '../../store/schema.ts';

/**
 * The condition for an approved and unbooked payment. It is written with OR, as below, because for IN SQLite builds a
 * table of the values for each row inserted under a partial index.
 * @see D4-acwc, D7-pending
 */
export const PENDING = `(status = 'ACTC' OR status = 'ACWC' OR status = 'ACCP'
  OR status = 'ACSP' OR status = 'ACWP' OR status = 'PDNG')`;

/** The condition for a pending payment that no run processes: on hold, settling late, or a standing order. */
export const WAITING = `run_day IS NULL AND ${PENDING}`;

/** The condition for an open SCA. @see D6-sca-status */
export const OPEN = `sca_status <> 'FINALISED' AND sca_status <> 'FAILED' AND sca_status <> 'EXEMPTED'`;

/** The condition for a payment without a final status. @see D4-transitions */
export const UNFINISHED = `status <> 'ACSC' AND status <> 'RJCT' AND status <> 'CANC'`;

/** The world: clock, customers, accounts, cards, agreements, and the operator's settings. */
const WORLD: readonly string[] = [
  `CREATE TABLE world (
    id INTEGER PRIMARY KEY CHECK (id = 1), seed TEXT NOT NULL, generation BIGINT NOT NULL,
    clock_offset_ms BIGINT NOT NULL, watermark_ms BIGINT NOT NULL, runs_watermark_ms BIGINT NOT NULL,
    open_run BIGINT, sequence BIGINT NOT NULL, paging_secret TEXT, faults_set BIGINT NOT NULL DEFAULT 0)`,
  `CREATE TABLE customers (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, number TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL CHECK (type IN ('PRIVATE', 'CORPORATE')), name TEXT NOT NULL)`,
  `CREATE TABLE accounts (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    customer_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE, name TEXT NOT NULL,
    bban TEXT NOT NULL UNIQUE, iban TEXT NOT NULL UNIQUE, currency TEXT NOT NULL, product TEXT NOT NULL,
    cash_account_type TEXT NOT NULL, credit_line BIGINT NOT NULL, may_pay INTEGER NOT NULL DEFAULT 1,
    pending_adjustment_minor BIGINT NOT NULL DEFAULT 0)`,
  'CREATE INDEX accounts_of_customers ON accounts (customer_number)',
  `CREATE TABLE card_accounts (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    customer_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE, masked_pan TEXT NOT NULL,
    currency TEXT NOT NULL, credit_limit BIGINT NOT NULL, related_account TEXT NOT NULL UNIQUE,
    may_pay INTEGER NOT NULL DEFAULT 1, name TEXT, product TEXT, status TEXT, card_id TEXT,
    card_id_v_no TEXT, account_number TEXT, expiry TEXT, balance_details TEXT,
    pending_adjustment_minor BIGINT NOT NULL DEFAULT 0)`,
  'CREATE INDEX card_accounts_of_customers ON card_accounts (customer_number)',
  `CREATE TABLE agreements (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL CHECK (type IN ('PRIVATE', 'CORPORATE')),
    owner_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE, name TEXT NOT NULL)`,
  'CREATE INDEX agreements_of_owners ON agreements (owner_number)',
  // The rights of customers to the accounts of an agreement.
  `CREATE TABLE engagements (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
    agreement TEXT NOT NULL REFERENCES agreements (id) ON DELETE CASCADE,
    customer_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, may_view INTEGER NOT NULL,
    may_register INTEGER NOT NULL, register_limit BIGINT, approval_limit BIGINT,
    UNIQUE (agreement, customer_number, account))`,
  'CREATE INDEX engagements_of_customers ON engagements (customer_number)',
  'CREATE INDEX engagements_of_accounts ON engagements (account)',
  'CREATE TABLE kid_entries (bban TEXT PRIMARY KEY, entry TEXT NOT NULL)',
  // The number of uses of each natural key; ids derive from both.
  `CREATE TABLE natural_keys (
    kind TEXT NOT NULL, key TEXT NOT NULL, uses INTEGER NOT NULL, PRIMARY KEY (kind, key))`,
  // The numbers of deleted accounts.
  'CREATE TABLE former_numbers (bban TEXT PRIMARY KEY)',
  `CREATE TABLE faults (
    id BIGINT PRIMARY KEY, fault TEXT NOT NULL, operation TEXT, nth_call BIGINT, status BIGINT,
    milliseconds BIGINT, calls BIGINT NOT NULL DEFAULT 0, strikes BIGINT NOT NULL DEFAULT 0)`,
];

/** TPPs and their shares of one world: creators of resources and the keys of identities. */
const TPPS: readonly string[] = [
  'CREATE TABLE makers (path TEXT PRIMARY KEY, tpp TEXT NOT NULL)',
  // vouched_from_ms: the start of validity of the key's certificate, if a trusted CA issued it.
  'CREATE TABLE identity_keys (identity TEXT PRIMARY KEY, key_hash TEXT NOT NULL, vouched_from_ms BIGINT)',
  'CREATE TABLE tpp_contacts (tpp TEXT PRIMARY KEY, email TEXT NOT NULL)',
  `CREATE TABLE requests (
    sequence INTEGER PRIMARY KEY, tpp TEXT NOT NULL, request_id TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL, fingerprint TEXT NOT NULL, status INTEGER NOT NULL,
    headers TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (tpp, request_id))`,
];

/** PSUs of the TPPs with their SCAs, sessions and consents. The agreement is '' if the PSU acts for itself. */
const PSUS: readonly string[] = [
  `CREATE TABLE psus (
    tpp TEXT NOT NULL, customer_number TEXT NOT NULL, psu_id TEXT NOT NULL, last_sca_ms BIGINT,
    PRIMARY KEY (tpp, customer_number), UNIQUE (tpp, psu_id))`,
  `CREATE TABLE corporate_ids (
    tpp TEXT NOT NULL, customer_number TEXT NOT NULL, agreement TEXT NOT NULL, corporate_id TEXT NOT NULL,
    PRIMARY KEY (tpp, customer_number, agreement))`,
  `CREATE TABLE sessions (
    tpp TEXT NOT NULL, psu TEXT NOT NULL, tpp_session_id TEXT NOT NULL, context TEXT NOT NULL,
    agreement TEXT, finalised_at_ms BIGINT NOT NULL, dead INTEGER NOT NULL,
    PRIMARY KEY (tpp, psu, tpp_session_id))`,
  'CREATE INDEX sessions_by_age ON sessions (finalised_at_ms)',
  'CREATE INDEX sessions_living ON sessions (tpp, psu) WHERE dead = 0',
  // subject: the sequence of the payment, bulk or basket. accounts: the PSU's selection until the confirmation.
  `CREATE TABLE authorisations (
    sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, tpp TEXT NOT NULL, tpp_session_id TEXT NOT NULL,
    redirect_uri TEXT NOT NULL, psu TEXT, sca_status TEXT NOT NULL, secret TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL, subject BIGINT, purpose TEXT NOT NULL, tpp_name TEXT NOT NULL,
    brand TEXT, prefers_app INTEGER NOT NULL DEFAULT 0, given_context TEXT, given_agreement TEXT,
    identified TEXT, context TEXT, agreement TEXT, wrong_numbers INTEGER NOT NULL DEFAULT 0, browser TEXT,
    page INTEGER NOT NULL DEFAULT 0, failure TEXT, ended_at_ms BIGINT, accounts TEXT)`,
  'CREATE INDEX authorisations_of_payments ON authorisations (subject) WHERE subject IS NOT NULL',
  `CREATE INDEX authorisations_open ON authorisations (created_at_ms) WHERE ${OPEN}`,
  'CREATE INDEX authorisations_ended ON authorisations (ended_at_ms) WHERE ended_at_ms IS NOT NULL',
  `CREATE INDEX authorisations_open_of_sessions ON authorisations (tpp, tpp_session_id, redirect_uri)
    WHERE subject IS NULL AND ${OPEN}`,
  `CREATE INDEX authorisations_open_of_tpps ON authorisations (tpp, psu) WHERE ${OPEN}`,
  // Finds declined SCAs of a session without a finalised SCA.
  `CREATE INDEX authorisations_declined ON authorisations (tpp, tpp_session_id) WHERE failure = 'declined'`,
  // A row records that a consent was given once; the consent is valid while it has accounts.
  `CREATE TABLE consents (
    tpp TEXT NOT NULL, psu TEXT NOT NULL, agreement TEXT NOT NULL, PRIMARY KEY (tpp, psu, agreement))`,
  'CREATE INDEX consents_of_psus ON consents (psu)',
  'CREATE INDEX consents_of_agreements ON consents (agreement)',
  `CREATE TABLE consent_accounts (
    tpp TEXT NOT NULL, psu TEXT NOT NULL, agreement TEXT NOT NULL, account TEXT NOT NULL,
    PRIMARY KEY (tpp, psu, agreement, account))`,
  'CREATE INDEX consent_accounts_of_accounts ON consent_accounts (account)',
  'CREATE INDEX consent_accounts_of_psus ON consent_accounts (psu)',
  'CREATE INDEX consent_accounts_of_agreements ON consent_accounts (agreement)',
  // A new call replaces one older than 24 hours in its slot, which limits the number of rows.
  `CREATE TABLE unattended_calls (
    tpp TEXT NOT NULL, psu TEXT NOT NULL, account TEXT NOT NULL, operation TEXT NOT NULL,
    place INTEGER NOT NULL, called_at_ms BIGINT NOT NULL, PRIMARY KEY (tpp, psu, account, operation, place))`,
  'CREATE INDEX unattended_calls_by_age ON unattended_calls (called_at_ms)',
];

/** Payments, bulks and baskets. */
const PAYMENTS: readonly string[] = [
  // run_day: the first day on which runs process it. ended, day_before, day_moved: the state for later pages of older
  // lists. unfunded_by: the fault that withholds its funds; 0 if that fault isn't in the table.
  `CREATE TABLE payments (
    sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, tpp TEXT NOT NULL, psu TEXT, service TEXT NOT NULL,
    product TEXT NOT NULL, status TEXT NOT NULL, rejection TEXT, initiation TEXT NOT NULL,
    debtor_account TEXT, creditor_account TEXT NOT NULL, amount_minor BIGINT NOT NULL,
    currency TEXT NOT NULL, effective_date TEXT NOT NULL, date_moved INTEGER NOT NULL,
    duplicate_key BIGINT NOT NULL, bulk BIGINT, created_at_ms BIGINT NOT NULL, lapses_at_ms BIGINT,
    approval BIGINT, approved_at_ms BIGINT, funds_available INTEGER,
    rejects_no_funds INTEGER NOT NULL DEFAULT 0, unfunded_by BIGINT,
    held_at_approval INTEGER NOT NULL DEFAULT 0, held_until TEXT, settles_late INTEGER NOT NULL DEFAULT 0,
    run_day TEXT, ended BIGINT, day_before TEXT, day_moved BIGINT)`,
  `CREATE INDEX payments_duplicate ON payments (duplicate_key) WHERE status NOT IN ('RJCT', 'CANC')`,
  'CREATE INDEX payments_lapsing ON payments (lapses_at_ms) WHERE lapses_at_ms IS NOT NULL',
  'CREATE INDEX payments_of_bulks ON payments (bulk) WHERE bulk IS NOT NULL',
  'CREATE INDEX payments_due ON payments (run_day, approval, approved_at_ms) WHERE run_day IS NOT NULL',
  `CREATE INDEX payments_waiting ON payments (approved_at_ms) WHERE ${WAITING}`,
  `CREATE INDEX payments_from_accounts ON payments (debtor_account) WHERE ${UNFINISHED}`,
  // The indexes of pending payments in account information, for both sides. @see D7-page-place
  `CREATE INDEX payments_pending_from ON payments (debtor_account, approval DESC, effective_date DESC)
    WHERE ${PENDING}`,
  `CREATE INDEX payments_to_creditors ON payments (creditor_account, approval DESC, effective_date DESC)
    WHERE ${PENDING}`,
  'CREATE INDEX payments_ended_from ON payments (debtor_account, ended) WHERE ended IS NOT NULL',
  'CREATE INDEX payments_ended_to ON payments (creditor_account, ended) WHERE ended IS NOT NULL',
  'CREATE INDEX payments_unfunded ON payments (unfunded_by) WHERE unfunded_by IS NOT NULL',
  `CREATE TABLE transitions (
    payment BIGINT NOT NULL, place INTEGER NOT NULL, from_status TEXT NOT NULL, to_status TEXT NOT NULL,
    at_ms BIGINT NOT NULL, cause TEXT, request_id TEXT, PRIMARY KEY (payment, place))`,
  'CREATE TABLE bulks (sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, initiation TEXT NOT NULL)',
  `CREATE TABLE baskets (
    sequence INTEGER PRIMARY KEY, id TEXT NOT NULL, tpp TEXT NOT NULL, psu TEXT,
    state TEXT NOT NULL CHECK (state IN ('LIVE', 'ENDED', 'DELETED')))`,
  `CREATE TABLE basket_payments (
    basket BIGINT NOT NULL REFERENCES baskets (sequence), place INTEGER NOT NULL, payment BIGINT NOT NULL,
    PRIMARY KEY (basket, place))`,
  'CREATE INDEX baskets_of_payments ON basket_payments (payment)',
];

/** The ledger: lines, totals of accounts, runs, and the lists of transactions. */
const BOOKS: readonly string[] = [
  `CREATE TABLE bookings (
    sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, booked_at_ms BIGINT NOT NULL, payment BIGINT,
    leg INTEGER)`,
  'CREATE UNIQUE INDEX bookings_of_payments ON bookings (payment, leg) WHERE payment IS NOT NULL',
  `CREATE TABLE booking_lines (
    booking BIGINT NOT NULL REFERENCES bookings (sequence), account TEXT NOT NULL, currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL)`,
  'CREATE INDEX booking_lines_account ON booking_lines (account)',
  `CREATE TABLE balances (
    account TEXT NOT NULL, currency TEXT NOT NULL, balance_minor BIGINT NOT NULL,
    reserved_minor BIGINT NOT NULL DEFAULT 0, pending_minor BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (account, currency))`,
  `CREATE TABLE reservations (
    payment BIGINT PRIMARY KEY, account TEXT NOT NULL, currency TEXT NOT NULL, amount_minor BIGINT NOT NULL)`,
  `CREATE TABLE runs (
    sequence INTEGER PRIMARY KEY, slot_ms BIGINT UNIQUE, at_ms BIGINT NOT NULL, bank_day TEXT NOT NULL,
    last_of_day INTEGER NOT NULL, state TEXT NOT NULL CHECK (state IN ('OPEN', 'DONE')), begun_by TEXT,
    due BIGINT, taken_to BIGINT NOT NULL DEFAULT 0, settled BIGINT NOT NULL DEFAULT 0,
    sent BIGINT NOT NULL DEFAULT 0, waiting BIGINT NOT NULL DEFAULT 0, rejected BIGINT NOT NULL DEFAULT 0,
    held BIGINT NOT NULL DEFAULT 0)`,
  // payment 0: a manual transaction with its own id and details; otherwise both come from the payment.
  `CREATE TABLE transactions (
    id TEXT, account TEXT NOT NULL, booking_date TEXT NOT NULL, value_date TEXT NOT NULL,
    currency TEXT NOT NULL, amount_minor BIGINT NOT NULL,
    booking BIGINT NOT NULL REFERENCES bookings (sequence), payment BIGINT NOT NULL, details TEXT)`,
  `CREATE UNIQUE INDEX transactions_of_accounts
    ON transactions (account, booking_date DESC, payment DESC, id)`,
  // The date of pending transactions is that of the purchase; the booking date in their details is empty.
  `CREATE TABLE card_transactions (
    sequence INTEGER PRIMARY KEY, card_account TEXT NOT NULL, id TEXT NOT NULL, is_pending INTEGER NOT NULL,
    listed_date TEXT NOT NULL, details TEXT NOT NULL)`,
  `CREATE UNIQUE INDEX card_transactions_of_accounts
    ON card_transactions (card_account, is_pending, listed_date DESC, id, sequence)`,
  `CREATE UNIQUE INDEX card_transactions_by_id ON card_transactions (card_account, id) WHERE id <> ''`,
];

/**
 * The tables in SQL that both SQLite and PostgreSQL support. Rows are ordered by sequences, not by random ids;
 * payments, bulks, baskets and authorisations are found by the sequence in their id (domain/ids.ts). Money is an
 * integer in minor units; times are milliseconds since 1970 on the bank's clock. Each version is another schema, and
 * stores of earlier versions are refused.
 * @see S7-earlier-refused
 */
export const BANK_SCHEMA: Schema = {
  version: 15,
  statements: [...WORLD, ...TPPS, ...PSUS, ...PAYMENTS, ...BOOKS],
  saveHint: 'To keep its world, save it with that build: psd2 sandbox snapshot save NAME.',
};
