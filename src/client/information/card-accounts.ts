import type {
  CardAccountBalances,
  CardAccountList,
  OneCardAccount,
} from '../../wire/information/card-account.ts';
import type { WithBalance } from './accounts.ts';
import { reading } from './reading.ts';

export interface CardAccountReference {
  /** Its resourceId. */
  readonly cardAccountId: string;
}

/** The card accounts that the PSU has consented to. @see D7-card-account */
export const listCardAccounts = reading<WithBalance, CardAccountList>('list card accounts', ['withBalance']);

/** @see D7-card-account */
export const readCardAccount = reading<CardAccountReference & WithBalance, OneCardAccount>(
  'read card account',
  ['withBalance'],
);

/** @see D7-card-account */
export const readCardAccountBalances = reading<CardAccountReference, CardAccountBalances>(
  'read card account balances',
);
