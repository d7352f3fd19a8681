import type { Op } from '../../store/contract.ts';
import type { Currency } from '../../values/currencies.ts';
import { formatAmount } from '../../values/money.ts';
import { SNAPSHOT_VERSION, type SnapshotRecordOf } from '../../wire/snapshot.ts';
import type { Authorisation } from '../domain/authorisation.ts';
import { buildNaturalKey, type NaturalKey } from '../domain/ids.ts';
import type { Payment } from '../domain/payment.ts';
import type { PartyAccount } from '../domain/transactions.ts';
import {
  type AccountWithBalance,
  type CardWithBalance,
  listAccounts,
  listCards,
  type StoredBalances,
} from '../store/tables/accounts.ts';
import { listEndedAuthorisations } from '../store/tables/authorisations.ts';
import { listAgreements, listCustomers, listEngagements } from '../store/tables/customers.ts';
import { listKidPolicies } from '../store/tables/numbers.ts';
import { listBasketPayments, listBaskets, listBulks, listPaymentsAfter } from '../store/tables/payments.ts';
import { findConsented } from '../store/tables/psus.ts';
import { listDoneRuns } from '../store/tables/runs.ts';
import {
  type BookedPayment,
  listBookedPayments,
  listByHand,
  listConsents,
  listFormerNumbers,
  listGivenToCard,
  listKnownPsus,
  listSteps,
  listUses,
  listWithoutRight,
  type ManualRecord,
  type PastStep,
} from '../store/tables/snapshot-rows.ts';
import type { BankState } from '../store/tables/world.ts';
import { formatInstant, formatNaturalKey, formatOwnedName, IdsOfSeed, Names } from './records.ts';

/**
 * Exports the world as records with natural keys, and the clock's offset. It omits generation, watermark, sessions,
 * open SCAs, secrets, stored requests, and the psu-ids, which derive from the seed. Undefined members are omitted.
 * @see D16-snapshot, S7-snapshot
 */
export function* takeSnapshot(world: BankState): Op<readonly object[]> {
  const uses = yield* listUses();
  const taker = new SnapshotExporter(
    world.seed,
    new Map(uses.map((one) => [formatNaturalKey(one), one.uses])),
  );
  const header = { snapshot: SNAPSHOT_VERSION, clockOffset: world.clockOffset };
  const records = [...(yield* taker.data()), ...(yield* taker.payments()), ...(yield* taker.psus())];
  const former = (yield* listFormerNumbers()).map((bban) => ({ formerAccount: bban }));
  // The uses of keys that no other record contains.
  const used = uses
    .filter((one) => one.uses > taker.getExportedUse(formatNaturalKey(one)))
    .map(({ kind, key, uses: times }) => ({ used: kind, key, times }));
  return [header, ...records, ...former, ...used];
}

class SnapshotExporter {
  readonly #ids: IdsOfSeed;
  readonly #uses: ReadonlyMap<string, number>;
  /** The last exported use of each key. */
  readonly #exportedUses = new Map<string, number>();
  readonly #accounts = new Names();
  readonly #agreements = new Names();
  #withoutRight: ReadonlySet<string> = new Set();

  constructor(seed: string, uses: ReadonlyMap<string, number>) {
    this.#ids = new IdsOfSeed(seed);
    this.#uses = uses;
  }

  getExportedUse(word: string): number {
    return this.#exportedUses.get(word) ?? 0;
  }

