import { Fault } from '../errors.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, type PaymentService } from '../values/products.ts';
import type { Links } from '../wire/link.ts';
import { getOperation, type InputOf } from './operation.ts';
import { type BankPlace, resolveLink } from './resolve-link.ts';

/** The two path segments that identify a payment's kind. @see D1-paths */
export interface ProductPath {
  readonly service: PaymentService;
  readonly product: string;
}

/** The kinds of payments, with their names in paths. */
export const KINDS = {
  domestic: { service: 'payments', product: DOMESTIC },
  'cross-border': { service: 'payments', product: CROSS_BORDER },
  instant: { service: 'payments', product: INSTANT },
  periodic: { service: 'periodic-payments', product: DOMESTIC },
  bulk: { service: 'bulk-payments', product: DOMESTIC },
} as const satisfies Readonly<Record<string, ProductPath>>;

export type PaymentKind = keyof typeof KINDS;

export interface CreatePayment {
  readonly kind: PaymentKind;
  /** The exact bytes to send. */
  readonly body: Uint8Array;
  /** The row of each payment, if the payments were read from CSV. */
  readonly rows?: readonly number[] | undefined;
  readonly allowLogicalDuplicate: boolean;
}

/** @see I-payment-creation, D1-services */
export const createPayment = getOperation('create payment', ({ kind }: CreatePayment) => KINDS[kind]);

export type PaymentReference = InputOf<'read payment'>;

/** @see D4-read-body */
export const readPayment = getOperation('read payment');

/** @see I-payment-status, D4-status-body */
export const readPaymentStatus = getOperation('read payment status');

/** @see D1-fee-information, D4-instant-body */
export const readFeeInformation = getOperation(
  'read fee information',
  (_: { readonly body: Uint8Array }) => KINDS.instant,
);

/**
 * Parses the id of the started authorisation from the scaStatus link of a response.
 * @throws Fault ANSWER_INVALID
 */
export function parseAuthorisationId({ scaStatus }: Links, place: BankPlace): string {
  const target = scaStatus === undefined ? '' : resolveLink('scaStatus', scaStatus, place);
  const [, id] = /\/(?:cancellation-)?authorisations\/([^/?#]+)$/.exec(target) ?? [];
  if (id !== undefined) return decodeSegment(id);
  throw new Fault('ANSWER_INVALID', 'The bank started an authorisation without a scaStatus link.');
}

function decodeSegment(segment: string): string {
  try {
    const id = decodeURIComponent(segment);
    if (!id.includes('\0')) return id;
  } catch (cause) {
    throw new Fault('ANSWER_INVALID', "The bank's scaStatus link isn't percent-encoded.", { cause });
  }
  throw new Fault('ANSWER_INVALID', "The bank's scaStatus link has U+0000 in its authorisationId.");
}
