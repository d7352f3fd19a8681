import { flagValues } from '../../forms/flag-values.ts';
import { isObject, type JsonObject } from '../../json-object.ts';
import { openSettings } from '../../settings/open-settings.ts';
import type { GivenFlags } from '../../settings/precedence.ts';
import type { Profile } from '../../settings/profile.ts';
import { isCurrency } from '../../values/currencies.ts';
import { formatAmount, parseAmount } from '../../values/money.ts';
import type { Program } from '../program.ts';
import { type GivenBody, prepareGiven } from './input.ts';

/** A payment as it would be sent, for who is asked whether it is right. @see C-payment-summary */
export interface PaymentSummary {
  /** What the body holds, by flag without its dashes. */
  readonly values: Readonly<Record<string, string>>;
  /** Of a bulk: how many payments it has, and what they come to in each currency. */
  readonly count?: number;
  readonly totals?: readonly Total[];
  readonly profile: string;
  readonly bank: Profile['bank'];
  /** Of a bank elsewhere. */
  readonly host?: string;
}

interface Total {
  readonly amount: string;
  readonly currency: string;
}

/** @throws Fault as the creation of the payment would, before anything is sent */
export async function summaryOf(
  { surroundings }: Pick<Program, 'surroundings'>,
  given: GivenBody,
  settings: GivenFlags,
): Promise<PaymentSummary> {
  const { profile } = openSettings(surroundings, settings);
  const { body } = await prepareGiven(given);
  const sent = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  const payments = Array.isArray(sent.payments) ? sent.payments.filter(isObject) : undefined;
  return {
    values: flagValues(given.kind, sent),
    ...(payments === undefined ? {} : { count: payments.length, totals: totalsOf(payments) }),
    profile: profile.name,
    bank: profile.bank,
    ...(profile.bank === 'embedded' ? {} : { host: new URL(profile.remote.baseUrl).host }),
  };
}

function totalsOf(payments: readonly JsonObject[]): readonly Total[] {
  const sums = new Map<string, bigint>();
  for (const { instructedAmount } of payments) {
    const { amount, currency } = isObject(instructedAmount) ? instructedAmount : {};
    if (typeof currency !== 'string' || !isCurrency(currency)) continue;
    sums.set(currency, (sums.get(currency) ?? 0n) + (parseAmount(amount, currency) ?? 0n));
  }
  return [...sums].flatMap(([currency, sumMinor]) =>
    isCurrency(currency) ? [{ amount: formatAmount(sumMinor, currency), currency }] : [],
  );
}