  /**
   * Exports customers, accounts, cards, KID entries, agreements and engagements in the order of their lists, then
   * transactions.
   */
  *data(): Op<object[]> {
    const [accounts, cards] = [yield* listAccounts(), yield* listCards()];
    this.#withoutRight = yield* listWithoutRight();
    const records: object[] = [
      ...(yield* listCustomers()).map(({ customerId, customerNumber, customerType, customerName }) => {
        const { use } = this.#findUse(customerId, buildNaturalKey('customer', customerNumber));
        return { customer: customerNumber, type: customerType, name: customerName, use };
      }),
      ...accounts.map((one) => this.#account(one)),
      ...cards.map((one) => this.#card(one)),
      ...[...(yield* listKidPolicies())].map(([kid, { use, rules }]) => ({ kid, use, rules })),
      ...(yield* listAgreements()).map(({ agreementId, ownerNumber, name, type }) => {
        const { use } = this.#findUse(agreementId, buildNaturalKey('agreement', ownerNumber, name));
        this.#agreements.add(formatOwnedName(name, ownerNumber, use ?? 1), agreementId);
        return { agreement: name, owner: ownerNumber, type, use };
      }),
      ...(yield* this.#engagements(accounts)),
    ];
    // Oldest first, so that a new transaction adds a line at the end.
    for (const { account } of accounts)
      for (const made of yield* listByHand(account.id)) records.push(createTransactionRecord(account, made));
    for (const { card } of cards) {
      const cardTransaction = this.#accounts.getName(card.resourceId);
      for (const { cardTransactionId, ...details } of yield* listGivenToCard(card.resourceId))
        records.push({ cardTransaction, id: cardTransactionId || undefined, details });
    }
    return records;
  }

  /**
   * Finds the use of one of these keys that derived the id; the first use is omitted.
   * @throws Error if no use derived it
   */
  #findUse(id: string, ...keys: readonly NaturalKey[]): { key: NaturalKey; use: number | undefined } {
    for (const key of keys) {
      const word = formatNaturalKey(key);
      const use = this.#ids.useOf(key, this.#uses.get(word) ?? 0, id);
      if (use === undefined) continue;
      this.#exportedUses.set(word, Math.max(this.getExportedUse(word), use));
      return { key, use: use === 1 ? undefined : use };
    }
    throw new Error(`no use of a natural key has made the id ${id}`);
  }

  #exportBalance(id: string, currency: Currency, { balanceMinor, adjustmentMinor }: StoredBalances) {
    return {
      currency,
      balance: formatAmount(balanceMinor, currency),
      adjustment: adjustmentMinor === 0n ? undefined : formatAmount(adjustmentMinor, currency),
      mayPay: this.#withoutRight.has(id) ? false : undefined,
    };
  }

  #account(kept: AccountWithBalance): SnapshotRecordOf<'account'> {
    const { id, customerNumber, accountName: name, bban, currency } = kept.account;
    const { product, cashAccountType, creditLine } = kept.account;
    this.#accounts.add(bban, id);
    const made = buildNaturalKey('made account', customerNumber, name);
    const { key, use } = this.#findUse(id, buildNaturalKey('account', bban), made);
    return {
      ...{ account: bban, customer: customerNumber, name, ...this.#exportBalance(id, currency, kept) },
      ...{ product, cashAccountType, creditLine },
      isNumberMade: key.kind === 'made account' || undefined,
      use,
    };
  }

  #card(kept: CardWithBalance): SnapshotRecordOf<'card'> {
    const { resourceId: id, customerNumber, maskedPan, relatedAccount: _, currency, ...card } = kept.card;
    const { use } = this.#findUse(id, buildNaturalKey('card account', customerNumber, maskedPan));
    this.#accounts.add(formatOwnedName(maskedPan, customerNumber, use ?? 1), id);
    return {
      ...{ card: maskedPan, customer: customerNumber, ...this.#exportBalance(id, currency, kept), ...card },
      balanceDetails: Object.keys(kept.details).length > 0 ? kept.details : undefined,
      use,
    };
  }

  *#engagements(listed: readonly AccountWithBalance[]): Op<SnapshotRecordOf<'engagement'>[]> {
    const accounts = new Map(listed.map(({ account }) => [account.iban, account]));
    return (yield* listEngagements()).map(
      ({ engagementId, agreementId, customerNumber, iban, roles, registerLimit, approvalLimit }) => {
        const account = accounts.get(iban);
        if (account === undefined) throw new Error('an engagement of no account');
        const key = buildNaturalKey('engagement', agreementId, customerNumber, account.id);
        const { use } = this.#findUse(engagementId, key);
        const agreement = this.#agreements.getName(agreementId);
        return {
          ...{ engagement: customerNumber, agreement, account: account.bban, roles: [...roles] },
          ...{ registerLimit, approvalLimit, use },
        };
      },
    );
  }

