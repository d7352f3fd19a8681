import type { Kind } from './kinds.ts';

/** The domestic body, once a month. @see D4-periodic-body */
export const periodic: Kind = {
  path: '/v1/periodic-payments/norwegian-domestic-credit-transfers',
  body: (bank) => ({ ...bank.payment(), startDate: '2026-12-01', frequency: 'Monthly' }),
};
