import {
  createSandboxCardAccount,
  createSandboxCardTransactions,
  listSandboxCardTransactions,
} from '../../client/sandbox/card-accounts.ts';
import type { Given } from '../../forms/sandbox/form.ts';
import { cardAccountForm, cardTransactionForm } from '../../forms/sandbox/forms.ts';
import type { SandboxCardAccount } from '../../wire/sandbox/card-account.ts';
import type {
  CardBookingStatus,
  SandboxCardTransactions,
  SandboxCardTransactionsCreated,
} from '../../wire/sandbox/card-transaction.ts';
import { atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { todayAt } from '../today.ts';
import { listed } from './choices.ts';
import { withCustomerNumber } from './customers.ts';
import { type Items, SANDBOX_DATA } from './data.ts';
import { argument, found, idNamed } from './found.ts';
import { faultOf, type Making } from './making.ts';
import { CARD_ACCOUNTS, CUSTOMERS } from './sorts.ts';
import { queryOf, type Range } from './transactions.ts';

export type ShownCardAccount = SandboxCardAccount & Meta;
export type ListedCardAccounts = Items<SandboxCardAccount> & Meta;
export type MadeCardTransactions = SandboxCardTransactionsCreated & Meta;
export type ListedCardTransactions = SandboxCardTransactions & Meta;

export const newCardAccount: Making<SandboxCardAccount> = {
  form: cardAccountForm,
  choices: { customer: listed(CUSTOMERS) },
  usual: { currency: 'NOK' },
  faultOf: faultOf(cardAccountForm),
  look: async (session, { given }) => ({
    given: await withCustomerNumber(session, given),
    send: (sent) => session.call(createSandboxCardAccount, sent),
  }),
};

export const whichCardAccount = { choices: { CARD: listed(CARD_ACCOUNTS) } };

export const newCardTransactions: Making<SandboxCardTransactionsCreated> = {
  form: cardTransactionForm,
  ...whichCardAccount,
  faultOf: faultOf(cardTransactionForm),
  look: async (session, { given, file }) => {
    const card = await found(session, CARD_ACCOUNTS, given.CARD ?? '');
    const mockCardAccountId = card?.resourceId ?? given.CARD ?? '';
    const isDated = file !== undefined || given.date !== undefined;
    return {
      given,
      known: { ...ownOf(card), ...(isDated ? {} : { today: await todayAt(session) }) },
      send: (sent) => session.call(createSandboxCardTransactions, { mockCardAccountId, ...sent }),
    };
  },
};

/** What a body takes of a card account. */
export function ownOf(card: SandboxCardAccount | undefined) {
  return card === undefined ? {} : { own: { bban: '', iban: '', currency: card.currency } };
}

/** @see I-sandbox-card-transactions */
export function listCardTransactions(
  program: Program,
  given: Given,
  wanted: Range & { readonly status: string },
  profile: string | undefined,
): Promise<ListedCardTransactions> {
  const [name = ''] = argument(given, 'CARD');
  return atBank(
    program,
    { profile },
    async ({ session, withMeta }) => {
      const mockCardAccountId = await idNamed(session, CARD_ACCOUNTS, name);
      const bookingStatus = wanted.status as CardBookingStatus;
      const input = { mockCardAccountId, bookingStatus, ...queryOf(wanted) };
      return withMeta(await session.call(listSandboxCardTransactions, input));
    },
    SANDBOX_DATA,
  );
}
