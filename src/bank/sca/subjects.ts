import type { Op } from '../../store/contract.ts';
import { getOutcome } from '../../values/outcome-accounts.ts';
import type { ScaPlayed } from '../../wire/answers/operator.ts';
import {
  type AskedAccounts,
  type Authorisation,
  type ConsentAccount,
  type Consentable,
  type Progress,
  type Purpose,
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
} from '../domain/payment.ts';
import { approve } from '../domain/settlement.ts';
import { findCreditors, planMoves, storeMoves } from '../life/moves.ts';
import {
  type ConsentOf,
  type DebtorObstacle,
  findConsentable,
  findObstacle,
  findPaymentDebtor,
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
  choose(asked: AskedAccounts): Op<ChosenAccounts | { readonly unlisted: number }>;
  /** Returns what the PSU sees before the decision. */
  shown(world: BankState): Op<SubjectView>;
  /**
   * Executes the confirmed subject.
   * @returns the obstacle if it fails
   */
  carryOut(world: BankState, psu: string): Op<Obstacle | undefined>;
  /** Ends the subject after the SCA failed and no other SCA replaced it. */
  failed(world: BankState, obstacle: Obstacle): Op<void>;
  /** The current state of the subject, as reported to the operator. */
  readonly standing: Standing;
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
  standing: {},
};

function* noop(): Op<undefined> {}

/** Creates the subject of payments of which some wait for the PSU's approval. */
function approvePending(
  payments: readonly Payment[],
  isWaiting = isUnapproved,
): Subject & { readonly waiting: readonly Payment[] } {
  const waiting = payments.filter(({ status }) => isWaiting(status));
  return {
    ...SESSION,
    waiting,
    isOver: waiting.length === 0,
    // While the debtor account is open, the page must not reveal to a visitor who owns it.
    needsNoPage: waiting.every(({ debtorAccount }) => debtorAccount !== undefined),
    likelyPsu: () => findOwner(payments),
    maySign: (payer) => findObstacle(waiting, payer),
    // The approval computes the date again (D4-date-at-approval), so the page shows the result for now.
    shown: ({ bankNow, calendar }) =>
      showPayments(waiting, (payment) => approve(payment, bankNow, calendar).effectiveDate),
    carryOut: (world, psu) => approveAll(world, waiting, psu),
    failed: (world, obstacle) => rejectAll(world, waiting, obstacle),
  };
}

/**
 * Approves the waiting payments. It fails because of a fault, or if no payment has sufficient funds.
 * @see D8-outcome-accounts, D4-acwc, D4-fifteen-minutes, D5-not-atomic
 */
function* approveAll(
  world: BankState,
  waiting: readonly Payment[],
  psu: string,
): Op<'fault' | 'no-funds' | undefined> {
  if (waiting.some(({ creditorAccount }) => getOutcome(creditorAccount) === 'SYSTEM_ERROR')) return 'fault';
  const approved = yield* approvePayments(world, waiting, psu);
  return approved.every(({ rejection }) => rejection === 'no-funds') ? 'no-funds' : undefined;
}

/** Rejects the waiting payments. @see D4-fifteen-minutes */
function* rejectAll(world: BankState, waiting: readonly Payment[], obstacle: Obstacle): Op<void> {
  if (obstacle === 'booked-meanwhile') return;
  yield* rejectUnapproved(world, waiting, obstacle);
}

/** Finds the owner of the first debtor account. */
function* findOwner([payment]: readonly Payment[]): Op<string | undefined> {
  return payment && (yield* findPaymentDebtor(payment))?.customerNumber;
}

function* showPayments(waiting: readonly Payment[], dateOf: (payment: Payment) => string): Op<SubjectView> {
  const payments = [];
  for (const payment of waiting) {
    const account = yield* findPaymentDebtor(payment);
    const debtor = account && (yield* findShownAccount(account.id));
    payments.push({ payment, date: dateOf(payment), debtor });
  }
  return { kind: 'payments', payments };
}

/** Finds the subject of an SCA that approves a payment or bulk. */
function* findPaymentSubject(sca: Authorisation): Op<Subject> {
  const order = yield* findScaOrder(sca);
  return { ...approvePending(order?.payments ?? []), standing: getStanding(order) };
}

function* findScaOrder({ subject }: Authorisation): Op<Order | undefined> {
  return subject === undefined ? undefined : yield* findOrder(subject);
}

