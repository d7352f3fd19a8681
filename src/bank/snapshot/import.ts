import type { Op } from '../../store/contract.ts';
import type { Currency } from '../../values/currencies.ts';
import { convertToIban } from '../../values/iban.ts';
import { getUnitMinor, readAmount } from '../../values/money.ts';
import { formatOsloDate } from '../../values/oslo.ts';
import type { RestoredWorld } from '../../wire/answers/operator.ts';
import type { SnapshotRecordOf } from '../../wire/snapshot.ts';
import { RefusedWork, refuse } from '../answer.ts';
import { type Authorisation, type ScaFailure, UNOPENED } from '../domain/authorisation.ts';
import { buildNaturalKey, deriveOrderedId, deriveTransactionId, type NaturalKey } from '../domain/ids.ts';
import {
  type Creditor,
  computeExpectedChanges,
  computeReservation,
  computeRunDay,
  createEntries,
  createEntry,
  type Entry,
  isMoneyHeld,
  isPending,
  listCustomerLines,
  OWN_ACCOUNTS,
  type TotalsChange,
} from '../domain/ledger.ts';
import {
  getDebtorCurrency,
  getSettledDebtor,
  type Payment,
  type RejectionReason,
} from '../domain/payment.ts';
import { getCreditorNumber, getProductRules, type Initiation } from '../domain/product-rules.ts';
import type { CardTransaction, PartyAccount, TransactionDetails } from '../domain/transactions.ts';
import type { Account, DetailsOfBalances } from '../domain/world.ts';
import { hashDuplicateKey } from '../life/payments.ts';
import { deriveStem } from '../life/transactions.ts';
import { derivePsuId } from '../sca/steps.ts';
import {
  insertAccount,
  insertCard,
  insertCardTransactions,
  keepCardBalances,
  setAdjustment,
  setPaymentRight,
} from '../store/tables/accounts.ts';
import { insertAuthorisation, updateAuthorisation } from '../store/tables/authorisations.ts';
import {
  insertAgreement,
  insertCustomer,
  insertEngagements,
  type NewEngagement,
} from '../store/tables/customers.ts';
import {
  addToTotals,
  type Booking,
  book,
  computeReserved,
  insertReservations,
  type Reservation,
  removeTotals,
} from '../store/tables/ledger.ts';
import { insertKidEntry, keepFormerNumber } from '../store/tables/numbers.ts';
import {
  insertBasket,
  insertBulk,
  insertPayments,
  insertTransitions,
  updatePayment,
} from '../store/tables/payments.ts';
import { keepConsent, keepPsu } from '../store/tables/psus.ts';
import { insertDoneRun } from '../store/tables/runs.ts';
import { insertUses, type KeyUses } from '../store/tables/snapshot-rows.ts';
import { insertTransactions, type TransactionRow } from '../store/tables/transactions.ts';
import { type BankState, beginNoLaterThan, endWorld, takeSequence } from '../store/tables/world.ts';
import {
  Faults,
  formatNaturalKey,
  formatOwnedName,
  IdsOfSeed,
  type IndexedRecord,
  Names,
  type RecordsByKind,
  readInstant,
  readRecords,
} from './records.ts';
import { refuseContradictions } from './refuse-contradictions.ts';

const [FIRST, END] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];

/**
 * Replaces the world with that of a snapshot. The sequence continues after the greater of both worlds' last numbers, so
 * that no number recurs.
 * @param secret for the links of ended SCAs; no TPP receives it
 * @throws RefusedWork for records that are invalid, refer to missing records, or contradict each other
 * @see S7-restore, S7-generation, D16-restore, D16-restore-checked
 */
export function* restoreSnapshot(
  world: BankState,
  secret: string,
  records: readonly unknown[],
): Op<RestoredWorld> {
  const faults = new Faults();
  const byKind = readRecords(records, faults);
  faults.refuse();
  const clockOffset = byKind.snapshot[0]?.record.clockOffset ?? 0;
  const bankNow = world.realNow + clockOffset;
  if (!(bankNow >= FIRST && bankNow < END))
    faults.add(0, 'clockOffset', "must not move the bank's clock out of the years 2000 to 2099");
  refuseContradictions(byKind, faults);
  faults.refuse();
  yield* endWorld(world, clockOffset);
  const last = findLastNumber(byKind);
  if (world.sequence < last) world.sequence = last;
  try {
    yield* new Restorer(world, secret, faults).restore(byKind);
  } catch (error) {
    faults.refuse();
    throw explainFailure(error);
  }
  faults.refuse();
  // This machine's clock may be behind that of the exporting machine.
  yield* beginNoLaterThan(world.bankNow);
  return {
    customers: byKind.customer.length,
    accounts: byKind.account.length,
    cardAccounts: byKind.card.length,
    agreements: byKind.agreement.length,
    transactions: byKind.transaction.length + byKind.cardTransaction.length,
    payments: byKind.payment.length,
  };
}

