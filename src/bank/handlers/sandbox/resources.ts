import type { Op } from '../../../store/contract.ts';
import { BALANCE_TYPES } from '../../../values/balance-types.ts';
import type { Currency } from '../../../values/currencies.ts';
import { limitToInt32 } from '../../../values/int32.ts';
import { floorToWhole } from '../../../values/money.ts';
import type { SandboxBalance } from '../../../wire/answers/sandbox.ts';
import type { ErrorCode } from '../../../wire/errors.ts';
import type { FieldFault } from '../../../wire/field.ts';
import { readPageRange } from '../../../wire/page-limit.ts';
import { NO_CONTENT, type Refusal, refuse, refuseBody } from '../../answer.ts';
import { deleteOwned } from '../../deletions.ts';
import { deriveIdOfUse, type NaturalKey } from '../../domain/ids.ts';
import { findOwnerPlace } from '../../domain/initial-data.ts';
import { createEntry } from '../../domain/ledger.ts';
import {
  type Account,
  type Engagement,
  findOtherCurrencies,
  type GivenBalance,
  parseBalances,
} from '../../domain/world.ts';
import type { QueryRule, RequestContext } from '../../request-context.ts';
import {
  checkDate,
  checkWholeNumber,
  createResourceHandler,
  type Handler,
  requireFound,
} from '../../routes/route.ts';
import type { DeletableAccount, ListPage, StoredBalances } from '../../store/tables/accounts.ts';
import { findCustomerType } from '../../store/tables/customers.ts';
import { book } from '../../store/tables/ledger.ts';
import { BEFORE_ALL_DATES } from '../../store/tables/lists.ts';
import { countUse } from '../../store/tables/numbers.ts';
import { type BankState, takeSequence } from '../../store/tables/world.ts';

/** The two balances of an account, in minor units. @see D9-expected-balance */
export interface Balances {
  readonly closingBooked: bigint;
  readonly expected: bigint;
}

/** Computes both balances from the stored totals. @see D8-both-balances, D9-expected-balance */
export function computeBalances({ balanceMinor, pendingMinor, adjustmentMinor }: StoredBalances): Balances {
  return { closingBooked: balanceMinor, expected: balanceMinor + pendingMinor + adjustmentMinor };
}

export function createOpeningBalances(openingMinor: bigint): Balances {
  return { closingBooked: openingMinor, expected: openingMinor };
}

/** Formats balances in whole units: rounds the exact balance down and limits it to int32. @see D8-int32-ends */
export function formatSandboxBalances(
  balances: Balances,
  { currency }: Pick<Account, 'currency'>,
): SandboxBalance[] {
  return BALANCE_TYPES.map((balanceType) => {
    const amount = limitToInt32(floorToWhole(balances[balanceType], currency));
    return { balanceAmount: { currency, amount }, balanceType };
  });
}

type DataFault = FieldFault & { readonly code?: ErrorCode };

/** Checks that a customer exists. @see D8-unknown-customer */
export function* checkCustomer(customerNumber: string): Op<readonly DataFault[]> {
  if ((yield* findCustomerType(customerNumber)) !== undefined) return [];
  const path = 'customerNumber';
  const text = `${path} isn't a customer in this sandbox: create the customer first`;
  return [{ code: 'RESOURCE_UNKNOWN', path, text }];
}

/**
 * Checks that balances are in the account's currency.
 * @param at the path of the balances in the body
 * @see D8-balance-currency
 */
export function checkCurrencies(
  given: readonly GivenBalance[],
  currency: Currency,
  at: '' | 'balances',
): readonly DataFault[] {
  return findOtherCurrencies(given, currency).map((place) => {
    const path = `${at}[${place}].balanceAmount.currency`;
    return { path, text: `${path} must be the account's currency, ${currency}` };
  });
}

/**
 * Sorts sandbox data independent of the order of creation: by owner, with those of the initial data first, then by
 * name.
 * @param namesOf returns the owner's customerNumber and the further sort keys
 * @see D8-list-order
 */
