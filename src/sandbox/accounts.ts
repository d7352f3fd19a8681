import { type ColumnLine, type Columns, QUIET } from '../cli/columns.ts';
import { harmless } from '../cli/foreign-text.ts';
import { bankMessages } from '../cli/resources/members.ts';
import {
  createSandboxAccount,
  createSandboxCardAccount,
  deleteSandboxAccount,
  deleteSandboxCardAccount,
  listSandboxAccounts,
  listSandboxCardAccounts,
  readSandboxAccount,
  readSandboxCardAccount,
  updateSandboxAccountBalances,
  updateSandboxCardAccountBalances,
} from '../client/sandbox.ts';
import type { Session } from '../client/session.ts';
import type { SandboxAccount, SandboxCardAccount } from '../wire/answers/sandbox.ts';
import {
  balanceColumn,
  type Owned,
  ownerColumns,
  presentOne,
  WHOLE_UNITS,
  wholeUnits,
  withOwner,
} from './columns.ts';
import { CUSTOMERS, withCustomerNumber } from './customers.ts';
import type { Given } from './form.ts';
import { accountForm, balanceForm, cardAccountForm } from './forms.ts';
import { type Creation, choicesOf, chooseFrom, find, findId, listedType, NO_OWNERS } from './resource.ts';

type Account = Owned<SandboxAccount>;

const account: ColumnLine<Account> = ['Account', 'bban', 'identifier', QUIET];
const name: ColumnLine<Account> = ['Kind', 'accountName'];
const booked = balanceColumn('Booked', 'closingBooked');
const expected = balanceColumn('Expected', 'expected');

/** By id, bban or IBAN. */
export const ACCOUNTS = listedType<SandboxAccount, Account>({
  word: 'account',
  args: { account: 'The account, by id, bban or IBAN.' },
  list: listSandboxAccounts,
  read: readSandboxAccount,
  remove: deleteSandboxAccount,
  idOf: ({ id }) => id,
  namesOf: ({ bban, iban }) => [bban, iban],
  nameOf: ({ bban }) => bban,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: ({ accountName }) => accountName,
  hasOwners: true,
  row: withOwner,
  card: [
    account,
    ['IBAN', 'iban', 'identifier'],
    name,
    ...ownerColumns,
    ['Product', ({ product, accountName }) => (product === accountName ? undefined : product)],
    ['Type', 'cashAccountType'],
    [
      `Credit line ${WHOLE_UNITS}`,
      ({ creditLine, currency }) => wholeUnits({ amount: creditLine, currency }),
      'amount',
    ],
    booked,
    expected,
    ['ID', 'id', 'identifier'],
    ...bankMessages,
  ],
  table: [...ownerColumns, account, name, booked, expected],
  none: 'The sandbox has no accounts. Create one, or restore the initial data:\npsd2 sandbox account create\npsd2 sandbox init',
});

/** Columns of the accounts of a world that was just made. */
export const accountsOfNewWorld: Columns<Account> = [
  ...ownerColumns,
  account,
  name,
  balanceColumn('Balance', 'closingBooked'),
];

export const newAccount: Creation<SandboxAccount> = {
  form: accountForm,
  choices: { customer: (session) => chooseFrom(session, CUSTOMERS) },
  usual: { currency: 'NOK' },
  shown: presentOne(ACCOUNTS, NO_OWNERS),
  prepare: async (session, { given }) => ({
    operation: createSandboxAccount,
    given: await withCustomerNumber(session, given),
  }),
};

type CardAccount = Owned<SandboxCardAccount>;

const pan: ColumnLine<CardAccount> = ['Card', 'maskedPan', 'identifier'];
const limit: ColumnLine<CardAccount> = [
  `Credit limit ${WHOLE_UNITS}`,
  ({ creditLimit }) => wholeUnits(creditLimit),
  'amount',
];
const cardId: ColumnLine<CardAccount> = ['ID', 'resourceId', 'identifier', QUIET];

