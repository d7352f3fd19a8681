import type { Ledger } from '../client/ledger/ledger.ts';
import type { StartedEntry } from '../client/ledger/started-scas.ts';
import type { RememberedPsu } from '../client/ledger/types.ts';
import { getOperation, type InputOf, type Operation } from '../client/operation.ts';
import { KINDS, type PaymentReference, readPayment, readPaymentStatus } from '../client/payments.ts';
import type { PsuIdentifier } from '../client/psu-identifier.ts';
import type { CallOptions, Session } from '../client/session.ts';
import type { FaultDetails } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import type { PsuChoice } from '../session/psu.ts';
import type { Meta } from '../session/with-session.ts';
import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import type { AuthorisationStarted } from '../wire/answers/payments.ts';

/** The choice for completing the SCA that a command starts. @see C-sca-act */
export interface ScaChoice {
  readonly way: 'browser' | 'approve' | 'decline' | 'none';
  readonly agreement: string | undefined;
  /** The timeout for the PSU in a browser. */
  readonly timeoutMs: number;
}

/** The PSU that the operator plays; the bank chooses absent members. */
export interface ScaPlayer extends Partial<Pick<PsuChoice, 'as' | 'context'>> {
  /** The agreementId, in the corporate context. */
  readonly agreement?: string | undefined;
  /** The accounts to which the PSU consents, by id or number. */
  readonly accounts?: 'all' | readonly string[] | undefined;
}

/** The kinds of SCAs that a bank requires in a response; neither a consent nor a session has an id. */
export type AskedKind = 'consent' | 'session';

/** An SCA before its end, with the values to compare with its PSU's return. */
export interface OpenSca extends Omit<StartedEntry, 'redirectUri' | 'at'> {
  /** The SCA's scaRedirect. */
  readonly link: string;
  /** The PSU in its requests. */
  readonly psu?: PsuIdentifier;
}

/** The subject of an SCA with an id: a payment, its cancellation, or the payments of a basket. */
export interface Approvable {
  readonly kind: Exclude<StartedEntry['kind'], AskedKind>;
  /** The paymentId or basketId. */
  readonly id: string;
}

/** Finds the subject of an SCA in the operator's response, which contains the payment of a cancellation. */
export function findApproved({ paymentId, basketId }: ScaPlayed): Approvable | undefined {
  if (basketId !== undefined) return { kind: 'basket', id: basketId };
  return paymentId === undefined ? undefined : { kind: 'payment', id: paymentId };
}

/** Returns true if the SCA's subject has an id. */
export function isApproving<Sca extends Pick<StartedEntry, 'kind'>>(
  sca: Sca,
): sca is Sca & Approvable & { readonly authorisationId: string } {
  return sca.kind !== 'consent' && sca.kind !== 'session';
}

/** A PSU that the bank has confirmed over the signed channel. @see C-consent-grant */
export interface ConfirmedPsu {
  readonly psuId: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly psuCorporateId?: string;
  /** The end of the time in which accounts can be read without another SCA, ISO 8601. */
  readonly validUntil: string;
}

/** An SCA that the bank has confirmed; it has no PSU if its session has ended meanwhile. */
export interface ConfirmedSca extends Partial<ConfirmedPsu> {
  readonly scaStatus: 'FINALISED';
}

/** The outcome of an SCA, and the current status of its subject. @see C-sca-outcome */
export interface ScaOutcome {
  readonly scaStatus: 'FINALISED' | 'EXEMPTED';
  readonly transactionStatus: TransactionStatus;
  /** The PSU-ID of an exempted SCA, if the profile knows it. */
  readonly psuId?: string;
  readonly psuCorporateId?: string;
}

/** The meta of a result whose SCA may have ended; then the resource was read after the SCA. @see C-sca-outcome */
export interface MetaWithSca {
  readonly _meta: Meta['_meta'] & {
    readonly sca?: ScaOutcome;
    /** The response that started the SCA: of the creation, or of the authorisation. */
    readonly created?: object;
  };
}

/** A payment or basket in its current state at the bank. */
export type TargetResource = Readonly<Record<string, unknown>> & {
  readonly transactionStatus: TransactionStatus;
};

/** The functions and texts of an SCA's target. */
export interface ScaTarget<Reference> {
  readonly kind: Approvable['kind'];
  /** The noun in messages; a cancellation is called a payment. */
  readonly noun: 'payment' | 'basket';
  readonly start: Operation<Reference, AuthorisationStarted>;
  readonly idOf: (reference: Reference) => string;
  readonly memberOf: (id: string) => { readonly paymentId: string } | { readonly basketId: string };
  /** Stores the target, so that later commands find its PSU, and the session that its redirect must name. */
  readonly remember: (ledger: Ledger, reference: Reference, psu: RememberedPsu) => Promise<void>;
  readonly remembered: (ledger: Ledger, id: string) => Promise<RememberedPsu | undefined>;
  /** Reads the SCA's status over the signed channel. */
  readonly scaStatus: (
    session: Session,
    sca: { readonly id: string; readonly authorisationId: string },
    psu: PsuIdentifier,
    options: CallOptions,
  ) => Promise<ScaStatus>;
  /**
   * Reads the target after its SCA, because the response that started the SCA has its earlier state.
   * @see C-status-of-now
   */
  readonly readNow: (session: Session, id: string, psu: PsuIdentifier) => Promise<TargetResource>;
  /** Reads only its status, which a bank also returns after a declined SCA. */
  readonly statusNow: (session: Session, id: string, psu: PsuIdentifier) => Promise<TransactionStatus>;
  /** Returns the words after "The PSU declined". */
  readonly declined: (id: string) => string;
  /** Returns the words before "waits for its PSU". */
  readonly waiting: (id: string) => string;
  /** The command that starts another SCA for it. */
  readonly again: string;
  /** Returns a fault's details that name it, with a command to inspect it. */
  readonly look: (id: string) => FaultDetails & { readonly hint: string };
}

