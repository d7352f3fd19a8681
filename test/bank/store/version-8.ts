const OF_CONSENTS = [
  'DROP TABLE consents',
  'DROP TABLE consent_accounts',
  'DROP INDEX accounts_of_customers',
  'DROP INDEX card_accounts_of_customers',
  'ALTER TABLE authorisations DROP COLUMN accounts',
];

const OF_READS = ['DROP TABLE unattended_calls', 'DROP INDEX authorisations_declined'];

/** Takes away what the eighth version added. */
export const BACK_FROM_VERSION_8 = [...OF_READS, ...OF_CONSENTS];
