import { Fault } from '../../errors.ts';
import type { Op, Store } from '../../store/contract.ts';
import { findPin, keepFirstPin, replacePin } from './bank-certificates.ts';
import type { CompletedSca, Ledger, Making, RememberedPayment } from './ledger.ts';
import {
  findBasket,
  findPayment,
  keepBasket,
  keepMaking,
  keepPayment,
  keepPsuOfBasket,
  keepPsuOfPayment,
  keepStatus,
  listMade,
} from './payments.ts';
import {
  adoptSession,
  endSession,
  findAgreement,
  findLastPsu,
  findPsu,
  findPsuOfCustomer,
  forgetConsent,
  forgetPsu,
  keepContext,
  keepPsu,
  listConsents,
  listKnown,
  sessionFor,
} from './psus.ts';
import { findStarted, forgetStarted, isHostOpened, keepHostOpened, keepStarted } from './started-scas.ts';
import { beginWrite, closeWrite, dropWrite, eraseOld, openWrites } from './writes.ts';

export interface LedgerParts {
  /** With the tables of schema.ts. */
  readonly store: Store;
  /** What the store is called where a person has to look for it. */
  readonly file: string;
  /** A new TPP-Session-ID: 128 random bits or more. @see S8-random-ids */
  readonly freshId: () => string;
}

/** The ledger on a store; the store is not touched before the first call. @see adr/0008 */
export function openLedger({ store, file, freshId }: LedgerParts): Ledger {
  return {
    file,
    begin: (entry) => store.write(() => beginWrite(entry)),
    close: (requestId, status) => store.write(() => closeWrite(requestId, status)),
    drop: (requestId, at) => store.write(() => dropWrite(requestId, at)),
    open: (now) => store.write(() => openWrites(now)),
    rememberPayment: ({ paymentId, made, ...payment }) =>
      store.write(() => keepPaymentMade(paymentId, payment, made)),
    rememberStatus: (...said) => store.write(() => keepStatus(...said)),
    madePayments: (limit) => store.read(() => listMade(limit)),
    payment: (paymentId) => store.read(() => findPayment(paymentId)),
    rememberBasket: (basket) => store.write(() => keepBasket(basket)),
    basket: (basketId) => store.read(() => findBasket(basketId)),
    rememberSca: (sca) => store.write(() => keepSca(sca, file)),
    psu: (customerNumber) =>
      store.read(() => (customerNumber === undefined ? findLastPsu() : findPsuOfCustomer(customerNumber))),
    forgetPsu: (psuId) => store.write(() => forgetPsu(psuId)),
    rememberStarted: (sca) => store.write(() => keepStarted(sca)),
    started: (now) => store.read(() => findStarted(now)),
    forgetStarted: (sca) => store.write(() => forgetStarted(sca)),
    isHostOpened: (host) => store.read(() => isHostOpened(host)),
    rememberHostOpened: (host) => store.write(() => keepHostOpened(host)),
    pin: (origin) => store.read(() => findPin(origin)),
    keepFirstPin: (origin, pin) => store.write(() => keepFirstPin(origin, pin)),
    replacePin: (origin, pin) => store.write(() => replacePin(origin, pin)),
    psuById: (psuId) => store.read(() => findPsu(psuId)),
    known: () => store.read(listKnown),
    consents: () => store.read(listConsents),
    forgetConsent: (psuId, psuCorporateId) => store.write(() => forgetConsent(psuId, psuCorporateId)),
    agreement: (psuId, name) => store.read(() => findAgreement(psuId, name)),
    session: (key, { now, fresh }) => {
      // The store may run work again: what is random is drawn once, outside.
      const id = freshId();
      return store.write(() => sessionAt(key, { now, fresh, freshId: id }));
    },
    endSession: (tppSessionId) => store.write(() => endSession(tppSessionId)),
    end: () => store.close(),
  };
}

function* keepPaymentMade(id: string, payment: RememberedPayment, made: Making | undefined): Op<void> {
  yield* keepPayment(id, payment);
  if (made !== undefined) yield* keepMaking(id, made);
}

/** Most commands come by here, also those that send no write. @see D13-repeat: erased at the latest after 24 h */
function* sessionAt(...asked: Parameters<typeof sessionFor>): ReturnType<typeof sessionFor> {
  yield* eraseOld(asked[1].now);
  return yield* sessionFor(...asked);
}

function* keepSca(sca: CompletedSca, file: string): Op<void> {
  yield* refuseOtherPsu(sca, file);
  yield* keepPsu(sca);
  yield* keepContext(sca);
  yield* adoptSession(sca);
  if (sca.paymentId !== undefined) yield* keepPsuOfPayment(sca.paymentId, sca.psuId);
  if (sca.basketId !== undefined) yield* keepPsuOfBasket(sca.basketId, sca.psuId);
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
