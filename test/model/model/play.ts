import { debtorOf, isCustomer } from './accounts.ts';
import { offeredTo, paysFrom } from './agreements.ts';
import { type Asked, chosen, giveBy } from './consents.ts';
import { FIRM } from './facts.ts';
import type { Granted } from './information.ts';
import { approveEach, fail, go, waitingFor } from './life.ts';
import { keepSession } from './psu.ts';
import { isOpen, type Model, type Payment, refused, type Said, type Sca } from './state.ts';
import { canBeCancelled, membersOf, statusOf, statusOfBasket } from './statuses.ts';

/** The operator plays the PSU. @see D11-play-sca */

export const PLAYS = ['approve', 'decline', 'abandon', 'expire', 'fail'] as const;
export type Play = (typeof PLAYS)[number];

/** How the operator plays the PSU; what is absent is left to the bank. */
export interface Given {
  readonly as?: string;
  readonly context?: 'PRIVATE' | 'CORPORATE';
  /** One that was made, by its place, or one that nobody has. */
  readonly agreement?: number | 'nobodys';
  readonly accounts?: Asked;
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
  if (number === undefined && act === 'decline') return declined(model, sca);
  if (number === undefined) return refused(400, 'FORMAT_ERROR as');
  const isAnother = sca.psu !== undefined && sca.psu !== number;
  if (isAnother || !isCustomer(model, number)) return refused(400, 'RESOURCE_UNKNOWN as');
  const refusal = settledOtherwise(sca, given) ?? agreementFault(model, sca, given, number);
  if (refusal) return refusal;
  const choice = choiceOf(model, sca, given, number);
  if ('status' in choice) return choice;
  if (sca.status !== 'STARTED') {
    sca.identified = number;
    sca.context = contextOf(sca, given);
    sca.agreement = agreementOf(model, sca, given, number);
    if (sca.purpose === 'consent') sca.chosen = choice.accounts;
    const obstacle = obstacleFor(model, sca, number);
    if (obstacle !== undefined) return ended(model, sca, obstacle);
    sca.status = 'STARTED';
  }
  if (act === 'abandon') return played(model, sca);
  if (act === 'decline') return declined(model, sca);
  return confirm(model, sca, sca.identified ?? number);
}

/** What the headers settled, else what was chosen, else what the operator says. */
function contextOf(sca: Sca, { context, agreement }: Given): 'PRIVATE' | 'CORPORATE' {
  if (sca.givenAgreement !== undefined) return 'CORPORATE';
  if (sca.isPrivate) return 'PRIVATE';
  return sca.context ?? context ?? (agreement === undefined ? 'PRIVATE' : 'CORPORATE');
}

/** What the PSU ticks, in the context in which they will be then. */
function choiceOf(
  model: Model,
  sca: Sca,
  given: Given,
  psu: string,
): Said | { readonly accounts: readonly Granted[] } {
  const { accounts: asked } = given;
  if (sca.purpose !== 'consent') {
    return asked === undefined ? { accounts: [] } : refused(400, 'FORMAT_ERROR accounts');
  }
  if (sca.status === 'STARTED') return asked === undefined ? { accounts: [] } : CONFLICT;
  const context = contextOf(sca, given);
  const agreement = agreementOf(model, { ...sca, context }, given, psu);
  // Who may act nowhere has nothing to choose.
  const isNowhere = context === 'CORPORATE' && agreement === undefined;
  const accounts = isNowhere
    ? typeof asked === 'object' && asked.length > 0
      ? { unlisted: 0 }
      : []
    : chosen(model, { tpp: sca.tpp, psu, agreement }, asked);
  return 'unlisted' in accounts
    ? refused(400, `RESOURCE_UNKNOWN accounts[${accounts.unlisted}]`)
    : { accounts };
}

/** In the corporate context: the one that is settled or said, or the only one. */
function agreementOf(model: Model, sca: Sca, { agreement }: Given, psu: string): number | undefined {
  if (sca.context === 'PRIVATE') return undefined;
  const said = sca.givenAgreement ?? agreement;
  const offered = offeredTo(model, psu);
  if (said === undefined) return offered.length === 1 ? offered[0] : undefined;
  return offered.find((place) => place === said);
}

