import { loadPsu } from '../guards/load-psu.ts';
import { requireSca } from '../guards/require-sca.ts';
import { askForConsent, askForConsentAsBefore } from '../handlers/consents/ask.ts';
import { listAgreementsOfPsu } from '../handlers/psu/agreements.ts';
import { readUser } from '../handlers/psu/user.ts';
import type { Route } from './route.ts';
import { rowOf } from './row.ts';

const READ = {
  query: [],
  statefulGuards: [loadPsu, requireSca],
  access: 'read',
} as const satisfies Partial<Route>;

const ASK = {
  query: [],
  statefulGuards: [loadPsu],
  access: 'write',
} as const satisfies Partial<Route>;

/** @see D1-information-paths */
export const PSU_ROUTES: readonly Route[] = [
  { ...ASK, ...rowOf('create bank-offered consent'), handler: askForConsent },
  { ...ASK, ...rowOf('create consent'), handler: askForConsentAsBefore },
  { ...READ, ...rowOf('read user'), handler: readUser },
  { ...READ, ...rowOf('read user by its other name'), handler: readUser },
  { ...READ, ...rowOf('list agreements'), handler: listAgreementsOfPsu },
];
