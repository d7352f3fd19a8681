import type { Header, HttpRequest } from '../../message.ts';
import type { PaymentService } from '../../values/products.ts';

/** The PSU of the last SCA that the bank confirmed, as later requests identify it. */
export interface StoredPsu {
  readonly psuId: string;
  readonly customerNumber?: string;
  readonly psuCorporateId?: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
}

/** A POST, PUT or DELETE that is about to be sent. */
export interface WriteEntry {
  readonly requestId: string;
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  /** The value of a Digest header: `SHA-256=` and Base64. */
  readonly bodyDigest: string;
  /** Includes the certificate; excludes Date, Digest and Signature, which a repeat creates anew. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
  /** The `https://host[:port]` of the bank to which it is addressed. */
  readonly origin: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * A write without a known response; the content for a repeat is present as long as the bank would recognise the repeat.
 */
export type OpenWrite = Pick<WriteEntry, 'requestId' | 'operation' | 'at'> & {
  readonly origin?: string;
  readonly request?: HttpRequest;
};

/** The PSU of a resource and the session of its authorisation. */
export interface RememberedPsu {
  readonly psuId?: string;
  /** The customer to whom it belongs, if no psu-id is known yet. */
  readonly customerNumber?: string;
  /** The TPP-Session-ID of its last authorisation, which the redirect must contain. */
  readonly tppSessionId?: string;
}

export interface RememberedPayment extends RememberedPsu {
  readonly service: PaymentService;
  readonly product: string;
}

/** A payment as it was created. */
export interface PaymentRecord {
  /** The amount; of a bulk the sum if it has one currency. */
  readonly amount?: { readonly amount: string; readonly currency: string };
  readonly creditorName?: string;
  readonly transactionStatus?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A payment that this profile made, with its last known status. */
export interface MadePayment extends Pick<RememberedPayment, 'service' | 'product'>, PaymentRecord {
  readonly paymentId: string;
  /** The time of the bank's response with the status. Milliseconds since 1970. */
  readonly statusAt?: number;
}

export interface NewBasket extends RememberedPsu {
  readonly basketId: string;
  /** Its payments: an SCA of the basket identifies their PSU. */
  readonly paymentIds?: readonly string[];
  /** Present if this profile created it. */
  readonly made?: Pick<PaymentRecord, 'at' | 'transactionStatus'>;
}

/** A basket that this profile made, with its last known status. */
export interface MadeBasket extends Pick<MadePayment, 'at' | 'transactionStatus' | 'statusAt'> {
  readonly basketId: string;
  readonly paymentIds: readonly string[];
}

export interface CompletedSca {
  readonly psuId: string;
  readonly psuCorporateId?: string;
  readonly context: 'PRIVATE' | 'CORPORATE';
  readonly tppSessionId: string;
  readonly customerNumber?: string;
  readonly paymentId?: string;
  readonly basketId?: string;
  /** The agreement's name in simulated SCAs. */
  readonly agreement?: string;
  /** True if the PSU selected accounts in it. */
  readonly consents?: boolean;
  /** The time of the request that confirmed the SCA. Milliseconds since 1970. */
  readonly at: number;
  /** The same time by the bank's clock, if that differs. */
  readonly bankAt?: number;
}

/** A PSU's last SCA in one context. */
export interface KnownSca extends StoredPsu {
  /** The time by the bank's clock. Milliseconds since 1970. */
  readonly scaAt: number;
  /** Present if one is in use. */
  readonly tppSessionId?: string;
  /** The end of its SCA's hour, by this machine's clock; absent before the first SCA. */
  readonly hourEndsAt?: number;
}

/** An agreement for which a PSU has had an SCA. */
export interface KnownAgreement {
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
  /** With `fresh`: the id that the new one replaces, unless its hour was over. */
  readonly ended?: string;
}
