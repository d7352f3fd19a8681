import type { Currency } from '../values/currencies.ts';
import { formatAmount } from '../values/money.ts';
import { fixInForce } from '../wire/accept-fix.ts';
import type { Amount } from '../wire/answers/shape.ts';
import type { Exchange } from './exchange.ts';
import type { WorldState } from './store/tables/world.ts';

/** An amount is a string, or a JSON number before that fix was the default. @see D3-accept-fix-cash-account-type */
export function shownAmount(
  exchange: Exchange,
  { bankNow }: WorldState,
  amountMinor: bigint,
  currency: Currency,
): Amount {
  const amount = formatAmount(amountMinor, currency);
  const asString = fixInForce('amountAsString', exchange.headerList('x-accept-fix'), bankNow);
  return { amount: asString ? amount : Number(amount), currency };
}
