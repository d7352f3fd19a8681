import type { AuthorisedPayment, CancelledPayment, PaymentAsked, PsuChoice, ScaChoice } from '../app.ts';
import { startAuthorisation, startCancellationAuthorisation } from '../client/authorisations.ts';
import { cancelPayment } from '../client/cancel-payment.ts';
import type { SessionCalled } from '../embedded.ts';
import type { AuthorisationStarted } from '../wire/authorisation.ts';
import type { At, AtBank } from './at-bank.ts';
import { askedPayment, type KnownPayment, knownPayment } from './named-psu.ts';
import { isPlayed, needOf, playStarted } from './play-sca.ts';
import { sessionOptions } from './session-options.ts';
import { rememberStarted, type StartedSca } from './started-sca.ts';

/** @see cli.md Commands, payments authorise */
export async function authorise(
  at: At,
  payment: PaymentAsked,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<AuthorisedPayment> {
  const asked = askedPayment(payment);
  const act = async (there: AtBank) => {
    const { session, notice } = there;
    const known = await knownPayment(session.ledger, asked, choice);
    const { reference, psu } = known;
    const started = await session.call(startAuthorisation, reference, psu, sessionOptions(choice, notice));
    return (await goOn(there, { kind: 'payment', known, started }, sca, choice)).shown;
  };
  return at(choice.settings, act, needOf(sca));
}

/** @see decisions.md §4 Cancel */
export async function cancel(
  at: At,
  payment: PaymentAsked,
  choice: PsuChoice,
  sca: ScaChoice,
): Promise<CancelledPayment> {
  const named = askedPayment(payment);
  const act = async (there: AtBank): Promise<CancelledPayment> => {
    const { session, withMeta, notice } = there;
    const known = await knownPayment(session.ledger, named, choice);
    const { reference, psu } = known;
    const asked = await session.call(cancelPayment, reference, psu, sessionOptions(choice, notice));
    if (asked.resource === undefined) return withMeta({ resource: {}, meta: asked.meta });
    const started = await session.call(startCancellationAuthorisation, reference, psu);
    const { shown, played } = await goOn(there, { kind: 'cancellation', known, started }, sca, choice);
    return { transactionStatus: played?.transactionStatus ?? asked.resource.transactionStatus, ...shown };
  };
  return at(choice.settings, act, needOf(sca));
}

interface Starting {
  readonly kind: StartedSca['kind'];
  readonly known: KnownPayment;
  readonly started: SessionCalled<AuthorisationStarted>;
}

/** Goes on with an authorisation as `--sca` says. */
async function goOn(there: AtBank, { kind, known, started }: Starting, sca: ScaChoice, choice: PsuChoice) {
  const shown: AuthorisedPayment = there.withMeta(started);
  const { tppSessionId } = started;
  const { _links: links } = started.resource;
  await rememberStarted(there, { ...known, tppSessionId });
  if (!isPlayed(there, links, sca)) return { shown };
  const { paymentId } = known.reference;
  const { customerNumber } = known;
  const { played, outcome } = await playStarted(
    there,
    { kind, id: paymentId, links, tppSessionId, customerNumber },
    sca,
    choice,
  );
  return { shown: { ...shown, _meta: { ...shown._meta, sca: outcome } }, played };
}
