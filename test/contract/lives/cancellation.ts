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
import type { Life } from '../record.ts';

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
  {
    what: 'a payment cancelled before it is authorised',
    live: async (bank) => {
      const payment = await create(bank);
      await cancel(bank, payment);
      await readStatus(bank, payment);
      await cancel(bank, payment);
      await call(bank, payment, 'POST', CANCELLATIONS);
    },
  },
  ...CANCELLABLE.map((state) => ({
    what: `a payment cancelled in ${state}`,
    live: (bank: TestBank) => cancelInState(bank, state),
  })),
  {
    what: 'a cancellation that the PSU declines',
    live: async (bank) => {
      const payment = await reach(bank, 'ACTC');
      await cancel(bank, payment);
      const { authorisationId } = await start(bank, payment, CANCELLATIONS);
      await decline(bank, payment);
      await scaStatusOf(bank, payment, authorisationId, CANCELLATIONS);
      await readStatus(bank, payment);
    },
  },
];
