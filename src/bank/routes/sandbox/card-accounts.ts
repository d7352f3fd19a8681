import { deleteSandboxCardAccount } from '../../handlers/sandbox/delete.ts';
import type { Route } from '../route.ts';
import { rowOf } from '../row.ts';
import { WRITE } from './rules.ts';

/** @see decisions.md §1 Sandbox card accounts */
export const CARD_ACCOUNT_ROUTES: readonly Route[] = [
  { ...WRITE, ...rowOf('delete sandbox card account'), handler: deleteSandboxCardAccount },
];
