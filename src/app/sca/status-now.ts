import { readBasketStatus } from '../../client/baskets.ts';
import type { PsuNaming } from '../../client/name-psu.ts';
import { KINDS } from '../../client/payment-kind.ts';
import { readPaymentStatus } from '../../client/read-payment.ts';
import type { Session } from '../../client/session.ts';
import type { TransactionStatus } from '../../values/statuses.ts';
import type { Approvable } from './started.ts';

/**
 * What the bank says now of what an SCA has approved, over the signed channel: the answer that started the SCA tells
 * what was before it. @see C-status-of-now
 */
export async function statusNow(
  { ledger, call }: Session,
  { kind, id }: Approvable,
  psu: PsuNaming,
): Promise<TransactionStatus> {
  if (kind === 'basket')
    return (await call(readBasketStatus, { basketId: id }, psu)).resource.transactionStatus;
  const { service, product } = (await ledger.payment(id)) ?? KINDS.domestic;
  const { resource } = await call(readPaymentStatus, { service, product, paymentId: id }, psu);
  return resource.transactionStatus;
}
