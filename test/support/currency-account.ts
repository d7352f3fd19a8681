import { type Op, run } from '../../src/store/contract.ts';
import type { TestBank } from './bank.ts';
import { inStore } from './store-work.ts';

/**
 * Gives an account of a fresh bank another currency and an opening balance in it: the initial data has accounts in
 * NOK only. The books stay in balance.
 */
export async function openInCurrency(
  bank: TestBank,
  bban: string,
  currency: string,
  balanceMinor: bigint,
): Promise<void> {
  await bank.send({ method: 'GET', path: '/v1/sandbox/customers' });
  await inStore(bank.path, () => reopen(bban, currency, balanceMinor));
}

function* reopen(bban: string, currency: string, balanceMinor: bigint): Op<void> {
  const own = 'SELECT id FROM accounts WHERE bban = ?';
  const ofAccount = `SELECT booking FROM booking_lines WHERE account = (${own})`;
  yield* run(
    `UPDATE booking_lines SET currency = ?,
       amount_minor = CASE WHEN account = (${own}) THEN ? ELSE ? END
     WHERE booking IN (${ofAccount})`,
    currency,
    bban,
    balanceMinor,
    -balanceMinor,
    bban,
  );
  yield* run('UPDATE accounts SET currency = ? WHERE bban = ?', currency, bban);
  yield* run('DELETE FROM balances');
  yield* run(
    `INSERT INTO balances (account, currency, balance_minor)
     SELECT account, currency, SUM(amount_minor) FROM booking_lines GROUP BY account, currency`,
  );
}
