import type { Op } from '../../store/contract.ts';
import { formatAmount } from '../../values/money.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import type { PartyAccount, TransactionDetails } from '../domain/transactions.ts';
import type { AccountWithBalance } from '../store/tables/accounts.ts';
import { type HandMade, listByHand, listGivenToCard } from '../store/tables/snapshot-rows.ts';
import type { Taken } from './take-data.ts';

/** Transactions made by hand, account by account, the oldest first, so that a new one is a new line. */
export function* takeTransactions({ accounts, listedAccounts, listedCards }: Taken): Op<object[]> {
  const records: object[] = [];
  for (const { account } of listedAccounts)
    for (const made of yield* listByHand(account.id)) records.push(transactionRecord(account, made));
  for (const { card } of listedCards) {
    for (const { cardTransactionId: id, ...details } of yield* listGivenToCard(card.resourceId)) {
      const given = id === '' ? {} : { id };
      records.push({ cardTransaction: accounts.nameOf(card.resourceId), ...given, details });
    }
  }
  return records;
}

type Own = AccountWithBalance['account'];

/** What is empty isn't written, and the account's own numbers are `own`. */
function transactionRecord(account: Own, made: HandMade): SnapshotRecordOf<'transaction'> {
  const { bookingDate, valueDate, amountMinor, details } = made;
  const { creditorAccount, debtorAccount, bankTransactionCode, ...texts } = details;
  return {
    transaction: account.bban,
    bookingDate,
    ...(valueDate === bookingDate ? {} : { valueDate }),
    amount: formatAmount(amountMinor, account.currency),
    ...filled(texts),
    ...partyMember('creditorAccount', creditorAccount, account),
    ...partyMember('debtorAccount', debtorAccount, account),
    bankTransactionCode,
  };
}

type Texts = Omit<TransactionDetails, 'creditorAccount' | 'debtorAccount' | 'bankTransactionCode'>;

function filled(texts: Texts): Partial<Texts> {
  return Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''));
}

function partyMember(
  name: 'creditorAccount' | 'debtorAccount',
  { iban, bban }: PartyAccount,
  own: Own,
): Partial<Pick<SnapshotRecordOf<'transaction'>, 'creditorAccount' | 'debtorAccount'>> {
  if (iban === '' && bban === '') return {};
  if (iban === own.iban && bban === own.bban) return { [name]: 'own' };
  return { [name]: { ...(iban === '' ? {} : { iban }), ...(bban === '' ? {} : { bban }) } };
}
