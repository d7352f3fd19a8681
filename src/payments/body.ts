import type { Making } from '../client/ledger/types.ts';
import { isObject } from '../json-object.ts';
import { type Currency, isCurrency } from '../values/currencies.ts';
import { formatAmount, parseAmount } from '../values/money.ts';

type Members = Readonly<Record<string, unknown>>;

/** The payment of a body, or those of a bulk. @throws SyntaxError for what isn't JSON */
export function paymentsIn(body: Uint8Array): readonly Members[] {
  const whole = membersOf(JSON.parse(Buffer.from(body).toString('utf8')));
  return Array.isArray(whole.payments) ? whole.payments.map(membersOf) : [whole];
}

/** Adds up payments. Undefined where they don't have one currency, or an amount can't be read. */
export function sumOf(payments: readonly Members[]): { amount: string; currency: Currency } | undefined {
  const amounts = payments.map(({ instructedAmount }) => membersOf(instructedAmount));
  const currency = amounts[0]?.currency;
  if (typeof currency !== 'string' || !isCurrency(currency)) return undefined;
  let sum = 0n;
  for (const one of amounts) {
    const minor = one.currency === currency ? parseAmount(one.amount, currency) : undefined;
    if (minor === undefined) return undefined;
    sum += minor;
  }
  return { amount: formatAmount(sum, currency), currency };
}

/**
 * What a list tells of a payment that was made, by the body that made it.
 * @param at milliseconds since 1970
 * @see C-payments-list
 */
export function makingOf(body: Uint8Array, transactionStatus: unknown, at: number): Making {
  const payments = paymentsIn(body);
  const [creditorName, ...others] = new Set(payments.map((payment) => payment.creditorName));
  return {
    at,
    amount: sumOf(payments),
    creditorName: others.length === 0 && typeof creditorName === 'string' ? creditorName : undefined,
    transactionStatus: typeof transactionStatus === 'string' ? transactionStatus : undefined,
  };
}

function membersOf(value: unknown): Members {
  return isObject(value) ? (value as Members) : {};
}
