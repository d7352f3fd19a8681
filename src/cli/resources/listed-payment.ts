import type { ListedPayment, ListedPayments } from '../../payments/list.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, productNamed } from '../../values/products.ts';
import { table } from '../presentation.ts';

export type { ListedPayments };

export const listedPayments = table<ListedPayment, ListedPayments>(
  [
    { label: 'Payment', kind: 'identifier', value: ({ paymentId }) => paymentId, isQuiet: true },
    { label: 'Kind', value: kindOf },
    { label: 'Amount', kind: 'amount', value: ({ amount }) => amount },
    { label: 'Creditor', value: ({ creditorName }) => creditorName },
    { label: 'Created', kind: 'date', value: ({ createdAt }) => createdAt },
    { label: 'Status', kind: 'status', value: ({ transactionStatus }) => transactionStatus },
    { label: 'As of', kind: 'date', value: ({ statusAt }) => statusAt },
  ],
  ({ items }) => items,
  "This profile hasn't created any payments yet. To create one:\npsd2 payments create --help",
);

const KIND_OF_PRODUCT = {
  [DOMESTIC]: 'domestic',
  [CROSS_BORDER]: 'cross-border',
  [INSTANT]: 'instant',
} as const;

/** As `payments create` calls it; a product that it doesn't make by its own name. */
function kindOf({ service, product }: ListedPayment): string {
  if (service === 'bulk-payments') return 'bulk';
  if (service === 'periodic-payments') return 'periodic';
  const known = productNamed(product);
  return known === undefined ? product : KIND_OF_PRODUCT[known];
}
