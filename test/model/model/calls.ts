import { approve, go } from './life.ts';
import { type Caller, isExempt, psuOf, startSca, TOO_MANY_OPEN } from './psu.ts';
import { isFinal, isOpen, type Model, type Payment, refused, type Said } from './state.ts';

/** What a TPP asks about a payment that is there. @see decisions.md §1, §3, §4 */

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

const UNKNOWN = refused(404, 'RESOURCE_UNKNOWN');

/** Answers a call below a payment, which may be none that the bank has. */
export function callOn(model: Model, name: CallName, caller: Caller, payment: Payment | undefined): Said {
  const who = psuOf(model, caller);
  if ('said' in who) return who.said;
  if (!payment || payment.tpp !== caller.tpp) return UNKNOWN;
  if (payment.psu !== undefined && who.psu === undefined) return refused(400, 'HTTP_HEADER_REQUIRED PSU-ID');
  if (payment.psu !== undefined && payment.psu !== who.psu) return UNKNOWN;
  return ANSWERS[name](model, payment, caller, who.psu);
}

type Answering = (model: Model, payment: Payment, caller: Caller, psu: string | undefined) => Said;

const ANSWERS: Readonly<Record<CallName, Answering>> = {
  status: (_, payment) => {
    const funds = hasFundsInStatus(payment) ? { fundsAvailable: payment.funds as boolean } : {};
    return payment.status === 'RCVD' ? UNKNOWN : { ...shown(payment), ...funds };
  },
  details: (_, payment) => (payment.status === 'RCVD' ? UNKNOWN : shown(payment)),
  cancel,
  start,
  'start-cancellation': startCancellation,
  list: listing('payment'),
  'list-cancellations': listing('cancellation'),
  read: reading('payment'),
  'read-cancellation': reading('cancellation'),
};

function shown({ status }: Payment): Said {
  return { status: 200, transactionStatus: status, links: 'self status' };
}

/** With ACTC, ACWC, ACCP once checked, and false with an RJCT for lack of funds. */
function hasFundsInStatus({ status, funds }: Payment): boolean {
  if (status === 'RJCT') return funds === false;
  return funds !== undefined && ['ACTC', 'ACWC', 'ACCP'].includes(status);
}

function cancel(model: Model, payment: Payment): Said {
  if (isFinal(payment) || payment.status === 'ACWP') return refused(409, 'CONFLICT');
  if (payment.status !== 'RCVD') {
    return { status: 202, transactionStatus: payment.status, links: 'self startAuthorisation status' };
  }
  withdraw(model, payment, 'payment');
  payment.lapsesAt = undefined;
  go(payment, 'CANC');
  return { status: 204 };
}

/** Ends the open SCA of a kind, the payment untouched. */
export function withdraw(model: Model, payment: Payment, purpose: 'payment' | 'cancellation'): void {
  for (const sca of model.scas) {
    if (sca.payment === payment.place && sca.purpose === purpose && isOpen(sca)) sca.status = 'FAILED';
  }
}

function start(model: Model, payment: Payment, caller: Caller, psu: string | undefined): Said {
  if (payment.status !== 'RCVD') return refused(409, 'CONFLICT');
  const exempt = isExempt(model, caller, psu, payment);
  const sca = startInstead(model, payment, caller, { purpose: 'payment', psu, isExempt: exempt });
  if (!sca) return TOO_MANY_OPEN;
  payment.lapsesAt = undefined;
  if (!exempt || psu === undefined)
    return { status: 201, scaStatus: 'RECEIVED', links: 'scaRedirect scaStatus' };
  approve(model, payment, psu);
  return { status: 201, scaStatus: 'EXEMPTED', links: 'scaStatus' };
}

function startCancellation(model: Model, payment: Payment, caller: Caller, psu: string | undefined): Said {
  const { status } = payment;
  if (status === 'RCVD' || status === 'ACWP' || isFinal(payment)) return refused(409, 'CONFLICT');
  const sca = startInstead(model, payment, caller, { purpose: 'cancellation', psu, isExempt: false });
  return sca ? { status: 201, scaStatus: 'RECEIVED', links: 'scaRedirect scaStatus' } : TOO_MANY_OPEN;
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
  return (model, payment) => {
    const sca = lastSca(model, payment, purpose);
    if (!sca) return UNKNOWN;
    return {
      status: 200,
      scaStatus: sca.status,
      links: isOpen(sca) ? 'scaRedirect scaStatus' : 'scaStatus',
    };
  };
}
