import type { Schema } from '../../store/schema.ts';

/**
 * The tables of the client's file. Times are milliseconds since 1970 of this machine's clock. Another version is
 * another schema: files of earlier versions are rejected.
 * @see S7-earlier-refused
 */
export const LEDGER_SCHEMA: Schema = {
  version: 8,
  statements: [
    // Without a status: no response yet. headers (JSON), body (Base64) and origin (`https://host[:port]`) are the
    // content for a repeat; they are removed with the response, at the latest after 24 h.
    `CREATE TABLE writes (
      sequence INTEGER PRIMARY KEY,
      request_id TEXT NOT NULL UNIQUE,
      operation TEXT NOT NULL,
      method TEXT NOT NULL, target TEXT NOT NULL, body_digest TEXT NOT NULL,
      at_ms BIGINT NOT NULL,
      status INTEGER,
      headers TEXT, body TEXT, origin TEXT)`,
    `CREATE INDEX writes_answered ON writes (at_ms) WHERE status IS NOT NULL`,
    `CREATE INDEX writes_repeatable ON writes (at_ms) WHERE headers IS NOT NULL`,
    // basket_id: the last basket with this payment. Only rows with made_at_ms were made by this profile; of
    // baskets, those that it hasn't deleted.
    `CREATE TABLE payments (
      payment_id TEXT PRIMARY KEY,
      service TEXT NOT NULL, product TEXT NOT NULL,
      psu_id TEXT, customer_number TEXT, tpp_session_id TEXT,
      basket_id TEXT,
      made_at_ms BIGINT, amount TEXT, currency TEXT, creditor_name TEXT,
      status TEXT, status_at_ms BIGINT)`,
    `CREATE INDEX payments_made ON payments (made_at_ms) WHERE made_at_ms IS NOT NULL`,
    `CREATE INDEX payments_in_baskets ON payments (basket_id) WHERE basket_id IS NOT NULL`,
    `CREATE TABLE baskets (
      basket_id TEXT PRIMARY KEY, psu_id TEXT, customer_number TEXT, tpp_session_id TEXT,
      made_at_ms BIGINT, status TEXT, status_at_ms BIGINT)`,
    // bank_sca_at_ms: the time of the last SCA, by the bank's clock.
    `CREATE TABLE psus (
      psu_id TEXT PRIMARY KEY,
      customer_number TEXT UNIQUE,
      psu_corporate_id TEXT, context TEXT NOT NULL CHECK (context IN ('PRIVATE', 'CORPORATE')),
      sca_at_ms BIGINT NOT NULL, bank_sca_at_ms BIGINT)`,
    // The PRIVATE context has the psu_corporate_id ''.
    `CREATE TABLE contexts (
      psu_id TEXT NOT NULL, psu_corporate_id TEXT NOT NULL,
      agreement TEXT,
      consented_at_ms BIGINT,
      PRIMARY KEY (psu_id, psu_corporate_id))`,
    // The owner is a psu-id, the customer number of a PSU that is not known yet, or '' without either.
    `CREATE TABLE sessions (
      owner TEXT PRIMARY KEY, tpp_session_id TEXT NOT NULL, made_at_ms BIGINT NOT NULL, sca_at_ms BIGINT)`,
    // A redirect URI of the listener contains its state: it belongs to one SCA. The profile's own redirect URI belongs
    // to many.
    `CREATE TABLE started_scas (
      sequence INTEGER PRIMARY KEY,
      redirect_uri TEXT NOT NULL,
      kind TEXT NOT NULL, subject_id TEXT, authorisation_id TEXT,
      tpp_session_id TEXT NOT NULL, customer_number TEXT,
      at_ms BIGINT NOT NULL)`,
    `CREATE INDEX started_scas_at ON started_scas (at_ms)`,
    `CREATE TABLE opened_hosts (host TEXT PRIMARY KEY)`,
    `CREATE TABLE bank_certificates (
      origin TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, pinned_at_ms BIGINT NOT NULL)`,
  ],
  saveHint: 'Finish with that build what it has open: psd2 payments pending.',
};
