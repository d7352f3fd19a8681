import type { Currency } from '../../values/currencies.ts';

interface CardAmount {
  readonly currency: Currency;
  /** Whole units; of a purchase above zero. */
  readonly amount: number;
}

interface Address {
  readonly street?: string | undefined;
  readonly buildingNumber?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}

/** What a card transaction says beside its id. */
export interface CardTransactionDetails {
  readonly terminalId: string;
  /** Empty: it is pending. */
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

/** A card transaction as a sandbox request gives it. @see D8-card-transaction-members */
export interface CardTransaction extends CardTransactionDetails {
  /** The client's own; empty: it has none. */
  readonly cardTransactionId: string;
}

/** @see D8-card-transaction-dates, D8-balance-currency */
export function faultsOfCardTransactions(
  given: readonly CardTransaction[],
  { currency, today }: { readonly currency: Currency; readonly today: string },
): readonly { readonly path: string; readonly text: string }[] {
  const ofItem = (item: CardTransaction): [member: string, text: string][] => [
    ...(['bookingDate', 'transactionDate'] as const)
      .filter((member) => item[member] > today)
      .map((member): [string, string] => [member, `must not be later than today, ${today}`]),
    ...(item.transactionAmount.currency === currency
      ? []
      : [
          ['transactionAmount.currency', `must be the card account's currency, ${currency}`] as [
            string,
            string,
          ],
        ]),
  ];
  return given.flatMap((item, place) =>
    ofItem(item).map(([member, text]) => ({
      path: `[${place}].${member}`,
      text: `[${place}].${member} ${text}`,
    })),
  );
}

export type CardChanges =
  | {
      readonly ok: true;
      readonly made: readonly CardTransaction[];
      /** Ids of those that were pending and are booked now. */
      readonly replaced: readonly string[];
    }
  | {
      readonly ok: false;
      /** Of the first one whose id is another transaction's. */
      readonly place: number;
    };

/**
 * What a request makes of a card's transactions. An id stands for one transaction: what is given once more is there
 * already, and one that was pending may come again as it was booked.
 * @param stored those of the card that have one of the ids given
 * @see D8-card-transaction-repeated
 */
export function cardChanges(
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
    else if (membersOf(before) !== membersOf(item)) return { ok: false, place };
  }
  const replaced = [...made.keys()].filter((id) => stored.has(id));
  return { ok: true, made: [...made.values(), ...withoutId], replaced };
}

function isBookedNow(before: CardTransactionDetails, now: CardTransactionDetails): boolean {
  return before.bookingDate === '' && now.bookingDate !== '';
}

/** By what two transactions with one id are the same: their members in one order. */
function membersOf(item: CardTransactionDetails): string {
  const { street, buildingNumber, postalCode, city, country } = item.cardAcceptorAddress;
  return JSON.stringify([
    item.terminalId,
    item.bookingDate,
    item.transactionDate,
    shown(item.transactionAmount),
    shown(item.originalAmount),
    item.merchantCategoryCode,
    shown(item.markupFee),
    item.markupFeePercentage,
    item.cardAcceptorId,
    [street, buildingNumber, postalCode, city, country],
    item.maskedPan,
    item.transactionDetails,
    item.invoiced,
    item.proprietaryBankTransactionCode,
  ]);
}

function shown({ currency, amount }: CardAmount): string {
  return `${amount} ${currency}`;
}
