import type { Mutation } from './mutation.ts';

const REFUSED = 'test/bank/snapshots/refused.test.ts';
const DATA = 'src/bank/snapshot/read-data.ts';
const PAYMENTS = 'src/bank/snapshot/read-payments.ts';
const TRANSACTIONS = 'src/bank/snapshot/read-transactions.ts';

/** What a hand may break in a snapshot, and the bank would take. */
export const SNAPSHOT_MUTATIONS: readonly Mutation[] = [
  {
    file: DATA,
    find: 'if (!this.#customers.has(customer)) this.#faults.add(place, member, "isn\'t a customer of this snapshot");',
    replace: '',
    suffers: 'An account belongs to nobody, and is in no list.',
    by: REFUSED,
  },
  {
    file: DATA,
    find: "if (!isFirst) this.#faults.add(place, member, 'stands in the snapshot twice');",
    replace: '',
    suffers: 'The restore ends in the middle with an error of the store.',
    by: REFUSED,
  },
  {
    file: DATA,
    find: 'if (minor === undefined) this.#faults.add(place, member, `must have the decimals of ${currency}`);',
    replace: '',
    suffers: 'A balance that was mistyped is 0.',
    by: REFUSED,
  },
  {
    file: DATA,
    find: "if (!isThere) this.#faults.add(place, 'agreement', \"isn't an agreement of this snapshot\");",
    replace: '',
    suffers: 'An engagement in a mistyped agreement is left out without a word.',
    by: REFUSED,
  },
  {
    file: TRANSACTIONS,
    find: 'amountMinor % wholeOf(account) !== 0n',
    replace: 'false',
    suffers: 'A transaction moves less than a unit, which no request can, and its id is that of another.',
    by: REFUSED,
  },
  {
    file: TRANSACTIONS,
    find: 'amountMinor < 0n !== pays',
    replace: 'false',
    suffers: 'An incoming transaction takes money away.',
    by: REFUSED,
  },
  {
    file: TRANSACTIONS,
    find: "faults.add(placed.place, 'transaction', \"isn't an account of this snapshot\");",
    replace: '',
    suffers: 'Transactions of a mistyped account are left out without a word.',
    by: REFUSED,
  },
  {
    file: PAYMENTS,
    find: "faults.add(place, 'approval', `and debtor are required in ${status}`);",
    replace: '',
    suffers: 'A payment is on its way that nobody approved.',
    by: REFUSED,
  },
  {
    file: PAYMENTS,
    find: "faults.add(place, 'debtor', `isn't an account of this snapshot, which ${payment.status} needs`);",
    replace: '',
    suffers: 'The next run fails at a payment whose account is gone.',
    by: REFUSED,
  },
];