  /** Exports bulks, payments and baskets with the sequences of their ids, ended SCAs, and completed runs. */
  *payments(): Op<object[]> {
    const booked = yield* listBookedPayments();
    const steps = yield* listSteps();
    return [
      ...(yield* listBulks()).map(({ sequence, initiation }) => ({ bulk: Number(sequence), initiation })),
      ...(yield* listPaymentsAfter(0n, Number.MAX_SAFE_INTEGER)).map((payment) =>
        this.#payment(payment, booked.get(payment.sequence), steps.get(payment.sequence)),
      ),
      ...(yield* takeBaskets()),
      ...(yield* listEndedAuthorisations()).map((sca) => this.#authorisation(sca)),
      ...(yield* listDoneRuns()).map(({ slot, at, bankDay, isLastOfDay, outcomes }) => {
        return { run: formatInstant(slot), at: formatInstant(at), bankDay, isLastOfDay, outcomes };
      }),
    ];
  }

  #payment(
    payment: Payment,
    booked: BookedPayment | undefined,
    steps: readonly PastStep[] | undefined,
  ): SnapshotRecordOf<'payment'> {
    type Status = SnapshotRecordOf<'payment'>['status'];
    const { tpp, service, product, psu, approval, debtorAccount, bulk, fundsAvailable, effectiveDate } =
      payment;
    return {
      ...{ payment: Number(payment.sequence), status: payment.status as Status, tpp, service, product, psu },
      ...{ debtor: debtorAccount && this.#accounts.getName(debtorAccount), fundsAvailable, effectiveDate },
      isDateMoved: payment.dateMoved || undefined,
      createdAt: formatInstant(payment.createdAt),
      lapsesAt: formatInstant(payment.lapsesAt),
      approval: approval && { place: Number(approval.sequence), at: formatInstant(approval.at) },
      rejectsNoFunds: payment.rejectsNoFunds || undefined,
      isHeld: payment.heldAtApproval || undefined,
      heldUntil: payment.heldUntil,
      settlesLate: payment.settlesLate || undefined,
      rejection: payment.rejection,
      bulk: bulk === undefined ? undefined : Number(bulk),
      booked: booked && this.#exportBooking(payment, booked),
      steps: steps?.map(({ from, to, at, cause, requestId }) => {
        return { from: from as Status, to: to as Status, at: formatInstant(at), cause, requestId };
      }),
      initiation: payment.initiation as unknown as SnapshotRecordOf<'payment'>['initiation'],
    };
  }

  /** Exports the creditor of the booking, because the creditor's account may have been created or deleted since. */
  #exportBooking({ debtorAccount }: Payment, { at, lines }: BookedPayment) {
    const others = lines.filter(({ account }) => account !== debtorAccount && account !== 'FEES');
    const creditor =
      others.find(({ account }) => account !== 'NOSTRO' && account !== 'SUSPENSE') ?? others[0];
    // A payment from an account to itself has no other line.
    const to = creditor ?? lines[0];
    if (to === undefined) throw new Error('a booking without lines');
    const { account, currency } = to;
    if (account === 'NOSTRO' || account === 'SUSPENSE') return { at: formatInstant(at), to: account };
    return { at: formatInstant(at), to: this.#accounts.getName(account), currency };
  }

  #authorisation(sca: Authorisation): SnapshotRecordOf<'authorisation'> {
    type Sca = SnapshotRecordOf<'authorisation'>;
    const { progress, givenAgreement } = sca;
    const { identified, context, agreement, failure, endedAt } = progress;
    return {
      authorisation: Number(sca.sequence),
      of: Number(sca.subject),
      purpose: sca.purpose as Sca['purpose'],
      scaStatus: sca.scaStatus as Sca['scaStatus'],
      ...{ tpp: sca.tpp, tppName: sca.tppName, brand: sca.brand, psu: sca.psu, identified, context },
      agreement: agreement && this.#agreements.getName(agreement),
      givenContext: sca.givenContext,
      givenAgreement: givenAgreement && this.#agreements.getName(givenAgreement),
      failure,
      createdAt: formatInstant(sca.createdAt),
      endedAt: formatInstant(endedAt),
    };
  }

  /** Exports the PSUs that had an SCA, and the consents. */
  *psus(): Op<object[]> {
    const records: object[] = (yield* listKnownPsus()).map(({ psu, tpp, lastSca }) => {
      return { psu, tpp, lastSca: formatInstant(lastSca) };
    });
    for (const { psu, tpp, agreement: id } of yield* listConsents()) {
      const agreement = id === '' ? undefined : this.#agreements.getName(id);
      const accounts = [...(yield* findConsented(tpp, psu, id))].map((one) => this.#accounts.getName(one));
      records.push({ consent: psu, tpp, agreement, accounts: accounts.sort() });
    }
    return records;
  }
}

function* takeBaskets(): Op<SnapshotRecordOf<'basket'>[]> {
  const records: SnapshotRecordOf<'basket'>[] = [];
  for (const { sequence, tpp, psu, state } of yield* listBaskets()) {
    const payments = (yield* listBasketPayments(sequence)).map(Number);
    records.push({ basket: Number(sequence), tpp, psu, state, payments });
  }
  return records;
}

/** Creates the record of a transaction; empty texts are omitted, and `own` replaces the account's own numbers. */
function createTransactionRecord(
  account: AccountWithBalance['account'],
  { bookingDate, valueDate, amountMinor, details }: ManualRecord,
): SnapshotRecordOf<'transaction'> {
  const { creditorAccount, debtorAccount, bankTransactionCode, ...texts } = details;
  const writeParty = ({ iban, bban }: PartyAccount) => {
    if (iban === '' && bban === '') return undefined;
    if (iban === account.iban && bban === account.bban) return 'own';
    return { iban: iban || undefined, bban: bban || undefined };
  };
  return {
    ...{ transaction: account.bban, bookingDate },
    valueDate: valueDate === bookingDate ? undefined : valueDate,
    amount: formatAmount(amountMinor, account.currency),
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== '')),
    creditorAccount: writeParty(creditorAccount),
    debtorAccount: writeParty(debtorAccount),
    bankTransactionCode,
  };
}
