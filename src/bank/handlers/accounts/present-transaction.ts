import { isIsoPurposeCode } from '../../../values/iso-purpose-codes.ts';
import type { Transaction } from '../../../wire/information/transaction.ts';
import type { AccountTransaction, PartyAccount } from '../../domain/transactions.ts';
import type { Exchange } from '../../exchange.ts';
import { shownAmount } from '../../shown-amount.ts';
import type { WorldState } from '../../store/tables/world.ts';
import { LIMITS, saidUpTo } from './fitting.ts';

/** A booked transaction, or a pending one, which has no date of booking. */
export type ToPresent = Omit<AccountTransaction, 'bookingDate'> &
  Partial<Pick<AccountTransaction, 'bookingDate'>>;

/** @see D7-transaction-item, D7-left-out */
export function presentTransaction(exchange: Exchange, world: WorldState, given: ToPresent): Transaction {
  const { transactionId, bookingDate, valueDate, amountMinor, currency, details, references } = given;
  return {
    transactionId,
    entryReference: bookingDate === undefined ? undefined : transactionId,
    endToEndId: references?.endToEndId || undefined,
    bookingDate,
    valueDate,
    transactionAmount: shownAmount(exchange, world, amountMinor, currency),
    creditorId: saidUpTo(LIMITS.creditorId, details.creditorId),
    creditorName: saidUpTo(LIMITS.partyName, details.creditorName),
    creditorAccount: shownAccount(details.creditorAccount),
    ultimateCreditor: saidUpTo(LIMITS.partyName, details.ultimateCreditor),
    debtorName: saidUpTo(LIMITS.partyName, details.debtorName),
    debtorAccount: shownAccount(details.debtorAccount),
    ultimateDebtor: saidUpTo(LIMITS.partyName, details.ultimateDebtor),
    remittanceInformationUnstructured: saidUpTo(LIMITS.remittance, details.remittanceInformationUnstructured),
    remittanceInformationStructuredArray: references?.structured.length
      ? [...references.structured]
      : undefined,
    purposeCode: isIsoPurposeCode(details.purposeCode) ? details.purposeCode : undefined,
    bankTransactionCode: details.bankTransactionCode || undefined,
  };
}

/** As the standard has them. */
const IBAN = /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/;
const BBAN = /^[a-zA-Z0-9]{1,30}$/;

function shownAccount({ iban, bban }: PartyAccount): Transaction['creditorAccount'] {
  const shown = {
    ...(BBAN.test(bban) && { bban }),
    ...(IBAN.test(iban) && { iban }),
  };
  return 'iban' in shown || 'bban' in shown ? shown : undefined;
}
