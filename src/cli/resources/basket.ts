import type { AuthorisedBasket } from '../../app/baskets/authorise.ts';
import type { CreatedBasket } from '../../app/baskets/create.ts';
import type { DeletedBasket, ReadBasket, ShownBasketStatus } from '../../app/baskets/read.ts';
import { harmless } from '../foreign-text.ts';
import { type Column, card, type Presentation } from '../presentation.ts';
import { startedColumns } from './authorisation.ts';

export type { AuthorisedBasket, CreatedBasket, DeletedBasket, ReadBasket, ShownBasketStatus };

export const createdBasket = card<CreatedBasket>([
  { label: 'Basket', value: ({ basketId }) => basketId, isId: true },
  { label: 'Status', value: ({ transactionStatus }) => transactionStatus },
  { label: 'X-Request-ID', value: ({ _meta }) => _meta.requestId },
]);

export const authorisedBasket = card<AuthorisedBasket>([
  { label: 'Authorisation', value: ({ authorisationId }) => authorisationId, isId: true },
  ...startedColumns,
]);

/** Answers name no basket: the command does. */
function ofBasket(basketId: string): Column<unknown> {
  return { label: 'Basket', value: () => basketId, isId: true };
}

/** The status is the worst of its payments. @see interface.md Signing basket */
export function basketStatus(basketId: string): Presentation<ShownBasketStatus> {
  return card<ShownBasketStatus>([
    ofBasket(basketId),
    { label: 'Status', value: ({ transactionStatus }) => transactionStatus },
  ]);
}

export function readBasket(basketId: string): Presentation<ReadBasket> {
  return card<ReadBasket>([
    ofBasket(basketId),
    { label: 'Status', value: ({ transactionStatus }) => transactionStatus },
    { label: 'Payments', value: ({ payments }) => payments.join(' ') },
  ]);
}

export function deletedBasket(basketId: string): Presentation<DeletedBasket> {
  return {
    text: async () => `Basket ${harmless(basketId)} is deleted; its payments are as they were.`,
    ids: () => [harmless(basketId)],
  };
}
