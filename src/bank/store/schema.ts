import type { Migration } from '../../store/migrations.ts';

/**
 * Approved and not booked: what a run looks at, and what balances expect. Written out, here and below: to look a value
 * up in a list, SQLite builds a table of the list for each row that is inserted under a partial index.
 * @see decisions.md §4, §7 Pending
 */
export const PENDING = `(status = 'ACTC' OR status = 'ACWC' OR status = 'ACCP'
  OR status = 'ACSP' OR status = 'ACWP' OR status = 'PDNG')`;

/** An SCA that the PSU can still go on with. @see decisions.md §6 */
export const OPEN = `sca_status <> 'FINALISED' AND sca_status <> 'FAILED' AND sca_status <> 'EXEMPTED'`;

/**
 * The tables, in plain SQL that SQLite and PostgreSQL both read. Sequences, not random ids, order the rows; payments,
 * bulks, baskets and authorisations are found by the number in their id (domain/ids.ts). Money is a whole number of minor units;
 * instants are milliseconds since 1970 of the bank's clock.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `CREATE TABLE world (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seed TEXT NOT NULL,
        generation BIGINT NOT NULL,
        clock_offset_ms BIGINT NOT NULL,
        watermark_ms BIGINT NOT NULL,
        sequence BIGINT NOT NULL)`,
      `CREATE TABLE customers (
        place INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        number TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL CHECK (type IN ('PRIVATE', 'CORPORATE')),
        name TEXT NOT NULL)`,
      `CREATE TABLE accounts (
        place INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        customer_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
        name TEXT NOT NULL,
        bban TEXT NOT NULL UNIQUE,
        iban TEXT NOT NULL UNIQUE,
        currency TEXT NOT NULL,
        product TEXT NOT NULL,
        cash_account_type TEXT NOT NULL,
        credit_line BIGINT NOT NULL)`,
      `CREATE TABLE card_accounts (
        place INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        customer_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
        masked_pan TEXT NOT NULL,
        currency TEXT NOT NULL,
        credit_limit BIGINT NOT NULL,
        name TEXT NOT NULL,
        product TEXT NOT NULL,
        status TEXT NOT NULL,
        related_account TEXT NOT NULL UNIQUE)`,
      `CREATE TABLE agreements (
        place INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL CHECK (type IN ('PRIVATE', 'CORPORATE')),
        owner_number TEXT NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
        name TEXT NOT NULL)`,
      `CREATE TABLE kid_entries (bban TEXT PRIMARY KEY, entry TEXT NOT NULL)`,
      `CREATE TABLE bookings (
        sequence INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        booked_at_ms BIGINT NOT NULL)`,
      `CREATE TABLE booking_lines (
        booking BIGINT NOT NULL REFERENCES bookings (sequence),
        account TEXT NOT NULL,
        currency TEXT NOT NULL,
        amount_minor BIGINT NOT NULL)`,
      `CREATE INDEX booking_lines_account ON booking_lines (account)`,
      `CREATE TABLE psus (
        tpp TEXT NOT NULL,
        customer_number TEXT NOT NULL,
        psu_id TEXT NOT NULL,
        PRIMARY KEY (tpp, customer_number),
        UNIQUE (tpp, psu_id))`,
      `CREATE TABLE payments (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        tpp TEXT NOT NULL,
        service TEXT NOT NULL,
        product TEXT NOT NULL,
        psu TEXT,
        status TEXT NOT NULL,
        funds_available INTEGER,
        initiation TEXT NOT NULL,
        debtor_account TEXT NOT NULL,
        amount_minor BIGINT NOT NULL,
        currency TEXT NOT NULL,
        effective_date TEXT NOT NULL,
        date_moved INTEGER NOT NULL,
        duplicate_key BIGINT NOT NULL,
        created_at_ms BIGINT NOT NULL)`,
      `CREATE INDEX payments_duplicate ON payments (duplicate_key) WHERE status NOT IN ('RJCT', 'CANC')`,
      `CREATE TABLE authorisations (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        tpp TEXT NOT NULL,
        tpp_session_id TEXT NOT NULL,
        redirect_uri TEXT NOT NULL,
        psu TEXT,
        payment_id TEXT,
        sca_status TEXT NOT NULL,
        secret TEXT NOT NULL,
        created_at_ms BIGINT NOT NULL)`,
      `CREATE INDEX authorisations_of_sessions ON authorisations (tpp, tpp_session_id) WHERE payment_id IS NULL`,
      `CREATE TABLE requests (
        sequence INTEGER PRIMARY KEY,
        tpp TEXT NOT NULL,
        request_id TEXT NOT NULL,
        created_at_ms BIGINT NOT NULL,
        fingerprint TEXT NOT NULL,
        status INTEGER NOT NULL,
        headers TEXT NOT NULL,
        body TEXT NOT NULL,
        UNIQUE (tpp, request_id))`,
    ],
  },
  {
    version: 2,
    statements: [
      `ALTER TABLE world ADD COLUMN runs_watermark_ms BIGINT NOT NULL DEFAULT 0`,
      `ALTER TABLE world ADD COLUMN open_run BIGINT`,
      `UPDATE world SET runs_watermark_ms = watermark_ms`,
      `CREATE TABLE balances (
        account TEXT NOT NULL,
        currency TEXT NOT NULL,
        balance_minor BIGINT NOT NULL,
        PRIMARY KEY (account, currency))`,
      `INSERT INTO balances (account, currency, balance_minor)
        SELECT account, currency, SUM(amount_minor) FROM booking_lines GROUP BY account, currency`,
      `ALTER TABLE bookings ADD COLUMN payment BIGINT`,
      `ALTER TABLE bookings ADD COLUMN leg INTEGER`,
      `CREATE UNIQUE INDEX bookings_of_payments ON bookings (payment, leg) WHERE payment IS NOT NULL`,
      `CREATE TABLE reservations (
        payment BIGINT PRIMARY KEY,
        account TEXT NOT NULL,
        currency TEXT NOT NULL,
        amount_minor BIGINT NOT NULL)`,
      `CREATE INDEX reservations_of_accounts ON reservations (account)`,
      `ALTER TABLE payments ADD COLUMN creditor_account TEXT NOT NULL DEFAULT ''`,
      `UPDATE payments SET creditor_account = COALESCE(initiation ->> '$.creditorAccount.bban', '')`,
      `ALTER TABLE payments ADD COLUMN approval BIGINT`,
      `ALTER TABLE payments ADD COLUMN approved_at_ms BIGINT`,
      `ALTER TABLE payments ADD COLUMN rejects_no_funds INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE payments ADD COLUMN lapses_at_ms BIGINT`,
      `ALTER TABLE payments ADD COLUMN held_at_approval INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE payments ADD COLUMN settles_late INTEGER NOT NULL DEFAULT 0`,
      `CREATE INDEX payments_lapsing ON payments (lapses_at_ms) WHERE lapses_at_ms IS NOT NULL`,
      `CREATE INDEX payments_pending ON payments (approval) WHERE status IN ('ACTC', 'ACWC', 'ACCP', 'ACSP', 'ACWP', 'PDNG')`,
      `CREATE TABLE transitions (
        payment BIGINT NOT NULL,
        place INTEGER NOT NULL,
        from_status TEXT NOT NULL,
        to_status TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        PRIMARY KEY (payment, place))`,
      `CREATE TABLE runs (
        sequence INTEGER PRIMARY KEY,
        slot_ms BIGINT UNIQUE,
        at_ms BIGINT NOT NULL,
        bank_day TEXT NOT NULL,
        last_of_day INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('OPEN', 'DONE')))`,
      `CREATE TABLE run_items (
        run BIGINT NOT NULL REFERENCES runs (sequence),
        payment BIGINT NOT NULL,
        outcome TEXT NOT NULL CHECK (outcome IN ('SETTLED', 'WAITING', 'REJECTED', 'HELD')),
        PRIMARY KEY (run, payment))`,
      `DROP INDEX authorisations_of_sessions`,
      `ALTER TABLE authorisations ADD COLUMN payment BIGINT`,
      `UPDATE authorisations SET payment = (SELECT sequence FROM payments WHERE id = payment_id)`,
      `ALTER TABLE authorisations ADD COLUMN purpose TEXT NOT NULL DEFAULT 'payment'`,
      `UPDATE authorisations SET purpose = 'session' WHERE payment_id IS NULL`,
      `ALTER TABLE authorisations DROP COLUMN payment_id`,
      `ALTER TABLE authorisations ADD COLUMN tpp_name TEXT NOT NULL DEFAULT ''`,
      `ALTER TABLE authorisations ADD COLUMN brand TEXT`,
      `ALTER TABLE authorisations ADD COLUMN prefers_app INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE authorisations ADD COLUMN given_context TEXT`,
      `ALTER TABLE authorisations ADD COLUMN given_agreement TEXT`,
      `ALTER TABLE authorisations ADD COLUMN identified TEXT`,
      `ALTER TABLE authorisations ADD COLUMN context TEXT`,
      `ALTER TABLE authorisations ADD COLUMN agreement TEXT`,
      `ALTER TABLE authorisations ADD COLUMN wrong_numbers INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE authorisations ADD COLUMN browser TEXT`,
      `ALTER TABLE authorisations ADD COLUMN page INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE authorisations ADD COLUMN failure TEXT`,
      `ALTER TABLE authorisations ADD COLUMN ended_at_ms BIGINT`,
      `CREATE INDEX authorisations_of_sessions ON authorisations (tpp, tpp_session_id) WHERE payment IS NULL`,
      `CREATE INDEX authorisations_of_payments ON authorisations (payment) WHERE payment IS NOT NULL`,
      `CREATE INDEX authorisations_open ON authorisations (created_at_ms)
        WHERE sca_status NOT IN ('FINALISED', 'FAILED', 'EXEMPTED')`,
      `CREATE INDEX authorisations_open_of_psus ON authorisations (tpp, psu)
        WHERE psu IS NOT NULL AND sca_status NOT IN ('FINALISED', 'FAILED', 'EXEMPTED')`,
      `CREATE TABLE sessions (
        tpp TEXT NOT NULL,
        psu TEXT NOT NULL,
        tpp_session_id TEXT NOT NULL,
        context TEXT NOT NULL,
        agreement TEXT,
        finalised_at_ms BIGINT NOT NULL,
        dead INTEGER NOT NULL,
        PRIMARY KEY (tpp, psu, tpp_session_id))`,
      `CREATE TABLE corporate_ids (
        tpp TEXT NOT NULL,
        customer_number TEXT NOT NULL,
        agreement TEXT NOT NULL,
        corporate_id TEXT NOT NULL,
        PRIMARY KEY (tpp, customer_number, agreement))`,
    ],
  },
  {
    version: 3,
    statements: [
      `DROP INDEX payments_pending`,
      `CREATE INDEX payments_pending ON payments (approval) WHERE ${PENDING}`,
      `DROP INDEX authorisations_open`,
      `CREATE INDEX authorisations_open ON authorisations (created_at_ms) WHERE ${OPEN}`,
      `DROP INDEX authorisations_open_of_psus`,
      `CREATE INDEX authorisations_open_of_psus ON authorisations (tpp, psu) WHERE psu IS NOT NULL AND ${OPEN}`,
    ],
  },
  {
    version: 4,
    statements: [
      `ALTER TABLE payments ADD COLUMN bulk BIGINT`,
      `CREATE INDEX payments_of_bulks ON payments (bulk) WHERE bulk IS NOT NULL`,
      `CREATE TABLE bulks (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        initiation TEXT NOT NULL)`,
      `CREATE TABLE baskets (
        sequence INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        tpp TEXT NOT NULL,
        psu TEXT,
        state TEXT NOT NULL CHECK (state IN ('LIVE', 'ENDED', 'DELETED')))`,
      `CREATE TABLE basket_payments (
        basket BIGINT NOT NULL REFERENCES baskets (sequence),
        place INTEGER NOT NULL,
        payment BIGINT NOT NULL,
        PRIMARY KEY (basket, place))`,
      `CREATE INDEX baskets_of_payments ON basket_payments (payment)`,
      `ALTER TABLE authorisations RENAME COLUMN payment TO subject`,
      `ALTER TABLE accounts ADD COLUMN may_pay INTEGER NOT NULL DEFAULT 1`,
      `ALTER TABLE card_accounts ADD COLUMN may_pay INTEGER NOT NULL DEFAULT 1`,
    ],
  },
];