/** Returns the greatest number in the records, after which the world's sequence continues. */
function findLastNumber({ bulk, payment, basket, authorisation }: RecordsByKind): bigint {
  return [
    ...bulk.map(({ record }) => record.bulk),
    ...payment.flatMap(({ record }) => [record.payment, record.approval?.place ?? 0]),
    ...basket.map(({ record }) => record.basket),
    ...authorisation.map(({ record }) => record.authorisation),
  ].reduce((last, number) => (BigInt(number) > last ? BigInt(number) : last), 0n);
}

/**
 * Converts an error into a refusal if contradictory records violated a constraint of the tables or a rule of the
 * domain; other errors stay unchanged.
 */
function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isOfStore = (error as { code?: unknown }).code === 'ERR_SQLITE_ERROR';
  if (isOfStore && !error.message.includes('constraint failed')) return error;
  const text = `the records can't be restored: ${error.message}`;
  return new RefusedWork(refuse(400, 'FORMAT_ERROR', text, 'records'), { cause: error });
}

/** An account or card account with the balance that its bookings must reach. */
interface AccountTotal {
  readonly id: string;
  readonly currency: Currency;
  readonly balanceMinor: bigint;
}

interface BookedPayment {
  readonly record: SnapshotRecordOf<'payment'>;
  readonly payment: Payment;
  readonly to: Creditor | undefined;
}

class Restorer {
  readonly #world: BankState;
  readonly #secret: string;
  readonly #faults: Faults;
  readonly #ids: IdsOfSeed;
  readonly #uses = new Map<string, KeyUses>();
  readonly #customers = new Names();
  /** The names of accounts and cards. */
  readonly #accounts = new Names();
  readonly #agreements = new Names();
  readonly #held = new Map<string, AccountTotal>();
  readonly #byBban = new Map<string, Omit<Account, 'openingMinor'>>();

  constructor(world: BankState, secret: string, faults: Faults) {
    this.#world = world;
    this.#secret = secret;
    this.#faults = faults;
    this.#ids = new IdsOfSeed(world.seed);
  }

