import { numberGiven } from './given.ts';

/**
 * What everything random in the tests is drawn from: the same in every run, so that what fails fails again.
 * `npm run test:all -- --soak` (scripts/test-all.mjs) gives others.
 */
export const SEED = numberGiven('PSD2_TEST_SEED') ?? 20261118;
