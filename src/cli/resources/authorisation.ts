import type { AuthorisedPayment, CancelledPayment } from '../../app/payments/authorise.ts';
import type { PlayedSca } from '../../app/sca/play.ts';
import { harmless } from '../foreign-text.ts';
import { type Column, card, type Presentation } from '../presentation.ts';

export type { AuthorisedPayment, CancelledPayment, PlayedSca };

type Outcome = AuthorisedPayment['_meta'];

/** The columns of an SCA that was played to its end beside the result. */
export const outcomeColumns: readonly Column<{ readonly _meta: Outcome }>[] = [
  { label: 'PSU-ID', value: ({ _meta }) => _meta.sca?.psuId },
  { label: 'PSU-Corporate-ID', value: ({ _meta }) => _meta.sca?.psuCorporateId },
];

/** Of an authorisation that a command has started. */
export const startedColumns: readonly Column<Omit<CancelledPayment, 'transactionStatus'>>[] = [
  { label: 'SCA', value: ({ scaStatus, _meta }) => _meta.sca?.scaStatus ?? scaStatus },
  {
    label: 'Authorise at',
    value: ({ _links, _meta }) => (_meta.sca === undefined ? _links?.scaRedirect?.href : undefined),
  },
  ...outcomeColumns,
  { label: 'X-Request-ID', value: ({ _meta }) => _meta.requestId },
];

export const authorisedPayment = card<AuthorisedPayment>([
  { label: 'Authorisation', value: ({ authorisationId }) => authorisationId, isId: true },
  ...startedColumns,
]);

/** A payment that is cancelled at once, or whose cancellation has its own SCA. @see decisions.md §4 Cancel */
export function cancelledPayment(paymentId: string): Presentation<CancelledPayment> {
  const pending = card<CancelledPayment>([
    { label: 'Payment', value: () => paymentId, isId: true },
    { label: 'Status', value: ({ transactionStatus }) => transactionStatus },
    { label: 'Authorisation', value: ({ authorisationId }) => authorisationId },
    ...startedColumns,
  ]);
  return {
    text: async (cancelled, look) =>
      cancelled.transactionStatus === undefined
        ? `Payment ${harmless(paymentId)} is cancelled.`
        : pending.text(cancelled, look),
    ids: pending.ids,
  };
}

export const playedSca = card<PlayedSca>([
  { label: 'Authorisation', value: ({ authorisationId }) => authorisationId, isId: true },
  { label: 'SCA', value: ({ scaStatus }) => scaStatus },
  { label: 'Payment', value: ({ paymentId }) => paymentId },
  { label: 'Basket', value: ({ basketId }) => basketId },
  { label: 'Status', value: ({ transactionStatus }) => transactionStatus },
  { label: 'Context', value: ({ context }) => context },
  { label: 'PSU-ID', value: ({ psuId }) => psuId },
  { label: 'PSU-Corporate-ID', value: ({ psuCorporateId }) => psuCorporateId },
  { label: 'Sent to', value: ({ redirect }) => redirect },
]);
