import type { Operation } from '../../client/operation.ts';
import { isElevenDigits } from '../../values/bban.ts';
import { unspaced } from '../../values/written-number.ts';
import type { Account, AccountBalances, AccountList, OneAccount } from '../../wire/information/account.ts';
import type {
  CardAccount,
  CardAccountBalances,
  CardAccountList,
  OneCardAccount,
} from '../../wire/information/card-account.ts';

interface Operations<List, One, Balances, Reference> {
  readonly list: Operation<{ readonly withBalance?: true }, List>;
  readonly one: Operation<Reference & { readonly withBalance?: true }, One>;
  readonly balances: Operation<Reference, Balances>;
}

/** Accounts or card accounts, as their PSU has consented to them. */
export interface InformationSort<Item, List, One, Balances, Reference> {
  /** What one is called. */
  readonly word: string;
  /** The topic of its commands. */
  readonly topic: 'accounts' | 'cards';
  /** Loaded where a bank is open: what reads their answers is large. */
  readonly operations: () => Promise<Operations<List, One, Balances, Reference>>;
  readonly itemsOf: (list: List) => readonly Item[];
  readonly idOf: (item: Item) => string;
  readonly reference: (id: string) => Reference;
  /** Whether this is a number that the list of them tells the id of. */
  readonly isNumber: (name: string) => boolean;
  readonly numbersOf: (item: Item) => readonly (string | undefined)[];
}

/** By resourceId, bban or IBAN. @see C-account-named */
export const ACCOUNTS: InformationSort<
  Account,
  AccountList,
  OneAccount,
  AccountBalances,
  { readonly accountId: string }
> = {
  word: 'account',
  topic: 'accounts',
  operations: async () => {
    const { listAccounts, readAccount, readAccountBalances } = await import(
      '../../client/information/accounts.ts'
    );
    return { list: listAccounts, one: readAccount, balances: readAccountBalances };
  },
  itemsOf: ({ accounts }) => accounts,
  idOf: ({ resourceId }) => resourceId,
  reference: (accountId) => ({ accountId }),
  isNumber: (name) => isElevenDigits(unspaced(name)) || IBAN.test(unspaced(name)),
  numbersOf: ({ bban, iban }) => [bban, iban],
};

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/;

/** By resourceId or masked PAN. @see C-account-named */
export const CARDS: InformationSort<
  CardAccount,
  CardAccountList,
  OneCardAccount,
  CardAccountBalances,
  { readonly cardAccountId: string }
> = {
  word: 'card account',
  topic: 'cards',
  operations: async () => {
    const { listCardAccounts, readCardAccount, readCardAccountBalances } = await import(
      '../../client/information/card-accounts.ts'
    );
    return { list: listCardAccounts, one: readCardAccount, balances: readCardAccountBalances };
  },
  itemsOf: ({ cardAccounts }) => cardAccounts,
  idOf: ({ resourceId }) => resourceId,
  reference: (cardAccountId) => ({ cardAccountId }),
  isNumber: (name) => /^[\dX*•]{8,19}$/.test(unspaced(name)),
  numbersOf: ({ maskedPan }) => [maskedPan],
};
