import { Fault } from '../../errors.ts';
import type { Op, Store } from '../../store/contract.ts';
import * as certificates from './bank-certificates.ts';
import * as payments from './payments.ts';
import * as psus from './psus.ts';
import * as scas from './started-scas.ts';
import type { CompletedSca, PaymentRecord, RememberedPayment, SessionKey } from './types.ts';
import * as writes from './writes.ts';

interface LedgerParts {
  /** The store, with the tables of schema.ts. */
  readonly store: Store;
  /** The file name, for messages. */
  readonly file: string;
  /** Returns a new TPP-Session-ID: 128 random bits or more. @see S8-random-ids */
  readonly freshId: () => string;
}

/**
 * The client's data between commands: unanswered writes, payments, PSUs and their TPP-Session-IDs. One file per
 * profile, shared by its processes.
 * @see S8-random-ids, S10-one-session
 * @see C-sent-by-default
 */
export type Ledger = ReturnType<typeof openLedger>;

/** Opens the ledger on a store, which is not accessed before the first call. @see ADR 8 */
export function openLedger({ store, file, freshId }: LedgerParts) {
  /** Converts an operation on the store to a method of the ledger. */
  const reading =
    <Args extends unknown[], Result>(work: (...args: Args) => Op<Result>) =>
    (...args: Args): Promise<Result> =>
      store.read(() => work(...args));
  const writing =
    <Args extends unknown[], Result>(work: (...args: Args) => Op<Result>) =>
    (...args: Args): Promise<Result> =>
      store.write(() => work(...args));
  return {
    /** The ledger's file, for messages. */
    file,
    /** Durable before the request is sent (POST, PUT, DELETE). @see S10-write-ledger */
    begin: writing(writes.beginWrite),
    /**
     * Closes the entry when there is a response, and erases the content for a repeat; an entry whose response was lost
     * stays open.
     */
    close: writing(writes.closeWrite),
    /** Removes the entry of a request that was not sent; an entry begun before this time, and repeated, stays. */
    drop: writing(writes.dropWrite),
    /**
     * Lists writes without a known response, oldest first, for 30 days. This and every other write to the ledger erases
     * the repeat content of entries that are too old.
     */
    open: writing(writes.openWrites),
    /** Absent members keep their stored values. */
    rememberPayment: writing(saveCreatedPayment),
    payment: reading(payments.findPayment),
    /** Stores the status of a payment or basket that this profile made; others are ignored. */
    rememberStatus: writing(payments.saveStatus),
    /** Lists the payments that this profile made, newest first. */
    madePayments: reading(payments.listMade),
    /** Absent members keep their stored values. */
    rememberBasket: writing(payments.saveBasket),
    basket: reading(payments.findBasket),
    /** Lists the baskets that this profile made and didn't delete, newest first. */
    madeBaskets: reading(payments.listMadeBaskets),
    hideBasket: writing(payments.hideBasket),
    /**
     * Stores an SCA that the bank confirmed.
     * @throws Fault ANSWER_INVALID for another psu-id than the one stored for the same customer number
     */
    rememberSca: writing((sca: CompletedSca) => saveSca(sca, file)),
    /** Stores an SCA whose PSU may return later, when no command waits for it. Stored for 24 h. */
    rememberStarted: writing(scas.saveStarted),
    /** Lists SCAs of the last 24 h whose PSU has not returned, newest first. */
    started: reading(scas.findStarted),
    forgetStarted: writing(scas.forgetStarted),
    /** Checks whether the user agreed to open pages of this host. @see S10-opened-urls */
    isHostOpened: reading(scas.isHostOpened),
    rememberHostOpened: writing(scas.saveOpenedHost),
    /** Finds the certificate with which this bank signs its responses, by its `https://host[:port]`. */
    pin: reading(certificates.findPin),
    /** Stores the pin unless there is one. Resolves to the fingerprint of the stored one. */
    keepFirstPin: writing(certificates.saveFirstPin),
    /** Replaces the pin and resolves to the previous one. */
    replacePin: writing(certificates.replacePin),
    /** Finds the PSU of this customer number; without a number, the PSU of the last SCA. */
    psu: reading((customerNumber?: string) =>
      customerNumber === undefined ? psus.findLastPsu() : psus.findPsuOfCustomer(customerNumber),
    ),
    /** Removes a PSU that the bank no longer knows. */
    forgetPsu: writing(psus.forgetPsu),
    psuById: reading(psus.findPsu),
    /** Lists every PSU in the context of their last SCA; the last one first. */
    known: reading(psus.listKnown),
    /** Lists every context in which a PSU has chosen accounts, as far as this profile knows. */
    consents: reading(psus.listConsents),
    /** Removes a consent that the bank no longer knows. */
    forgetConsent: writing(psus.forgetConsent),
    /** Finds an agreement by its PSU-Corporate-ID, or by the name in simulated SCAs. */
    agreement: reading(psus.findAgreement),
    /**
     * Returns the profile's TPP-Session-ID for this PSU, created under the store's lock, used until 60 s before the
     * hour of its SCA ends. It is the same from the first request on, whether the PSU is known by then or becomes known
     * later.
     */
    session: (key: SessionKey, { now, fresh }: { readonly now: number; readonly fresh?: boolean }) => {
      // The store may run work again: random values are generated once, outside.
      const id = freshId();
      return store.write(() => findOrCreateSession(key, { now, fresh, freshId: id }));
    },
    /** Ends a TPP-Session-ID for which the bank knows no SCA. */
    endSession: writing(psus.endSession),
    /** Closes the ledger's file. */
    end: () => store.close(),
  };
}

