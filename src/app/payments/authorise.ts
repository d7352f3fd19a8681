import { startAuthorisation, startCancellationAuthorisation } from '../../client/authorisations.ts';
import { cancelPayment } from '../../client/cancel-payment.ts';
import type { SessionCalled } from '../../client/session.ts';
import type { AuthorisationStarted, CancellationPending } from '../../wire/authorisation.ts';
import { type AtBank, atBank } from '../at-bank.ts';
import { askedPayment, type KnownPayment, knownPayment, type PaymentAsked } from '../named-psu.ts';
import type { Program } from '../program.ts';
import { type PsuChoice, sessionOptions } from '../psu-choice.ts';
import type { MetaWithSca, ScaChoice } from '../sca/choice.ts';
import { type Begun, needOf, rememberAndPlay } from '../sca/play.ts';
import { rememberStarted, type StartedSca } from '../sca/started.ts';

export type AuthorisedPayment = AuthorisationStarted & MetaWithSca;

/** Nothing beside `_meta` when the payment is cancelled at once. */
export type CancelledPayment = Partial<
  Pick<CancellationPending, 'transactionStatus'> & AuthorisationStarted
> &
  MetaWithSca;

/** @see cli.md Commands, payments authorise */
export async function authorise(
  program: Program,
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
    const asStarted = begun(there, { kind: 'payment', known, started });
    return rememberAndPlay(there, there.withMeta(started), asStarted, sca, choice);
  };
  return atBank(program, choice.settings, act, needOf(sca));
}

/** @see decisions.md §4 Cancel */
export async function cancel(
  program: Program,
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
    const asStarted = begun(there, { kind: 'cancellation', known, started });
    const shown = await rememberAndPlay(there, withMeta(started), asStarted, sca, choice);
    const { sca: outcome } = shown._meta;
    return { transactionStatus: outcome?.transactionStatus ?? asked.resource.transactionStatus, ...shown };
  };
  return atBank(program, choice.settings, act, needOf(sca));
}

interface Starting {
  readonly kind: StartedSca['kind'];
  readonly known: KnownPayment;
  readonly started: SessionCalled<AuthorisationStarted>;
}

function begun(there: AtBank, { kind, known, started }: Starting): Begun {
  const { tppSessionId } = started;
  const { paymentId: id } = known.reference;
  const { _links: links, scaStatus } = started.resource;
  return {
    ...{ kind, id, links, tppSessionId, customerNumber: known.customerNumber, psu: known.psu },
    isExempted: scaStatus === 'EXEMPTED',
    remember: () => rememberStarted(there, { ...known, tppSessionId }),
  };
}
