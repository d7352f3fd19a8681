import { debtorOf, isCustomer } from './accounts.ts';
import { FIRM } from './facts.ts';
import { approveEach, fail, go, waitingFor } from './life.ts';
import { keepSession } from './psu.ts';
import { isOpen, type Model, type Payment, refused, type Said, type Sca } from './state.ts';
import { canBeCancelled, membersOf, statusOf, statusOfBasket } from './statuses.ts';

/** The operator plays the PSU. @see decisions.md §11 */

export const PLAYS = ['approve', 'decline', 'abandon', 'expire', 'fail'] as const;
export type Play = (typeof PLAYS)[number];

/** How the operator plays the PSU; what is absent is left to the bank. */
export interface Given {
  readonly as?: string;
  readonly context?: 'PRIVATE' | 'CORPORATE';
  /** An agreement that nobody has. */
  readonly agreement?: boolean;
}

const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');
/** A wrong state, or nothing that waits for the PSU. */
export const CONFLICT = refused(409, 'CONFLICT');

export function play(model: Model, act: Play, sca: Sca | undefined, given: Given): Said {
  if (!sca) return UNKNOWN;
  if (!isOpen(sca)) return CONFLICT;
  if (act === 'expire') return expired(model, sca);
  if (act === 'fail') return ended(model, sca, '500 SYSTEM_ERROR');
  const number = given.as ?? sca.identified ?? sca.psu ?? likelyOwner(model, sca);
  // To say no, nobody need say who they are.
  if (number === undefined && act === 'decline') return ended(model, sca, '401 SCA_INVALID');
  if (number === undefined) return refused(400, 'FORMAT_ERROR as');
  const isAnother = sca.psu !== undefined && sca.psu !== number;
  if (isAnother || !isCustomer(model, number)) return refused(400, 'RESOURCE_UNKNOWN as');
  if (sca.isPrivate && given.context === 'CORPORATE') return refused(400, 'FORMAT_ERROR context');
  if (given.agreement) return refused(400, 'RESOURCE_UNKNOWN agreementId');
  if (sca.status !== 'STARTED') {
    sca.identified = number;
    // A firm, and whoever says to act for one, needs an agreement, and nobody has one here.
    const isCorporate = number === FIRM || given.context === 'CORPORATE';
    const obstacle = isCorporate ? NOT_THEIRS : obstacleFor(model, sca, number);
    if (obstacle !== undefined) return ended(model, sca, obstacle);
    sca.status = 'STARTED';
  }
  if (act === 'abandon') return played(model, sca);
  if (act === 'decline') return ended(model, sca, '401 SCA_INVALID');
  return confirm(model, sca, sca.identified ?? number);
}

/** Who the PSU most likely is: the owner of the account that pays first. */
function likelyOwner(model: Model, sca: Sca): string | undefined {
  const basket = model.baskets[sca.basket ?? -1];
  const first = basket ? membersOf(model, basket)[0] : model.payments[sca.payment ?? -1];
  return first && debtorOf(model, first)?.owner;
}

const NOT_THEIRS = '401 PSU_CREDENTIALS_INVALID';

/** What keeps the PSU from what still waits: whose the accounts are; for a yes, their currency and right too. */
function obstacleFor(model: Model, sca: Sca, psu: string): string | undefined {
  const isCancellation = sca.purpose === 'cancellation';
  const own = model.payments[sca.payment ?? -1];
  const cancellable = own?.lives.some(canBeCancelled) ? [own] : [];
  const about = isCancellation ? cancellable : waitingFor(model, sca);
  if (about.some((payment) => debtorOf(model, payment)?.owner !== psu)) return NOT_THEIRS;
  if (isCancellation) return undefined;
  if (about.some(({ isInEuro }) => isInEuro)) return '400 FORMAT_ERROR';
  return about.some(({ debtor }) => model.rightless.includes(debtor)) ? '403 FORBIDDEN' : undefined;
}

/** The SCA fails, and where the PSU is sent says why: the payment's status says the same. */
function ended(model: Model, sca: Sca, redirect: string): Said {
  fail(model, sca, redirect.split(' ')[1] ?? '');
  return played(model, sca, redirect);
}

/** Nobody is sent anywhere. */
function expired(model: Model, sca: Sca): Said {
  fail(model, sca, 'SCA_EXPIRED');
  return played(model, sca);
}

function played(model: Model, sca: Sca, redirect?: string): Said {
  const payment = model.payments[sca.payment ?? -1];
  const basket = model.baskets[sca.basket ?? -1];
  return {
    status: 200,
    scaStatus: sca.status,
    ...(payment ? { transactionStatus: statusOf(payment) } : {}),
    ...(basket ? { transactionStatus: statusOfBasket(model, basket) } : {}),
    ...(redirect === undefined ? {} : { redirect }),
  };
}

function confirm(model: Model, sca: Sca, psu: string): Said {
  const payment = model.payments[sca.payment ?? -1];
  if (payment && sca.purpose === 'cancellation') {
    if (!payment.lives.some(canBeCancelled)) return ended(model, sca, '409 CONFLICT');
    cancelAll(payment);
  }
  const failure = approveAll(model, sca, psu);
  if (failure !== undefined) return ended(model, sca, failure);
  sca.status = 'FINALISED';
  keepSession(model, sca, psu);
  return played(model, sca, `ok ${sca.session} PRIVATE`);
}

/** What becomes of each payment of a basket is its own affair; but an SCA that comes to nothing has failed. */
function approveAll(model: Model, sca: Sca, psu: string): string | undefined {
  if (sca.purpose !== 'payment' && sca.purpose !== 'basket') return undefined;
  const waiting = waitingFor(model, sca);
  const basket = model.baskets[sca.basket ?? -1];
  if (waiting.length === 0) return '409 CONFLICT';
  const obstacle = obstacleFor(model, sca, psu);
  if (obstacle !== undefined) return obstacle;
  if (!approveEach(model, waiting, psu)) return '400 PAYMENT_FAILED';
  // Nobody learns who the PSU of a failed SCA was.
  if (basket) basket.psu = psu;
  return undefined;
}

function cancelAll({ lives }: Payment): void {
  for (const life of lives.filter(canBeCancelled)) go(life, 'CANC');
}
