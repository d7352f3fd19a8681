import type { Books, PaymentRow } from './books.ts';

/** What the TPPs know under one paymentId: a payment, or a bulk with its payments. */
export interface OrderRows {
  readonly sequence: bigint;
  readonly id: string;
  readonly rows: readonly PaymentRow[];
}

/** In the order in which they were made. */
export function ordersIn({ payments, bulks }: Pick<Books, 'payments' | 'bulks'>): OrderRows[] {
  const singles = payments
    .filter(({ bulk }) => bulk === null)
    .map((row) => ({ sequence: row.sequence, id: row.id, rows: [row] }));
  if (bulks.length === 0) return singles;
  const several = bulks.map(({ sequence, id }) => ({
    sequence,
    id,
    rows: payments.filter(({ bulk }) => bulk === sequence),
  }));
  return [...singles, ...several].sort((one, other) => Number(one.sequence - other.sequence));
}

const SERVICES: Readonly<Record<string, string>> = {
  'bulk-payments': 'bulk',
  'periodic-payments': 'periodic',
};

/** The kind of payment that a row is. */
export function kindOf({ service, product }: PaymentRow): string {
  const short = product.startsWith('instant') ? 'instant' : product.split('-').slice(1, -2).join('-');
  return SERVICES[service] ?? short;
}
