import type { Header, HttpRequest } from '../../message.ts';
import type { PaymentService } from '../../values/products.ts';

/** The PSU of the last SCA that the bank confirmed, as later requests name it. */
export interface StoredPsu {
  readonly psuId: string;
  readonly customerNumber?: string;
  readonly psuCorporateId?: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
}

/** A POST, PUT or DELETE as it is about to leave. */
export interface WriteEntry {
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  /** As a Digest header's value: `SHA-256=` and Base64. */
  readonly bodyDigest: string;
  /** With the certificate; without Date, Digest and Signature, which a repeat has anew. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** `https://host[:port]` of the bank that it is meant for. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A write whose answer is not known; what a repeat needs is there as long as the bank would know it again. */
export type OpenWrite = Pick<WriteEntry, 'requestId' | 'operation' | 'at'> & {
  readonly origin?: string;
  readonly request?: HttpRequest;
};

/** The PSU of a resource and the session of its authorisation. */
export interface RememberedPsu {
  readonly psuId?: string;
  /** The customer to whom it belongs, where no psu-id is known yet. */
  readonly customerNumber?: string;
  /** Under which its last authorisation was started: its redirect must name it. */
  readonly tppSessionId?: string;
}

export interface RememberedPayment extends RememberedPsu {
  readonly service: PaymentService;
  readonly product: string;
}

/** A payment as it was created. */
export interface PaymentRecord {
  /** Amount; of a bulk the sum if it has one currency. */
  readonly amount?: { readonly amount: string; readonly currency: string };
  readonly creditorName?: string;
  readonly transactionStatus?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A payment that this profile made, and the status of it that was last seen. */
export interface MadePayment extends Pick<RememberedPayment, 'service' | 'product'>, PaymentRecord {
  readonly paymentId: string;
  /** When the bank said so. Milliseconds since 1970. */
  readonly statusAt?: number;
}

export interface NewBasket extends RememberedPsu {
  readonly basketId: string;
  /** Its payments: an SCA of the basket says whose they are. */
  readonly paymentIds?: readonly string[];
}

export interface CompletedSca {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly tppSessionId: string;
  readonly customerNumber?: string;
  readonly paymentId?: string;
  readonly basketId?: string;
  /** The agreement as who plays the PSU calls it. */
  readonly agreement?: string;
  /** True if the PSU selected accounts in it. */
  readonly consents?: boolean;
  /** When the bank was asked whether it is so. Milliseconds since 1970. */
  readonly at: number;
  /** The same by the bank's clock, where that is another. */
  readonly bankAt?: number;
}

/** A PSU's last SCA in one context. */
export interface KnownSca extends StoredPsu {
  /** By the bank's clock. Milliseconds since 1970. */
  readonly scaAt: number;
  /** Present where one is in use. */
  readonly tppSessionId?: string;
  /** When the SCA under it is over, by this machine's clock; absent before there was one. */
  readonly hourEndsAt?: number;
}

/** An agreement for which a PSU has had an SCA. */
export interface AgreementKnown {
  readonly psuCorporateId: string;
  readonly agreement?: string;
}

/** The owner of a session; absent: the PSU of the last SCA, or an unknown one. */
export interface SessionKey {
  readonly psuId?: string;
  readonly customerNumber?: string;
}

export interface LedgerSession {
  readonly tppSessionId: string;
  /** With `fresh`: the id in whose place the new one is, unless its hour was over. */
  readonly ended?: string;
}
