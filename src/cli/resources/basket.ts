import type { CreatedBasket, DeletedBasket, ReadBasket, ShownBasketStatus } from '../../payments/baskets.ts';
import type { Column } from '../columns.ts';
import { harmless } from '../foreign-text.ts';
import { wrap } from '../layout.ts';
import { card, type Presentation } from '../presentation.ts';
import { authorise, outcomeColumns, requestId, type WithScaCommand } from './authorisation.ts';

export type { AuthorisedBasket } from '../../payments/baskets.ts';
export { authorisedPayment as authorisedBasket } from './authorisation.ts';
export type { CreatedBasket, DeletedBasket, ReadBasket, ShownBasketStatus };

export const createdBasket = card<CreatedBasket & WithScaCommand>([
  { label: 'Basket', kind: 'identifier', value: ({ basketId }) => basketId, isQuiet: true },
  {
    label: 'Status',
    kind: 'status',
    value: ({ transactionStatus, _meta }) => _meta.sca?.transactionStatus ?? transactionStatus,
  },
  { label: 'SCA', kind: 'status', value: ({ _meta }) => _meta.sca?.scaStatus },
  ...authorise<CreatedBasket>(({ basketId }) => basketId),
  ...outcomeColumns,
  requestId,
]);

/** Answers name no basket: the command does. */
interface Named {
  readonly basketId: string;
}

const named: Column<Named> = { label: 'Basket', kind: 'identifier', value: ({ basketId }) => basketId };

/** The status is the worst of its payments. @see I-basket-worst-case */
const statusCard = card<ShownBasketStatus & Named>([
  named,
  { label: 'Status', kind: 'status', value: ({ transactionStatus }) => transactionStatus, isQuiet: true },
]);

export function basketStatus(basketId: string): Presentation<ShownBasketStatus> {
  return {
    text: (basket, look) => statusCard.text({ ...basket, basketId }, look),
    quiet: (basket) => statusCard.quiet({ ...basket, basketId }),
  };
}

const basketCard = card<ReadBasket & Named>([
  { ...named, isQuiet: true },
  { label: 'Status', kind: 'status', value: ({ transactionStatus }) => transactionStatus },
  { label: 'Payment', kind: 'identifier', value: ({ payments }) => payments },
]);

export function readBasket(basketId: string): Presentation<ReadBasket> {
  return {
    text: (basket, look) => basketCard.text({ ...basket, basketId }, look),
    quiet: (basket) => basketCard.quiet({ ...basket, basketId }),
  };
}

export function deletedBasket(basketId: string): Presentation<DeletedBasket> {
  return {
    text: (_, { width }) =>
      wrap(`Basket ${harmless(basketId)} deleted. Its payments are unchanged.`, width).join('\n'),
    quiet: () => [harmless(basketId)],
  };
}
