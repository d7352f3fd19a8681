import {
  createSandboxTransactions,
  listSandboxTransactions,
  readSandboxTransaction,
} from '../../client/sandbox/transactions.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import { transactionForm } from '../../forms/sandbox/forms.ts';
import type { SandboxTransaction, SandboxTransactionsCreated } from '../../wire/sandbox/transaction.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { todayAt } from '../today.ts';
import { ownAccount, whichAccount } from './accounts.ts';
import type { Choices } from './choices.ts';
import { type Items, SANDBOX_DATA } from './data.ts';
import { argument } from './found.ts';
import { faultOf, type Making } from './making.ts';

export type MadeTransactions = SandboxTransactionsCreated & Meta;
export type ListedTransactions = Items<SandboxTransaction> & Meta;
export type ShownTransaction = SandboxTransaction & Meta;

export const newTransactions: Making<SandboxTransactionsCreated> = {
  form: transactionForm,
  ...whichAccount,
  oneOf: ['--in', '--out'],
  faultOf: faultOf(transactionForm),
  look: async (session, { given, file }) => {
    const { mockAccountId, own } = await ownAccount(session, given);
    const isDated = file !== undefined || given.date !== undefined;
    const known = {
      ...(own === undefined ? {} : { own }),
      ...(isDated ? {} : { today: await todayAt(session) }),
    };
    return {
      ...{ given, known },
      send: (sent) => session.call(createSandboxTransactions, { mockAccountId, ...sent }),
    };
  },
};

/** Which of a list: dates are of the booking, YYYY-MM-DD. */
export interface Range {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** The same as the bank's queries name it. */
export function queryOf({ from, to, offset, limit }: Range) {
  return {
    ...(from === undefined ? {} : { fromDate: from }),
    ...(to === undefined ? {} : { toDate: to }),
    ...(offset === undefined ? {} : { offset }),
    ...(limit === undefined ? {} : { limit }),
  };
}

/** An account's own numbers, by which the debtor of its transactions is known. */
export interface Self {
  readonly bban: string;
  readonly iban: string;
}

export interface OfAccount<Resource> {
  readonly told: Resource & Meta;
  /** Undefined where the bank lists no such account. */
  readonly self: Self | undefined;
}

export function listTransactions(
  program: Program,
  given: Given,
  range: Range,
  profile: string | undefined,
): Promise<OfAccount<Items<SandboxTransaction>>> {
  argument(given, 'ACCOUNT');
  return atBank(
    program,
    { profile },
    async ({ session, withMeta }) => {
      const { mockAccountId, own } = await ownAccount(session, given);
      const wanted = { mockAccountId, ...queryOf(range) };
      const { resource: items, ...called } = await session.call(listSandboxTransactions, wanted);
      return { told: withMeta({ ...called, resource: { items } }), self: own };
    },
    SANDBOX_DATA,
  );
}

export function readTransaction(
  program: Program,
  given: Given,
  profile: string | undefined,
): Promise<OfAccount<SandboxTransaction>> {
  const [, mockTransactionId = ''] = argument(given, 'ACCOUNT', 'TRANSACTION');
  return atBank(
    program,
    { profile },
    async ({ session, withMeta }) => {
      const { mockAccountId, own } = await ownAccount(session, given);
      const reference = { mockAccountId, mockTransactionId };
      return { told: withMeta(await session.call(readSandboxTransaction, reference)), self: own };
    },
    SANDBOX_DATA,
  );
}

/** Of the account that is named, the newest. */
const newest: Choices = async (program, settings, given) => {
  const profile = settings.profile as string | undefined;
  const { told } = await listTransactions(program, given, {}, profile);
  return told.items.map(
    ({ transactionId, bookingDate, amount, currency, remittanceInformationUnstructured }) => ({
      value: transactionId,
      about: [bookingDate, `${amount} ${currency}`, remittanceInformationUnstructured],
    }),
  );
};

export const whichTransaction = { choices: { ...whichAccount.choices, TRANSACTION: newest } };
