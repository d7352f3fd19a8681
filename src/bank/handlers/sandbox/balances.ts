import { entry } from '../../domain/ledger.ts';
import { balancesGiven, type GivenBalance, inOtherCurrency } from '../../domain/sandbox-balances.ts';
import { refuseBody, unknownResource } from '../../refusal.ts';
import type { Handler } from '../../routes/route.ts';
import { findAccountWithBalance } from '../../store/tables/accounts.ts';
import { book } from '../../store/tables/ledger.ts';
import { setAdjustment } from '../../store/tables/sandbox-accounts.ts';
import { nextSequence } from '../../store/tables/world.ts';
import { showAccount } from './show-account.ts';

/**
 * Sets the balances of an account exactly, and books the difference against SUSPENSE.
 * @see interface.md Sandbox balance update
 * @see D8-set-balance, D8-both-balances
 */
export const updateSandboxAccountBalances: Handler = function* (exchange, world) {
  const id = exchange.param('mockAccountId');
  const given = exchange.body as readonly GivenBalance[];
  const found = yield* findAccountWithBalance(id);
  if (!found) return unknownResource('account');
  const { currency } = found.account;
  const faults = inOtherCurrency(given, currency).map((place) => {
    const path = `[${place}].balanceAmount.currency`;
    return { path, text: `${path} must be the account's, ${currency}` };
  });
  if (faults.length > 0) return refuseBody(faults);
  const set = balancesGiven(given, currency);
  if (set) {
    const differenceMinor = set.closingBookedMinor - found.balanceMinor;
    if (differenceMinor !== 0n) {
      yield* book([
        {
          sequence: nextSequence(world),
          kind: 'balance',
          bookedAt: world.bankNow,
          entry: entry('SUSPENSE', id, currency, differenceMinor),
        },
      ]);
    }
    yield* setAdjustment(id, set.adjustmentMinor);
  }
  return { status: 200, json: yield* showAccount(exchange, id) };
};
