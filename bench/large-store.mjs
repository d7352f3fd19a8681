// A store of 200,000 payments, half of them pending, beside a small one: what each request takes, a batch of all that
// is pending, and how long any transaction is open. The rows are copies of those of two payments that were made, one
// booked and one approved; totals are raised by what the copies add up to.

import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBank } from './bank-in-process.mjs';
import { copyPayments } from './copied-payments.mjs';
import { median, runOnce } from './processes.mjs';
import { watchTransactions } from './watched-transactions.mjs';

const LARGE = 100_000;
const SMALL = 100;
const ROUNDS = 25;
const PROCESSES = 7;

const runFile = fileURLToPath(new URL('../bin/run.js', import.meta.url));
const EXAMPLE = [runFile, 'payments', 'create', '--domestic', '--example', '--json'];

const DOMESTIC = '/v1/payments/norwegian-domestic-credit-transfers';
const CROSS_BORDER = '/v1/payments/norwegian-cross-border-credit-transfers';

export async function bench() {
  const transactions = watchTransactions();
  const small = await measure(SMALL, transactions);
  transactions.take();
  const large = await measure(LARGE, transactions);
  const rows = Object.entries(small.medians).flatMap(([name, floor]) => [
    { name: `${name}: small store`, value: floor, ratio: 1 },
    {
      name: `${name}: large store`,
      value: large.medians[name],
      ratio: large.medians[name] / floor,
      limit: { atMost: 1.5 },
    },
  ]);
  const perPayment = small.batchMs / small.settled;
  return {
    title: `${2 * LARGE} payments, ${LARGE} of them pending, beside ${2 * SMALL} (medians of ${ROUNDS})`,
    unit: 'ms',
    floor: 'the small store',
    rows: [
      ...rows,
      { name: `batch of ${small.settled}: small store, each payment`, value: perPayment, ratio: 1 },
      {
        name: `batch of ${large.settled}: large store, each payment`,
        value: large.batchMs / large.settled,
        ratio: large.batchMs / large.settled / perPayment,
      },
      { name: `that batch, whole`, value: large.batchMs, ratio: large.batchMs / small.batchMs },
      {
        name: 'longest read transaction, over 100 ms',
        value: large.longest.read,
        ratio: large.longest.read / 100,
        limit: { atMost: 1 },
      },
      {
        name: 'longest write transaction before its COMMIT, over 50 ms',
        value: large.longest.write,
        ratio: large.longest.write / 50,
        limit: { atMost: 1 },
      },
      { name: 'longest COMMIT, over 50 ms', value: large.longest.commit, ratio: large.longest.commit / 50 },
    ],
  };
}

/** A bank with so many booked and so many pending payments: medians of each request, then the batch. */
function measure(count, transactions) {
  return withBank(async (bank) => {
    const create = () => bank.send(bank.sign('POST', DOMESTIC, bodyOf(bank, 'bban')));
    const approve = ({ paymentId }) => bank.operate(`/operator/sca/${paymentId}/approve`);
    const booked = await create();
    await approve(booked);
    await bank.operate('/operator/batch/run');
    const pending = await create();
    await approve(pending);
    const read = await bank.send(bank.sign('POST', CROSS_BORDER, bodyOf(bank, 'iban')));
    copyPayments(bank.path, { booked: booked.paymentId, pending: pending.paymentId, count });
    const medians = await mediansOf({
      'list of accounts': () => bank.send(bank.sign('GET', '/v1/sandbox/accounts')),
      'list of customers': () => bank.send(bank.sign('GET', '/v1/sandbox/customers')),
      status: () => bank.send(bank.sign('GET', `${CROSS_BORDER}/${read.paymentId}/status`)),
      creation: create,
      'creation and approval': async () => approve(await create()),
    });
    const home = dirname(dirname(bank.path));
    const processes = Array.from({ length: PROCESSES }, () => runOnce(EXAMPLE, { PSD2_HOME: home }));
    medians['payments create --example, the process'] = median(processes);
    const started = performance.now();
    const { settled } = await bank.operate('/operator/batch/run');
    const batchMs = performance.now() - started;
    return { medians, settled, batchMs, longest: transactions.take() };
  });
}

async function mediansOf(acts) {
  const times = Object.fromEntries(Object.keys(acts).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, act] of Object.entries(acts)) {
      const started = performance.now();
      await act();
      // The first round warms up.
      if (round > 0) times[name].push(performance.now() - started);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
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
