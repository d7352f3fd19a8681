import { minorUnits } from '../../values/currencies.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import { transactionId } from '../domain/ids.ts';
import type {
  CardTransaction,
  CardTransactionDetails,
  PartyAccount,
  TransactionDetails,
} from '../domain/transactions.ts';
import { stemOf } from '../life/transactions.ts';
import type { TransactionRow } from '../store/tables/transactions.ts';
import { amountOf, type HeldAccount, type ReadData } from './read-data.ts';
import type { Faults, Placed, RecordsByKind } from './records.ts';
import { isFitForList } from './refuse-unfit.ts';

export interface ReadTransactions {
  /** Those made by hand, by the ids of their accounts. */
  readonly byHand: ReadonlyMap<string, readonly Omit<TransactionRow, 'booking'>[]>;
  /** Those given to cards, by the ids of these. */
  readonly ofCards: ReadonlyMap<string, readonly CardTransaction[]>;
}

/** Names each transaction by what it says, as if all had come in one request. @see D8-natural-key */
export function readTransactions(
  seed: string,
  data: ReadData,
  records: RecordsByKind,
  faults: Faults,
): ReadTransactions {
  const byHand = new Map<string, Omit<TransactionRow, 'booking'>[]>();
  const ordinals = new Map<string, number>();
  for (const placed of records.transaction) {
    const account = data.byBban.get(placed.record.transaction);
    if (account === undefined) {
      faults.add(placed.place, 'transaction', "isn't an account of this snapshot");
      continue;
    }
    const amountMinor = movedBy(placed, account, faults);
    if (amountMinor === undefined) continue;
    const row = rowOf(placed.record, account, amountMinor);
    const stem = stemOf(seed, account.id, givenOf(row));
    const ordinal = (ordinals.get(stem) ?? 0) + 1;
    ordinals.set(stem, ordinal);
    const named = { ...row, from: { ...row.from, transactionId: transactionId(seed, stem, ordinal) } };
    const known = byHand.get(account.id) ?? [];
    byHand.set(account.id, known);
    known.push(named);
  }
  return { byHand, ofCards: cardTransactions(data, records, faults) };
}

interface Row extends Omit<TransactionRow, 'booking' | 'from'> {
  readonly from: { readonly details: TransactionDetails };
}

/** What it moves: whole units, below zero where the account pays. */
function movedBy(
  { place, record }: Placed<'transaction'>,
  account: HeldAccount['it'],
  faults: Faults,
): bigint | undefined {
  const amountMinor = amountOf(record.amount, account.currency);
  const pays = isOwn(record.debtorAccount, account);
  if (amountMinor === undefined || amountMinor % wholeOf(account) !== 0n || amountMinor === 0n)
    faults.add(place, 'amount', `must be whole units of ${account.currency}, written with its decimals`);
  else if (amountMinor < 0n !== pays)
    faults.add(
      place,
      'amount',
      `must be ${pays ? 'below' : 'above'} zero: the account ${pays ? 'pays' : 'gets it'}`,
    );
  else return amountMinor;
  return undefined;
}

function wholeOf({ currency }: HeldAccount['it']): bigint {
  return 10n ** BigInt(minorUnits(currency));
}

function isOwn(party: SnapshotRecordOf<'transaction'>['debtorAccount'], account: HeldAccount['it']): boolean {
  if (party === undefined) return false;
  return party === 'own' || party.bban === account.bban || party.iban === account.iban;
}

function rowOf(
  record: SnapshotRecordOf<'transaction'>,
  account: HeldAccount['it'],
  amountMinor: bigint,
): Row {
  const { transaction: _, bookingDate, valueDate = bookingDate, amount: __, ...said } = record;
  return {
    account: account.id,
    ...{ bookingDate, valueDate, currency: account.currency, amountMinor },
    from: {
      details: {
        remittanceInformationUnstructured: said.remittanceInformationUnstructured ?? '',
        creditorId: said.creditorId ?? '',
        creditorName: said.creditorName ?? '',
        creditorAccount: partyOf(said.creditorAccount, account),
        ultimateCreditor: said.ultimateCreditor ?? '',
        debtorName: said.debtorName ?? '',
        debtorAccount: partyOf(said.debtorAccount, account),
        ultimateDebtor: said.ultimateDebtor ?? '',
        purposeCode: said.purposeCode ?? '',
        bankTransactionCode: said.bankTransactionCode,
      },
    },
  };
}

function partyOf(
  party: SnapshotRecordOf<'transaction'>['debtorAccount'],
  { iban, bban }: HeldAccount['it'],
): PartyAccount {
  if (party === 'own') return { iban, bban };
  return { iban: party?.iban ?? '', bban: party?.bban ?? '' };
}

/** As a request would have given it. */
function givenOf({ amountMinor, currency, bookingDate, valueDate, from }: Row) {
  const whole = (amountMinor < 0n ? -amountMinor : amountMinor) / 10n ** BigInt(minorUnits(currency));
  return { amount: Number(whole), currency, bookingDate, valueDate, ...from.details };
}

function cardTransactions(
  data: ReadData,
  records: RecordsByKind,
  faults: Faults,
): ReadTransactions['ofCards'] {
  const ofCards = new Map<string, CardTransaction[]>();
  const ids = new Set<string>();
  for (const { place, record } of records.cardTransaction) {
    const { cardTransaction: name, id: cardTransactionId = '', details } = record;
    const card = data.byCardName.get(name);
    if (card === undefined) {
      faults.add(place, 'cardTransaction', "isn't a card of this snapshot");
      continue;
    }
    if (!isFitForList({ details }, card.currency)) {
      faults.add(
        place,
        'details',
        `must have a date and an amount in ${card.currency}, as the bank writes them`,
      );
      continue;
    }
    const key = JSON.stringify([name, cardTransactionId]);
    if (cardTransactionId !== '' && ids.has(key)) faults.add(place, 'id', 'stands in the snapshot twice');
    ids.add(key);
    const known = ofCards.get(card.resourceId) ?? [];
    ofCards.set(card.resourceId, known);
    known.push({ cardTransactionId, ...(details as CardTransactionDetails) });
  }
  return ofCards;
}
