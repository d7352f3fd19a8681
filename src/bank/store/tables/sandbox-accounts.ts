import { type Op, run } from '../../../store/contract.ts';
import { text } from '../../../store/row.ts';
import type { Account } from '../../domain/world.ts';

/** Inserts an account; its balance is a booking. */
export function* insertAccount(account: Omit<Account, 'openingMinor'>): Op<void> {
  yield* run(
    `INSERT INTO accounts
       (place, id, customer_number, name, bban, iban, currency, product, cash_account_type, credit_line)
     SELECT COALESCE(MAX(place), -1) + 1, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM accounts`,
    account.id,
    account.customerNumber,
    account.accountName,
    account.bban,
    account.iban,
    account.currency,
    account.product,
    account.cashAccountType,
    account.creditLine,
  );
}

/** Sets what an account expects beside its pending payments. @see D8-both-balances */
export function* setAdjustment(id: string, adjustmentMinor: bigint): Op<void> {
  yield* run('UPDATE accounts SET pending_adjustment_minor = ? WHERE id = ?', adjustmentMinor, id);
}

const MOST_NUMBERS = 500;

/**
 * Those of these bbans and IBANs that are another account's.
 * @param id of the account that is meant by none of them
 */
export function* numbersOfOthers(numbers: readonly string[], id: string): Op<ReadonlySet<string>> {
  const others = new Set<string>();
  for (let start = 0; start < numbers.length; start += MOST_NUMBERS) {
    const some = numbers.slice(start, start + MOST_NUMBERS);
    const marks = some.map(() => '?').join(', ');
    const rows = yield* run(
      `SELECT bban AS number FROM accounts WHERE bban IN (${marks}) AND id <> ?
       UNION ALL SELECT iban FROM accounts WHERE iban IN (${marks}) AND id <> ?`,
      ...some,
      id,
      ...some,
      id,
    );
    for (const row of rows) others.add(text(row, 'number'));
  }
  return others;
}
