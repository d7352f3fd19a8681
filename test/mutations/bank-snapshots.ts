import type { Mutation } from './mutation.ts';

const REFUSED = 'test/bank/snapshots/refused.test.ts';
const RESTORE = 'src/bank/snapshot/import.ts';

/** What a hand may break in a snapshot, and the bank would take. */
export const SNAPSHOT_MUTATIONS: readonly Mutation[] = [
  {
    file: RESTORE,
    find: 'this.#faults.add(place, member, `is "${name}", which the snapshot lacks`);',
    replace: 'return name;',
    suffers: 'A debtor account that was mistyped is taken for an account that is gone.',
    by: REFUSED,
  },
  {
    file: RESTORE,
    find: 'if (minor === undefined) this.#faults.add(place, member, `must have the decimals of ${currency}`);',
    replace: '',
    suffers: 'A balance that was mistyped is 0.',
    by: REFUSED,
  },
  {
    file: RESTORE,
    find: 'this.#faults.add(place, \'transaction\', `is "${record.transaction}", which the snapshot lacks`);',
    replace: '',
    suffers: 'Transactions of a mistyped account are left out without a word.',
    by: REFUSED,
  },
  {
    file: RESTORE,
    find: 'throw explainFailure(error);',
    replace: 'throw error;',
    suffers: 'A snapshot with a customer twice is answered with an internal error.',
    by: REFUSED,
  },
];