  *restore(records: RecordsByKind): Op<void> {
    for (const one of records.customer) yield* this.#customer(one);
    for (const one of records.account) yield* this.#account(one);
    for (const one of records.card) yield* this.#card(one);
    for (const { kid, ...policy } of records.kid.map(({ record }) => record))
      yield* insertKidEntry({ bban: kid, ...policy });
    for (const one of records.agreement) yield* this.#agreement(one);
    yield* insertEngagements(records.engagement.flatMap((one) => this.#engagement(one) ?? []));
    for (const { record } of records.used) this.#count(record.used, record.key, record.times);
    yield* insertUses([...this.#uses.values()]);
    for (const { record } of records.formerAccount) yield* keepFormerNumber(record.formerAccount);
    const payments = records.payment.map((one) => this.#payment(one));
    yield* this.#books(records, payments);
    yield* this.#cardTransactions(records);
    for (const { record } of records.bulk) {
      const sequence = BigInt(record.bulk);
      const { initiation } = record;
      yield* insertBulk({ sequence, paymentId: this.#deriveId('payment', sequence), initiation });
    }
    for (const { record, payment } of payments) yield* this.#insertPayment(payment, record);
    for (const { record } of records.basket) {
      const { basket, payments: numbers, ...members } = record;
      const sequence = BigInt(basket);
      const basketId = this.#deriveId('basket', sequence);
      yield* insertBasket({ sequence, basketId, ...members }, numbers.map(BigInt));
    }
    for (const { record } of records.run) {
      const { bankDay, isLastOfDay, outcomes } = record;
      const [slot, at] = [readInstant(record.run), readInstant(record.at)];
      const sequence = takeSequence(this.#world);
      yield* insertDoneRun({ sequence, slot, at, bankDay, isLastOfDay }, outcomes);
    }
    for (const one of records.authorisation) yield* this.#authorisation(one);
    const { seed } = this.#world;
    for (const { psu, tpp, lastSca } of records.psu.map(({ record }) => record))
      yield* keepPsu(tpp, psu, derivePsuId(seed, tpp, psu), readInstant(lastSca));
    for (const { place, record } of records.consent) {
      const agreement = this.#resolve(this.#agreements, place, 'agreement', record.agreement);
      const accounts = record.accounts.map((name) => this.#resolve(this.#accounts, place, 'accounts', name));
      const found = accounts.filter((id) => id !== undefined);
      yield* keepConsent(record.tpp, record.consent, agreement, new Set(found));
    }
  }

  *#customer({ record }: IndexedRecord<'customer'>): Op<void> {
    const { customer: customerNumber, type: customerType, name: customerName, use } = record;
    this.#customers.add(customerNumber, customerNumber);
    const customerId = this.#deriveIdOfUse(buildNaturalKey('customer', customerNumber), use);
    yield* insertCustomer({ customerId, customerNumber, customerType, customerName });
  }

  *#account({ place, record }: IndexedRecord<'account'>): Op<void> {
    const { account: bban, customer: customerNumber, name: accountName, isNumberMade } = record;
    const { currency, product, cashAccountType, creditLine } = record;
    if (this.#resolve(this.#customers, place, 'customer', customerNumber) === undefined) return;
    const made = buildNaturalKey('made account', customerNumber, accountName);
    const id = this.#deriveIdOfUse(isNumberMade ? made : buildNaturalKey('account', bban), record.use);
    this.#accounts.add(bban, id);
    const account = {
      ...{ id, customerNumber, accountName, bban, iban: convertToIban(bban) },
      ...{ currency, product, cashAccountType, creditLine },
    };
    this.#byBban.set(bban, account);
    yield* insertAccount(account);
    yield* setAdjustment(id, this.#hold(id, place, record));
    if (record.mayPay === false) yield* setPaymentRight(id, false);
  }

  *#card({ place, record }: IndexedRecord<'card'>): Op<void> {
    const { card: maskedPan, customer: customerNumber, use = 1, balanceDetails, ...members } = record;
    if (this.#resolve(this.#customers, place, 'customer', customerNumber) === undefined) return;
    const key = buildNaturalKey('card account', customerNumber, maskedPan);
    const resourceId = this.#deriveIdOfUse(key, use);
    this.#accounts.add(formatOwnedName(maskedPan, customerNumber, use), resourceId);
    const relatedAccount = this.#ids.deriveRelatedAccount(key, use);
    yield* insertCard({ resourceId, customerNumber, maskedPan, relatedAccount, ...members });
    const adjustmentMinor = this.#hold(resourceId, place, record);
    yield* keepCardBalances(resourceId, adjustmentMinor, (balanceDetails ?? {}) as DetailsOfBalances);
    if (record.mayPay === false) yield* setPaymentRight(resourceId, false);
  }

  *#agreement({ place, record }: IndexedRecord<'agreement'>): Op<void> {
    const { agreement: name, owner: ownerNumber, type, use = 1 } = record;
    if (this.#resolve(this.#customers, place, 'owner', ownerNumber) === undefined) return;
    const agreementId = this.#deriveIdOfUse(buildNaturalKey('agreement', ownerNumber, name), use);
    this.#agreements.add(formatOwnedName(name, ownerNumber, use), agreementId);
    yield* insertAgreement({ agreementId, type, ownerNumber, name });
  }

  #engagement({ place, record }: IndexedRecord<'engagement'>): NewEngagement | undefined {
    const { engagement, agreement, account, use, ...members } = record;
    const customerNumber = this.#resolve(this.#customers, place, 'engagement', engagement);
    const accountId = this.#resolve(this.#accounts, place, 'account', account);
    const agreementId = this.#resolve(this.#agreements, place, 'agreement', agreement);
    if (customerNumber === undefined || accountId === undefined || agreementId === undefined)
      return undefined;
    const key = buildNaturalKey('engagement', agreementId, customerNumber, accountId);
    const engagementId = this.#deriveIdOfUse(key, use);
    return { engagementId, agreementId, customerNumber, account: accountId, ...members };
  }

  /**
   * Stores the balance that the bookings of an account or card must reach.
   * @returns its adjustment, in minor units
   */
  #hold(id: string, place: number, record: SnapshotRecordOf<'account' | 'card'>): bigint {
    const { balance, adjustment = '', currency } = record;
    this.#held.set(id, { id, currency, balanceMinor: this.#amount(place, 'balance', balance, currency) });
    return adjustment === '' ? 0n : this.#amount(place, 'adjustment', adjustment, currency);
  }

  #amount(place: number, member: string, text: string, currency: Currency): bigint {
    const minor = readAmount(text, currency);
    if (minor === undefined) this.#faults.add(place, member, `must have the decimals of ${currency}`);
    return minor ?? 0n;
  }

  /** Finds the id of a name; adds a fault if the name is unknown. */
  #resolve(names: Names, place: number, member: string, name: string | undefined): string | undefined {
    const id = name === undefined ? undefined : names.findId(name);
    if (name !== undefined && id === undefined)
      this.#faults.add(place, member, `is "${name}", which the snapshot lacks`);
    return id;
  }

  #deriveId(kind: 'payment' | 'basket' | 'authorisation', sequence: bigint): string {
    return deriveOrderedId(this.#world.seed, kind, sequence);
  }

  #deriveIdOfUse(key: NaturalKey, use = 1): string {
    this.#count(key.kind, key.key, use);
    return this.#ids.deriveId(key, use);
  }

  #count(kind: string, key: string, uses: number): void {
    const word = formatNaturalKey({ kind, key });
    const known = this.#uses.get(word)?.uses ?? 0;
    this.#uses.set(word, { kind, key, uses: Math.max(known, uses) });
  }

  /**
   * Derives the ids of transactions from their contents, as if one request had sent all of them.
   * @see D8-natural-key
   */
  #transactions({ transaction }: RecordsByKind): ReadonlyMap<string, Omit<TransactionRow, 'booking'>[]> {
    const { seed } = this.#world;
    const byAccount = new Map<string, Omit<TransactionRow, 'booking'>[]>();
    const ordinals = new Map<string, number>();
    for (const { place, record } of transaction) {
      const account = this.#byBban.get(record.transaction);
      if (account === undefined) {
        this.#faults.add(place, 'transaction', `is "${record.transaction}", which the snapshot lacks`);
        continue;
      }
      const { id, currency } = account;
      const { bookingDate, valueDate = bookingDate } = record;
      const amountMinor = this.#amount(place, 'amount', record.amount, currency);
      const details = readDetails(record, account);
      const whole = (amountMinor < 0n ? -amountMinor : amountMinor) / getUnitMinor(currency);
      // The form of a transaction in a request.
      const given = { amount: Number(whole), currency, bookingDate, valueDate, ...details };
      const stem = deriveStem(seed, id, given);
      const ordinal = (ordinals.get(stem) ?? 0) + 1;
      ordinals.set(stem, ordinal);
      const from = { details, transactionId: deriveTransactionId(seed, stem, ordinal) };
      pushTo(byAccount, id, { account: id, bookingDate, valueDate, currency, amountMinor, from });
    }
    return byAccount;
  }

  *#cardTransactions({ cardTransaction }: RecordsByKind): Op<void> {
    const byCard = new Map<string, CardTransaction[]>();
    for (const { place, record } of cardTransaction) {
      const card = this.#resolve(this.#accounts, place, 'cardTransaction', record.cardTransaction);
      const given = { cardTransactionId: record.id ?? '', ...record.details } as CardTransaction;
      if (card !== undefined) pushTo(byCard, card, given);
    }
    for (const [card, all] of byCard) {
      const rows = all.map((given) => ({ sequence: takeSequence(this.#world), given }));
      yield* insertCardTransactions(card, rows);
    }
  }

  /**
   * Creates the bookings: one per booked payment, one for an account's manual transactions, and one opening for the
   * rest of the account's balance.
   * @see D9-balance-is-lines, D9-double-entry, D16-restore
   */
  *#books(records: RecordsByKind, payments: readonly BookedPayment[]): Op<void> {
    const books = new Books(this.#world);
    const rows: TransactionRow[] = [];
    for (const made of this.#transactions(records).values()) rows.push(...books.addByHand(made));
    for (const one of payments)
      rows.push(...books.addPayment(one).filter(({ account }) => this.#held.has(account)));
    const gone = books.close(this.#held);
    yield* book(books.bookings);
    yield* insertTransactions(rows);
    for (const account of gone) yield* removeTotals(account);
    // The reservations of unfinished payments and the expected balances. @see D9-totals
    const changes: TotalsChange[] = [];
    const reservations: Reservation[] = [];
    for (const { payment } of payments) {
      if (isPending(payment))
        changes.push(...computeExpectedChanges(payment, this.#byBban.get(payment.creditorAccount)));
      if (isMoneyHeld(payment.status))
        reservations.push({ payment: payment.sequence, line: computeReservation(payment) });
    }
    yield* insertReservations(reservations);
    yield* addToTotals([...changes, ...computeReserved(reservations)]);
  }

  #payment({ place, record }: IndexedRecord<'payment'>): BookedPayment {
    const { tpp, service, product, effectiveDate, approval, lapsesAt, booked } = record;
    const sequence = BigInt(record.payment);
    const initiation = record.initiation as unknown as Initiation;
    const { amount, currency } = initiation.instructedAmount;
    const { isCrossBorder } = getProductRules({ service, product });
    const creditorAccount = getCreditorNumber(initiation, isCrossBorder);
    const payment: Payment = {
      ...{ sequence, paymentId: this.#deriveId('payment', sequence), tpp, service, product },
      ...{ status: record.status, initiation, creditorAccount, currency, effectiveDate },
      amountMinor: this.#amount(place, 'initiation.instructedAmount.amount', amount, currency),
      dateMoved: record.isDateMoved ?? false,
      duplicateKey: hashDuplicateKey({ tpp, product, initiation, creditorAccount }, effectiveDate),
      createdAt: readInstant(record.createdAt),
      rejectsNoFunds: record.rejectsNoFunds ?? false,
      heldAtApproval: record.isHeld ?? false,
      settlesLate: record.settlesLate ?? false,
      debtorAccount: this.#resolve(this.#accounts, place, 'debtor', record.debtor),
      psu: record.psu,
      fundsAvailable: record.fundsAvailable,
      heldUntil: record.heldUntil,
      rejection: record.rejection as RejectionReason | undefined,
      bulk: record.bulk === undefined ? undefined : BigInt(record.bulk),
      lapsesAt: readInstant(lapsesAt),
      approval: approval && { sequence: BigInt(approval.place), at: readInstant(approval.at) },
    };
    return { record, payment, to: booked && this.#creditor(place, booked) };
  }

  #creditor(
    place: number,
    { to, currency = 'NOK' }: NonNullable<SnapshotRecordOf<'payment'>['booked']>,
  ): Creditor | undefined {
    if (to === 'NOSTRO' || to === 'SUSPENSE') return to;
    const id = this.#resolve(this.#accounts, place, 'booked.to', to);
    return id === undefined ? undefined : { id, currency };
  }

  *#insertPayment(payment: Payment, { steps = [] }: SnapshotRecordOf<'payment'>): Op<void> {
    yield* insertPayments([payment]);
    yield* updatePayment(payment, computeRunDay(payment));
    yield* insertTransitions(
      steps.map(({ at, ...step }) => ({
        ...step,
        ...{ payment: payment.sequence, place: takeSequence(this.#world), at: readInstant(at) },
      })),
    );
  }

  *#authorisation({ place, record }: IndexedRecord<'authorisation'>): Op<void> {
    const { of: subject, identified, context, failure, keptFrom: _, ...members } = record;
    const sequence = BigInt(record.authorisation);
    const endedAt = readInstant(record.endedAt);
    const agreement = this.#resolve(this.#agreements, place, 'agreement', record.agreement);
    const sca: Authorisation = {
      ...members,
      ...{ sequence, authorisationId: this.#deriveId('authorisation', sequence), secret: this.#secret },
      // A snapshot contains neither: it restores no session, and no PSU is redirected.
      ...{ tppSessionId: '', redirectUri: '', prefersApp: false },
      subject: BigInt(subject),
      createdAt: readInstant(record.createdAt),
      givenAgreement: this.#resolve(this.#agreements, place, 'givenAgreement', record.givenAgreement),
      progress: {
        ...UNOPENED,
        ...{ identified, context, agreement, failure: failure as ScaFailure | undefined, endedAt },
      },
    };
    yield* insertAuthorisation(sca);
    yield* updateAuthorisation(sca);
  }
}

function pushTo<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function readDetails(
  { transaction: _, bookingDate, valueDate, amount, ...said }: SnapshotRecordOf<'transaction'>,
  own: PartyAccount,
): TransactionDetails {
  const readParty = (party: typeof said.debtorAccount): PartyAccount =>
    party === 'own'
      ? { iban: own.iban, bban: own.bban }
      : { iban: party?.iban ?? '', bban: party?.bban ?? '' };
  return {
    remittanceInformationUnstructured: said.remittanceInformationUnstructured ?? '',
    creditorId: said.creditorId ?? '',
    creditorName: said.creditorName ?? '',
    creditorAccount: readParty(said.creditorAccount),
    ultimateCreditor: said.ultimateCreditor ?? '',
    debtorName: said.debtorName ?? '',
    debtorAccount: readParty(said.debtorAccount),
    ultimateDebtor: said.ultimateDebtor ?? '',
    purposeCode: said.purposeCode ?? '',
    bankTransactionCode: said.bankTransactionCode,
  };
}

/** The bookings of a restored world. */
class Books {
  readonly bookings: Booking[] = [];
  readonly #world: BankState;
  /** The sums of bookings by account and currency. */
  readonly #sums = new Map<string, { account: string; currency: Currency; minor: bigint }>();

  constructor(world: BankState) {
    this.#world = world;
  }

  /**
   * Adds the booking of an account's manual transactions.
   * @param made the manual transactions of one account
   */
  addByHand(made: readonly Omit<TransactionRow, 'booking'>[]): readonly TransactionRow[] {
    const [first] = made;
    if (first === undefined) return [];
    const sum = made.reduce((minor, { amountMinor }) => minor + amountMinor, 0n);
    const booking = this.#add('transaction', createEntry('NOSTRO', first.account, first.currency, sum));
    return made.map((one) => ({ ...one, booking }));
  }

  addPayment({ record, payment, to }: BookedPayment): readonly TransactionRow[] {
    const at = readInstant(record.booked?.at);
    if (at === undefined || to === undefined) return [];
    const debtor = { id: getSettledDebtor(payment), currency: getDebtorCurrency(payment) };
    const entries = createEntries(payment, debtor, to);
    const [booking = 0n] = entries.map((one, leg) =>
      this.#add('payment', one, { bookedAt: at, payment: payment.sequence, leg }),
    );
    const dates = { bookingDate: formatOsloDate(at), valueDate: formatOsloDate(at) };
    const from = { payment: payment.sequence };
    return listCustomerLines(entries).map((line) => ({ ...line, ...dates, booking, from }));
  }

  /**
   * Adds an opening per account that leads to its balance, and books deleted accounts to zero.
   * @returns the ids of the deleted accounts
   */
  close(held: ReadonlyMap<string, AccountTotal>): readonly string[] {
    for (const { id, currency, balanceMinor } of held.values()) {
      const { minor = 0n } = this.#sums.get(`${id} ${currency}`) ?? {};
      if (balanceMinor !== minor)
        this.#add('opening', createEntry('OPENING', id, currency, balanceMinor - minor));
    }
    const gone = [...this.#sums.values()].filter(
      ({ account }) => !held.has(account) && !OWN_ACCOUNTS.has(account),
    );
    for (const { account, currency, minor } of gone)
      if (minor !== 0n) this.#add('deletion', createEntry(account, 'SUSPENSE', currency, minor));
    return gone.map(({ account }) => account);
  }

  #add(kind: Booking['kind'], lines: Entry, more: Partial<Booking> = {}): bigint {
    const sequence = takeSequence(this.#world);
    this.bookings.push({ sequence, kind, bookedAt: this.#world.bankNow, ...more, entry: lines });
    for (const { account, currency, amountMinor } of lines) {
      const key = `${account} ${currency}`;
      const sum = this.#sums.get(key) ?? { account, currency, minor: 0n };
      sum.minor += amountMinor;
      this.#sums.set(key, sum);
    }
    return sequence;
  }
}
