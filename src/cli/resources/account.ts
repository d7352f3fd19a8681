import type {
  Account,
  CardAccount,
  ListedAccounts,
  ListedCards,
  ReadAccount,
  ReadBalances,
  ReadCard,
  ReadCardBalances,
} from '../../accounts/read.ts';
import type { Column } from '../columns.ts';
import { card, type Presentation, table } from '../presentation.ts';
import type { Money } from '../shown-values.ts';
import { moneyOf } from './members.ts';
import { of } from './owned.ts';

export type { ListedAccounts, ListedCards, ReadAccount, ReadBalances, ReadCard, ReadCardBalances };

interface Holding {
  readonly balances?: ReadBalances['balances'] | undefined;
}

/** What the interface calls the balances, and people. */
const BALANCES: readonly (readonly [type: string, label: string])[] = [
  ['closingBooked', 'Booked'],
  ['expected', 'Expected'],
  ['interimAvailable', 'Available'],
];

const balanceColumns: readonly Column<Holding>[] = [
  ...BALANCES.map(
    ([type, label]): Column<Holding> => ({ label, kind: 'amount', value: (held) => balanceOf(held, type) }),
  ),
  {
    label: 'Other balance',
    value: ({ balances = [] }) =>
      balances
        .filter(({ balanceType }) => BALANCES.every(([type]) => type !== balanceType))
        .map(
          ({ balanceType, balanceAmount: { amount, currency } }) => `${balanceType} ${amount} ${currency}`,
        ),
  },
];

function balanceOf({ balances = [] }: Holding, type: string): Money | undefined {
  return moneyOf(balances.find(({ balanceType }) => balanceType === type)?.balanceAmount);
}

const id: Column<{ readonly resourceId: string }> = {
  label: 'ID',
  kind: 'identifier',
  value: ({ resourceId }) => resourceId,
  isQuiet: true,
};

const number: Column<Pick<Account, 'bban' | 'iban'>> = {
  label: 'Account',
  kind: 'identifier',
  value: ({ bban, iban }) => bban ?? iban,
};
const name: Column<{ readonly name?: string | undefined }> = { label: 'Name', value: (one) => one.name };
const owner: Column<Account> = { label: 'Owner', value: ({ ownerName }) => ownerName };

/** A consent without accounts is none, but its cards can be all that it has. */
const NONE = "The PSU hasn't consented to any. To ask for a new choice:\npsd2 consent grant";

export const listedAccounts = table<Account, ListedAccounts>(
  [number, name, owner, ...balanceColumns, id],
  ({ accounts }) => accounts,
  NONE,
);

const accountCard = card<Account>([
  number,
  {
    label: 'IBAN',
    kind: 'identifier',
    value: ({ bban, iban }) => (bban === undefined ? undefined : iban),
  },
  name,
  owner,
  { label: 'Product', value: (account) => (account.product === account.name ? undefined : account.product) },
  { label: 'Type', value: ({ cashAccountType }) => cashAccountType },
  { label: 'Currency', value: ({ currency }) => currency },
  { label: 'BIC', kind: 'identifier', value: ({ bic }) => bic },
  ...balanceColumns,
  id,
]);

export const readAccount: Presentation<ReadAccount> = of(accountCard, ({ account }) => account);

const asOf: Column<Holding> = {
  label: 'As of',
  kind: 'date',
  value: ({ balances = [] }) => [...new Set(balances.flatMap(({ referenceDate = [] }) => referenceDate))],
};

const quietBooked: Column<Holding> = { ...(balanceColumns[0] as Column<Holding>), isQuiet: true };

export const readBalances: Presentation<ReadBalances> = of(
  card<Holding & ReadBalances['account']>([number, quietBooked, ...balanceColumns.slice(1), asOf]),
  ({ account, balances }) => ({ ...account, balances }),
);

const masked: Column<{ readonly maskedPan: string }> = {
  label: 'Card',
  kind: 'identifier',
  value: ({ maskedPan }) => maskedPan,
};

export const listedCards = table<CardAccount, ListedCards>(
  [masked, name, ...balanceColumns, id],
  ({ cardAccounts }) => cardAccounts,
  NONE,
);

const cardAccountCard = card<CardAccount>([
  masked,
  name,
  { label: 'Product', value: (one) => (one.product === one.name ? undefined : one.product) },
  { label: 'Currency', value: ({ currency }) => currency },
  { label: 'Credit limit', kind: 'amount', value: ({ creditLimit }) => moneyOf(creditLimit) },
  {
    label: 'Pays as',
    kind: 'identifier',
    value: ({ relatedAccount }) => relatedAccount?.identification,
  },
  ...balanceColumns,
  id,
]);

export const readCard: Presentation<ReadCard> = of(cardAccountCard, ({ cardAccount }) => cardAccount);

export const readCardBalances: Presentation<ReadCardBalances> = of(
  card<Holding & ReadCardBalances['cardAccount']>([masked, quietBooked, ...balanceColumns.slice(1), asOf]),
  ({ cardAccount, balances }) => ({ ...cardAccount, balances }),
);
