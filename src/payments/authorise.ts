import { cancelPayment } from '../client/payments.ts';
import { type Authorised, needOf, startAndPlay } from '../sca/authorise.ts';
import { CANCELLATION, PAYMENT } from '../sca/targets.ts';
import type { MetaWithSca, ScaChoice } from '../sca/types.ts';
import type { CommandContext } from '../session/context.ts';
import {
  type PaymentAsked,
  type PsuChoice,
  parsePaymentSelector,
  resolvePayment,
  sessionOptions,
} from '../session/psu.ts';
import { type SessionContext, saveStatus, withSession } from '../session/with-session.ts';
import type { AuthorisationStarted, CancellationPending } from '../wire/answers/payments.ts';

export type AuthorisedPayment = Authorised;

/** Nothing beside `_meta` when the payment is cancelled at once. */
export type CancelledPayment = Partial<
  Pick<CancellationPending, 'transactionStatus'> & AuthorisationStarted
> &
  MetaWithSca;

/** @see C-payments-authorise */
export async function authorise(
  context: CommandContext,
  payment: PaymentAsked,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedPayment> {
  const asked = parsePaymentSelector(payment);
  const act = async (there: SessionContext) => {
    const known = await resolvePayment(there.session.ledger, asked, choice);
    return startAndPlay(there, PAYMENT, known, {
      choice,
      sca,
      options: sessionOptions(choice, there.notice),
    });
  };
  return withSession(context, choice.settings, act, needOf(sca));
}

/** A payment that is not cancelled before its PSU approves that. */
interface PendingCancellation {
  readonly authorisationId: string;
  readonly hasOperator: boolean;
}

/**
 * @param onPending told of a cancellation whose SCA nobody has gone through yet
 * @see D4-bulk-cancel, C-payments-cancel
 */
export async function cancel(
  context: CommandContext,
  payment: PaymentAsked,
  choice: PsuChoice,
  sca: ScaChoice,
  onPending: (pending: PendingCancellation) => void,
): Promise<CancelledPayment> {
  const named = parsePaymentSelector(payment);
  const act = async (there: SessionContext): Promise<CancelledPayment> => {
    const { session, withMeta, notice } = there;
    const known = await resolvePayment(session.ledger, named, choice);
    const { reference, psu } = known;
    const asked = await session.call(cancelPayment, reference, psu, sessionOptions(choice, notice));
    if (asked.resource === undefined) {
      await saveStatus(there, reference.paymentId, 'CANC');
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
  return withSession(context, choice.settings, act, needOf(sca));
}
