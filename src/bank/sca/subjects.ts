import type { Op } from '../../store/contract.ts';
import { getOutcome } from '../../values/outcome-accounts.ts';
import type { ScaPlayed } from '../../wire/answers/operator.ts';
import type {
  AskedAccounts,
  Authorisation,
  ConsentAccount,
  Progress,
  Purpose,
  ScaFailure,
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
import {
  type Consentable,
  type ConsentOf,
  type DebtorObstacle,
  debtorOf,
  findConsentable,
  findObstacle,
  replaceConsent,
  selectConsentAccounts,
} from '../life/payer.ts';
import {
  approvePayments,
  findOrder,
  findWholeBasket,
  movePayment,
  rejectUnapproved,
} from '../life/payments.ts';
import { findShownAccount, type ShownAccount } from '../store/tables/accounts.ts';
import { updateBasket } from '../store/tables/payments.ts';
import type { BankState } from '../store/tables/world.ts';

/** Why what was confirmed does not happen. */
export type Obstacle = Exclude<ScaFailure, 'withdrawn'>;

/** The PSU's choice in step 3. */
export type Chosen = Pick<Progress, 'accounts'>;

/** The subject of an SCA and what happens to it; made by a row of the table of purposes. */
export interface Subject {
  /** True if nothing waits for the PSU any more: it was booked or ended by itself. */
  readonly isOver: boolean;
  /** True if one button suffices once the PSU is known. */
  readonly needsNoPage: boolean;
  /** True if the PSU selects accounts in step 3. */
  readonly asksForAccounts: boolean;
  /** customerNumber of the PSU whom the operator plays by default. */
  likelyPsu(): Op<string | undefined>;
  /** Finds what prevents a payer from signing. Changes nothing. */
  maySign(payer: Payer): Op<DebtorObstacle | undefined>;
  /**
   * Step 3: what of it is to be kept with the SCA; or the place of the first account that is not the PSU's to choose.
   */
  choose(asked: AskedAccounts): Op<Chosen | { readonly unlisted: number }>;
  /** Returns what the PSU sees before the decision. */
  shown(world: BankState): Op<Shown>;
  /** The PSU has confirmed: it happens. @returns why it does not */
  carryOut(world: BankState, psu: string): Op<Obstacle | undefined>;
  /** The SCA has failed, and no other takes its place. */
  failed(world: BankState, obstacle: Obstacle): Op<void>;
  /** How it stands now, as the operator is told. */
  readonly standing: Standing;
}

export type Standing = Pick<ScaPlayed, 'paymentId' | 'basketId' | 'transactionStatus' | 'accounts'>;

/** The data of a page, before it is worded. */
export type Shown =
  | { readonly kind: 'payments'; readonly payments: readonly ShownPayment[] }
  | ({ readonly kind: 'choice' } & Consentable)
  | {
      readonly kind: 'accounts';
      readonly accounts: readonly ConsentAccount[];
      readonly granted: ReadonlySet<string>;
    }
  | { readonly kind: 'identity' };

export interface ShownPayment {
  readonly payment: Payment;
  /** When it will be executed, as far as that is known now. */
  readonly date: string;
  /** The account that it debits, where it is there. */
  readonly debtor: ShownAccount | undefined;
}

/** A session alone: nothing is approved but that the TPP learns who the PSU is. @see D15-purpose */
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

/** Payments of which some wait for the PSU's approval. */
function approvePending(payments: readonly Payment[], isWaiting = isUnapproved): Subject & Waiting {
  const waiting = payments.filter(({ status }) => isWaiting(status));
  return {
    ...SESSION,
    waiting,
    isOver: waiting.length === 0,
    // Until it is settled which accounts pay, a visitor with the link doesn't learn whether one is theirs.
    needsNoPage: waiting.every(({ debtorAccount }) => debtorAccount !== undefined),
    likelyPsu: () => findOwner(payments),
    maySign: (payer) => findObstacle(waiting, payer),
    // At its approval a date is looked at again (D4-date-at-approval): it is shown as what that would come to.
    shown: ({ bankNow, calendar }) =>
      showPayments(waiting, (payment) => approve(payment, bankNow, calendar).effectiveDate),
    carryOut: (world, psu) => approveAll(world, waiting, psu),
    failed: (world, obstacle) => rejectAll(world, waiting, obstacle),
  };
}

interface Waiting {
  readonly waiting: readonly Payment[];
}

/**
 * The PSU has said yes to them. It fails at a fault, and where the money is there for none.
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

/** @see D4-fifteen-minutes */
function* rejectAll(world: BankState, waiting: readonly Payment[], obstacle: Obstacle): Op<void> {
  if (obstacle === 'booked-meanwhile') return;
  for (const payment of waiting) yield* rejectUnapproved(world, payment, obstacle);
}

/** Finds whose the first debtor account is. */
function* findOwner([payment]: readonly Payment[]): Op<string | undefined> {
  return payment && (yield* debtorOf(payment))?.customerNumber;
}

function* showPayments(waiting: readonly Payment[], dateOf: (payment: Payment) => string): Op<Shown> {
  const payments = [];
  for (const payment of waiting) {
    const account = yield* debtorOf(payment);
    const debtor = account && (yield* findShownAccount(account.id));
    payments.push({ payment, date: dateOf(payment), debtor });
  }
  return { kind: 'payments', payments };
}

/** A payment or bulk that is to be approved. */
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
 * An approved payment or bulk that is to be cancelled; whatever fails, it stays as it is. @see D4-bulk-cancel,
 * D4-cancel-sca
 */
function* findCancellationSubject(sca: Authorisation): Op<Subject> {
  const order = yield* findScaOrder(sca);
  const { waiting, ...pending } = approvePending(order?.payments ?? [], canBeCancelled);
  return {
    ...pending,
    *maySign(payer) {
      // Theirs it must be; whether it could be paid is nothing to who keeps it from being paid.
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
  for (const payment of payments) yield* movePayment(world, payment, ['CANC'], world.bankNow);
  return undefined;
}

/**
 * The payments of a signing basket; its one SCA ends it, whatever comes of it.
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
      // Of an SCA that fails the TPP learns no psu-id, and none that it has may tell it whose the basket was.
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
 * The accounts that a TPP may show: in step 3 the PSU says which, of those that are in their context then; an account
 * that is gone when they confirm is left out. A failure leaves what was granted.
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
      const wanted = selectConsentAccounts(there, asked);
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

/** Undefined until it is known who the PSU is and for whom they act. */
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
