import type { Route } from '../route.ts';

/** @see decisions.md §1 Sandbox card accounts */
export const CARD_ACCOUNT_ROUTES: readonly Route[] = [];