/** The common parts of a payment and its cancellation. */
const OF_PAYMENT = {
  noun: 'payment',
  idOf: ({ paymentId }) => paymentId,
  memberOf: (paymentId) => ({ paymentId }),
  remember: (ledger, reference, psu) => ledger.rememberPayment({ ...reference, ...psu }),
  remembered: (ledger, id) => ledger.payment(id),
  statusNow: async ({ ledger, call }, id, psu) => {
    const { resource } = await call(readPaymentStatus, await findReference(ledger, id), psu);
    return resource.transactionStatus;
  },
  readNow: async ({ ledger, call }, id, psu) => {
    const reference = await findReference(ledger, id);
    const { resource } = await call(readPayment, reference, psu);
    if (hasStatus(resource)) return { ...resource, paymentId: id };
    // Another bank's payment may lack the status.
    const { resource: status } = await call(readPaymentStatus, reference, psu);
    return { ...resource, ...status, paymentId: id };
  },
  look: (id) => ({ hint: `Check the payment's status:\npsd2 status ${quoteForShell(id)}`, paymentId: id }),
} satisfies Partial<ScaTarget<PaymentReference>>;

function hasStatus(resource: object): resource is TargetResource {
  return 'transactionStatus' in resource;
}

/** Finds the payment's product in the ledger; domestic for an unknown payment. */
async function findReference(ledger: Ledger, paymentId: string): Promise<PaymentReference> {
  const { service, product } = (await ledger.payment(paymentId)) ?? KINDS.domestic;
  return { service, product, paymentId };
}

function readBy(
  operation: ReturnType<typeof getOperation<'read authorisation'>>,
): ScaTarget<never>['scaStatus'] {
  return async ({ ledger, call }, { id, authorisationId }, psu, options) => {
    const reference = { ...(await findReference(ledger, id)), authorisationId };
    return (await call(operation, reference, psu, options)).resource.scaStatus;
  };
}

export const PAYMENT: ScaTarget<PaymentReference> = {
  ...OF_PAYMENT,
  kind: 'payment',
  start: getOperation('start authorisation'),
  scaStatus: readBy(getOperation('read authorisation')),
  declined: (id) => `payment ${id}`,
  waiting: (id) => `Payment ${id}`,
  again: 'payments authorise',
};

export const CANCELLATION: ScaTarget<PaymentReference> = {
  ...OF_PAYMENT,
  kind: 'cancellation',
  start: getOperation('start cancellation authorisation'),
  scaStatus: readBy(getOperation('read cancellation authorisation')),
  declined: (id) => `to cancel payment ${id}`,
  waiting: (id) => `The cancellation of payment ${id}`,
  again: 'payments cancel',
};

export const BASKET: ScaTarget<InputOf<'read basket'>> = {
  kind: 'basket',
  noun: 'basket',
  start: getOperation('start basket authorisation'),
  idOf: ({ basketId }) => basketId,
  memberOf: (basketId) => ({ basketId }),
  // The creation has already stored the basket's payments.
  remember: (ledger, { basketId }, psu) => ledger.rememberBasket({ basketId, paymentIds: [], ...psu }),
  remembered: (ledger, id) => ledger.basket(id),
  scaStatus: async ({ call }, { id: basketId, authorisationId }, psu, options) => {
    const { resource } = await call(
      getOperation('read basket authorisation'),
      { basketId, authorisationId },
      psu,
      options,
    );
    return resource.scaStatus;
  },
  statusNow: async ({ call }, basketId, psu) =>
    (await call(getOperation('read basket status'), { basketId }, psu)).resource.transactionStatus,
  readNow: async ({ call }, basketId, psu) => ({
    basketId,
    ...(await call(getOperation('read basket'), { basketId }, psu)).resource,
  }),
  declined: (id) => `basket ${id}`,
  waiting: (id) => `Basket ${id}`,
  again: 'basket authorise',
  look: (id) => ({ hint: `Check the basket's status:\npsd2 basket status ${quoteForShell(id)}` }),
};

/** The targets of SCAs. Consents and sessions have no id and are handled elsewhere. */
export const APPROVABLES: Readonly<Record<Approvable['kind'], ScaTarget<never>>> = {
  payment: PAYMENT,
  cancellation: CANCELLATION,
  basket: BASKET,
};
