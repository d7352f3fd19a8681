import * as z from 'zod/mini';
import type { FaultSet } from '../faults.ts';
import { boolean } from '../field.ts';
import type { BankClock, BatchRun, PaymentMoved, ScaPlayed } from '../operator.ts';
import type { Snapshot } from '../snapshot.ts';
import { messages } from './message.ts';
import { answer, answerAs, code, filled, list, number, text } from './shape.ts';

/** @see D6-sca-status, D11-play-sca */
export const scaPlayed = answerAs<ScaPlayed>({
  authorisationId: filled,
  scaStatus: filled,
  paymentId: z.optional(filled),
  basketId: z.optional(filled),
  accounts: z.optional(list(text)),
  transactionStatus: z.optional(filled),
  redirect: z.optional(text),
  psuId: z.optional(text),
  psuCorporateId: z.optional(text),
  context: z.optional(text),
});

/** @see C-batch-run */
export const batchRun = answerAs<BatchRun>({
  bankDay: filled,
  settled: number,
  sent: number,
  waiting: number,
  rejected: number,
  held: number,
});

/** @see D11-clock */
export const bankClock = answerAs<BankClock>({
  now: filled,
  offsetSeconds: number,
  calendar: z.optional(code(['every-day', 'bank-days'])),
  tppMessages: messages,
});

/** @see D11-hold */
export const paymentMoved = answerAs<PaymentMoved>({ paymentId: filled, transactionStatus: filled });

/** @see D11-payment-right */
export const paymentRight = answer({ accountId: filled, paymentRight: boolean() });

/** @see D16-snapshot */
export const snapshot = answerAs<Snapshot>({ records: list(answer({})) });

/** @see D16-restore */
export const restoredWorld = answer({
  customers: number,
  accounts: number,
  cardAccounts: number,
  agreements: number,
  transactions: number,
  payments: number,
});

/** @see S11-shared-world */
export const releasedTpp = answer({ tppId: filled });

/** @see D15-directly */
export const consentGranted = answer({ accounts: list(text) });

/** @see D11-faults */
export const faultSet = answerAs<FaultSet>({
  faultId: number,
  fault: filled,
  operation: z.optional(text),
  call: z.optional(number),
  calls: number,
  strikes: number,
  status: z.optional(number),
  milliseconds: z.optional(number),
});

export const faultList = answer({ faults: list(faultSet) });

export const faultsCleared = answer({ cleared: number });
