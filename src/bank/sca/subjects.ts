import { findOnce, type Op } from '../../store/contract.ts';
import { getOutcome } from '../../values/outcome-accounts.ts';
import type { ScaPlayed } from '../../wire/answers/operator.ts';
import {
  type AskedAccounts,
  type Authorisation,
  type ConsentAccount,
  type Consentable,
  type Progress,
  type ScaFailure,
  selectAccounts,
} from '../domain/authorisation.ts';
import type { Payer } from '../domain/creation.ts';
import {
  canBeCancelled,
  computeBasketStatus,
  isUnapproved,
  type Order,
  type Payment,
  updateOrder,
  updatePayments,
} from '../domain/payment.ts';
import { approve } from '../domain/settlement.ts';
import { findCreditors, planMoves, storeMoves } from '../life/moves.ts';
import {
  type ConsentOf,
  type DebtorObstacle,
  type Debtors,
  type FindDebtors,
  findConsentable,
  findObstacle,
  findPaymentDebtors,
  replaceConsent,
} from '../life/payer.ts';
import { approvePayments, findOrder, findWholeBasket, rejectUnapproved } from '../life/payments.ts';
import { findShownAccount, type ShownAccount } from '../store/tables/accounts.ts';
import { updateBasket } from '../store/tables/payments.ts';
import type { BankState } from '../store/tables/world.ts';

/** The reasons why a confirmed SCA fails. */
export type Obstacle = Exclude<ScaFailure, 'withdrawn'>;

/** The PSU's choice in step 3. */
export type ChosenAccounts = Pick<Progress, 'accounts'>;

/** The subject of an SCA and its actions, created by the function for its purpose. */
export interface Subject {
  /** True if nothing waits for the PSU any more, because it was booked or ended. */
  readonly isOver: boolean;
  /** True if one button suffices for a known PSU. */
  readonly needsNoPage: boolean;
  /** True if the PSU selects accounts in step 3. */
  readonly asksForAccounts: boolean;
  /** Finds the customerNumber of the PSU whom the operator plays by default. */
  likelyPsu(): Op<string | undefined>;
  /** Finds the obstacle for a payer to approve the subject. Changes nothing. */
  maySign(payer: Payer): Op<DebtorObstacle | undefined>;
  /**
   * Step 3: resolves the PSU's choice for storage with the SCA, or returns the index of the first account that the PSU
   * can't choose.
   */
  choose(sca: Authorisation, asked: AskedAccounts): Op<ChosenAccounts | { readonly unlisted: number }>;
  /** Returns what the PSU sees before the decision. */
  shown(world: BankState, sca: Authorisation): Op<SubjectView>;
  /**
   * Executes the confirmed subject.
   * @returns the obstacle if it fails
   */
  carryOut(world: BankState, sca: Authorisation, psu: string): Op<Obstacle | undefined>;
  /** Ends the subject after the SCA failed and no other SCA replaced it. */
  failed(world: BankState, obstacle: Obstacle): Op<void>;
  /** Describes the current state of the subject, as reported to the operator. */
  describe(sca: Authorisation): Op<Standing>;
}

export type Standing = Pick<ScaPlayed, 'paymentId' | 'basketId' | 'transactionStatus' | 'accounts'>;

/** The data of a page, independent of the language. */
export type SubjectView =
  | { readonly kind: 'payments'; readonly payments: readonly ShownPayment[] }
  | ({ readonly kind: 'choice' } & Consentable)
  | ({ readonly kind: 'accounts'; readonly accounts: readonly ConsentAccount[] } & Consentable)
  | { readonly kind: 'identity' };

export interface ShownPayment {
  readonly payment: Payment;
  /** The execution date, as far as it is known now. */
  readonly date: string;
  /** The debited account; undefined if the bank doesn't have it. */
  readonly debtor: ShownAccount | undefined;
}

/**
 * The subject of an SCA for a session only: the PSU approves that the TPP learns the PSU's identity.
 * @see D15-purpose
 */
const SESSION: Subject = {
  isOver: false,
  needsNoPage: true,
  asksForAccounts: false,
  likelyPsu: noop,
  maySign: noop,
  // biome-ignore lint/correctness/useYield: a row of the table is a generator, and this one asks the store for nothing
  *choose() {
    return {};
  },
  // biome-ignore lint/correctness/useYield: as above
  *shown() {
    return { kind: 'identity' };
  },
  carryOut: noop,
  failed: noop,
  // biome-ignore lint/correctness/useYield: as above
  *describe() {
    return {};
  },
};

