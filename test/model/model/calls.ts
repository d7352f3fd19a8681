import { isCustomer } from './accounts.ts';
import { isInLiveBasket } from './baskets.ts';
import { approve, go } from './life.ts';
import type { Kind } from './products.ts';
import { type Caller, isExempt, lacksRight, psuOf, started, startSca, TOO_MANY_OPEN } from './psu.ts';
import { isOpen, type Model, type Payment, refused, type Said, type Sca } from './state.ts';
import { canBeCancelled, isReceived, standingOf, statusOf } from './statuses.ts';

/** What a TPP asks about a payment that is there. @see D1-payment-paths, D3-accept-fix-cash-account-type, D4-life-model */

export const CALLS = [
  'status',
  'details',
  'cancel',
  'start',
  'list',
  'read',
  'start-cancellation',
  'list-cancellations',
  'read-cancellation',
] as const;

export type CallName = (typeof CALLS)[number];

/** The last of the SCAs of a kind, which is the one that is read. */
export function lastSca(model: Model, payment: Payment | undefined, purpose: 'payment' | 'cancellation') {
  if (!payment) return undefined;
  return model.scas.findLast((sca) => sca.payment === payment.place && sca.purpose === purpose);
}

export const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');
const CONFLICT = refused(409, 'CONFLICT');

/** Whose a payment or basket is. */
interface Owned {
  readonly tpp: number;
  readonly psu: string | undefined;
}

/** Why a caller may not ask about it. @see D3-psu-of-payment */
export function notTheirs(
  model: Model,
  owned: Owned,
  tpp: number,
  psu: string | undefined,
): Said | undefined {
  if (owned.tpp !== tpp) return UNKNOWN;
  // Of a PSU who is a customer no more nobody need be named.
  const isGone = owned.psu !== undefined && !isCustomer(model, owned.psu);
  if (isGone && psu === undefined) return undefined;
  if (owned.psu !== undefined && psu === undefined) return refused(400, 'HTTP_HEADER_REQUIRED PSU-ID');
  return owned.psu !== undefined && owned.psu !== psu ? UNKNOWN : undefined;
}

/** Answers a call below a payment, which may be none that the bank has there. */
export function callOn(
  model: Model,
  name: CallName,
  caller: Caller,
  payment: Payment | undefined,
  under: Kind | undefined,
): Said {
  const who = psuOf(model, caller);
  if ('said' in who) return who.said;
  if (!payment || (under !== undefined && under !== payment.kind)) return UNKNOWN;
  return notTheirs(model, payment, caller.tpp, who.psu) ?? ANSWERS[name](model, payment, caller, who.psu);
}

type Answering = (model: Model, payment: Payment, caller: Caller, psu: string | undefined) => Said;

const ANSWERS: Readonly<Record<CallName, Answering>> = {
  status: (_, payment) =>
    canBeRead(payment)
      ? { ...shown(payment), ...fundsIn(standingOf(payment)), ...whyIn(payment), ...toldIn(payment) }
      : UNKNOWN,
  details: (_, payment) => (canBeRead(payment) ? shown(payment) : UNKNOWN),
  cancel,
  start,
  'start-cancellation': startCancellation,
  list: listing('payment'),
  'list-cancellations': listing('cancellation'),
  read: reading('payment'),
  'read-cancellation': reading('cancellation'),
};

/** The known issue of the domestic ones. @see I-known-issue */
function canBeRead(payment: Payment): boolean {
  return payment.kind !== 'domestic' || !isReceived(payment);
}

function shown(payment: Payment): Said {
  return { status: 200, transactionStatus: statusOf(payment), links: 'self status', ...itemsIn(payment) };
}

/** With ACTC, ACWC, ACCP once checked, and false with an RJCT for lack of funds. */
function fundsIn({ status, funds }: ReturnType<typeof standingOf>): Pick<Said, 'fundsAvailable'> {
  if (status === 'RJCT') return funds === false ? { fundsAvailable: false } : {};
  const isShown = funds !== undefined && ['ACTC', 'ACWC', 'ACCP'].includes(status);
  return isShown ? { fundsAvailable: funds } : {};
}

/** How each payment of a bulk stands. */
function itemsIn({ kind, lives }: Payment): Pick<Said, 'items'> {
  if (kind !== 'bulk') return {};
  const told = lives.map((life) => [life.status, fundsIn(life).fundsAvailable ?? []].flat().join(' '));
  return { items: told.join(', ') };
}

