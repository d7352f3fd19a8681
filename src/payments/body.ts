import type { Making } from '../client/ledger/ledger.ts';
import { isObject } from '../json-object.ts';
import { isCurrency } from '../values/currencies.ts';
import { formatAmount, parseAmount } from '../values/money.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * What a list tells of a payment that was made, by the body that made it.
 * @param at milliseconds since 1970
 * @see C-payments-list
 */
export function makingOf(body: Uint8Array, transactionStatus: unknown, at: number): Making {
  const whole = membersOf(JSON.parse(Buffer.from(body).toString('utf8')));
  const parts = Array.isArray(whole.payments) ? whole.payments.map(membersOf) : [whole];
  const amount = sumOf(parts.map(({ instructedAmount }) => membersOf(instructedAmount)));
  const names = new Set(parts.map(({ creditorName }) => creditorName));
  const [creditorName] = names;
  return {
    at,
    ...(amount === undefined ? {} : { amount }),
    ...(names.size === 1 && typeof creditorName === 'string' ? { creditorName } : {}),
    ...(typeof transactionStatus === 'string' ? { transactionStatus } : {}),
  };
}

/** Of several payments it has a sum where they have one currency. */
function sumOf(amounts: readonly Members[]): Making['amount'] {
  const [first] = amounts;
  const currency = first?.currency;
  if (typeof currency !== 'string' || !isCurrency(currency)) return undefined;
  let sum = 0n;
  for (const one of amounts) {
    const minor = one.currency === currency ? parseAmount(one.amount, currency) : undefined;
    if (minor === undefined) return undefined;
    sum += minor;
  }
  return { amount: formatAmount(sum, currency), currency };
}

function membersOf(value: unknown): Members {
  return isObject(value) ? (value as Members) : {};
}
