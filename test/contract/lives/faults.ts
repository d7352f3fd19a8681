import { createBasket, received, sendBasket } from '../../support/life/baskets.ts';
import { call, KARI } from '../../support/life/payments.ts';
import { type Life, life } from '../record.ts';

/** When the bank itself is at fault. @see D2-status-codes */
export const FAULT_LIVES: readonly Life[] = [
  {
    faults: 4,
    ...life('payments and baskets of a bank whose store is closed', async (bank) => {
      const payments = await received(bank);
      const basket = await createBasket(bank, payments);
      await bank.close();
      await bank.send({ headers: { 'X-PSU-IDENTITY': KARI } });
      await sendBasket(bank, payments);
      await call(bank, payments[0]!, 'GET');
      await call(bank, basket, 'GET');
    }),
  },
];
