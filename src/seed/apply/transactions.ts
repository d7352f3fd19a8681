import { hash } from 'node:crypto';
import { getOperation, type Operation } from '../../client/operation.ts';
import type { Session } from '../../client/session.ts';
import type { SandboxAccount, SandboxCardAccount, SandboxTransaction } from '../../wire/answers/sandbox.ts';
import { MOST_PAGE_LIMIT } from '../../wire/page-limit.ts';
import {
  getSignedAmount,
  type SeedAccount,
  type SeedCard,
  type SeedCardTransaction,
  type SeedTransaction,
} from '../world.ts';

/** The number of equal transactions, by name: a million of them fit in memory. @see C-seed-streams */
export type CountByName = Map<string, number>;

/** A transaction of the files. */
export interface Entry {
  /** Equal transactions, and no others, have the same name. @see C-seed-same */
  readonly name: string;
  /** The change of the balance. */
  readonly moved: number;
  readonly toBody: () => object;
}

/** The functions that list, compare and create transactions of one kind of account. */
export interface Book<Seed, Item> {
  readonly count: (seed: Seed) => number;
  readonly list: (session: Session, item: Item) => Promise<CountByName>;
  readonly entries: (seed: Seed, item: Item | undefined) => Iterable<Entry>;
  readonly create: Operation<never, object>;
  readonly setBalance: Operation<never, object>;
}

export const ACCOUNT_BOOK: Book<SeedAccount, SandboxAccount> = {
  count: ({ transactions }) => transactions.count,
  list: (session, account) =>
    countAcrossPages(async (page) => {
      const wanted = { mockAccountId: account.id, ...page };
      const { resource } = await session.lookUp(getOperation('list sandbox account transactions'), wanted);
      return resource.map((one) => hashTransaction(toSeed(one, account)));
    }),
  *entries({ transactions }, account) {
    for (const one of transactions)
      yield {
        name: hashTransaction(one),
        moved: getSignedAmount(one),
        toBody: () => (account === undefined ? {} : buildTransaction(one, account)),
      };
  },
  create: getOperation('create sandbox account transactions'),
  setBalance: getOperation('update sandbox account balances'),
};

/** The functions for card transactions, which don't move the balance. @see D8-card-balance */
export const CARD_BOOK: Book<SeedCard, SandboxCardAccount> = {
  count: ({ transactions }) => transactions.length,
  list: (session, { resourceId: mockCardAccountId }) =>
    countAcrossPages(async (page) => {
      const wanted = { mockCardAccountId, bookingStatus: 'both', ...page } as const;
      const { cardTransactions } = (
        await session.lookUp(getOperation('list sandbox card account transactions'), wanted)
      ).resource;
      return [...cardTransactions.booked.map((one) => one.cardTransactionId), ...cardTransactions.pending];
    }),
  *entries({ transactions, currency }) {
    const ordinals = new Map<string, number>();
    for (const one of transactions) {
      const { date, amount, text, mcc } = one;
      const twins = [date, amount, text, mcc].join('\0');
      const ordinal = (ordinals.get(twins) ?? 0) + 1;
      ordinals.set(twins, ordinal);
      // The id is derived from the content, so that a repeat has the same id. @see D8-card-transaction-repeated
      const name = hashShort([twins, ordinal]);
      yield { name, moved: 0, toBody: () => buildCardTransaction(one, name, currency) };
    }
  },
  create: getOperation('create sandbox card account transactions'),
  setBalance: getOperation('update sandbox card account balances'),
};

/** Removes one occurrence. @returns true if there was one. @see C-seed-same */
export function take(known: CountByName, name: string): boolean {
  const count = known.get(name);
  if (count === undefined) return false;
  if (count === 1) known.delete(name);
  else known.set(name, count - 1);
  return true;
}

export function countAll(known: CountByName): number {
  return [...known.values()].reduce((sum, count) => sum + count, 0);
}

async function countAcrossPages(
  read: (page: { readonly offset: number; readonly limit: number }) => Promise<readonly string[]>,
): Promise<CountByName> {
  const known: CountByName = new Map();
  for (let offset = 0; ; offset += MOST_PAGE_LIMIT) {
    const names = await read({ offset, limit: MOST_PAGE_LIMIT });
    for (const name of names) known.set(name, (known.get(name) ?? 0) + 1);
    if (names.length < MOST_PAGE_LIMIT) return known;
  }
}

/** The members of an account that a transaction's body needs. */
type OwnAccountNumbers = Pick<SandboxAccount, 'bban' | 'iban' | 'currency'>;

/** A transaction whose amount may not be checked yet. */
type WithUncheckedAmount<T> = Omit<T, 'amount'> & { readonly amount: unknown };

/** Builds a transaction's body, with its 14 members. @see I-sandbox-transaction */
export function buildTransaction(
  { date, amount, direction, text, counterparty }: WithUncheckedAmount<SeedTransaction>,
  self: OwnAccountNumbers,
) {
  const own = { name: '', account: { iban: self.iban, bban: self.bban } };
  const other = { name: counterparty.name, account: { iban: '', bban: counterparty.bban } };
  const [creditor, debtor] = direction === 'in' ? [own, other] : [other, own];
  return {
    ...{ amount, currency: self.currency, valueDate: date, bookingDate: date },
    remittanceInformationUnstructured: text,
    ...{ creditorId: '', creditorName: creditor.name, creditorAccount: creditor.account },
    ...{ ultimateCreditor: '', debtorName: debtor.name, debtorAccount: debtor.account, ultimateDebtor: '' },
    purposeCode: '',
    bankTransactionCode: direction === 'in' ? 'PMNT-RCDT-DMCT' : 'PMNT-ICDT-DMCT',
  };
}

function hashTransaction({ date, amount, direction, text, counterparty }: SeedTransaction): string {
  return hashShort([date, amount, direction, text, counterparty.name, counterparty.bban]);
}

function hashShort(parts: readonly unknown[]): string {
  return hash('sha256', parts.join('\0'), 'base64url').slice(0, 22);
}

/** Converts a listed transaction to the form of a seed file. */
function toSeed(given: SandboxTransaction, { bban, iban }: OwnAccountNumbers): SeedTransaction {
  const { debtorAccount, creditorAccount } = given;
  const isOut = debtorAccount.bban === bban || (debtorAccount.bban === '' && debtorAccount.iban === iban);
  const [name, account] = isOut ? [given.creditorName, creditorAccount] : [given.debtorName, debtorAccount];
  return {
    date: given.bookingDate,
    amount: given.amount,
    direction: isOut ? 'out' : 'in',
    text: given.remittanceInformationUnstructured,
    counterparty: { name, bban: account.bban },
  };
}

export function buildCardTransaction(
  { date, amount, text, mcc }: WithUncheckedAmount<SeedCardTransaction>,
  cardTransactionId: string,
  currency: string,
): object {
  const money = { currency, amount };
  return {
    ...{ cardTransactionId, terminalId: '' },
    ...{ bookingDate: date, transactionDate: date, transactionAmount: money, originalAmount: money },
    ...{ merchantCategoryCode: mcc, markupFee: { currency, amount: 0 }, markupFeePercentage: '' },
    ...{ cardAcceptorId: '', cardAcceptorAddress: {}, maskedPan: '' },
    ...{ transactionDetails: text, invoiced: '', proprietaryBankTransactionCode: '' },
  };
}
