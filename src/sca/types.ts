import type { StartedEntry } from '../client/ledger/started-scas.ts';
import type { PsuNaming } from '../client/name-psu.ts';
import type { Fault } from '../errors.ts';
import type { PsuChoice } from '../session/psu.ts';
import type { Meta } from '../session/with-session.ts';
import type { ScaStatus, TransactionStatus } from '../values/statuses.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import type { Links } from '../wire/link.ts';

/** What becomes of the SCA that a command starts. @see C-sca-act */
export interface ScaChoice {
  readonly way: 'browser' | 'approve' | 'decline' | 'none';
  readonly agreement: string | undefined;
  /** How long the PSU is waited for in a browser. */
  readonly timeoutMs: number;
}

/** Who plays the PSU; what is absent is left to the bank. */
export interface ScaPlayer extends Pick<PsuChoice, 'as' | 'context'> {
  /** agreementId, in the corporate context. */
  readonly agreement: string | undefined;
  /** Of a consent: those that the PSU ticks, by id or number. */
  readonly accounts?: 'all' | readonly string[] | undefined;
}

/** What an SCA approves: a payment, its cancellation, or the payments of a basket. */
export interface Approvable {
  readonly kind: 'payment' | 'cancellation' | 'basket';
  /** paymentId or basketId. */
  readonly id: string;
}

/** What an SCA that was played approves, whether it did or not; a cancellation is told as its payment. */
export function approvedBy({ paymentId, basketId }: ScaPlayed): Approvable | undefined {
  if (basketId !== undefined) return { kind: 'basket', id: basketId };
  return paymentId === undefined ? undefined : { kind: 'payment', id: paymentId };
}

/** An authorisation that a command has just started. */
export interface StartedSca extends Approvable {
  /** The links of the answer that started it. */
  readonly links: Links;
  readonly tppSessionId: string;
  /** How its requests name the PSU, and their customerNumber, as far as the profile knows them. */
  readonly psu: PsuNaming;
  readonly customerNumber: string | undefined;
}

/** What the profile knows of an SCA before it ends. */
export interface ExpectedSca extends Omit<StartedEntry, 'redirectUri' | 'at'> {
  /** The agreement that was asked for, as who plays the PSU calls it. */
  readonly agreement?: string | undefined;
  /** What is thrown when the bank says that it is something else than FINALISED. */
  readonly faultOf?: (scaStatus: ScaStatus) => Fault;
}

/** A PSU whom the bank has confirmed over the signed channel. @see C-consent-grant */
export interface ConfirmedPsu {
  readonly psuId: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly psuCorporateId?: string;
  /** ISO 8601: until then accounts can be read without another SCA. */
  readonly validUntil: string;
}

/** An SCA that the bank has confirmed. Nobody is where its session has ended meanwhile. */
export interface ConfirmedSca extends Partial<ConfirmedPsu> {
  readonly scaStatus: 'FINALISED';
}

/** An SCA whose PSU has come back. */
export interface AcceptedSca
  extends ConfirmedSca,
    Partial<Pick<ScaPlayed, 'authorisationId' | 'paymentId' | 'basketId' | 'transactionStatus'>> {}

/** How an SCA ended, and what the bank makes of what it approves by now. @see C-sca-outcome */
export interface ScaOutcome {
  readonly scaStatus: 'FINALISED' | 'EXEMPTED';
  readonly transactionStatus: TransactionStatus;
  /** Of an exempted one as far as the profile knows the PSU. */
  readonly psuId?: string;
  readonly psuCorporateId?: string;
}

/** Of a result whose SCA may be at its end: then the resource is as it was read after it. @see C-sca-outcome */
export interface MetaWithSca {
  readonly _meta: Meta['_meta'] & {
    readonly sca?: ScaOutcome;
    /** The answer that started the SCA: of the creation, or of the authorisation. */
    readonly created?: object;
  };
}
