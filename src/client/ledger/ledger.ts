import type { Header, HttpRequest } from '../../message.ts';
import type { PaymentService } from '../../values/products.ts';
import type { PinnedCertificate } from './bank-certificates.ts';
import type { StartedEntry } from './started-scas.ts';

/**
 * What the TPP's side keeps between two commands: writes whose answer is not known yet, payments, PSUs and their
 * TPP-Session-IDs. One file per profile, shared by the processes that use the profile.
 *
 * @see S8-random-ids, S10-one-session
 * @see C-sent-by-default
 */

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

/** Whose something is, and under which session it is authorised. */
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

/** What a payment looked like when this profile made it. */
export interface Making {
  /** Of a bulk the sum, where it has one currency. */
  readonly amount?: { readonly amount: string; readonly currency: string };
  readonly creditorName?: string;
  readonly transactionStatus?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A payment that this profile made, and the status of it that was last seen. */
export interface MadePayment extends Pick<RememberedPayment, 'service' | 'product'>, Making {
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
  /** Whether the PSU has chosen in it of which accounts they may be told. */
  readonly consents?: boolean;
  /** When the bank was asked whether it is so. Milliseconds since 1970. */
  readonly at: number;
  /** The same by the bank's clock, where that is another. */
  readonly bankAt?: number;
}

/** What is remembered of a PSU's last SCA, in one of its contexts. */
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

/** Whose session; nothing: the PSU of the last SCA, or one that is not known yet. */
export interface SessionKey {
  readonly psuId?: string;
  readonly customerNumber?: string;
}

export interface LedgerSession {
  readonly tppSessionId: string;
  /** With `fresh`: the id in whose place the new one is, unless its hour was over. */
  readonly ended?: string;
}

export interface Ledger {
  /** What it is called where a person has to look for it. */
  readonly file: string;
  /** Durable before the request leaves (POST, PUT, DELETE). @see S10-write-ledger */
  begin(entry: WriteEntry): Promise<void>;
  /** The answer closes the entry and erases what a repeat needs; an entry whose answer was lost stays open. */
  close(requestId: string, status: number): Promise<void>;
  /** Forgets one of which nothing left; one that was begun before this time, and is repeated, stays. */
  drop(requestId: string, at: number): Promise<void>;
  /**
   * Writes whose answer is not known, oldest first, for 30 days. What repeats need is erased of those that are too old,
   * here and by whatever else writes in the ledger.
   */
  open(now: number): Promise<readonly OpenWrite[]>;
  /** What is not given stays as it is remembered. */
  rememberPayment(
    payment: RememberedPayment & { readonly paymentId: string; readonly made?: Making },
  ): Promise<void>;
  payment(paymentId: string): Promise<RememberedPayment | undefined>;
  /** What the bank says of a payment that this profile made; of any other nothing is kept. */
  rememberStatus(paymentId: string, transactionStatus: string, at: number): Promise<void>;
  /** Those that this profile made, newest first. @param limit at most so many */
  madePayments(limit?: number): Promise<readonly MadePayment[]>;
  /** What is not given stays as it is remembered. */
  rememberBasket(basket: NewBasket): Promise<void>;
  basket(basketId: string): Promise<RememberedPsu | undefined>;
  /**
   * After an SCA that the bank confirmed.
   * @throws Fault ANSWER_INVALID for another psu-id than the one stored for the same customer number
   */
  rememberSca(sca: CompletedSca): Promise<void>;
  /** An SCA whose PSU may come back later, when nothing waits for it any more. Kept for 24 h. */
  rememberStarted(sca: StartedEntry): Promise<void>;
  /** Those of the last 24 h whose PSU has not come back, newest first. */
  started(now: number): Promise<readonly StartedEntry[]>;
  forgetStarted(sca: StartedEntry): Promise<void>;
  /** Whether a person has agreed that pages of this host are opened. @see S10-opened-urls */
  isHostOpened(host: string): Promise<boolean>;
  rememberHostOpened(host: string): Promise<void>;
  /** The certificate that this bank signs its answers with. @param origin `https://host[:port]` */
  pin(origin: string): Promise<PinnedCertificate | undefined>;
  /** Keeps it unless there is one. @returns the fingerprint of the one that is kept */
  keepFirstPin(origin: string, pin: PinnedCertificate): Promise<string>;
  /** Keeps it in place of what was there, which is returned. */
  replacePin(origin: string, pin: PinnedCertificate): Promise<PinnedCertificate | undefined>;
  /** The PSU of this customer number; without a number the one whose SCA was last. undefined when none is stored. */
  psu(customerNumber?: string): Promise<StoredPsu | undefined>;
  /** One that the bank does not know any more. */
  forgetPsu(psuId: string): Promise<void>;
  psuById(psuId: string): Promise<StoredPsu | undefined>;
  /** Every PSU, in the context of their last SCA; the last one first. */
  known(): Promise<readonly KnownSca[]>;
  /** Every context in which a PSU has chosen accounts, as far as this profile has seen it. */
  consents(): Promise<readonly KnownSca[]>;
  /** A consent that the bank does not know any more. */
  forgetConsent(psuId: string, psuCorporateId: string | undefined): Promise<void>;
  /** @param name its PSU-Corporate-ID, or what who plays the PSU calls it */
  agreement(psuId: string, name: string): Promise<AgreementKnown | undefined>;
  /**
   * The profile's TPP-Session-ID for this PSU, made under the store's lock, used until 60 s before the hour of its
   * SCA ends. It is one from the first request on, whether the PSU is known by then or becomes known in between.
   */
  session(
    key: SessionKey,
    options: { readonly now: number; readonly fresh?: boolean },
  ): Promise<LedgerSession>;
  /** A TPP-Session-ID in which the bank knows of no SCA: it is used no more. */
  endSession(tppSessionId: string): Promise<void>;
  /** Closes the ledger's file. */
  end(): Promise<void>;
}
