export const VERSION_4: readonly string[] = [
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
];