export function sortByNames<Item>(
  items: readonly Item[],
  namesOf: (item: Item) => readonly [owner: string, ...names: string[]],
): Item[] {
  const named = items.map((item) => ({ item, names: namesOf(item) }));
  named.sort(
    ({ names: left }, { names: right }) =>
      findOwnerPlace(left[0]) - findOwnerPlace(right[0]) || compareNames(left, right),
  );
  return named.map(({ item }) => item);
}

/** Sorts the engagements of an agreement by customer and IBAN. */
export function sortByCustomer(engagements: readonly Engagement[]): Engagement[] {
  const keyOf = ({ customerNumber, iban }: Engagement) => [customerNumber, iban];
  return [...engagements].sort((left, right) => compareNames(keyOf(left), keyOf(right)));
}

function compareNames(left: readonly string[], right: readonly string[]): number {
  const place = left.findIndex((name, at) => name !== right[at]);
  if (place < 0) return 0;
  return (left[place] ?? '') < (right[place] ?? '') ? -1 : 1;
}

/** Creates an id for the next use of a natural key. @see D8-natural-key */
export function* createId(world: BankState, key: NaturalKey): Op<string> {
  return deriveIdOfUse(world.seed, key, yield* countUse(key));
}

const LAST_DATE = '9999-12-31';

/** Parses the page parameters of a list. @see D8-transaction-list */
export function parsePage(query: URLSearchParams): ListPage | Refusal {
  const fromDate = query.get('fromDate') ?? BEFORE_ALL_DATES;
  const toDate = query.get('toDate') ?? LAST_DATE;
  if (fromDate > toDate) return refuse(400, 'FORMAT_ERROR', 'fromDate must not be after toDate', 'fromDate');
  return { fromDate, toDate, ...readPageRange(query) };
}

/** An account or card account and its stored balance. */
interface Standing {
  readonly id: string;
  readonly currency: Currency;
  readonly balanceMinor: bigint;
}

/** Stores a pending adjustment. */
type Keep = (adjustmentMinor: bigint) => Op<void>;

/**
 * Sets the balances exactly, and books the difference against SUSPENSE.
 * @see D8-set-balance, D8-both-balances, D9-change-balance
 */
export function* setBalances(
  world: BankState,
  given: readonly GivenBalance[],
  standing: Standing,
  keep: Keep,
): Op<Refusal | undefined> {
  const faults = checkCurrencies(given, standing.currency, '');
  if (faults.length > 0) return refuseBody(faults);
  yield* bookBalances(world, 'balance', given, standing, keep);
  return undefined;
}

/** Books the balances of a new account against OPENING. @see D9-balance-is-lines */
export function openBalances(
  world: BankState,
  given: readonly GivenBalance[],
  account: Pick<Account, 'id' | 'currency'>,
  keep: Keep,
): Op<void> {
  return bookBalances(world, 'opening', given, { ...account, balanceMinor: 0n }, keep);
}

const AGAINST = { opening: 'OPENING', balance: 'SUSPENSE' } as const;

function* bookBalances(
  world: BankState,
  kind: keyof typeof AGAINST,
  given: readonly GivenBalance[],
  { id, currency, balanceMinor }: Standing,
  keep: Keep,
): Op<void> {
  const set = parseBalances(given, currency);
  if (!set) return;
  yield* keep(set.adjustmentMinor);
  const differenceMinor = set.closingBookedMinor - balanceMinor;
  if (differenceMinor === 0n) return;
  const entry = createEntry(AGAINST[kind], id, currency, differenceMinor);
  yield* book([{ sequence: takeSequence(world), kind, bookedAt: world.bankNow, entry }]);
}

export function createDeleteHandler(
  what: string,
  find: (exchange: RequestContext) => Op<DeletableAccount | undefined>,
): Handler {
  return createResourceHandler(requireFound(what, find), function* ({ world }, owned) {
    yield* deleteOwned(world, owned);
    return NO_CONTENT;
  });
}

/** The query rules that limit a list of transactions to a page. @see D8-transaction-list */
export const PAGE: readonly QueryRule[] = [
  checkDate('fromDate'),
  checkDate('toDate'),
  checkWholeNumber('offset', 0),
  checkWholeNumber('limit', 1),
];
