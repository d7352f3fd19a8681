import type { PaymentAsked, PaymentStatusShown, PsuChoice, ReadPayment } from '../app.ts';
import type { Operation } from '../client/operation.ts';
import { type PaymentReference, readPayment, readPaymentStatus } from '../client/read-payment.ts';
import type { At } from './at-bank.ts';
import { askedPayment, knownPayment } from './named-psu.ts';
import { sessionOptions } from './session-options.ts';

export function read(at: At, payment: PaymentAsked, psu: PsuChoice): Promise<ReadPayment> {
  return reading(at, readPayment, payment, psu);
}

export function readStatus(at: At, payment: PaymentAsked, psu: PsuChoice): Promise<PaymentStatusShown> {
  return reading(at, readPaymentStatus, payment, psu);
}

async function reading<Resource extends object>(
  at: At,
  operation: Operation<PaymentReference, Resource>,
  payment: PaymentAsked,
  choice: PsuChoice,
) {
  const asked = askedPayment(payment);
  return at(choice.settings, async ({ session, withMeta, notice }) => {
    const { reference, psu } = await knownPayment(session.ledger, asked, choice);
    return withMeta(await session.call(operation, reference, psu, sessionOptions(choice, notice)));
  });
}
