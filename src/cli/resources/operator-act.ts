import type { ShownGrant } from '../../app/sandbox/consents.ts';
import type { ShownPaymentRight } from '../../app/sandbox/payment-right.ts';
import type { MovedPayment, PaymentAct } from '../../app/sandbox/payments.ts';
import type { ShownRelease } from '../../app/sandbox/tpps.ts';
import { card, type Presentation } from '../presentation.ts';
import { of } from './owned.ts';

export type { MovedPayment, PaymentAct, ShownGrant, ShownPaymentRight, ShownRelease };

/** What an act has done that the status does not show. */
const UNSEEN: Readonly<Partial<Record<PaymentAct, (status: string) => string | undefined>>> = {
  hold: (status) => (status === 'PDNG' ? undefined : 'will be held once its PSU has authorised it'),
  release: (status) => (status === 'RCVD' ? "won't be held once its PSU has authorised it" : undefined),
  'settle-late': () => 'settles late: once booked it stays on its way until you settle it',
};

const movedCard = card<MovedPayment & { readonly act: PaymentAct }>([
  { label: 'Payment', kind: 'identifier', value: ({ paymentId }) => paymentId },
  { label: 'Status', kind: 'status', value: ({ transactionStatus }) => transactionStatus, isQuiet: true },
  { label: 'From now on', value: ({ act, transactionStatus }) => UNSEEN[act]?.(transactionStatus) },
]);

/** A payment after an act of the operator. */
export function movedPayment(act: PaymentAct): Presentation<MovedPayment> {
  return of(movedCard, (moved) => ({ ...moved, act }));
}

export const shownPaymentRight = card<ShownPaymentRight>([
  { label: 'Account', kind: 'identifier', value: ({ accountId }) => accountId, isQuiet: true },
  {
    label: 'Payments',
    value: ({ paymentRight }) => (paymentRight ? 'can be made from it' : "can't be made from it"),
  },
]);

export const shownRelease = card<ShownRelease>([
  { label: 'TPP', kind: 'identifier', value: ({ tppId }) => `PSD${tppId}`, isQuiet: true },
  { label: 'Key', value: () => 'released: the next key that signs as this TPP takes its place' },
]);

export const shownGrant = card<ShownGrant>([
  {
    label: 'Consent to',
    kind: 'identifier',
    value: ({ accounts }) => (accounts.length === 0 ? undefined : accounts),
    isQuiet: true,
  },
  {
    label: 'Consent to',
    value: ({ accounts }) => (accounts.length === 0 ? 'nothing: the PSU no longer has a consent' : undefined),
  },
]);
