import { Fault } from '../errors.ts';
import { CROSS_BORDER, DOMESTIC, INSTANT, type PaymentService } from '../values/products.ts';
import type {
  AuthorisationList,
  AuthorisationStarted,
  AuthorisationStatus,
  CancellationPending,
  FeeInformation,
  PaymentCreated,
  PaymentStatus,
} from '../wire/answers/payments.ts';
import type { Links } from '../wire/link.ts';
import { type BankPlace, followed } from './followed.ts';
import {
  bareOperation,
  JSON_BODY,
  NO_BODY,
  type Operation,
  pathOf,
  rowOf,
  sessionHeaders,
} from './operation.ts';

/** The two steps of a path that say what a payment is. @see D1-paths */
export interface ProductPath {
  readonly service: PaymentService;
  readonly product: string;
}

/** The kinds of payments, and what each is called in a path. */
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
  /** The row of each payment, if they came as CSV. */
  readonly rows?: readonly number[] | undefined;
  readonly allowLogicalDuplicate: boolean;
}

/** @see I-payment-creation, D1-services */
export const createPayment: Operation<CreatePayment, PaymentCreated> = {
  ...rowOf<PaymentCreated>('create payment'),
  request: ({ kind, body, allowLogicalDuplicate }, context) => ({
    method: createPayment.method,
    target:
      pathOf(context, createPayment.path, KINDS[kind]) +
      (allowLogicalDuplicate ? '?allowLogicalDuplicate=true' : ''),
    headers: [...sessionHeaders(context), JSON_BODY],
    body,
  }),
};

export interface PaymentReference extends ProductPath {
  readonly paymentId: string;
}

/** @see D4-read-body */
export const readPayment = bareOperation<PaymentReference, Record<string, unknown>>('read payment');

/** @see I-payment-status, D4-status-body */
export const readPaymentStatus = bareOperation<PaymentReference, PaymentStatus>('read payment status');

/**
 * Undefined when the payment is cancelled (204); else the cancellation needs an SCA of its own (202).
 * @see D4-cancel-sca
 */
export const cancelPayment: Operation<PaymentReference, CancellationPending | undefined> = {
  ...rowOf<CancellationPending | undefined>('cancel payment'),
  request: (reference, context) => ({
    method: cancelPayment.method,
    target: pathOf(context, cancelPayment.path, reference),
    headers: sessionHeaders(context),
    body: NO_BODY,
  }),
};

interface AskFees {
  /** The exact bytes to send. */
  readonly body: Uint8Array;
}

/** @see D1-fee-information, D4-instant-body */
export const readFeeInformation: Operation<AskFees, FeeInformation> = {
  ...rowOf<FeeInformation>('read fee information'),
  request: ({ body }, context) => ({
    method: readFeeInformation.method,
    target: pathOf(context, readFeeInformation.path, KINDS.instant),
    headers: [...sessionHeaders(context), JSON_BODY],
    body,
  }),
};

interface AuthorisationReference extends PaymentReference {
  readonly authorisationId: string;
}

/** Starts the SCA by which the PSU approves a payment. @see D4-start-authorisation, D6-psu-corporate-id */
export const startAuthorisation = bareOperation<PaymentReference, AuthorisationStarted>(
  'start authorisation',
);

/** @see D1-authorisations */
export const listAuthorisations = bareOperation<PaymentReference, AuthorisationList>('list authorisations');

/** @see D1-authorisations */
export const readAuthorisation = bareOperation<AuthorisationReference, AuthorisationStatus>(
  'read authorisation',
);

/** Starts the SCA by which the PSU cancels an authorised payment. @see D4-cancel-sca */
export const startCancellationAuthorisation = bareOperation<PaymentReference, AuthorisationStarted>(
  'start cancellation authorisation',
);

/** @see D1-cancel */
export const listCancellationAuthorisations = bareOperation<PaymentReference, AuthorisationList>(
  'list cancellation authorisations',
);

/** @see D1-cancel */
export const readCancellationAuthorisation = bareOperation<AuthorisationReference, AuthorisationStatus>(
  'read cancellation authorisation',
);

/**
 * The id of the authorisation that an answer has started, from its scaStatus link.
 * @throws Fault ANSWER_INVALID
 */
export function authorisationIdOf({ scaStatus }: Links, place: BankPlace): string {
  const target = scaStatus === undefined ? '' : followed('scaStatus', scaStatus, place);
  const [, id] = /\/(?:cancellation-)?authorisations\/([^/?#]+)$/.exec(target) ?? [];
  if (id !== undefined) return decoded(id);
  throw new Fault('ANSWER_INVALID', 'The bank started an authorisation without a scaStatus link.');
}

function decoded(segment: string): string {
  try {
    const id = decodeURIComponent(segment);
    if (!id.includes('\0')) return id;
  } catch (cause) {
    throw new Fault('ANSWER_INVALID', "The bank's scaStatus link isn't percent-encoded.", { cause });
  }
  throw new Fault('ANSWER_INVALID', "The bank's scaStatus link has U+0000 in its authorisationId.");
}
