import type { Migration } from '../../store/migrations.ts';

/**
 * The tables, in plain SQL that SQLite and PostgreSQL both read. Sequences, not random ids, order the rows; a payment
 * and an authorisation are found by the number in their id (domain/ids.ts). Money is a whole number of minor units;
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
];
