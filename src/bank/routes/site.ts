import { openLink, readStyle, sendForm } from '../sca/site/handlers.ts';
import type { Route } from './route.ts';

const SITE_RULES = {
  door: 'site',
  required: [],
  corporateIdRequired: false,
  digestRequired: false,
  query: [],
  answersRepeats: false,
  statefulGuards: [],
} as const satisfies Partial<Route>;

/** Below it the ids of authorisations: no id has a point. */
const STYLE = '/sca/style.css';
const LINK = '/sca/{authorisationId}/{secret}';

/** The bank's authorisation site: what scaRedirect leads to. @see decisions.md §6; safety.md §9 */
export const SITE_ROUTES: readonly Route[] = [
  {
    ...SITE_RULES,
    operation: 'read style of site',
    method: 'GET',
    path: STYLE,
    access: 'read',
    handler: readStyle,
  },
  { ...SITE_RULES, operation: 'open sca', method: 'GET', path: LINK, access: 'write', handler: openLink },
  {
    ...SITE_RULES,
    operation: 'send sca form',
    method: 'POST',
    path: LINK,
    access: 'write',
    handler: sendForm,
  },
];
