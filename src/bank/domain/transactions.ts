import type { Currency } from '../../values/currencies.ts';
import { convertToIban, extractBban, isElevenDigits } from '../../values/iban.ts';
import { INT32_MAX, INT32_MIN } from '../../values/int32.ts';
import type { StructuredReference } from '../../values/kid.ts';
import { convertWholeToMinor, floorToWhole } from '../../values/money.ts';
import {
  getProductRules,
  type Initiation,
  listReferences,
  type NamedAccount,
  type ProductPathParts,
} from './product-rules.ts';

/** The two numbers of a party's account; empty if absent. */
export interface PartyAccount {
  readonly iban: string;
  readonly bban: string;
}

/** The details of a transaction except its amount. @see I-sandbox-transaction */
export interface TransactionDetails {
  readonly remittanceInformationUnstructured: string;
  readonly creditorId: string;
  readonly creditorName: string;
  readonly creditorAccount: PartyAccount;
  readonly ultimateCreditor: string;
  readonly debtorName: string;
  readonly debtorAccount: PartyAccount;
  readonly ultimateDebtor: string;
  readonly purposeCode: string;
  readonly bankTransactionCode: string;
}

/** One entry of an account's transaction list. @see D8-one-list */
export interface AccountTransaction {
  readonly transactionId: string;
  readonly bookingDate: string;
  readonly valueDate: string;
  readonly currency: Currency;
  /** The amount in minor units; positive if the account is credited. */
  readonly amountMinor: bigint;
  readonly details: TransactionDetails;
  /** Set for the transaction of a payment only. */
  readonly references?: PaymentReferences;
}

/** References that only a payment's transaction has. */
export interface PaymentReferences {
  readonly endToEndId?: string | undefined;
  readonly instructed: { readonly amount: string; readonly currency: Currency };
  readonly structured: readonly StructuredReference[];
}

interface PaidOrder extends ProductPathParts {
  readonly initiation: PaidInitiation;
}

type PaidInitiation = Initiation & {
  readonly ultimateDebtor?: string | undefined;
  readonly purposeCode?: string | undefined;
  readonly endToEndIdentification?: string | undefined;
};

/** Returns the references of a payment. */
export function getPaymentReferences(initiation: PaidInitiation): PaymentReferences {
  return {
    endToEndId: initiation.endToEndIdentification,
    instructed: initiation.instructedAmount,
    structured: listReferences(initiation),
  };
}

/** Builds the transaction details of a payment for an account's list. */
export function buildPaymentDetails(
  payment: PaidOrder,
  debtorName: string,
  side: 'debtor' | 'creditor',
): TransactionDetails {
  const { initiation } = payment;
  return {
    remittanceInformationUnstructured: initiation.remittanceInformationUnstructured ?? '',
    creditorId: '',
    creditorName: initiation.creditorName,
    creditorAccount: resolveNumbers(initiation.creditorAccount),
    ultimateCreditor: '',
    debtorName,
    debtorAccount: resolveNumbers(initiation.debtorAccount),
    ultimateDebtor: initiation.ultimateDebtor ?? '',
    purposeCode: initiation.purposeCode ?? '',
    bankTransactionCode: getBankTransactionCode(payment, side),
  };
}

/** Resolves both numbers of a Norwegian account from one. */
function resolveNumbers({ bban, iban }: NamedAccount): PartyAccount {
  return {
    iban: iban ?? (bban !== undefined && isElevenDigits(bban) ? convertToIban(bban) : ''),
    bban: bban ?? (iban === undefined ? '' : (extractBban(iban) ?? '')),
  };
}

/** Returns the ISO 20022 code: domain, family (issued or received, instant or not) and sub-family (domestic or not). */
function getBankTransactionCode(payment: PaidOrder, side: 'debtor' | 'creditor'): string {
  const { execution, isCrossBorder } = getProductRules(payment);
  const direction = side === 'debtor' ? 'I' : 'R';
  const family = execution === 'at-approval' ? `${direction}RCT` : `${direction}CDT`;
  return `PMNT-${family}-${isCrossBorder ? 'XBCT' : 'DMCT'}`;
}

/** A transaction in a sandbox request. @see I-sandbox-transaction */
export interface GivenTransaction extends TransactionDetails {
  /** The amount in whole units, above zero; the two accounts determine the direction. */
  readonly amount: number;
  readonly currency: Currency;
  readonly valueDate: string;
  readonly bookingDate: string;
}

