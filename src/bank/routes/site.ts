import { openLink, readStyle, sendForm } from '../sca/site/handlers.ts';
import type { Route } from './route.ts';
import { rowOf } from './row.ts';

const SITE_RULES = {
  required: [],
  corporateIdRequired: false,
  query: [],
  statefulGuards: [],
} as const satisfies Partial<Route>;

/** The bank's authorisation site: what scaRedirect leads to. @see S9-link-secret */
export const SITE_ROUTES: readonly Route[] = [
  {
    ...SITE_RULES,
    ...rowOf('read style of site'),
    access: 'read',
    handler: readStyle,
  },
  { ...SITE_RULES, ...rowOf('open sca'), access: 'write', handler: openLink },
  {
    ...SITE_RULES,
    ...rowOf('send sca form'),
    access: 'write',
    handler: sendForm,
  },
];
