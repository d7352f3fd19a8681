/**
 * Which accounts a TPP may show, by PSU and agreement ('' where the PSU acts for itself). A row of `consents` says that
 * one was given once; in force it is as long as it has accounts. What the PSU has ticked is kept with the SCA until
 * they confirm.
 */
export const CONSENTS: readonly string[] = [
  `CREATE TABLE consents (
    tpp TEXT NOT NULL,
    psu TEXT NOT NULL,
    agreement TEXT NOT NULL,
    PRIMARY KEY (tpp, psu, agreement))`,
  `CREATE INDEX consents_of_psus ON consents (psu)`,
  `CREATE INDEX consents_of_agreements ON consents (agreement)`,
  `CREATE TABLE consent_accounts (
    tpp TEXT NOT NULL,
    psu TEXT NOT NULL,
    agreement TEXT NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (tpp, psu, agreement, account))`,
  `CREATE INDEX consent_accounts_of_accounts ON consent_accounts (account)`,
  `CREATE INDEX consent_accounts_of_psus ON consent_accounts (psu)`,
  `CREATE INDEX consent_accounts_of_agreements ON consent_accounts (agreement)`,
  `CREATE INDEX accounts_of_customers ON accounts (customer_number)`,
  `CREATE INDEX card_accounts_of_customers ON card_accounts (customer_number)`,
  `ALTER TABLE authorisations ADD COLUMN accounts TEXT`,
];
