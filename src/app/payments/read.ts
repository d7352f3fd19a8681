import type { Called } from '../../client/call.ts';
import type { Operation } from '../../client/operation.ts';
import { type PaymentReference, readPayment, readPaymentStatus } from '../../client/read-payment.ts';
import { Fault } from '../../errors.ts';
import type { PaymentStatus } from '../../wire/payment.ts';
import { type AtBank, atBank, type Meta } from '../at-bank.ts';
import { type AskedPayment, askedPayment, type KnownPayment, knownPayment } from '../named-psu.ts';
import type { Program } from '../program.ts';
import type { PsuChoice } from '../psu-choice.ts';
import { rememberStatus } from '../remember-status.ts';
import type { ScaChoice } from '../sca/choice.ts';
import { knownReading } from '../sca/known-reading.ts';
import { needOf } from '../sca/play.ts';
import { readAgain } from '../sca/read-again.ts';
import { type PaymentWanted, paymentMeant } from './newest.ts';
import { type WaitingPayment, waitingFault, waitingInstead, waitingOf } from './waiting.ts';

export type PaymentStatusShown = PaymentStatus & Meta;

export type ReadPayment = Readonly<Record<string, unknown>> & Meta;

/** As whom a payment is read, and what is done about an SCA. */
export interface PaymentReading {
  readonly choice: PsuChoice;
  readonly sca: ScaChoice;
  /** Told of a payment that waits for its PSU, where somebody reads it. */
  readonly onWaiting?: ((waiting: WaitingPayment) => void) | undefined;
}

/** A payment as the bank has it. @see C-payments-get */
export function read(
  program: Program,
  payment: PaymentWanted,
  reading: PaymentReading,
): Promise<ReadPayment> {
  return readingBy(program, readPayment, payment, reading);
}

export function readStatus(
  program: Program,
  payment: PaymentWanted,
  reading: PaymentReading,
): Promise<PaymentStatusShown> {
  return readingBy(program, readPaymentStatus, payment, reading);
}

async function readingBy<Resource extends object>(
  program: Program,
  operation: Operation<PaymentReference, Resource>,
  wanted: PaymentWanted,
  reading: PaymentReading,
): Promise<Resource & Meta> {
  const { choice, sca, onWaiting } = reading;
  const asked = askedPayment(await paymentMeant(program, wanted, choice.settings));
  const act = async (there: AtBank) => {
    const { known, called, waiting, refusal } = await readOnce(there, operation, asked, reading);
    if (called === undefined) throw waitingFault(waiting, refusal);
    const isWaiting = 'transactionStatus' in called.resource && called.resource.transactionStatus === 'RCVD';
    if (isWaiting && onWaiting !== undefined) onWaiting(await waitingOf(there, known));
    return there.withMeta(called);
  };
  return atBank(program, choice.settings, act, needOf(sca));
}

/** What the bank shows of a payment; one that can't be read yet waits for its PSU. */
export type ReadOnce<Resource> =
  | {
      readonly known: KnownPayment;
      readonly called: Called<Resource>;
      readonly waiting?: undefined;
      readonly refusal?: undefined;
    }
  | {
      readonly known: KnownPayment;
      readonly called?: undefined;
      readonly waiting: WaitingPayment;
      readonly refusal: Fault;
    };

/** The status that it tells is remembered. @see C-payments-list */
export async function readOnce<Resource extends object>(
  there: AtBank,
  operation: Operation<PaymentReference, Resource>,
  asked: AskedPayment,
  { choice, sca }: Pick<PaymentReading, 'choice' | 'sca'>,
): Promise<ReadOnce<Resource>> {
  const { ledger } = there.session;
  const known = await knownPayment(ledger, asked, choice);
  const { reference } = known;
  try {
    const reading = knownReading(choice, sca, async () => known);
    const called = await readAgain(there, reading, (as) => as.call(operation, reference));
    const { transactionStatus } = called.resource as { readonly transactionStatus?: unknown };
    if (typeof transactionStatus === 'string') {
      await rememberStatus(there, reference.paymentId, transactionStatus);
    }
    return { known, called };
  } catch (fault) {
    const waiting = await waitingInstead(there, known, fault);
    if (waiting === undefined || !(fault instanceof Fault)) throw fault;
    return { known, waiting, refusal: fault };
  }
}
