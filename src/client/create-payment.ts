import type { TppMessage } from '../wire/errors.ts';
import type { PaymentCreated } from '../wire/payment.ts';
import { flagOf } from './domestic-fields.ts';
import { JSON_BODY, jsonObject, type Operation, pathOf, paymentHeaders } from './operation.ts';

export interface CreatePayment {
  readonly product: string;
  /** The exact bytes to send. */
  readonly body: Uint8Array;
  readonly allowLogicalDuplicate: boolean;
}

/** The flags that headers come from. */
const HEADER_FLAGS: Readonly<Record<string, string>> = {
  'PSU-IP-Address': '--psu-ip',
  'TPP-Redirect-URI': '--redirect-uri',
  'PSU-Context': '--context',
};

/** The bank says the same of an account that is not there and of one that is not the PSU's. @see decisions.md §4 */
function isDebtorUnknown({ code, path }: TppMessage): boolean {
  return code === 'RESOURCE_UNKNOWN' && path?.startsWith('debtorAccount.') === true;
}

/** @see interface.md Payment creation */
export const createPayment: Operation<CreatePayment, PaymentCreated> = {
  operation: 'create payment',
  method: 'POST',
  path: '/v1/payments/{product}',
  request: ({ product, body, allowLogicalDuplicate }, context) => ({
    method: createPayment.method,
    target:
      pathOf(context, createPayment.path, { product }) +
      (allowLogicalDuplicate ? '?allowLogicalDuplicate=true' : ''),
    headers: [...paymentHeaders(context), JSON_BODY],
    body,
  }),
  hint: (messages) => {
    const flags = new Set(
      messages.flatMap(({ path }) => (path === undefined ? [] : (flagOf(path) ?? HEADER_FLAGS[path] ?? []))),
    );
    if (flags.size === 0) return undefined;
    const change = `Change ${[...flags].join(', ')}`;
    return messages.some(isDebtorUnknown)
      ? `${change}, or name the PSU whose account it is with --as.`
      : `${change}.`;
  },
  resource: (response) => jsonObject(response) as unknown as PaymentCreated,
};
