import { tppContact } from '../../wire/tpp-contact.ts';
import { deleteContact, readContact, requireOwn, setContact } from '../handlers/tpps/contact.ts';
import type { Route } from './route.ts';
import { rowOf } from './row.ts';

const RULES = { query: [], statefulGuards: [requireOwn] } as const satisfies Partial<Route>;

/** @see D1-tpp-contact */
export const TPP_ROUTES: readonly Route[] = [
  {
    ...RULES,
    ...rowOf('set contact information'),
    access: 'write',
    body: () => tppContact,
    handler: setContact,
  },
  { ...RULES, ...rowOf('read contact information'), access: 'read', handler: readContact },
  { ...RULES, ...rowOf('delete contact information'), access: 'write', handler: deleteContact },
];
