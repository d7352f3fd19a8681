import type { Op } from '../../store/contract.ts';
import { formatAmount } from '../../values/money.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import { type NaturalKey, naturalKey } from '../domain/ids.ts';
import { type AccountWithBalance, type KeptBalances, listAccounts } from '../store/tables/accounts.ts';
import { type CardWithBalance, listCards } from '../store/tables/cards.ts';
import { listAgreements, listCustomers, listEngagements } from '../store/tables/customers.ts';
import { listKidEntries, listUses, listWithoutRight } from '../store/tables/snapshot-rows.ts';
import type { WorldState } from '../store/tables/world.ts';
import { IdsOfSeed, Names, nameOfOwned, wordOf } from './names.ts';

/** What the rest of a snapshot is told by. */
export interface Taken {
  readonly accounts: Names;
  readonly agreements: Names;
  readonly listedAccounts: readonly AccountWithBalance[];
  readonly listedCards: readonly CardWithBalance[];
}

/** Counts the uses of keys, and which are told by what is there. */
class KeyBook {
  readonly #ids: IdsOfSeed;
  readonly #uses: ReadonlyMap<string, number>;
  /** The last use of a key that is there. */
  readonly #told = new Map<string, number>();

  constructor(ids: IdsOfSeed, uses: ReadonlyMap<string, number>) {
    this.#ids = ids;
    this.#uses = uses;
  }

  /** Which use of one of these keys has made the id, and of which. */
  useOf(keys: readonly NaturalKey[], id: string): { readonly key: NaturalKey; readonly use: number } {
    for (const key of keys) {
      const word = wordOf(key);
      const use = this.#ids.useOf(key, this.#uses.get(word) ?? 0, id);
      if (use === undefined) continue;
      this.#told.set(word, Math.max(this.#told.get(word) ?? 0, use));
      return { key, use };
    }
    throw new Error(`no use of a natural key has made the id ${id}`);
  }

  toldOf(word: string): number {
    return this.#told.get(word) ?? 0;
  }
}

export interface TakenData extends Taken {
  readonly records: readonly object[];
  /** Uses of keys that nothing tells which is there; they come last. */
  readonly used: readonly SnapshotRecordOf<'used'>[];
}

/** Customers, accounts, cards, KID entries, agreements and engagements, in the order of their lists. */
export function* takeData({ seed }: WorldState): Op<TakenData> {
  const uses = yield* listUses();
  const book = new KeyBook(new IdsOfSeed(seed), new Map(uses.map((one) => [wordOf(one), one.uses])));
  const taken: Taken = {
    accounts: new Names(),
    agreements: new Names(),
    listedAccounts: yield* listAccounts(),
    listedCards: yield* listCards(),
  };
  const noRight = yield* listWithoutRight();
  const records = [
    ...(yield* listCustomers()).map(({ customerId, customerNumber, customerType, customerName }) => {
      const { use } = book.useOf([naturalKey('customer', customerNumber)], customerId);
      return { customer: customerNumber, type: customerType, name: customerName, ...useMember(use) };
    }),
    ...taken.listedAccounts.map((one) => accountRecord(taken, book, noRight, one)),
    ...taken.listedCards.map((one) => cardRecord(taken, book, noRight, one)),
    ...(yield* listKidEntries()).map(({ bban, use, rules }) => ({ kid: bban, use, rules })),
    ...(yield* listAgreements()).map(({ agreementId, ownerNumber, name, type }) => {
      const { use } = book.useOf([naturalKey('agreement', ownerNumber, name)], agreementId);
      taken.agreements.add(nameOfOwned(name, ownerNumber, use), agreementId);
      return { agreement: name, owner: ownerNumber, type, ...useMember(use) };
    }),
    ...(yield* takeEngagements(taken, book)),
  ];
  const used = uses
    .filter((one) => one.uses > book.toldOf(wordOf(one)))
    .map(({ kind, key, uses: times }) => ({ used: kind, key, times }));
  return { ...taken, records, used };
}

function useMember(use: number): { use?: number } {
  return use === 1 ? {} : { use };
}

function heldMembers(
  id: string,
  currency: AccountWithBalance['account']['currency'],
  { balanceMinor, adjustmentMinor }: KeptBalances,
  noRight: ReadonlySet<string>,
) {
  return {
    currency,
    balance: formatAmount(balanceMinor, currency),
    ...(adjustmentMinor === 0n ? {} : { adjustment: formatAmount(adjustmentMinor, currency) }),
    ...(noRight.has(id) ? { mayPay: false } : {}),
  };
}

function accountRecord(
  taken: Taken,
  book: KeyBook,
  noRight: ReadonlySet<string>,
  kept: AccountWithBalance,
): SnapshotRecordOf<'account'> {
  const { id, customerNumber, accountName, bban, currency, product, cashAccountType, creditLine } =
    kept.account;
  taken.accounts.add(bban, id);
  const made = naturalKey('made account', customerNumber, accountName);
  const { key, use } = book.useOf([naturalKey('account', bban), made], id);
  return {
    account: bban,
    customer: customerNumber,
    name: accountName,
    ...heldMembers(id, currency, kept, noRight),
    product,
    cashAccountType,
    creditLine,
    ...(key.kind === 'made account' ? { isNumberMade: true } : {}),
    ...useMember(use),
  };
}

function cardRecord(
  taken: Taken,
  book: KeyBook,
  noRight: ReadonlySet<string>,
  kept: CardWithBalance,
): SnapshotRecordOf<'card'> {
  const { resourceId: id, customerNumber, maskedPan, relatedAccount: _, currency, ...card } = kept.card;
  const { use } = book.useOf([naturalKey('card account', customerNumber, maskedPan)], id);
  taken.accounts.add(nameOfOwned(maskedPan, customerNumber, use), id);
  const hasDetails = Object.keys(kept.details).length > 0;
  return {
    card: maskedPan,
    customer: customerNumber,
    ...heldMembers(id, currency, kept, noRight),
    ...card,
    ...(hasDetails ? { balanceDetails: kept.details } : {}),
    ...useMember(use),
  };
}

function* takeEngagements(taken: Taken, book: KeyBook): Op<SnapshotRecordOf<'engagement'>[]> {
  const accounts = new Map(taken.listedAccounts.map(({ account }) => [account.iban, account]));
  return (yield* listEngagements()).map(
    ({ engagementId, agreementId, customerNumber, iban, ...engagement }) => {
      const account = accounts.get(iban);
      if (account === undefined) throw new Error('an engagement of no account');
      const key = naturalKey('engagement', agreementId, customerNumber, account.id);
      const { use } = book.useOf([key], engagementId);
      return {
        engagement: customerNumber,
        agreement: taken.agreements.nameOf(agreementId),
        account: account.bban,
        roles: [...engagement.roles],
        ...(engagement.registerLimit === undefined ? {} : { registerLimit: engagement.registerLimit }),
        ...(engagement.approvalLimit === undefined ? {} : { approvalLimit: engagement.approvalLimit }),
        ...useMember(use),
      };
    },
  );
}
