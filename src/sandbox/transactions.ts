import { USUAL_LIMIT } from '../accounts/transactions.ts';
import { type ColumnLine, type Columns, QUIET } from '../cli/columns.ts';
import { Flags } from '../cli/flags.ts';
import {
  createSandboxCardTransactions,
  createSandboxTransactions,
  listSandboxTransactions,
  readSandboxTransaction,
  type TransactionQuery,
} from '../client/sandbox.ts';
import type { Session } from '../client/session.ts';
import { readBankDate } from '../session/with-session.ts';
import type {
  SandboxCardTransactionsCreated,
  SandboxTransaction,
  SandboxTransactionsCreated,
} from '../wire/answers/sandbox.ts';
import { ACCOUNTS, CARD_ACCOUNTS, findAccount, ownOfCard } from './accounts.ts';
import { presentAdded, WHOLE_UNITS, wholeUnits } from './columns.ts';
import type { FormInput, Given, OwnAccount } from './form.ts';
import { cardTransactionForm, transactionForm } from './forms.ts';
import { type Creation, find, type SandboxType } from './resource.ts';

/** A transaction as its account sees it: an amount that the account pays is negative. */
interface Seen {
  readonly transaction: SandboxTransaction;
  readonly isPaid: boolean;
}

function seenBy(self: OwnAccount | undefined, transaction: SandboxTransaction): Seen {
  const { bban, iban } = transaction.debtorAccount;
  return { transaction, isPaid: self !== undefined && (bban === self.bban || iban === self.iban) };
}

function counterpartyOf({ transaction, isPaid }: Seen) {
  const { creditorName, creditorAccount, debtorName, debtorAccount } = transaction;
  const name = isPaid ? creditorName : debtorName;
  const { bban, iban } = isPaid ? creditorAccount : debtorAccount;
  return { name: name || undefined, account: bban || iban || undefined };
}

const id: ColumnLine<Seen> = [
  'Transaction',
  ({ transaction }) => transaction.transactionId,
  'identifier',
  QUIET,
];
const booked: ColumnLine<Seen> = ['Booked', ({ transaction }) => transaction.bookingDate, 'date'];
const amount: ColumnLine<Seen> = [
  `Amount ${WHOLE_UNITS}`,
  ({ transaction: { amount: units, currency }, isPaid }) =>
    wholeUnits({ amount: isPaid ? -units : units, currency }),
  'amount',
];
const text: ColumnLine<Seen> = [
  'Text',
  ({ transaction }) => transaction.remittanceInformationUnstructured || undefined,
];
const counterparty: ColumnLine<Seen> = ['Counterparty', (seen) => counterpartyOf(seen).name];

export async function locateAccount(session: Session, given: Given) {
  const { mockAccountId, own } = await findAccount(session, given);
  return { reference: { mockAccountId }, self: own };
}

/** Transactions of an account, which is named beside the id. */
export const TRANSACTIONS: SandboxType<SandboxTransaction, Seen> & {
  readonly table: Columns<Seen>;
  readonly none: string;
} = {
  word: 'transaction',
  args: { ...ACCOUNTS.args, transaction: 'The transaction, by id.' },
  choices: {
    ...ACCOUNTS.choices,
    // The newest of the account that is named.
    TRANSACTION: async (session, given) => {
      const { reference } = await locateAccount(session, given);
      const { resource } = await session.call(listSandboxTransactions, reference);
      return resource.map(({ transactionId, bookingDate, currency, ...transaction }) => ({
        value: transactionId,
        about: [
          bookingDate,
          `${transaction.amount} ${currency}`,
          transaction.remittanceInformationUnstructured,
        ],
      }));
    },
  },
  read: readSandboxTransaction,
  locate: async (session, given) => {
    const { reference, self } = await locateAccount(session, given);
    return { reference: { ...reference, mockTransactionId: given.TRANSACTION }, self };
  },
  row: (transaction, { self }) => seenBy(self, transaction),
  card: [
    id,
    booked,
    ['Value date', ({ transaction }) => transaction.valueDate, 'date'],
    amount,
    counterparty,
    ['Account', (seen) => counterpartyOf(seen).account, 'identifier'],
    text,
    ['Purpose', ({ transaction }) => transaction.purposeCode || undefined],
    ['Code', ({ transaction }) => transaction.bankTransactionCode, 'identifier'],
  ],
  table: [booked, amount, counterparty, text, id],
  none: 'No transactions. Add one:\npsd2 sandbox transactions add',
};

/** Asks for the bank's date where no date is given. */
async function todayFor(session: Session, { given, file }: FormInput): Promise<{ readonly today?: string }> {
  return file !== undefined || given.date !== undefined ? {} : { today: await readBankDate(session) };
}

export const newTransactions: Creation<SandboxTransactionsCreated> = {
  form: transactionForm,
  args: ACCOUNTS.args,
  choices: ACCOUNTS.choices,
  oneOf: ['--in', '--out'],
  shown: presentAdded(({ transactionIds }) => transactionIds),
  prepare: async (session, input) => {
    const { reference, self } = await locateAccount(session, input.given);
    const known = { ...(self && { own: self }), ...(await todayFor(session, input)) };
    return { operation: createSandboxTransactions, reference, known };
  },
};

export const newCardTransactions: Creation<SandboxCardTransactionsCreated> = {
  form: cardTransactionForm,
  args: CARD_ACCOUNTS.args,
  choices: CARD_ACCOUNTS.choices,
  shown: presentAdded(({ cardTransactionIds }) => cardTransactionIds),
  prepare: async (session, input) => {
    const { CARD = '' } = input.given;
    const card = await find(session, CARD_ACCOUNTS, CARD);
    const known = { ...(card && { own: ownOfCard(card) }), ...(await todayFor(session, input)) };
    const reference = { mockCardAccountId: card?.resourceId ?? CARD };
    return { operation: createSandboxCardTransactions, reference, known };
  },
};

/** Limits a list of transactions. */
export const rangeFlags = {
  from: Flags.string({ description: 'First booking date.', helpValue: 'YYYY-MM-DD' }),
  to: Flags.string({ description: 'Last booking date.', helpValue: 'YYYY-MM-DD' }),
  offset: Flags.integer({ description: 'How many to skip.', helpValue: 'N', min: 0 }),
  limit: Flags.integer({
    description: `How many to list, up to 1000. Default: ${USUAL_LIMIT}.`,
    helpValue: 'N',
    min: 1,
    max: 1000,
  }),
};

interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** Writes the range as the bank's queries name it. */
export function queryOf({ from, to, offset, limit }: Range): TransactionQuery {
  return { fromDate: from, toDate: to, offset, limit };
}
