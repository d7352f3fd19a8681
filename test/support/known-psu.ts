import { derivePsuId } from '../../src/bank/sca/steps.ts';
import { keepPsu, keepSession } from '../../src/bank/store/tables/psus.ts';
import type { TestBank } from './bank.ts';
import { inStore } from './store-work.ts';

/** The TPP of the tests. */
const TPP = 'PSDNO-FSA-39999990';
/** The private customers of the initial data. */
const CUSTOMERS = ['15813963008', '01929010120'] as const;
const [KARI] = CUSTOMERS;
/** The session of that time is over, and the 180 days are not. */
const LONG_AGO = 30 * 86_400_000;

/** How a TPP names a PSU that has had an SCA with it before: what a creation may then be told is theirs. */
export function byPsuId(customerNumber: string = KARI, tpp = TPP): { readonly 'PSU-ID': string } {
  return { 'PSU-ID': derivePsuId('psd2', tpp, customerNumber) };
}

/** As after an SCA of each private customer, long ago: their PSU-IDs are known, and no session has an SCA. */
export async function makeKnown(path: string, now: number, tpp = TPP): Promise<void> {
  await inStore(path, function* () {
    for (const number of CUSTOMERS)
      yield* keepPsu(tpp, number, derivePsuId('psd2', tpp, number), now - LONG_AGO);
  });
}

/** As after an SCA of a customer just now, in a session. */
export async function makeSession(
  bank: TestBank,
  customerNumber: string = KARI,
  tppSessionId = 'test-session',
) {
  await inStore(bank.path, () =>
    keepSession(TPP, customerNumber, tppSessionId, { context: 'PRIVATE', finalisedAt: bank.now }),
  );
}