function* saveCreatedPayment({
  paymentId,
  made,
  ...payment
}: RememberedPayment & { readonly paymentId: string; readonly made?: PaymentRecord | undefined }): Op<void> {
  yield* payments.savePayment(paymentId, payment);
  if (made !== undefined) yield* payments.savePaymentRecord(paymentId, made);
}

/**
 * Erases old content first: most commands call this, including those that send no write. @see D13-repeat: erased at the
 * latest after 24 h
 */
function* findOrCreateSession(
  ...asked: Parameters<typeof psus.selectSession>
): ReturnType<typeof psus.selectSession> {
  yield* writes.deleteOldContent(asked[1].now);
  return yield* psus.selectSession(...asked);
}

function* saveSca(sca: CompletedSca, file: string): Op<void> {
  yield* refuseOtherPsu(sca, file);
  yield* psus.keepPsu(sca);
  yield* psus.saveContext(sca);
  yield* psus.saveScaSession(sca);
  if (sca.paymentId !== undefined) yield* payments.savePaymentPsu(sca.paymentId, sca.psuId);
  if (sca.basketId !== undefined) yield* payments.saveBasketPsu(sca.basketId, sca.psuId);
}

/**
 * Rejects a second psu-id of one customer: a psu-id is unique and unchanging per TPP and bank. @see I-authentication-5,
 * S9-psu-id-unchanging
 */
function* refuseOtherPsu({ psuId, customerNumber }: CompletedSca, file: string): Op<void> {
  if (customerNumber === undefined) return;
  const ofCustomer = yield* psus.findPsuOfCustomer(customerNumber);
  const ofId = yield* psus.findPsu(psuId);
  const isOther = ofCustomer !== undefined && ofCustomer.psuId !== psuId;
  const isOthers = ofId?.customerNumber !== undefined && ofId.customerNumber !== customerNumber;
  if (!isOther && !isOthers) return;
  throw new Fault(
    'ANSWER_INVALID',
    isOther
      ? `The bank sent psu-id ${psuId} for a customer whose psu-id is ${ofCustomer.psuId}.`
      : `The bank sent psu-id ${psuId} for a different customer than before.`,
    {
      hint: `If the bank or the profile's certificate is new, move ${file} away. If not, ask the bank.`,
    },
  );
}
