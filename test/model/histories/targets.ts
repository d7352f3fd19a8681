import fc from 'fast-check';
import type { Status } from '../model/state.ts';
import type { Target } from '../plan.ts';

/** Which payment, at random: most often the last. */

const STATUSES: readonly (Status | 'PART')[] = [
  ...(['RCVD', 'ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP', 'ACWP', 'ACSC', 'RJCT', 'CANC', 'PART'] as const),
];

export const target: fc.Arbitrary<Target> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ nth: -1 }) },
  { weight: 2, arbitrary: fc.record({ nth: fc.nat(3), in: fc.constantFrom(...STATUSES) }) },
  { weight: 1, arbitrary: fc.record({ nth: fc.nat(5) }) },
);
