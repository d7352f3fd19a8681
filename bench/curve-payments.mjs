// What each operation costs in a store of a thousand to a million payments. The stores take turns.
import { withBank } from './support/bank.mjs';
import { createCurve } from './support/curve.mjs';
import { fillStore } from './support/operations.mjs';
import { median, reduce } from './support/tables.mjs';

const PAYMENTS = [1_000, 10_000, 100_000, 1_000_000].map(reduce);
const ROUNDS = reduce(41);

export async function bench() {
  const stores = await openStores(PAYMENTS, measureStores);
  // The start of the process would hide the others.
  const names = Object.keys(stores[0]).filter((name) => !name.endsWith('the process'));
  const curve = (file, title, unit, read) =>
    createCurve({
      ...{ file, title, unit, axis: 'payments in the store', values: PAYMENTS },
      series: names.map((name) => ({ name, values: stores.map((times) => read(name, times)) })),
    });
  return [
    curve('payments', 'Operations by the size of the store', 'ms', (name, times) => times[name]),
    curve('payments-ratio', 'Operations by the size of the store', '× the smallest store', (name, times) => {
      return times[name] / stores[0][name];
    }),
  ];
}

/** Opens a bank for each number of payments, all at once. */
function openStores([payments, ...others], measure, filled = []) {
  return withBank(async (bank) => {
    const operations = await fillStore(bank, payments);
    const store = { bank, operations };
    return others.length === 0
      ? measure([...filled, store])
      : openStores(others, measure, [...filled, store]);
  });
}

/** Measures milliseconds of each operation, by its name, in each store. */
async function measureStores(stores) {
  const times = stores.map(({ operations }) =>
    Object.fromEntries(Object.keys(operations).map((name) => [name, []])),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of Object.keys(times[0])) {
      for (const [place, { operations }] of stores.entries()) {
        const started = performance.now();
        await operations[name]();
        // The first round warms up.
        if (round > 0) times[place][name].push(performance.now() - started);
      }
    }
  }
  return times.map((own) =>
    Object.fromEntries(Object.entries(own).map(([name, all]) => [name, median(all)])),
  );
}
