import type { Migration } from '../../store/migrations.ts';
import { BANK_CERTIFICATES } from './bank-certificates.ts';
import { CONTEXTS } from './contexts.ts';
import { MADE_PAYMENTS } from './made-payments.ts';
import { STARTED_SCAS } from './started-scas.ts';

/** The tables of the client's file. Instants are milliseconds since 1970 of this machine's clock. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: [
      // Without a status: no answer yet.
      `CREATE TABLE writes (
        sequence INTEGER PRIMARY KEY,
        request_id TEXT NOT NULL UNIQUE,
        operation TEXT NOT NULL,
        method TEXT NOT NULL,
        target TEXT NOT NULL,
        body_digest TEXT NOT NULL,
        at_ms BIGINT NOT NULL,
        status INTEGER)`,
      `CREATE INDEX writes_answered ON writes (at_ms) WHERE status IS NOT NULL`,
      `CREATE TABLE payments (
        payment_id TEXT PRIMARY KEY,
        product TEXT NOT NULL,
        psu_id TEXT,
        customer_number TEXT,
        tpp_session_id TEXT)`,
      `CREATE TABLE psus (
        psu_id TEXT PRIMARY KEY,
        customer_number TEXT UNIQUE,
        psu_corporate_id TEXT,
        context TEXT NOT NULL CHECK (context IN ('PRIVATE', 'CORPORATE')),
        sca_at_ms BIGINT NOT NULL)`,
      // One row each; the one of PSUs that are not known yet has the psu_id ''.
      `CREATE TABLE sessions (
        psu_id TEXT PRIMARY KEY,
        tpp_session_id TEXT NOT NULL,
        made_at_ms BIGINT NOT NULL,
        sca_at_ms BIGINT)`,
    ],
  },
  {
    version: 2,
    statements: [
      // Payments of version 1 are single ones.
      `ALTER TABLE payments ADD COLUMN service TEXT NOT NULL DEFAULT 'payments'`,
      // The last basket that it was put into.
      `ALTER TABLE payments ADD COLUMN basket_id TEXT`,
      `CREATE TABLE baskets (
        basket_id TEXT PRIMARY KEY,
        psu_id TEXT,
        customer_number TEXT,
        tpp_session_id TEXT)`,
    ],
  },
  {
    version: 3,
    statements: [
      // What a repeat needs: JSON of the headers, Base64 of the body. Gone with the answer, at the latest after 24 h.
      `ALTER TABLE writes ADD COLUMN headers TEXT`,
      `ALTER TABLE writes ADD COLUMN body TEXT`,
      // `https://host[:port]` of the bank that it was meant for.
      `ALTER TABLE writes ADD COLUMN origin TEXT`,
      `CREATE INDEX writes_repeatable ON writes (at_ms) WHERE headers IS NOT NULL`,
    ],
  },
  {
    version: 4,
    statements: [
      // A psu-id, the customer number of one that is not known yet, or '' for who has neither.
      `ALTER TABLE sessions RENAME COLUMN psu_id TO owner`,
      ...CONTEXTS,
      ...STARTED_SCAS,
    ],
  },
  {
    version: 5,
    statements: MADE_PAYMENTS,
  },
  {
    version: 6,
    statements: BANK_CERTIFICATES,
  },
];
