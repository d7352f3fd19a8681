import { cancelPayment } from '../../client/cancel-payment.ts';
import type { AuthorisationStarted, CancellationPending } from '../../wire/authorisation.ts';
import { type AtBank, atBank } from '../at-bank.ts';
import { askedPayment, knownPayment, type PaymentAsked } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import { rememberStatus } from '../remember-status.ts';
import { CANCELLATION, PAYMENT } from '../sca/approvables.ts';
import type { MetaWithSca, ScaChoice } from '../sca/choice.ts';
import { needOf } from '../sca/play.ts';
import { type Authorised, startAndPlay } from '../sca/start.ts';

export type AuthorisedPayment = Authorised;

/** Nothing beside `_meta` when the payment is cancelled at once. */
export type CancelledPayment = Partial<
  Pick<CancellationPending, 'transactionStatus'> & AuthorisationStarted
> &
  MetaWithSca;

/** @see C-payments-authorise */
export async function authorise(
  program: Program,
  payment: PaymentAsked,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedPayment> {
  const asked = askedPayment(payment);
  const act = async (there: AtBank) => {
    const known = await knownPayment(there.session.ledger, asked, choice);
    return startAndPlay(there, PAYMENT, known, {
      choice,
      sca,
      options: sessionOptions(choice, there.notice),
    });
  };
  return atBank(program, choice.settings, act, needOf(sca));
}

/** A payment that is not cancelled before its PSU approves that. */
export interface PendingCancellation {
  readonly authorisationId: string;
  readonly hasOperator: boolean;
}

/**
 * @param onPending told of a cancellation whose SCA nobody has gone through yet
 * @see D4-bulk-cancel, C-payments-cancel
 */
export async function cancel(
  program: Program,
  payment: PaymentAsked,
  choice: PsuChoice,
  sca: ScaChoice,
  onPending: (pending: PendingCancellation) => void,
): Promise<CancelledPayment> {
  const named = askedPayment(payment);
  const act = async (there: AtBank): Promise<CancelledPayment> => {
    const { session, withMeta, notice } = there;
    const known = await knownPayment(session.ledger, named, choice);
    const { reference, psu } = known;
    const asked = await session.call(cancelPayment, reference, psu, sessionOptions(choice, notice));
    if (asked.resource === undefined) {
      await rememberStatus(there, reference.paymentId, 'CANC');
      return withMeta({ resource: {}, meta: asked.meta });
    }
    // In the session of the call before, whether that was a new one or not.
    const shown = await startAndPlay(there, CANCELLATION, known, { choice, sca, options: {} });
    const { sca: outcome } = shown._meta;
    if (outcome === undefined) {
      const { authorisationId } = shown;
      onPending({ authorisationId, hasOperator: session.hasOperator });
    }
    return { transactionStatus: asked.resource.transactionStatus, ...shown };
  };
  return atBank(program, choice.settings, act, needOf(sca));
}
