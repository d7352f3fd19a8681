import fc from 'fast-check';
import type { Status } from '../model/state.ts';
import type { Target } from '../plan.ts';
import { weigh } from './weigh.ts';

/** Which payment, at random: most often the last. */

const STATUSES: readonly (Status | 'PART')[] = [
  ...(['RCVD', 'ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP', 'ACWP', 'ACSC', 'RJCT', 'CANC', 'PART'] as const),
];

export const target: fc.Arbitrary<Target> = weigh(
  [3, fc.constant({ nth: -1 })],
  [2, fc.record({ nth: fc.nat(3), in: fc.constantFrom(...STATUSES) })],
  [1, fc.record({ nth: fc.nat(5) })],
);
