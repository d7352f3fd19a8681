import type { TestBank } from '../../support/bank.ts';
import { decline, play } from '../../support/life/operator.ts';
import {
  CANCELLATIONS,
  call,
  cancel,
  create,
  listed,
  readStatus,
  scaStatusOf,
  start,
} from '../../support/life/payments.ts';
import { reach, type State } from '../../support/life/states.ts';
import { type Life, life } from '../record.ts';

const CANCELLABLE: readonly State[] = ['ACTC', 'ACWC', 'ACCP', 'PDNG', 'ACSP'];

async function cancelInState(bank: TestBank, state: State): Promise<void> {
  const payment = await reach(bank, state);
  await cancel(bank, payment);
  const { authorisationId } = await start(bank, payment, CANCELLATIONS);
  await listed(bank, payment, CANCELLATIONS);
  await scaStatusOf(bank, payment, authorisationId, CANCELLATIONS);
  await play(bank, 'approve', authorisationId);
  await scaStatusOf(bank, payment, authorisationId, CANCELLATIONS);
  await readStatus(bank, payment);
}

export const CANCELLATION_LIVES: readonly Life[] = [
  life('a payment cancelled before it is authorised', async (bank) => {
    const payment = await create(bank);
    await cancel(bank, payment);
    await readStatus(bank, payment);
    await cancel(bank, payment);
    await call(bank, payment, 'POST', CANCELLATIONS);
  }),
  ...CANCELLABLE.map((state) =>
    life(`a payment cancelled in ${state}`, (bank: TestBank) => cancelInState(bank, state)),
  ),
  life('a cancellation that the PSU declines', async (bank) => {
    const payment = await reach(bank, 'ACTC');
    await cancel(bank, payment);
    const { authorisationId } = await start(bank, payment, CANCELLATIONS);
    await decline(bank, payment);
    await scaStatusOf(bank, payment, authorisationId, CANCELLATIONS);
    await readStatus(bank, payment);
  }),
];
