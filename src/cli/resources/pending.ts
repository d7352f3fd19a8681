import type { PendingWrite, PendingWrites, ResumedWrite } from '../../payments/pending.ts';
import { card, table } from '../presentation.ts';
import { requestId } from './authorisation.ts';
import { bankMessages } from './bank-messages.ts';

export type { PendingWrites, ResumedWrite };

export const pendingWrites = table<PendingWrite, PendingWrites>(
  [
    { label: 'Sent', kind: 'date', value: ({ sentAt }) => sentAt },
    { label: 'Request', value: ({ operation }) => operation },
    { label: 'X-Request-ID', kind: 'identifier', value: ({ requestId: id }) => id, isQuiet: true },
    {
      label: 'Can be resumed until',
      kind: 'date',
      value: ({ resumableUntil }) => resumableUntil,
    },
  ],
  ({ items }) => items,
  'This profile has no pending requests.',
);

function named(name: string) {
  return (resource: ResumedWrite) => {
    const value = resource[name];
    return typeof value === 'string' ? value : undefined;
  };
}

/** What the bank answered to a repeat: of a payment or a basket what it was made as. */
export const resumedWrite = card<ResumedWrite>([
  { label: 'Payment', kind: 'identifier', value: named('paymentId'), isQuiet: true },
  { label: 'Basket', kind: 'identifier', value: named('basketId'), isQuiet: true },
  { label: 'Authorisation', kind: 'identifier', value: named('authorisationId') },
  { label: 'Status', kind: 'status', value: named('transactionStatus') },
  { label: 'SCA', kind: 'status', value: named('scaStatus') },
  ...bankMessages,
  { label: 'Answer', value: ({ _meta }) => `${_meta.status}` },
  requestId,
]);
