import type { TransactionsWanted } from '../../client/information/transactions.ts';
import { addDays } from '../../values/oslo.ts';
import type { CardTransaction, CardTransactionList } from '../../wire/information/card-transaction.ts';
import type { Transaction, TransactionDetails, TransactionList } from '../../wire/information/transaction.ts';
import { type AtBank, atBank, type Meta } from '../at-bank.ts';
import type { Program } from '../program.ts';
import { type AsPsu, readAgain } from '../sca/read-again.ts';
import { todayAt } from '../today.ts';
import { type InformationChoice, needFor, readingOf } from './choice.ts';
import { idOf, type NamedSort } from './named.ts';
import { ACCOUNTS, CARDS } from './sorts.ts';
import { accountTransactions, cardTransactions, type PagedList, walkFrom } from './transactions.ts';
import { progressOf } from './transactions-progress.ts';
import { type WholeList, wholeLists } from './whole-list.ts';

export type { CardTransaction, Transaction, WholeList };
export type ListedTransactions = TransactionList & Meta;
export type ListedCardTransactions = CardTransactionList & Meta;
export type ReadTransaction = TransactionDetails & Meta;

/** Which transactions of which account. */
export interface TransactionsAsked {
  /** resourceId or number. */
  readonly name: string;
  readonly status: string;
  /** YYYY-MM-DD. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** What all pages of a list are read into. */
export interface AllPages<Entry> {
  /** The first page's resource. */
  readonly first: Meta;
  readonly member: string;
  readonly lists: readonly WholeList<Entry>[];
}

/** The transactions of accounts or of card accounts. */
export interface TransactionSort<Item, List, Reference, Resource, Entry> {
  readonly of: NamedSort<Item, List, Reference>;
  /** Loaded where a bank is open. */
  readonly list: () => Promise<PagedList<Reference, Resource, Entry>>;
}

export const ACCOUNT_TRANSACTIONS = { of: ACCOUNTS, list: accountTransactions };
export const CARD_TRANSACTIONS = { of: CARDS, list: cardTransactions };

/** One page, the first of those that are asked for. @see C-transactions */
export function readPage<Item, List extends object, Reference, Resource extends object, Entry>(
  program: Program,
  sort: TransactionSort<Item, List, Reference, Resource, Entry>,
  asked: TransactionsAsked,
  choice: InformationChoice,
): Promise<Resource & Meta> {
  return atBank(
    program,
    choice.settings,
    async (there) => there.withMeta(await firstPage(there, sort, asked, choice)),
    needFor(choice),
  );
}

/**
 * All pages, for who writes them while they come: they are read no faster than they are taken.
 * @see C-transactions-all
 */
export function readAll<Item, List extends object, Reference, Resource extends object, Entry>(
  program: Program,
  sort: TransactionSort<Item, List, Reference, Resource, Entry>,
  asked: TransactionsAsked,
  choice: InformationChoice,
  take: (all: AllPages<Entry>) => Promise<void>,
): Promise<undefined> {
  return atBank(
    program,
    choice.settings,
    async (there) => {
      const { as, list, wanted, ...first } = await firstPage(there, sort, asked, choice);
      const walk = () => walkFrom(first, as, there.session.place, list, wanted);
      const { resource } = first;
      const told = progressOf(program, list.listsOf(resource));
      await take({
        first: there.withMeta(first),
        member: list.member,
        lists: wholeLists(resource, walk, list).map((one) => ({ ...one, pages: told(one) })),
      });
      return undefined;
    },
    needFor(choice),
  );
}

async function firstPage<Item, List extends object, Reference, Resource extends object, Entry>(
  there: AtBank,
  { of, list: load }: TransactionSort<Item, List, Reference, Resource, Entry>,
  asked: TransactionsAsked,
  choice: InformationChoice,
) {
  const list = await load();
  return readAgain(there, readingOf('consent', choice), async (as: AsPsu) => {
    const reference = of.reference(await idOf(as, of, asked.name));
    const wanted = { ...reference, ...(await queryOf(there, of, asked)) };
    return { ...(await as.call(list.operation, wanted)), as, list, wanted };
  });
}

/**
 * Builds the query of the first page. A list of pending transactions may end today unless dateTo is sent, at a remote bank and
 * for a card; the embedded bank returns all of an account.
 * @see C-pending-ahead
 */
async function queryOf(
  { session, isOwnBank }: AtBank,
  sort: unknown,
  asked: TransactionsAsked,
): Promise<TransactionsWanted> {
  const { status, from, to, limit, offset } = asked;
  const isFar = status !== 'booked' && !(isOwnBank && sort === ACCOUNTS);
  const dateTo = to ?? (isFar ? addDays(await todayAt(session), DAYS_AHEAD) : undefined);
  return { bookingStatus: status, dateFrom: from, dateTo, limit, offset };
}

/** A payment's date is at most 365 days ahead, and moves to the next bank day. @see D4-date-range, D4-date-moved */
const DAYS_AHEAD = 400;

/** One transaction of an account. @see C-transactions */
export function readTransaction(
  program: Program,
  { name, transactionId }: { readonly name: string; readonly transactionId: string },
  choice: InformationChoice,
): Promise<ReadTransaction> {
  return atBank(
    program,
    choice.settings,
    async (there) => {
      const { readAccountTransaction } = await import('../../client/information/transactions.ts');
      const read = async (as: AsPsu) => {
        const reference = ACCOUNTS.reference(await idOf(as, ACCOUNTS, name));
        return as.call(readAccountTransaction, { ...reference, transactionId });
      };
      return there.withMeta(await readAgain(there, readingOf('consent', choice), read));
    },
    needFor(choice),
  );
}
