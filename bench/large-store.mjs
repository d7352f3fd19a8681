// A store of a million payments beside one of a thousand: what each operation takes, a batch run, and how long any transaction
// is open. The rows are copies of those of two payments that were made, one booked and one pending.
import { withBank } from './support/bank.mjs';
import { fillStore, PENDING_SHARE } from './support/operations.mjs';
import { createRow, median, reduce } from './support/tables.mjs';
import { watchTransactions } from './support/transaction-times.mjs';

const LARGE = reduce(1_000_000);
const SMALL = 1_000;
const ROUNDS = reduce(25);

export function bench() {
  const watched = watchTransactions();
  return withBank((small) =>
    withBank(async (large) => {
      const stores = { small: await fillStore(small, SMALL), large: await fillStore(large, LARGE) };
      const times = await measureOperations(stores);
      watched.reset();
      const runs = { small: await runBatch(small), large: await runBatch(large) };
      return [createTable(times, runs), createTransactionTable(watched.longest)];
    }),
  );
}

/** Measures the median milliseconds of each operation in each store, in turn. */
async function measureOperations(stores) {
  const times = Object.fromEntries(Object.keys(stores.small).map((name) => [name, { small: [], large: [] }]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, own] of Object.entries(times)) {
      for (const [store, operations] of Object.entries(stores)) {
        const started = performance.now();
        await operations[name]();
        // The first round warms up.
        if (round > 0) own[store].push(performance.now() - started);
      }
    }
  }
  return times;
}

/** Runs the batch of all that is pending. */
async function runBatch(bank) {
  const started = performance.now();
  const { settled } = await bank.operate('/operator/batch/run');
  return { settled, perPayment: (performance.now() - started) / settled };
}

function createTable(times, { small, large }) {
  const limit = { atMost: 1.3 };
  return {
    title: `Operations in a store of ${LARGE} payments, beside ${SMALL} (medians of ${ROUNDS}, in turn)`,
    unit: 'ms',
    floor: `the store of ${SMALL}`,
    rows: [
      ...Object.entries(times).flatMap(([name, own]) => [
        createRow(`${name}, ${SMALL}`, median(own.small), median(own.small)),
        createRow(`${name}, ${LARGE}`, median(own.large), median(own.small), limit),
      ]),
      createRow(`a settled payment of a run over ${small.settled}`, small.perPayment, small.perPayment),
      createRow(
        `a settled payment of a run over ${large.settled}`,
        large.perPayment,
        small.perPayment,
        limit,
      ),
    ],
  };
}

function createTransactionTable({ read, write, writeByProcessor, commit }) {
  const limit = { atMost: 1 };
  return {
    title: `The longest transactions of those runs, ${PENDING_SHARE * 100} % of the payments pending`,
    unit: 'ms',
    floor: 'what is named',
    rows: [
      createRow('a read transaction, over 100 ms', read, 100, limit),
      createRow('a write transaction before its COMMIT, over 50 ms', write, 50, limit),
      createRow('one with its COMMIT, by the processor, over 50 ms', writeByProcessor, 50, limit),
      createRow('a COMMIT, over 50 ms', commit, 50),
    ],
  };
}
