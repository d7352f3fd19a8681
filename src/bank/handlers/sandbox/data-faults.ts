import type { Op } from '../../../store/contract.ts';
import type { Currency } from '../../../values/currencies.ts';
import type { ErrorCode } from '../../../wire/errors.ts';
import type { FieldFault } from '../../../wire/field.ts';
import { type GivenBalance, inOtherCurrency } from '../../domain/sandbox-balances.ts';
import { findCustomerType } from '../../store/tables/customers.ts';

type DataFault = FieldFault & { readonly code?: ErrorCode };

/** @see D8-unknown-customer */
export function* customerFaults(customerNumber: string): Op<readonly DataFault[]> {
  if ((yield* findCustomerType(customerNumber)) !== undefined) return [];
  const path = 'customerNumber';
  const text = `${path} isn't a customer in this sandbox: create the customer first`;
  return [{ code: 'RESOURCE_UNKNOWN', path, text }];
}

/**
 * @param at where the balances stand in the body
 * @see D8-balance-currency
 */
export function currencyFaults(
  given: readonly GivenBalance[],
  currency: Currency,
  at: '' | 'balances',
): readonly DataFault[] {
  return inOtherCurrency(given, currency).map((place) => {
    const path = `${at}[${place}].balanceAmount.currency`;
    return { path, text: `${path} must be the account's currency, ${currency}` };
  });
}