/** Why it was rejected; where payments of a bulk were not alike, each by its place. */
function whyIn({ lives }: Payment): Pick<Said, 'errors'> {
  const [first] = lives;
  const errors = lives.flatMap(({ why }, place) => (why === undefined ? [] : [`${why} payments[${place}]`]));
  if (first?.why !== undefined && lives.every(({ why }) => why === first.why)) return { errors: [first.why] };
  return errors.length > 0 ? { errors } : {};
}

/** What the PSU should know: another day, money lacks, it was rejected, or the bank looks at it. */
function toldIn(payment: Payment): Pick<Said, 'tellsPsu'> {
  const { status, funds } = standingOf(payment);
  const isMoved = payment.lives[0]?.moved === true && (status === 'RCVD' || status === 'ACWC');
  const lacks = funds === false && status === 'ACCP';
  const isRejected =
    (status === 'RJCT' || status === 'PART') && payment.lives.some(({ why }) => why !== undefined);
  return isMoved || lacks || isRejected || status === 'PDNG' ? { tellsPsu: true } : {};
}

function cancel(model: Model, payment: Payment): Said {
  if (!payment.lives.some(canBeCancelled)) return CONFLICT;
  if (!isReceived(payment)) {
    const links = 'self startAuthorisation status';
    return { status: 202, transactionStatus: statusOf(payment), links };
  }
  withdraw(model, payment, 'payment');
  for (const life of payment.lives) {
    life.lapsesAt = undefined;
    go(life, 'CANC');
  }
  return { status: 204 };
}

/** Ends the open SCA of a kind, the payment untouched. */
export function withdraw(model: Model, payment: Payment, purpose: 'payment' | 'cancellation'): void {
  for (const sca of model.scas) {
    if (sca.payment === payment.place && sca.purpose === purpose && isOpen(sca)) sca.status = 'FAILED';
  }
}

function start(model: Model, payment: Payment, caller: Caller, psu: string | undefined): Said {
  if (!isReceived(payment) || isInLiveBasket(model, payment)) return CONFLICT;
  if (lacksRight(model, caller, psu, payment)) return refused(403, `FORBIDDEN ${payment.debtorMember}`);
  const exempt = isExempt(model, caller, psu, payment);
  const sca = startInstead(model, payment, caller, { purpose: 'payment', psu, isExempt: exempt });
  if (!sca) return TOO_MANY_OPEN;
  for (const life of payment.lives) life.lapsesAt = undefined;
  if (!exempt || psu === undefined) return started('RECEIVED');
  payment.psu = psu;
  approve(model, payment, psu);
  return started('EXEMPTED');
}

function startCancellation(model: Model, payment: Payment, caller: Caller, psu: string | undefined): Said {
  if (isReceived(payment) || !payment.lives.some(canBeCancelled)) return CONFLICT;
  const sca = startInstead(model, payment, caller, { purpose: 'cancellation', psu, isExempt: false });
  return sca ? started('RECEIVED') : TOO_MANY_OPEN;
}

interface Started {
  readonly purpose: 'payment' | 'cancellation';
  readonly psu: string | undefined;
  readonly isExempt: boolean;
}

/** The new one takes the place of the open one; refused, it changes nothing. */
function startInstead(model: Model, payment: Payment, caller: Caller, wanted: Started) {
  const open = model.scas.filter(
    (sca) => sca.payment === payment.place && sca.purpose === wanted.purpose && isOpen(sca),
  );
  const before = open.map(({ status }) => status);
  withdraw(model, payment, wanted.purpose);
  const sca = startSca(model, caller, { ...wanted, payment });
  if (sca) return sca;
  for (const [index, one] of open.entries()) one.status = before[index] ?? one.status;
  return undefined;
}

function listing(purpose: 'payment' | 'cancellation'): Answering {
  return ({ scas }, { place }) => ({
    status: 200,
    listed: scas.filter((sca) => sca.payment === place && sca.purpose === purpose).length,
  });
}

function reading(purpose: 'payment' | 'cancellation'): Answering {
  return (model, payment) => readSca(lastSca(model, payment, purpose));
}

export function readSca(sca: Sca | undefined): Said {
  if (!sca) return UNKNOWN;
  return {
    status: 200,
    scaStatus: sca.status,
    links: isOpen(sca) ? 'scaRedirect scaStatus' : 'scaStatus',
  };
}
