import type { PaymentReference } from '../../client/read-payment.ts';
import { shellWord } from '../../own-file.ts';
import type { TppMessage } from '../../wire/errors.ts';

/** What to do about a payment that can't be read: it may wait for its PSU. @see D4-domestic-read */
export function hintOfReading(
  messages: readonly TppMessage[],
  { paymentId }: PaymentReference,
  hasOperator: boolean,
) {
  if (!has(messages, 'RESOURCE_UNKNOWN')) return hintOfProduct(messages);
  const check = 'Check the id, --product and --as.';
  return hasOperator
    ? `${check} If the payment is waiting for its PSU:\npsd2 sca approve ${shellWord(paymentId)}`
    : `${check} A payment that's waiting for its PSU can't be read either. payments create printed the link to authorise it.`;
}

/** What to do about a payment that can't be authorised or cancelled. */
export function hintOfState(messages: readonly TppMessage[], { paymentId }: PaymentReference) {
  if (messages.some(isRightTaken)) return 'Payments from its account are blocked. Ask the bank.';
  if (messages.some(({ text }) => /\bbasket\b/i.test(text ?? ''))) return BASKET_HINT;
  if (has(messages, 'CONFLICT')) return `Check the payment's status:\npsd2 status ${shellWord(paymentId)}`;
  return has(messages, 'RESOURCE_UNKNOWN') ? 'Check the id, --product and --as.' : hintOfProduct(messages);
}

const BASKET_HINT =
  'Authorise its basket, or delete the basket:\npsd2 basket authorise BASKET --sca approve\npsd2 basket delete BASKET';

function hintOfProduct(messages: readonly TppMessage[]): string | undefined {
  if (has(messages, 'PRODUCT_INVALID'))
    return "Check --product. The bank's message lists what it offers. Bulk and periodic payments are always domestic.";
  return has(messages, 'PRODUCT_UNKNOWN')
    ? 'Check --product. Use domestic, cross-border, instant, periodic, bulk, or a product of the interface.'
    : undefined;
}

/** Other than a certificate without the role, this names the account. @see D6-payment-right */
export function isRightTaken({ code, path }: TppMessage): boolean {
  return code === 'FORBIDDEN' && path?.startsWith('debtorAccount') === true;
}

export function has(messages: readonly TppMessage[], wanted: TppMessage['code']): boolean {
  return messages.some(({ code }) => code === wanted);
}