/** By id, by masked PAN, or by the reference that a payment from it gives. */
export const CARD_ACCOUNTS = listedType<SandboxCardAccount, CardAccount>({
  word: 'card-account',
  args: { card: 'The card account, by id, masked PAN or reference.' },
  list: listSandboxCardAccounts,
  read: readSandboxCardAccount,
  remove: deleteSandboxCardAccount,
  idOf: ({ resourceId }) => resourceId,
  namesOf: ({ maskedPan, relatedAccount }) => [maskedPan, relatedAccount.identification],
  nameOf: ({ resourceId }) => resourceId,
  ownerOf: ({ customerNumber }) => customerNumber,
  kindOf: ({ maskedPan }) => maskedPan,
  hasOwners: true,
  row: withOwner,
  card: [
    pan,
    ...ownerColumns,
    ['Product', 'product'],
    ['Status', 'status'],
    limit,
    booked,
    expected,
    ['Reference', ({ relatedAccount }) => relatedAccount.identification, 'identifier'],
    cardId,
    ...bankMessages,
  ],
  table: [...ownerColumns, pan, limit, booked, cardId],
  none: 'The sandbox has no card accounts. Create one, or restore the initial data:\npsd2 sandbox card-account create\npsd2 sandbox init',
});

export const newCardAccount: Creation<SandboxCardAccount> = {
  form: cardAccountForm,
  choices: { customer: (session) => chooseFrom(session, CUSTOMERS) },
  usual: { currency: 'NOK' },
  shown: presentOne(CARD_ACCOUNTS, NO_OWNERS),
  prepare: async (session, { given }) => ({
    operation: createSandboxCardAccount,
    given: await withCustomerNumber(session, given),
  }),
};

/** Sets the balances of an account or of a card account, whichever has the name. */
export const newBalance: Creation<SandboxAccount | SandboxCardAccount> = {
  form: balanceForm,
  args: { account: 'The account or card account, by id, bban, IBAN or masked PAN.' },
  choices: {
    ACCOUNT: async (session) => [
      ...(await chooseFrom(session, ACCOUNTS)),
      ...(await choicesOf(session, CARD_ACCOUNTS)),
    ],
  },
  shown: {
    text: (made, look) =>
      'bban' in made ? newAccount.shown.text(made, look) : newCardAccount.shown.text(made, look),
    quiet: (made) => ('bban' in made ? [made.bban] : [made.resourceId]).map((id) => harmless(id)),
  },
  prepare: async (session, { given }) => {
    const { own, mockAccountId } = await findAccount(session, given);
    const card = own === undefined ? await find(session, CARD_ACCOUNTS, mockAccountId) : undefined;
    if (card === undefined) {
      return {
        operation: updateSandboxAccountBalances,
        reference: { mockAccountId },
        known: own === undefined ? {} : { own },
      };
    }
    const reference = { mockCardAccountId: card.resourceId };
    return { operation: updateSandboxCardAccountBalances, reference, known: { own: ownOfCard(card) } };
  },
};

/** Finds the account that ACCOUNT names. The bank refuses the id of one that it doesn't list. */
export async function findAccount(session: Session, { ACCOUNT = '' }: Given) {
  const own = await find(session, ACCOUNTS, ACCOUNT);
  return { own, mockAccountId: own?.id ?? ACCOUNT };
}

/** Returns what a body takes of a card account. */
export function ownOfCard({ currency }: SandboxCardAccount) {
  return { bban: '', iban: '', currency };
}

/** Finds the ids of accounts and cards that people name by id or number, in the same order. @see C-sandbox-names */
export function idsOfAccounts(session: Session, names: readonly string[]): Promise<string[]> {
  return Promise.all(
    names.map(async (named) => {
      const found = await find(session, ACCOUNTS, named);
      return found === undefined ? findId(session, CARD_ACCOUNTS, named) : found.id;
    }),
  );
}
