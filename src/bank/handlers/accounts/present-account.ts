import type { Op } from '../../../store/contract.ts';
import { nameOfCashAccountType } from '../../../values/cash-account-types.ts';
import { fixInForce } from '../../../wire/accept-fix.ts';
import type { Account } from '../../../wire/information/account.ts';
import { link } from '../../../wire/link.ts';
import { BANK_BIC } from '../../domain/world.ts';
import type { Exchange } from '../../exchange.ts';
import type { AccountWithBalance } from '../../store/tables/accounts.ts';
import { findNamedCustomer } from '../../store/tables/customers.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { LIMITS, shownName, upTo } from './fitting.ts';
import { presentBalances, wantsBalances } from './present-balances.ts';

/** @see D7-account */
export function* presentAccount(
  exchange: Exchange,
  world: WorldState,
  found: AccountWithBalance,
): Op<Account> {
  const { id, customerNumber, accountName, bban, iban, currency, product, cashAccountType } = found.account;
  const owner = yield* findNamedCustomer(customerNumber);
  const self = exchange.href(`/v1/accounts/${id}`);
  return {
    resourceId: id,
    bban,
    iban,
    currency,
    name: shownName(exchange, world, accountName),
    product: upTo(LIMITS.product, product),
    cashAccountType: shownType(exchange, world, cashAccountType),
    bic: BANK_BIC,
    ownerName: upTo(LIMITS.ownerName, owner?.customerName),
    ...(wantsBalances(exchange) && { balances: presentBalances(exchange, world, found, found.account) }),
    _links: {
      self: link(self, 'GET'),
      balances: link(`${self}/balances`, 'GET'),
      transactions: link(`${self}/transactions`, 'GET'),
    },
  };
}

/** A text for people before the codes of ISO 20022 were the default. @see D3-accept-fix-cash-account-type */
function shownType(
  exchange: Exchange,
  { bankNow }: WorldState,
  type: AccountWithBalance['account']['cashAccountType'],
): string {
  const isCode = fixInForce('cashAccountTypeIso', exchange.headerList('x-accept-fix'), bankNow);
  return isCode ? type : nameOfCashAccountType(type);
}