interface OwnAccount extends PartyAccount {
  readonly currency: Currency;
}

interface TransactionContext {
  readonly account: OwnAccount;
  /** The bbans and IBANs among the debtors' that belong to other accounts of this sandbox. */
  readonly others: ReadonlySet<string>;
  /** The date in Oslo on the bank's clock. */
  readonly today: string;
}

/** A transaction and its movement in minor units; negative if the account pays. */
export interface Movement {
  readonly given: GivenTransaction;
  readonly movedMinor: bigint;
}

export type Movements =
  | { readonly ok: true; readonly movements: readonly Movement[] }
  | { readonly ok: false; readonly faults: readonly { readonly path: string; readonly text: string }[] };

/**
 * Computes the movements of transactions on their account. One invalid transaction rejects all.
 * @returns the movements in the order of the request
 * @see D8-transaction-parties, D8-transaction-dates
 */
export function computeMovements(given: readonly GivenTransaction[], around: TransactionContext): Movements {
  const faults = listItemFaults(given, (item) => checkTransaction(item, around));
  if (faults.length > 0) return { ok: false, faults };
  const movements = given.map((item) => {
    const minor = convertWholeToMinor(item.amount, item.currency);
    return { given: item, movedMinor: isSameAccount(item.debtorAccount, around.account) ? -minor : minor };
  });
  return { ok: true, movements };
}

type ItemFault = readonly [member: string, text: string];

/** Lists the faults of the items of a body. */
function listItemFaults<Item>(given: readonly Item[], check: (item: Item) => readonly ItemFault[]) {
  return given.flatMap((item, place) =>
    check(item).map(([member, text]) => {
      const path = `[${place}].${member}`;
      return { path, text: `${path} ${text}` };
    }),
  );
}

/** Checks that dates aren't later than today; a date means 00:00 in Oslo, so today is in the past. */
function listLateDates<M extends string>(
  item: Readonly<Record<M, string>>,
  members: readonly M[],
  today: string,
): ItemFault[] {
  const late = members.filter((member) => item[member] > today);
  return late.map((member) => [member, `must not be later than today, ${today}`]);
}

/** Checks one transaction; faults are in the order of the field table. */
function checkTransaction(
  item: GivenTransaction,
  { account, others, today }: TransactionContext,
): readonly ItemFault[] {
  const faults: ItemFault[] = [];
  if (item.currency !== account.currency) {
    faults.push(['currency', `must be the account's currency, ${account.currency}`]);
  }
  faults.push(...listLateDates(item, ['valueDate', 'bookingDate'], today));
  if (listNumbers(item.debtorAccount).some((number) => others.has(number))) {
    const text = 'must not be another account in this sandbox: create the transaction on that account';
    faults.push(['debtorAccount', text]);
  } else if (!isSameAccount(item.debtorAccount, account) && !isSameAccount(item.creditorAccount, account)) {
    faults.push(['debtorAccount', 'must be this account, or creditorAccount must be']);
  }
  return faults;
}

/** Lists the numbers that identify a party's account. */
export function listNumbers({ iban, bban }: PartyAccount): readonly string[] {
  return [bban, iban].filter((number) => number !== '');
}

function isSameAccount(party: PartyAccount, { iban, bban }: PartyAccount): boolean {
  return party.bban === bban || party.iban === iban;
}

/** Finds the index of the first movement that moves a balance out of int32, or further out. @see D8-int32-ends */
export function findFirstBeyondInt32(
  balanceMinor: bigint,
  movements: readonly Movement[],
  currency: Currency,
): number | undefined {
  let afterMinor = balanceMinor;
  for (const [place, { movedMinor }] of movements.entries()) {
    afterMinor += movedMinor;
    const shown = floorToWhole(afterMinor, currency);
    if (movedMinor > 0n ? shown > BigInt(INT32_MAX) : shown < BigInt(INT32_MIN)) return place;
  }
  return undefined;
}

const KEY_MEMBERS = [
  ...(['amount', 'currency', 'valueDate', 'bookingDate', 'remittanceInformationUnstructured'] as const),
  ...(['creditorId', 'creditorName', 'creditorAccount', 'ultimateCreditor'] as const),
  ...(['debtorName', 'debtorAccount', 'ultimateDebtor', 'purposeCode', 'bankTransactionCode'] as const),
] as const;