function getStanding(order: Order | undefined): Standing {
  return order ? { paymentId: order.paymentId, transactionStatus: order.status } : {};
}

/**
 * Finds the subject of an SCA that cancels an approved payment or bulk; if the SCA fails, it stays unchanged.
 * @see D4-bulk-cancel, D4-cancel-sca
 */
function* findCancellationSubject(sca: Authorisation): Op<Subject> {
  const order = yield* findScaOrder(sca);
  const { waiting, ...pending } = approvePending(order?.payments ?? [], canBeCancelled);
  return {
    ...pending,
    *maySign(payer) {
      // The account must be the PSU's, but the right to pay isn't needed for a cancellation.
      const obstacle = yield* findObstacle(waiting, payer);
      return obstacle === 'not-theirs' ? obstacle : undefined;
    },
    shown: () => showPayments(waiting, ({ effectiveDate }) => effectiveDate),
    carryOut: (world) => cancelAll(world, waiting),
    failed: noop,
    standing: getStanding(order),
  };
}

function* cancelAll(world: BankState, payments: readonly Payment[]): Op<undefined> {
  const terms = { at: world.bankNow, creditors: yield* findCreditors(payments, false) };
  const cancel = (payment: Payment) => ({ payment, path: ['CANC'] }) as const;
  yield* storeMoves(yield* planMoves(world, payments, cancel, terms));
  return undefined;
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
    *carryOut(world, psu) {
      const obstacle = yield* pending.carryOut(world, psu);
      // A failed SCA must not disclose the basket's PSU to the TPP, so the PSU is stored only on success.
      if (obstacle === undefined) yield* updateBasket({ ...basket, psu, state: 'ENDED' });
      return obstacle;
    },
    *failed(world, obstacle) {
      yield* updateBasket({ ...basket, state: 'ENDED' });
      yield* pending.failed(world, obstacle);
    },
    standing: { basketId: basket.basketId, transactionStatus: computeBasketStatus(basket) },
  };
}

/**
 * Finds the subject of a consent. In step 3 the PSU selects from the accounts in its context; an account that is
 * deleted before the confirmation is left out. A failed SCA leaves the earlier consent unchanged.
 * @see D6-consent, D15-context-accounts, D15-sca-failed
 */
function* findConsentSubject(sca: Authorisation): Op<Subject> {
  const { accounts: chosen } = sca.progress;
  const consent = getConsentKey(sca);
  const there = consent ? yield* findConsentable(consent) : { listed: [], granted: new Set<string>() };
  const accounts = there.listed.filter(({ id }) => chosen?.includes(id));
  const ids = accounts.map(({ id }) => id);
  return {
    ...SESSION,
    needsNoPage: false,
    asksForAccounts: true,
    // biome-ignore lint/correctness/useYield: a row of the table is a generator, and the accounts are there already
    *choose(asked) {
      const wanted = selectAccounts(there, asked);
      return 'unlisted' in wanted ? wanted : { accounts: wanted };
    },
    // biome-ignore lint/correctness/useYield: as above
    *shown() {
      return chosen === undefined ? { kind: 'choice', ...there } : { kind: 'accounts', accounts, ...there };
    },
    *carryOut() {
      if (!consent || chosen === undefined)
        throw new Error('a consent was confirmed before the PSU chose its accounts');
      yield* replaceConsent(consent, ids);
      return undefined;
    },
    standing: sca.scaStatus === 'FINALISED' ? { accounts: ids } : {},
  };
}

/** Returns the parties of the consent; undefined until the PSU and its context are known. */
function getConsentKey({ tpp, progress }: Authorisation): ConsentOf | undefined {
  const { identified: psu, context, agreement } = progress;
  const isOpen = context === undefined || (context === 'CORPORATE' && agreement === undefined);
  return psu === undefined || isOpen ? undefined : { tpp, psu, agreement };
}

/** The purposes of SCAs and their subjects. */
const SUBJECTS: Readonly<Record<Purpose, (sca: Authorisation) => Op<Subject>>> = {
  payment: findPaymentSubject,
  cancellation: findCancellationSubject,
  basket: findBasketSubject,
  consent: findConsentSubject,
  // biome-ignore lint/correctness/useYield: as above
  *session() {
    return SESSION;
  },
};

/** Finds the subject of an SCA in its current state. */
export function findSubject(sca: Authorisation): Op<Subject> {
  return SUBJECTS[sca.purpose](sca);
}
