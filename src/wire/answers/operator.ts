import * as z from 'zod/mini';
import type { ScaStatus, TransactionStatus } from '../../values/statuses.ts';
import type { FaultName } from '../faults.ts';
import { boolean } from '../field.ts';
import { answer, code, filled, list, messages, narrowType, number, optionalTexts, text } from './shape.ts';

const transactionStatus = narrowType<TransactionStatus>(filled);

/** The result of an SCA that the operator performed. @see D6-sca-status, D11-play-sca */
export const scaPlayed = answer({
  authorisationId: filled,
  scaStatus: narrowType<ScaStatus>(filled),
  paymentId: z.optional(filled),
  basketId: z.optional(filled),
  /** The ids of a consent's granted accounts, as in the PSU's list. */
  accounts: z.optional(list(text)),
  /** Status of the payment or basket. */
  transactionStatus: z.optional(transactionStatus),
  /** The PSU's redirect: the TPP-Redirect-URI with the parameters of success or failure. */
  ...optionalTexts('redirect', 'psuId', 'psuCorporateId', 'context'),
});
export type ScaPlayed = z.infer<typeof scaPlayed>;

/** The numbers of payments in a batch run. @see C-batch-run */
export const batchRun = answer({
  /** The date of the run, YYYY-MM-DD; in the sandbox also a day on which the bank is closed. */
  bankDay: filled,
  settled: number,
  /** Payments in transit: cross-border, or settled late. */
  sent: number,
  /** Payments that lack funds and are retried. */
  waiting: number,
  rejected: number,
  /** Payments that the run failed to process, which the operator must examine. */
  held: number,
});
export type BatchRun = z.infer<typeof batchRun>;

/** The bank's clock: real time and an offset. @see D11-clock */
export const bankClock = answer({
  /** Oslo date-time with offset, to the second. */
  now: filled,
  offsetSeconds: number,
  /** The days on which the batch runs; only in the response that shows the clock. @see D4-runs */
  calendar: z.optional(code(['every-day', 'bank-days'])),
  /** A WARNING when the clock was set back, or hasn't moved since the machine's clock was. */
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
export const snapshot = answer({ records: list(narrowType<object>(answer({}))) });
export type Snapshot = z.infer<typeof snapshot>;

/** The counts of a restored world. @see D16-restore */
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

/** A fault that is set. @see D11-faults */
export const faultSet = answer({
  /** From 1, in the order in which the faults were set; never reused. */
  faultId: number,
  fault: narrowType<FaultName>(filled),
  /** A name of the table of operations; absent: all to which the fault can apply, except the sandbox's own. */
  operation: z.optional(text),
  /** The one call to which it applies, counted since it was set; absent: each. */
  call: z.optional(number),
  /** The number of calls since then to which it could have applied. */
  calls: number,
  /** The number of calls to which it applied. */
  strikes: number,
  /** The status of an error code; absent: its default status. */
  status: z.optional(number),
  /** Only with `latency`. */
  milliseconds: z.optional(number),
});
export type FaultSet = z.infer<typeof faultSet>;

export const faultList = answer({ faults: list(faultSet) });
export type FaultList = z.infer<typeof faultList>;

/** The number of faults that were cleared. */
export const faultsCleared = answer({ cleared: number });
export type FaultsCleared = z.infer<typeof faultsCleared>;
