import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { AtBank } from './at-bank.ts';

/** What the bank says of a payment, for the list of those that this profile made. @see C-payments-list */
export function rememberStatus(
  { remember }: Pick<AtBank, 'remember'>,
  paymentId: string,
  transactionStatus: string,
): Promise<void> {
  return remember(async (ledger) => {
    if (transactionStatus.includes('\0'))
      throw new Fault('ANSWER_INVALID', "The bank's transactionStatus has U+0000.");
    await ledger.rememberStatus(paymentId, transactionStatus, clock());
  });
}