/** Builds a key from 14 members that is the same for equal transactions of one account. @see D8-natural-key */
export function buildTransactionKey(account: string, item: GivenTransaction): string {
  const values = KEY_MEMBERS.map((member) => {
    const value = item[member];
    return typeof value === 'object' ? [value.iban, value.bban] : value;
  });
  return JSON.stringify([account, ...values]);
}

interface CardAmount {
  readonly currency: Currency;
  /** The amount in whole units, positive for a purchase. */
  readonly amount: number;
}

interface Address {
  readonly street?: string | undefined;
  readonly buildingNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}

/** The details of a card transaction. */
export interface CardTransactionDetails {
  readonly terminalId: string;
  /** Empty if the transaction is pending. */
  readonly bookingDate: string;
  readonly transactionDate: string;
  readonly transactionAmount: CardAmount;
  readonly originalAmount: CardAmount;
  readonly merchantCategoryCode: string;
  readonly markupFee: CardAmount;
  readonly markupFeePercentage: string;
  readonly cardAcceptorId: string;
  readonly cardAcceptorAddress: Address;
  readonly maskedPan: string;
  readonly transactionDetails: string;
  readonly invoiced: string;
  readonly proprietaryBankTransactionCode: string;
}

/** A card transaction in a sandbox request. @see D8-card-transaction-members */
export interface CardTransaction extends CardTransactionDetails {
  /** The id that the client gave; empty if none. */
  readonly cardTransactionId: string;
}

/** Checks the dates and currencies of card transactions. @see D8-card-transaction-dates, D8-balance-currency */
export function checkCardTransactions(
  given: readonly CardTransaction[],
  { currency, today }: { readonly currency: Currency; readonly today: string },
): readonly { readonly path: string; readonly text: string }[] {
  return listItemFaults(given, (item) => {
    const faults = listLateDates(item, ['bookingDate', 'transactionDate'], today);
    if (item.transactionAmount.currency !== currency)
      faults.push(['transactionAmount.currency', `must be the card account's currency, ${currency}`]);
    return faults;
  });
}

export type CardChanges =
  | {
      readonly ok: true;
      readonly made: readonly CardTransaction[];
      /** The ids of the transactions that were pending and are now booked. */
      readonly replaced: readonly string[];
    }
  | {
      readonly ok: false;
      /** The index of the first item whose id belongs to another transaction. */
      readonly place: number;
    };

/**
 * Computes the changes to a card's transactions. An id identifies one transaction: a repeated one is ignored, and a
 * pending one may be sent again as booked.
 * @param stored the card's transactions with one of the given ids
 * @see D8-card-transaction-repeated
 */
export function computeCardChanges(
  given: readonly CardTransaction[],
  stored: ReadonlyMap<string, CardTransactionDetails>,
): CardChanges {
  const withoutId: CardTransaction[] = [];
  const made = new Map<string, CardTransaction>();
  for (const [place, item] of given.entries()) {
    const { cardTransactionId: id } = item;
    const before = made.get(id) ?? stored.get(id);
    if (id === '') withoutId.push(item);
    else if (before === undefined || isBookedNow(before, item)) made.set(id, item);
    else if (serializeMembers(before) !== serializeMembers(item)) return { ok: false, place };
  }
  const replaced = [...made.keys()].filter((id) => stored.has(id));
  return { ok: true, made: [...made.values(), ...withoutId], replaced };
}

function isBookedNow(before: CardTransactionDetails, now: CardTransactionDetails): boolean {
  return before.bookingDate === '' && now.bookingDate !== '';
}

const MEMBERS: readonly (keyof CardTransactionDetails | keyof CardAmount | keyof Address)[] = [
  ...(['terminalId', 'bookingDate', 'transactionDate', 'transactionAmount', 'originalAmount'] as const),
  ...(['merchantCategoryCode', 'markupFee', 'markupFeePercentage', 'cardAcceptorId'] as const),
  ...(['cardAcceptorAddress', 'street', 'buildingNumber', 'postalCode', 'city', 'country'] as const),
  ...(['maskedPan', 'transactionDetails', 'invoiced', 'proprietaryBankTransactionCode'] as const),
  ...(['currency', 'amount'] as const),
];

/** Serializes a transaction so that equal ones give the same text, independent of the order of their members. */
function serializeMembers(item: CardTransactionDetails): string {
  return JSON.stringify(item, [...MEMBERS]);
}
