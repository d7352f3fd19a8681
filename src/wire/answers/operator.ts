import * as z from 'zod/mini';
import type { ScaStatus, TransactionStatus } from '../../values/statuses.ts';
import type { FaultName } from '../faults.ts';
import { boolean } from '../field.ts';
import { answer, code, filled, list, messages, number, optionalTexts, text, typed } from './shape.ts';

const transactionStatus = typed<TransactionStatus>(filled);

/** The result of an SCA that the operator played. @see D6-sca-status, D11-play-sca */
export const scaPlayed = answer({
  authorisationId: filled,
  scaStatus: typed<ScaStatus>(filled),
  paymentId: z.optional(filled),
  basketId: z.optional(filled),
  /** For a consent: ids of the granted accounts, as in the PSU's list. */
  accounts: z.optional(list(text)),
  /** Status of the payment or basket. */
  transactionStatus: z.optional(transactionStatus),
  /** Where the PSU is sent: the TPP-Redirect-URI with the parameters of success or failure. */
  ...optionalTexts('redirect', 'psuId', 'psuCorporateId', 'context'),
});
export type ScaPlayed = z.infer<typeof scaPlayed>;

/** The numbers of payments in a run of the batch. @see C-batch-run */
export const batchRun = answer({
  /** The date of the run, YYYY-MM-DD; in the sandbox a day on which the bank is closed, too. */
  bankDay: filled,
  settled: number,
  /** On their way: cross-border, or settled late. */
  sent: number,
  /** Payments that lack funds and are retried. */
  waiting: number,
  rejected: number,
  /** Payments that the run failed to take, for the operator to look at. */
  held: number,
});
export type BatchRun = z.infer<typeof batchRun>;

/** The bank's clock: real time and an offset. @see D11-clock */
export const bankClock = answer({
  /** Oslo date-time with offset, to the second. */
  now: filled,
  offsetSeconds: number,
  /** The days on which the batch runs; only where the clock is shown. @see D4-runs */
  calendar: z.optional(code(['every-day', 'bank-days'])),
  /** A WARNING when the clock went back, or has stood still since the machine's did. */
  tppMessages: messages,
});
export type BankClock = z.infer<typeof bankClock>;

/** A payment that the operator has held, released, rejected or settled. @see D11-hold */
export const paymentMoved = answer({ paymentId: filled, transactionStatus });
export type PaymentMoved = z.infer<typeof paymentMoved>;

/** The right to pay from an account. @see D6-consent, D11-payment-right */
export const paymentRight = answer({ accountId: filled, paymentRight: boolean() });
export type PaymentRight = z.infer<typeof paymentRight>;

/** @see D16-snapshot */
export const snapshot = answer({ records: list(typed<object>(answer({}))) });
export type Snapshot = z.infer<typeof snapshot>;

/** The numbers of a restored world. @see D16-restore */
export const restoredWorld = answer({
  customers: number,
  accounts: number,
  cardAccounts: number,
  agreements: number,
  transactions: number,
  payments: number,
});
export type RestoredWorld = z.infer<typeof restoredWorld>;

/** A TPP whose organizationIdentifier is free again, without the leading `PSD`. @see S11-shared-world */
export const releasedTpp = answer({ tppId: filled });
export type ReleasedTpp = z.infer<typeof releasedTpp>;

/** The accounts granted from now on. @see D15-directly */
export const consentGranted = answer({ accounts: list(text) });
export type ConsentGranted = z.infer<typeof consentGranted>;

/** A fault as it is set. @see D11-faults */
export const faultSet = answer({
  /** From 1, in the order in which they were set; none comes twice. */
  faultId: number,
  fault: typed<FaultName>(filled),
  /** A name of the table of operations; absent: all that the fault can strike, but for the sandbox's own. */
  operation: z.optional(text),
  /** The one call that it strikes, counted from when it was set; absent: each. */
  call: z.optional(number),
  /** How many calls came since then that it could have struck. */
  calls: number,
  /** How many of them it struck. */
  strikes: number,
  /** Status of an error code; absent: its usual one. */
  status: z.optional(number),
  /** Only with `latency`. */
  milliseconds: z.optional(number),
});
export type FaultSet = z.infer<typeof faultSet>;

export const faultList = answer({ faults: list(faultSet) });
export type FaultList = z.infer<typeof faultList>;

/** How many faults were cleared. */
export const faultsCleared = answer({ cleared: number });
export type FaultsCleared = z.infer<typeof faultsCleared>;
