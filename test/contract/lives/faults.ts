import { createBasket, received, sendBasket } from '../../support/life/baskets.ts';
import { approve } from '../../support/life/operator.ts';
import { call, KARI } from '../../support/life/payments.ts';
import { changeStore } from '../../support/store-work.ts';
import type { Life } from '../record.ts';

/** When the bank itself is at fault. @see D2-status-codes */
export const FAULT_LIVES: readonly Life[] = [
  {
    what: 'a payment and a basket in a store that someone has damaged',
    faults: 2,
    live: async (bank) => {
      const [payment, member] = await received(bank);
      await approve(bank, payment!);
      const basket = await createBasket(bank, [member!]);
      await changeStore(bank.path, `UPDATE payments SET currency = 'QQQ', status = 'QQQQ'`);
      await call(bank, payment!, 'GET');
      await call(bank, basket, 'GET');
    },
  },
  {
    what: 'a bank whose store is closed',
    faults: 2,
    live: async (bank) => {
      const payments = await received(bank);
      await bank.close();
      await bank.send({ headers: { 'X-PSU-IDENTITY': KARI } });
      await sendBasket(bank, payments);
    },
  },
];
