import { OPEN, PENDING } from '../conditions.ts';

export const VERSION_3: readonly string[] = [
  `DROP INDEX payments_pending`,
  `CREATE INDEX payments_pending ON payments (approval) WHERE ${PENDING}`,
  `DROP INDEX authorisations_open`,
  `CREATE INDEX authorisations_open ON authorisations (created_at_ms) WHERE ${OPEN}`,
  `DROP INDEX authorisations_open_of_psus`,
  `CREATE INDEX authorisations_open_of_psus ON authorisations (tpp, psu) WHERE psu IS NOT NULL AND ${OPEN}`,
];
