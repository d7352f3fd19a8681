import type { Operation } from '../../client/operation.ts';
import { type PaymentReference, readPayment, readPaymentStatus } from '../../client/read-payment.ts';
import type { PaymentStatus } from '../../wire/payment.ts';
import { atBank, type Meta } from '../at-bank.ts';
import { askedPayment, knownPayment, type PaymentAsked } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';

export type PaymentStatusShown = PaymentStatus & Meta;

export type ReadPayment = Readonly<Record<string, unknown>> & Meta;

export function read(program: Program, payment: PaymentAsked, psu: PsuChoice): Promise<ReadPayment> {
  return reading(program, readPayment, payment, psu);
}

export function readStatus(
  program: Program,
  payment: PaymentAsked,
  psu: PsuChoice,
): Promise<PaymentStatusShown> {
  return reading(program, readPaymentStatus, payment, psu);
}

async function reading<Resource extends object>(
  program: Program,
  operation: Operation<PaymentReference, Resource>,
  payment: PaymentAsked,
  choice: PsuChoice,
) {
  const asked = askedPayment(payment);
  return atBank(program, choice.settings, async ({ session, withMeta, notice }) => {
    const { reference, psu } = await knownPayment(session.ledger, asked, choice);
    return withMeta(await session.call(operation, reference, psu, sessionOptions(choice, notice)));
  });
}
