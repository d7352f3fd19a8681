import type * as z from 'zod/mini';
import { INT32_MAX } from '../../values/int32.ts';
import { isCalendarDate } from '../../values/oslo.ts';
import { array, integer, object, rule, text } from '../field.ts';
import type { Links } from '../link.ts';
import { BBAN_LIMIT, date, IBAN_LIMIT, UNLIMITED } from '../payment-members.ts';
import { ITEMS, sandboxCurrency } from './members.ts';

/** @see I-text-limit */
const NAME_LIMIT = 70;

const party = object({ iban: text(IBAN_LIMIT, 0), bban: text(BBAN_LIMIT, 0) });

/** @see D8-transaction-members, I-sandbox-transaction */
const sandboxTransaction = object({
  amount: integer(1, INT32_MAX),
  currency: sandboxCurrency,
  valueDate: date,
  bookingDate: date,
  remittanceInformationUnstructured: text(140, 0),
  creditorId: text(UNLIMITED, 0),
  creditorName: text(NAME_LIMIT, 0),
  creditorAccount: party,
  ultimateCreditor: text(NAME_LIMIT, 0),
  debtorName: text(NAME_LIMIT, 0),
  debtorAccount: party,
  ultimateDebtor: text(NAME_LIMIT, 0),
  purposeCode: text(UNLIMITED, 0),
  bankTransactionCode: text(14, 4),
}).check(
  rule(({ bookingDate, valueDate }) => {
    if (!isDate(bookingDate) || !isDate(valueDate)) return undefined;
    // Written so, dates compare as texts.
    return bookingDate > valueDate
      ? { at: ['bookingDate'], text: `must not be later than valueDate, ${valueDate}` }
      : undefined;
  }),
);

function isDate(value: unknown): value is string {
  return typeof value === 'string' && isCalendarDate(value);
}

export const sandboxTransactions = array(sandboxTransaction, ITEMS);

export type SandboxTransactionRequest = z.infer<typeof sandboxTransaction>;

/** One transaction of an account, by hand or by a payment. @see D8-one-list */
export interface SandboxTransaction extends SandboxTransactionRequest {
  readonly transactionId: string;
  readonly _links: Links;
}

/** What creating transactions answers, in the order of its body. */
export interface SandboxTransactionsCreated {
  readonly transactionIds: readonly string[];
}
