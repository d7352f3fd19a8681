import type { AccountBalances, AccountList, OneAccount } from '../../wire/information/account.ts';
import { reading } from './reading.ts';

export interface WithBalance {
  /** Whether each account comes with its balances. */
  readonly withBalance?: true;
}

export interface AccountReference {
  /** Its resourceId. */
  readonly accountId: string;
}

/** The accounts that the PSU has consented to. @see D7-account */
export const listAccounts = reading<WithBalance, AccountList>('list accounts', ['withBalance']);

/** @see D7-account */
export const readAccount = reading<AccountReference & WithBalance, OneAccount>('read account', [
  'withBalance',
]);

/** @see D7-balances */
export const readAccountBalances = reading<AccountReference, AccountBalances>('read account balances');
