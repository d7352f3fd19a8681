import { Fault } from '../../errors.ts';
import type { Op, Store } from '../../store/contract.ts';
import { findPin, replacePin, saveFirstPin } from './bank-certificates.ts';
import {
  findBasket,
  findPayment,
  listMade,
  saveBasket,
  saveBasketPsu,
  savePayment,
  savePaymentPsu,
  savePaymentRecord,
  saveStatus,
} from './payments.ts';
import {
  endSession,
  findAgreement,
  findLastPsu,
  findPsu,
  findPsuOfCustomer,
  forgetConsent,
  forgetPsu,
  keepPsu,
  listConsents,
  listKnown,
  saveContext,
  saveScaSession,
  selectSession,
} from './psus.ts';
import { findStarted, forgetStarted, isHostOpened, saveOpenedHost, saveStarted } from './started-scas.ts';
import type { CompletedSca, PaymentRecord, RememberedPayment, SessionKey } from './types.ts';
import { beginWrite, closeWrite, deleteOldContent, dropWrite, openWrites } from './writes.ts';

interface LedgerParts {
  /** With the tables of schema.ts. */
  readonly store: Store;
  /** File name, for messages. */
  readonly file: string;
  /** A new TPP-Session-ID: 128 random bits or more. @see S8-random-ids */
  readonly freshId: () => string;
}

/**
 * The client's data between commands: unanswered writes, payments, PSUs and their TPP-Session-IDs. One file per
 * profile, shared by its processes.
 * @see S8-random-ids, S10-one-session
 * @see C-sent-by-default
 */
export type Ledger = ReturnType<typeof openLedger>;

/** Opens the ledger on a store, which is not touched before the first call. @see ADR 8 */
export function openLedger({ store, file, freshId }: LedgerParts) {
  /** Makes an operation on the store a method of the ledger. */
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
    /** Durable before the request leaves (POST, PUT, DELETE). @see S10-write-ledger */
    begin: writing(beginWrite),
    /** The answer closes the entry and erases what a repeat needs; an entry whose answer was lost stays open. */
    close: writing(closeWrite),
    /** Forgets one of which nothing left; one that was begun before this time, and is repeated, stays. */
    drop: writing(dropWrite),
    /**
     * Writes whose answer is not known, oldest first, for 30 days. What repeats need is erased of those that are too old,
     * here and by whatever else writes in the ledger.
     */
    open: writing(openWrites),
    /** Absent members keep their stored values. */
    rememberPayment: writing(saveCreatedPayment),
    payment: reading(findPayment),
    /** Stores the status of a payment of this profile; other payments are ignored. */
    rememberStatus: writing(saveStatus),
    /** Those that this profile made, newest first. */
    madePayments: reading(listMade),
    /** Absent members keep their stored values. */
    rememberBasket: writing(saveBasket),
    basket: reading(findBasket),
    /**
     * After an SCA that the bank confirmed.
     * @throws Fault ANSWER_INVALID for another psu-id than the one stored for the same customer number
     */
    rememberSca: writing((sca: CompletedSca) => saveSca(sca, file)),
    /** An SCA whose PSU may come back later, when nothing waits for it any more. Kept for 24 h. */
    rememberStarted: writing(saveStarted),
    /** Those of the last 24 h whose PSU has not come back, newest first. */
    started: reading(findStarted),
    forgetStarted: writing(forgetStarted),
    /** Tells whether the user agreed to open pages of this host. @see S10-opened-urls */
    isHostOpened: reading(isHostOpened),
    rememberHostOpened: writing(saveOpenedHost),
    /** The certificate that this bank signs its answers with, by its `https://host[:port]`. */
    pin: reading(findPin),
    /** Keeps it unless there is one. Resolves to the fingerprint of the one that is kept. */
    keepFirstPin: writing(saveFirstPin),
    /** Keeps it in place of what was there, which it resolves to. */
    replacePin: writing(replacePin),
    /** The PSU of this customer number; without a number the one whose SCA was last. */
    psu: reading((customerNumber?: string) =>
      customerNumber === undefined ? findLastPsu() : findPsuOfCustomer(customerNumber),
    ),
    /** One that the bank does not know any more. */
    forgetPsu: writing(forgetPsu),
    psuById: reading(findPsu),
    /** Every PSU, in the context of their last SCA; the last one first. */
    known: reading(listKnown),
    /** Every context in which a PSU has chosen accounts, as far as this profile has seen it. */
    consents: reading(listConsents),
    /** A consent that the bank does not know any more. */
    forgetConsent: writing(forgetConsent),
    /** By its PSU-Corporate-ID, or what who plays the PSU calls it. */
    agreement: reading(findAgreement),
    /**
     * The profile's TPP-Session-ID for this PSU, made under the store's lock, used until 60 s before the hour of its
     * SCA ends. It is one from the first request on, whether the PSU is known by then or becomes known in between.
     */
    session: (key: SessionKey, { now, fresh }: { readonly now: number; readonly fresh?: boolean }) => {
      // The store may run work again: what is random is drawn once, outside.
      const id = freshId();
      return store.write(() => findOrCreateSession(key, { now, fresh, freshId: id }));
    },
    /** A TPP-Session-ID in which the bank knows of no SCA: it is used no more. */
    endSession: writing(endSession),
    /** Closes the ledger's file. */
    end: () => store.close(),
  };
}

function* saveCreatedPayment({
  paymentId,
  made,
  ...payment
}: RememberedPayment & { readonly paymentId: string; readonly made?: PaymentRecord | undefined }): Op<void> {
  yield* savePayment(paymentId, payment);
  if (made !== undefined) yield* savePaymentRecord(paymentId, made);
}

/** Most commands come by here, also those that send no write. @see D13-repeat: erased at the latest after 24 h */
function* findOrCreateSession(...asked: Parameters<typeof selectSession>): ReturnType<typeof selectSession> {
  yield* deleteOldContent(asked[1].now);
  return yield* selectSession(...asked);
}

function* saveSca(sca: CompletedSca, file: string): Op<void> {
  yield* refuseOtherPsu(sca, file);
  yield* keepPsu(sca);
  yield* saveContext(sca);
  yield* saveScaSession(sca);
  if (sca.paymentId !== undefined) yield* savePaymentPsu(sca.paymentId, sca.psuId);
  if (sca.basketId !== undefined) yield* saveBasketPsu(sca.basketId, sca.psuId);
}

/** A psu-id is unique and unchanging per TPP and bank. @see I-authentication-5, S9-psu-id-unchanging */
function* refuseOtherPsu({ psuId, customerNumber }: CompletedSca, file: string): Op<void> {
  if (customerNumber === undefined) return;
  const ofCustomer = yield* findPsuOfCustomer(customerNumber);
  const ofId = yield* findPsu(psuId);
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
