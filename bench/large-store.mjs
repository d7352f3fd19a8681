// A store of 200,000 payments, half of them pending, beside a small one: what each request takes, a batch of all that
// is pending, and how long any transaction is open. The rows are copies of those of two payments that were made, one
// booked and one approved; totals are raised by what the copies add up to.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBank } from './support/bank.mjs';
import { copyPayments } from './support/copied-payments.mjs';
import { timeProcess as runOnce } from './support/processes.mjs';
import { median } from './support/tables.mjs';
import { watchTransactions } from './support/transaction-times.mjs';

const LARGE = 100_000;
const SMALL = 100;
const ROUNDS = 25;

const runFile = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const EXAMPLE = [runFile, 'payments', 'create', '--domestic', '--example', '--json'];

const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';
const CROSS_BORDER = '/v1/payments/norwegian-cross-border-credit-transfers';

export async function bench() {
  const transactions = watchTransactions();
  const [medians, batches] = await withBank((small) =>
    withBank(async (large) => {
      const stores = { small: await filled(small, SMALL), large: await filled(large, LARGE) };
      const measured = await mediansOf(stores);
      return [measured, { small: await batch(small), large: await batch(large, transactions) }];
    }),
  );
  const rows = Object.entries(medians.small).flatMap(([name, floor]) => [
    { name: `${name}: small store`, value: floor, ratio: 1 },
    row(`${name}: large store`, medians.large[name], floor, 1.5),
  ]);
  const { small, large } = batches;
  const { longest } = large;
  return {
    title: `${2 * LARGE} payments, ${LARGE} of them pending, beside ${2 * SMALL} (medians of ${ROUNDS}, in turn)`,
    unit: 'ms',
    floor: 'the small store, or what is named',
    rows: [
      ...rows,
      { name: `batch of ${small.settled}, each payment`, value: small.perPayment, ratio: 1 },
      row(`batch of ${large.settled}, each payment`, large.perPayment, small.perPayment),
      row('that batch, whole', large.milliseconds, small.milliseconds),
      row('longest read transaction of the large store, over 100 ms', longest.read, 100, 1),
      row('longest write transaction before its COMMIT, over 50 ms', longest.write, 50, 1),
      row('the longest with its COMMIT by the processor, over 50 ms', longest.writeByProcessor, 50, 1),
      row('longest COMMIT, over 50 ms', longest.commit, 50),
    ],
  };
}

function row(name, value, floor, atMost) {
  return { name, value, ratio: value / floor, ...(atMost ? { limit: { atMost } } : {}) };
}

/** Fills a store with so many booked and so many pending payments. @returns what is measured on it */
async function filled(bank, count) {
  const create = () => bank.send(bank.sign('POST', DOMESTIC, bodyOf(bank, 'bban')));
  const approve = ({ paymentId }) => bank.operate(`/operator/sca/${paymentId}/approve`);
  const booked = await create();
  await approve(booked);
  await bank.operate('/operator/batch/run');
  const pending = await create();
  await approve(pending);
  const read = await bank.send(bank.sign('POST', CROSS_BORDER, bodyOf(bank, 'iban')));
  copyPayments(bank.path, { booked: booked.paymentId, pending: pending.paymentId, count });
  const env = { PSD2_HOME: dirname(dirname(bank.path)) };
  return {
    'list of accounts': () => bank.send(bank.sign('GET', '/v1/sandbox/accounts')),
    'list of customers': () => bank.send(bank.sign('GET', '/v1/sandbox/customers')),
    status: () => bank.send(bank.sign('GET', `${CROSS_BORDER}/${read.paymentId}/status`)),
    creation: create,
    'creation and approval': async () => approve(await create()),
    'payments create --example, the process': async () => runOnce(EXAMPLE, env),
  };
}

/** Of each act on each store, in turn, so that what else the machine does falls on both. */
async function mediansOf(stores) {
  const times = Object.entries(stores).map(([store, acts]) => ({ store, acts, of: {} }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of Object.keys(stores.small)) {
      for (const { acts, of } of times) {
        const started = performance.now();
        await acts[name]();
        // The first round warms up.
        if (round > 0) of[name] = [...(of[name] ?? []), performance.now() - started];
      }
    }
  }
  return Object.fromEntries(
    times.map(({ store, of }) => [
      store,
      Object.fromEntries(Object.entries(of).map(([name, all]) => [name, median(all)])),
    ]),
  );
}

/** Runs the batch of all that is pending; the longest transactions are those since the stores were opened. */
async function batch(bank, transactions) {
  const started = performance.now();
  const { settled } = await bank.operate('/operator/batch/run');
  const milliseconds = performance.now() - started;
  return { settled, milliseconds, perPayment: milliseconds / settled, longest: transactions?.longest };
}

let made = 0;

function bodyOf({ accounts }, number) {
  made += 1;
  return {
    instructedAmount: { amount: '1.00', currency: 'NOK' },
    creditorName: 'Ola Eksempel',
    creditorAddress: { country: 'NO' },
    debtorAccount: { bban: accounts[0].bban, currency: 'NOK' },
    creditorAccount: { [number]: accounts[2][number], currency: 'NOK' },
    remittanceInformationUnstructured: `bench ${made}`,
  };
}
