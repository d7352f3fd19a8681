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

/** Says how the SCA that a command starts is completed. @see C-sca-act */
export interface ScaChoice {
  readonly way: 'browser' | 'approve' | 'decline' | 'none';
  readonly agreement: string | undefined;
  /** Limits the wait for the PSU in a browser. */
  readonly timeoutMs: number;
}

/** Names the PSU that the operator plays; the bank decides on what is absent. */
export interface ScaPlayer extends Partial<Pick<PsuChoice, 'as' | 'context'>> {
  /** agreementId, in the corporate context. */
  readonly agreement?: string | undefined;
  /** The accounts that the PSU consents to, by id or number. */
  readonly accounts?: 'all' | readonly string[] | undefined;
}

/** A consent, or the session alone: neither has an id, and the bank asks for their SCA in an answer. */
export type AskedKind = 'consent' | 'session';

/** An SCA that isn't at its end, with what its PSU's return is compared with. */
export interface OpenSca extends Omit<StartedEntry, 'redirectUri' | 'at'> {
  /** Its scaRedirect. */
  readonly link: string;
  /** How its requests name the PSU. */
  readonly psu?: PsuIdentifier;
}

/** The subject of an SCA that has an id: a payment, its cancellation, or the payments of a basket. */
export interface Approvable {
  readonly kind: Exclude<StartedEntry['kind'], AskedKind>;
  /** paymentId or basketId. */
  readonly id: string;
}

/** Finds what an SCA approves, by what the operator's answer names; it names the payment of a cancellation. */
export function findApproved({ paymentId, basketId }: ScaPlayed): Approvable | undefined {
  if (basketId !== undefined) return { kind: 'basket', id: basketId };
  return paymentId === undefined ? undefined : { kind: 'payment', id: paymentId };
}

/** Tells whether an SCA is for something that has an id. */
export function isApproving<Sca extends Pick<StartedEntry, 'kind'>>(
  sca: Sca,
): sca is Sca & Approvable & { readonly authorisationId: string } {
  return sca.kind !== 'consent' && sca.kind !== 'session';
}

/** A PSU whom the bank has confirmed over the signed channel. @see C-consent-grant */
export interface ConfirmedPsu {
  readonly psuId: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly psuCorporateId?: string;
  /** ISO 8601: until then accounts can be read without another SCA. */
  readonly validUntil: string;
}

/** An SCA that the bank has confirmed; it has no PSU if its session has ended meanwhile. */
export interface ConfirmedSca extends Partial<ConfirmedPsu> {
  readonly scaStatus: 'FINALISED';
}

/** How an SCA ended, and the current status of what it approves. @see C-sca-outcome */
export interface ScaOutcome {
  readonly scaStatus: 'FINALISED' | 'EXEMPTED';
  readonly transactionStatus: TransactionStatus;
  /** For an exempted SCA: the PSU-ID, if the profile knows it. */
  readonly psuId?: string;
  readonly psuCorporateId?: string;
}

/** Meta of a result whose SCA may be at its end: then the resource was read after the SCA. @see C-sca-outcome */
export interface MetaWithSca {
  readonly _meta: Meta['_meta'] & {
    readonly sca?: ScaOutcome;
    /** The answer that started the SCA: of the creation, or of the authorisation. */
    readonly created?: object;
  };
}

/** A payment or a basket as the bank has it. */
export type ReadNow = Readonly<Record<string, unknown>> & { readonly transactionStatus: TransactionStatus };

/** A target of an SCA: how it is started, read, stored and described. */
export interface ScaTarget<Reference> {
  readonly kind: Approvable['kind'];
  /** Noun in messages; a cancellation is called a payment. */
  readonly noun: 'payment' | 'basket';
  readonly start: Operation<Reference, AuthorisationStarted>;
  readonly idOf: (reference: Reference) => string;
  readonly memberOf: (id: string) => { readonly paymentId: string } | { readonly basketId: string };
  /** Later commands find its PSU, and the session that its redirect must name. */
  readonly remember: (ledger: Ledger, reference: Reference, psu: RememberedPsu) => Promise<void>;
  readonly remembered: (ledger: Ledger, id: string) => Promise<RememberedPsu | undefined>;
  /** Over the signed channel. */
  readonly scaStatus: (
    session: Session,
    sca: { readonly id: string; readonly authorisationId: string },
    psu: PsuIdentifier,
    options: CallOptions,
  ) => Promise<ScaStatus>;
  /** Reads it after its SCA: the answer that started the SCA tells what was before it. @see C-status-of-now */
  readonly readNow: (session: Session, id: string, psu: PsuIdentifier) => Promise<ReadNow>;
  /** Its status alone, which a bank also tells of what was declined. */
  readonly statusNow: (session: Session, id: string, psu: PsuIdentifier) => Promise<TransactionStatus>;
  /** Ends "The PSU declined". */
  readonly declined: (id: string) => string;
  /** Begins "waits for its PSU". */
  readonly waiting: (id: string) => string;
  /** The command that starts its SCA anew. */
  readonly again: string;
  /** Names it in a fault, and says where to look. */
  readonly look: (id: string) => FaultDetails & { readonly hint: string };
}

/** Common parts of a payment and its cancellation. */
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
    // A bank may leave the status out of a payment that it shows.
    const { resource: status } = await call(readPaymentStatus, reference, psu);
    return { ...resource, ...status, paymentId: id };
  },
  look: (id) => ({ hint: `Check the payment's status:\npsd2 status ${quoteForShell(id)}`, paymentId: id }),
} satisfies Partial<ScaTarget<PaymentReference>>;

function hasStatus(resource: object): resource is ReadNow {
  return 'transactionStatus' in resource;
}

/** Its product is remembered; of one that this profile does not know it is domestic. */
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
  // Its payments are those that the creation has put into it.
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

/** Targets of SCAs. Consents and sessions have no id and are handled elsewhere. */
export const APPROVABLES: Readonly<Record<Approvable['kind'], ScaTarget<never>>> = {
  payment: PAYMENT,
  cancellation: CANCELLATION,
  basket: BASKET,
};
