import type { Route } from '../route.ts';

/** @see decisions.md §1 Sandbox agreements */
export const AGREEMENT_ROUTES: readonly Route[] = [];
