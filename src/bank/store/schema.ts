import type { Migration } from '../../store/migrations.ts';
import { BOUNDED_ROWS } from './versions/bounded-rows.ts';
import { CARD_DATA } from './versions/card-data.ts';
import { CONSENTS } from './versions/consents.ts';
import { DELETIONS } from './versions/deletions.ts';
import { ENGAGEMENTS } from './versions/engagements.ts';
import { FAULTS } from './versions/faults.ts';
import { HELD_UNTIL } from './versions/held-until.ts';
import { INFORMATION } from './versions/information.ts';
import { NAMED_DEBTOR } from './versions/named-debtor.ts';
import { PENDING_TOTALS } from './versions/pending-totals.ts';
import { READS } from './versions/reads.ts';
import { SHARED_WORLD } from './versions/shared-world.ts';
import { TPP_CONTACTS } from './versions/tpp-contacts.ts';
import { VERSION_1 } from './versions/version-1.ts';
import { VERSION_2 } from './versions/version-2.ts';
import { VERSION_3 } from './versions/version-3.ts';
import { VERSION_4 } from './versions/version-4.ts';
import { VERSION_6 } from './versions/version-6.ts';
import { VOUCHED_KEYS } from './versions/vouched-keys.ts';

/**
 * The tables, in plain SQL that SQLite and PostgreSQL both read. Sequences, not random ids, order the rows; payments,
 * bulks, baskets and authorisations are found by the number in their id (domain/ids.ts). Money is a whole number of minor units;
 * instants are milliseconds since 1970 of the bank's clock.
 * @see S7-migrated-world
 */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, statements: VERSION_1 },
  { version: 2, statements: VERSION_2 },
  { version: 3, statements: VERSION_3 },
  { version: 4, statements: VERSION_4 },
  { version: 5, statements: [...NAMED_DEBTOR, ...PENDING_TOTALS, ...BOUNDED_ROWS] },
  { version: 6, statements: VERSION_6 },
  { version: 7, statements: [...CARD_DATA, ...ENGAGEMENTS, ...DELETIONS, ...HELD_UNTIL, ...SHARED_WORLD] },
  { version: 8, statements: [...CONSENTS, ...READS] },
  { version: 9, statements: INFORMATION },
  { version: 10, statements: FAULTS },
  { version: 11, statements: TPP_CONTACTS },
  { version: 12, statements: VOUCHED_KEYS },
];