function* noop(): Op<undefined> {}

/** The subject of payments of which some wait for the PSU. */
interface PendingPayments extends Subject {
  readonly waiting: readonly Payment[];
  readonly findDebtors: FindDebtors;
  /** Returns all payments in their state now. */
  readonly current: () => readonly Payment[];
}

/** Creates the subject of payments of which some wait for the PSU's approval. */
function approvePending(payments: readonly Payment[], isWaiting = isUnapproved): PendingPayments {
  const waiting = payments.filter(({ status }) => isWaiting(status));
  const findDebtors = findOnce(() => findPaymentDebtors(payments));
  let current = payments;
  return {
    ...SESSION,
    waiting,
    findDebtors,
    current: () => current,
    isOver: waiting.length === 0,
    // While the debtor account is open, the page must not reveal to a visitor who owns it.
    needsNoPage: waiting.every(({ debtorAccount }) => debtorAccount !== undefined),
    /** The owner of the first debtor account. */
    *likelyPsu() {
      const [payment] = payments;
      return payment && (yield* findDebtors())(payment)?.customerNumber;
    },
    *maySign(payer) {
      return findObstacle(waiting, yield* findDebtors(), payer);
    },
    // The approval computes the date again (D4-date-at-approval), so the page shows the result for now.
    *shown({ bankNow, calendar }) {
      const date = (payment: Payment) => approve(payment, bankNow, calendar).effectiveDate;
      return yield* showPayments(waiting, yield* findDebtors(), date);
    },
    // It fails because of a fault, or if no payment has sufficient funds. See D8-outcome-accounts, D4-acwc,
    // D4-fifteen-minutes, D5-not-atomic.
    *carryOut(world, _sca, psu) {
      if (waiting.some(({ creditorAccount }) => getOutcome(creditorAccount) === 'SYSTEM_ERROR'))
        return 'fault';
      const approved = yield* approvePayments(world, waiting, yield* findDebtors(), psu);
      current = updatePayments(current, approved);
      return approved.every(({ rejection }) => rejection === 'no-funds') ? 'no-funds' : undefined;
    },
    // See D4-fifteen-minutes.
    *failed(world, obstacle) {
      if (obstacle === 'booked-meanwhile') return;
      const left = current.filter(({ status }) => isWaiting(status));
      current = updatePayments(current, yield* rejectUnapproved(world, left, obstacle));
    },
  };
}

function* showPayments(
  waiting: readonly Payment[],
  debtors: Debtors,
  dateOf: (payment: Payment) => string,
): Op<SubjectView> {
  const findShown = findOnce(findShownAccount);
  const payments = [];
  for (const payment of waiting) {
    const account = debtors(payment);
    payments.push({ payment, date: dateOf(payment), debtor: account && (yield* findShown(account.id)) });
  }
  return { kind: 'payments', payments };
}

/** Creates the subject of an SCA that approves a payment or bulk. */
function approveOrder(order: Order | undefined): Subject {
  const pending = approvePending(order?.payments ?? []);
  return { ...pending, describe: () => describeOrder(order, pending.current()) };
}

// biome-ignore lint/correctness/useYield: as above
function* describeOrder(order: Order | undefined, payments: readonly Payment[]): Op<Standing> {
  return order ? { paymentId: order.paymentId, transactionStatus: updateOrder(order, payments).status } : {};
}

/**
 * Creates the subject of an SCA that cancels an approved payment or bulk; if the SCA fails, it stays unchanged.
 * @see D4-bulk-cancel, D4-cancel-sca
 */
function cancelOrder(order: Order | undefined): Subject {
  const { waiting, findDebtors, ...pending } = approvePending(order?.payments ?? [], canBeCancelled);
  let cancelled: readonly Payment[] = [];
  return {
    ...pending,
    *maySign(payer) {
      // The account must be the PSU's, but the right to pay isn't needed for a cancellation.
      const obstacle = findObstacle(waiting, yield* findDebtors(), payer);
      return obstacle === 'not-theirs' ? obstacle : undefined;
    },
    *shown() {
      return yield* showPayments(waiting, yield* findDebtors(), ({ effectiveDate }) => effectiveDate);
    },
    *carryOut(world) {
      cancelled = yield* cancelAll(world, waiting);
      return undefined;
    },
    failed: noop,
    describe: () => describeOrder(order, cancelled),
  };
}