function settledOtherwise(
  { isPrivate, givenAgreement }: Sca,
  { context, agreement }: Given,
): Said | undefined {
  const isOther = isPrivate ? context === 'CORPORATE' : givenAgreement !== undefined && context === 'PRIVATE';
  if (isOther) return refused(400, 'FORMAT_ERROR context');
  const isAnother = givenAgreement !== undefined && agreement !== undefined && agreement !== givenAgreement;
  return isAnother ? refused(400, 'FORMAT_ERROR agreementId') : undefined;
}

/** Which of several nobody but the PSU can say; one that is settled may be gone, and then the SCA fails. */
function agreementFault(model: Model, sca: Sca, given: Given, psu: string): Said | undefined {
  const settled = sca.givenAgreement ?? sca.agreement;
  if (settled !== undefined && (given.agreement ?? settled) === settled) return undefined;
  const offered = offeredTo(model, psu);
  const isCorporate = contextOf(sca, given) === 'CORPORATE';
  const fault = refused(400, 'FORMAT_ERROR agreementId');
  if (given.agreement === undefined) return isCorporate && offered.length > 1 ? fault : undefined;
  if (!offered.some((place) => place === given.agreement))
    return refused(400, 'RESOURCE_UNKNOWN agreementId');
  return isCorporate ? undefined : fault;
}

/** Who the PSU most likely is: the owner of the account that pays first. */
function likelyOwner(model: Model, sca: Sca): string | undefined {
  const basket = model.baskets[sca.basket ?? -1];
  const first = basket ? membersOf(model, basket)[0] : model.payments[sca.payment ?? -1];
  return first && debtorOf(model, first)?.owner;
}

const NOT_THEIRS = '401 PSU_CREDENTIALS_INVALID';

/** What keeps the PSU from what still waits: whether they may act there, whose the accounts are; for a yes, their currency and right too. */
function obstacleFor(model: Model, sca: Sca, psu: string): string | undefined {
  const { context, agreement } = sca;
  const mayAct =
    context === 'PRIVATE'
      ? psu !== FIRM
      : agreement !== undefined && offeredTo(model, psu).includes(agreement);
  if (!mayAct) return NOT_THEIRS;
  const isCancellation = sca.purpose === 'cancellation';
  const own = model.payments[sca.payment ?? -1];
  const cancellable = own?.lives.some(canBeCancelled) ? [own] : [];
  const about = isCancellation ? cancellable : waitingFor(model, sca);
  if (about.some((payment) => !paysFrom(model, psu, agreement, debtorOf(model, payment)))) return NOT_THEIRS;
  if (isCancellation) return undefined;
  if (about.some(({ isInEuro }) => isInEuro)) return '400 FORMAT_ERROR';
  return about.some(({ debtor }) => model.rightless.includes(debtor)) ? '403 FORBIDDEN' : undefined;
}

function declined(model: Model, sca: Sca): Said {
  sca.isDeclined = true;
  return ended(model, sca, '401 SCA_INVALID');
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
    ...(sca.purpose === 'consent' && sca.status === 'FINALISED' ? { granted: sca.chosen?.length ?? 0 } : {}),
    ...(redirect === undefined ? {} : { redirect }),
  };
}

function confirm(model: Model, sca: Sca, psu: string): Said {
  const payment = model.payments[sca.payment ?? -1];
  const obstacle = obstacleFor(model, sca, psu);
  if (payment && sca.purpose === 'cancellation') {
    if (!payment.lives.some(canBeCancelled)) return ended(model, sca, '409 CONFLICT');
    if (obstacle !== undefined) return ended(model, sca, obstacle);
    cancelAll(payment);
  }
  const isOfNothing = sca.purpose === 'session' || sca.purpose === 'consent';
  if (isOfNothing && obstacle !== undefined) return ended(model, sca, obstacle);
  if (sca.purpose === 'consent') giveBy(model, sca, psu);
  const failure = approveAll(model, sca, psu);
  if (failure !== undefined) return ended(model, sca, failure);
  sca.status = 'FINALISED';
  keepSession(model, sca, psu);
  return played(model, sca, `ok ${sca.session} ${sca.context}`);
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
