import type { Currency } from '../../values/currencies.ts';
import { INT32_MAX, INT32_MIN } from '../../values/int32.ts';
import { flooredWhole, minorOfWhole } from '../../values/whole-units.ts';
import type { PartyAccount, TransactionDetails } from './account-transaction.ts';

/** A transaction as a sandbox request gives it. @see I-sandbox-transaction */
export interface GivenTransaction extends TransactionDetails {
  /** Whole units, above zero: who gets it is said by the accounts. */
  readonly amount: number;
  readonly currency: Currency;
  readonly valueDate: string;
  readonly bookingDate: string;
}

interface Own extends PartyAccount {
  readonly currency: Currency;
}

interface Around {
  readonly account: Own;
  /** Those bbans and IBANs of debtors that are another account's of this sandbox. */
  readonly others: ReadonlySet<string>;
  /** The date in Oslo by the bank's clock. */
  readonly today: string;
}

/** A transaction and what it moves, in minor units; below zero: the account pays. */
export interface Movement {
  readonly given: GivenTransaction;
  readonly movedMinor: bigint;
}

export type Movements =
  | { readonly ok: true; readonly movements: readonly Movement[] }
  | { readonly ok: false; readonly faults: readonly { readonly path: string; readonly text: string }[] };

/**
 * What transactions move on the account they are given for; one that is wrong stops them all.
 * @returns movements in the order given
 * @see D8-transaction-parties, D8-transaction-dates
 */
export function movementsOf(given: readonly GivenTransaction[], around: Around): Movements {
  const faults = given.flatMap((item, place) =>
    faultsOf(item, around).map(([member, text]) => ({
      path: `[${place}].${member}`,
      text: `[${place}].${member} ${text}`,
    })),
  );
  if (faults.length > 0) return { ok: false, faults };
  const movements = given.map((item) => {
    const minor = minorOfWhole(item.amount, item.currency);
    return { given: item, movedMinor: names(item.debtorAccount, around.account) ? -minor : minor };
  });
  return { ok: true, movements };
}

/** In the order of the field table. */
function faultsOf(
  item: GivenTransaction,
  { account, others, today }: Around,
): [member: string, text: string][] {
  const faults: [string, string][] = [];
  if (item.currency !== account.currency) {
    faults.push(['currency', `must be the account's currency, ${account.currency}`]);
  }
  for (const member of ['valueDate', 'bookingDate'] as const) {
    // Read as 00:00 in Oslo: today has begun, tomorrow has not.
    if (item[member] > today) faults.push([member, `must not be later than today, ${today}`]);
  }
  if (numbersOf(item.debtorAccount).some((number) => others.has(number))) {
    faults.push([
      'debtorAccount',
      'must not be another account in this sandbox: create the transaction on that account',
    ]);
  } else if (!names(item.debtorAccount, account) && !names(item.creditorAccount, account)) {
    faults.push(['debtorAccount', 'must be this account, or creditorAccount must be']);
  }
  return faults;
}

/** The numbers by which a party's account is named. */
export function numbersOf({ iban, bban }: PartyAccount): readonly string[] {
  return [bban, iban].filter((number) => number !== '');
}

function names(party: PartyAccount, { iban, bban }: PartyAccount): boolean {
  return party.bban === bban || party.iban === iban;
}

/**
 * The place of the first movement that leads a balance outside of int32, or further out.
 * @see D8-int32-ends
 */
export function firstBeyondInt32(
  balanceMinor: bigint,
  movements: readonly Movement[],
  currency: Currency,
): number | undefined {
  let afterMinor = balanceMinor;
  for (const [place, { movedMinor }] of movements.entries()) {
    afterMinor += movedMinor;
    const shown = flooredWhole(afterMinor, currency);
    if (movedMinor > 0n ? shown > BigInt(INT32_MAX) : shown < BigInt(INT32_MIN)) return place;
  }
  return undefined;
}

/** By what transactions of one account are the same: their 14 members. @see D8-natural-key */
export function transactionKey(account: string, item: GivenTransaction): string {
  const { creditorAccount, debtorAccount } = item;
  return JSON.stringify([
    account,
    item.amount,
    item.currency,
    item.valueDate,
    item.bookingDate,
    item.remittanceInformationUnstructured,
    item.creditorId,
    item.creditorName,
    [creditorAccount.iban, creditorAccount.bban],
    item.ultimateCreditor,
    item.debtorName,
    [debtorAccount.iban, debtorAccount.bban],
    item.ultimateDebtor,
    item.purposeCode,
    item.bankTransactionCode,
  ]);
}
