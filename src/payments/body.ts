import { isUtf8 } from 'node:buffer';
import type { PaymentRecord } from '../client/ledger/types.ts';
import { isObject, type JsonObject } from '../core/json-object.ts';
import type { Fault } from '../errors.ts';
import { type Currency, isCurrency } from '../values/currencies.ts';
import { formatAmount, parseAmount } from '../values/money.ts';
import { type JsonFault, parseStrictJson } from '../wire/strict-json.ts';

/** Parses the payment of a body, or those of a bulk. @throws SyntaxError for invalid JSON */
export function parsePayments(body: Uint8Array): readonly JsonObject[] {
  const whole = getMembers(JSON.parse(Buffer.from(body).toString('utf8')));
  return Array.isArray(whole.payments) ? whole.payments.map(getMembers) : [whole];
}

type Amount = { readonly amount: string; readonly currency: Currency };

/** Adds up payments of one currency. Returns undefined for several currencies, or an unreadable amount. */
export function computeSum(payments: readonly JsonObject[]): Amount | undefined {
  const [sum, ...others] = computeTotals(payments) ?? [];
  return others.length === 0 ? sum : undefined;
}

/** Adds up payments by currency. Returns undefined for an unreadable amount. */
export function computeTotals(payments: readonly JsonObject[]): readonly Amount[] | undefined {
  const sums = new Map<Currency, bigint>();
  for (const { instructedAmount } of payments) {
    const { amount, currency } = getMembers(instructedAmount);
    if (typeof currency !== 'string' || !isCurrency(currency)) return undefined;
    const minor = parseAmount(amount, currency);
    if (minor === undefined) return undefined;
    sums.set(currency, (sums.get(currency) ?? 0n) + minor);
  }
  return [...sums].map(([currency, minor]) => ({ amount: formatAmount(minor, currency), currency }));
}

/**
 * Creates the record of a payment for the list of payments, from the body that created it.
 * @param at milliseconds since 1970
 * @see C-payments-list
 */
export function createPaymentRecord(body: Uint8Array, transactionStatus: unknown, at: number): PaymentRecord {
  const payments = parsePayments(body);
  const [creditorName, ...others] = new Set(payments.map((payment) => payment.creditorName));
  return {
    at,
    amount: computeSum(payments),
    creditorName: others.length === 0 && typeof creditorName === 'string' ? creditorName : undefined,
    transactionStatus: typeof transactionStatus === 'string' ? transactionStatus : undefined,
  };
}

function getMembers(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/**
 * Parses a file's JSON as strictly as the bank parses a body, so that nothing is dropped or replaced.
 * @param unreadable creates the fault from words that follow the file's name
 */
export function readJson(bytes: Uint8Array, unreadable: (what: string) => Fault): unknown {
  if (bytes.byteLength === 0) throw unreadable('is empty');
  if (!isUtf8(bytes)) throw unreadable("isn't UTF-8");
  const json = parseStrictJson(Buffer.from(bytes).toString('utf8'));
  if (!json.ok) throw unreadable(describeJsonFault(json.fault));
  return json.value;
}

function describeJsonFault(fault: JsonFault): string {
  switch (fault.kind) {
    case 'syntax':
      return `isn't JSON: it ${fault.where}`;
    case 'depth':
      return 'is nested deeper than 32 levels';
    case 'repeated-key':
      return `has ${fault.path} twice`;
  }
}