function* cancelAll(world: BankState, payments: readonly Payment[]): Op<readonly Payment[]> {
  const terms = { at: world.bankNow, creditors: yield* findCreditors(payments, false) };
  const cancel = (payment: Payment) => ({ payment, path: ['CANC'] }) as const;
  const planned = yield* planMoves(world, payments, cancel, terms);
  yield* storeMoves(planned);
  return planned.payments;
}

/**
 * Finds the subject of a signing basket's SCA; the SCA ends the basket, whatever its result.
 * @see D5-one-sca, D5-sca-failed, D5-basket-psu, D5-products
 */
function* findBasketSubject({ subject }: Authorisation): Op<Subject> {
  const basket = subject === undefined ? undefined : yield* findWholeBasket(subject);
  if (!basket) throw new Error('the basket of an SCA is gone');
  const pending = approvePending(basket.payments);
  return {
    ...pending,
    *carryOut(world, sca, psu) {
      const obstacle = yield* pending.carryOut(world, sca, psu);
      // A failed SCA must not disclose the basket's PSU to the TPP, so the PSU is stored only on success.
      if (obstacle === undefined) yield* updateBasket({ ...basket, psu, state: 'ENDED' });
      return obstacle;
    },
    *failed(world, obstacle) {
      yield* updateBasket({ ...basket, state: 'ENDED' });
      yield* pending.failed(world, obstacle);
    },
    // biome-ignore lint/correctness/useYield: as above
    *describe() {
      const { basketId } = basket;
      return { basketId, transactionStatus: computeBasketStatus({ ...basket, payments: pending.current() }) };
    },
  };
}

/**
 * Creates the subject of a consent. In step 3 the PSU selects from the accounts in its context; an account that is
 * deleted before the confirmation is left out. A failed SCA leaves the earlier consent unchanged.
 * @see D6-consent, D15-context-accounts, D15-sca-failed
 */
function createConsentSubject(): Subject {
  const findThere = findOnce((consent) => findConsentable(JSON.parse(consent)));
  function* findChosen(sca: Authorisation) {
    const { accounts: chosen } = sca.progress;
    const consent = getConsentKey(sca);
    const none = { listed: [], granted: new Set<string>() };
    const there: Consentable = consent ? yield* findThere(JSON.stringify(consent)) : none;
    const accounts = there.listed.filter(({ id }) => chosen?.includes(id));
    return { consent, chosen, there, accounts, ids: accounts.map(({ id }) => id) };
  }
  return {
    ...SESSION,
    needsNoPage: false,
    asksForAccounts: true,
    *choose(sca, asked) {
      const wanted = selectAccounts((yield* findChosen(sca)).there, asked);
      return 'unlisted' in wanted ? wanted : { accounts: wanted };
    },
    *shown(_world, sca) {
      const { chosen, there, accounts } = yield* findChosen(sca);
      return chosen === undefined ? { kind: 'choice', ...there } : { kind: 'accounts', accounts, ...there };
    },
    *carryOut(_world, sca) {
      const { consent, chosen, ids } = yield* findChosen(sca);
      if (!consent || chosen === undefined)
        throw new Error('a consent was confirmed before the PSU chose its accounts');
      yield* replaceConsent(consent, ids);
      return undefined;
    },
    *describe(sca) {
      return sca.scaStatus === 'FINALISED' ? { accounts: (yield* findChosen(sca)).ids } : {};
    },
  };
}

/** Returns the parties of the consent; undefined until the PSU and its context are known. */
function getConsentKey({ tpp, progress }: Authorisation): ConsentOf | undefined {
  const { identified: psu, context, agreement } = progress;
  const isOpen = context === undefined || (context === 'CORPORATE' && agreement === undefined);
  return psu === undefined || isOpen ? undefined : { tpp, psu, agreement };
}

/**
 * Finds the subject of an SCA in its current state.
 * @param order its payment or bulk, if that was found already
 */
export function* findSubject(sca: Authorisation, order?: Order): Op<Subject> {
  switch (sca.purpose) {
    case 'payment':
      return approveOrder(order ?? (yield* findScaOrder(sca)));
    case 'cancellation':
      return cancelOrder(order ?? (yield* findScaOrder(sca)));
    case 'basket':
      return yield* findBasketSubject(sca);
    case 'consent':
      return createConsentSubject();
    case 'session':
      return SESSION;
  }
}

function* findScaOrder({ subject }: Authorisation): Op<Order | undefined> {
  return subject === undefined ? undefined : yield* findOrder(subject);
}
