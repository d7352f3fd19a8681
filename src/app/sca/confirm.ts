import { readAuthorisation, readCancellationAuthorisation } from '../../client/authorisations.ts';
import { readBasketAuthorisation } from '../../client/baskets.ts';
import type { PsuNaming } from '../../client/name-psu.ts';
import { KINDS } from '../../client/payment-kind.ts';
import type { ScaSucceeded } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import type { ScaStatus } from '../../values/statuses.ts';
import type { ScaPlayed } from '../../wire/operator.ts';
import type { ConfirmedSca } from './choice.ts';
import { failedFault } from './fault.ts';
import { redirectOf } from './redirect.ts';
import { type Approvable, approvedBy } from './started.ts';

/** What the profile knows of an SCA before it ends. */
export interface ExpectedSca {
  /** The TPP-Session-ID under which it was started. */
  readonly tppSessionId: string;
  /** customerNumber of its PSU. */
  readonly customerNumber: string | undefined;
}

/** An SCA whose redirect tells of success. */
export interface ApprovedSca extends Approvable {
  readonly authorisationId: string;
  readonly hint: ScaSucceeded;
  /** What is thrown when the bank says that it is something else than FINALISED. */
  readonly faultOf: (scaStatus: ScaStatus) => Fault;
}

/** As played: its redirect is compared with what is known of it, and confirmed. @throws Fault SCA_FAILED, ANSWER_INVALID */
export async function confirmPlayed(
  session: Session,
  played: ScaPlayed,
  expected: ExpectedSca,
): Promise<ConfirmedSca> {
  const approved = approvedBy(played);
  const hint = redirectOf(played);
  if (played.scaStatus !== 'FINALISED' || approved === undefined || !hint?.ok) throw failedFault(played);
  // A payment's own authorisation never cancels it, and an approved cancellation always does.
  const isCancellation = approved.kind === 'payment' && played.transactionStatus === 'CANC';
  const kind = isCancellation ? 'cancellation' : approved.kind;
  const { authorisationId } = played;
  const faultOf = (scaStatus: ScaStatus) => failedFault({ ...played, scaStatus });
  return confirmSca(session, { ...approved, kind, authorisationId, hint, faultOf }, expected);
}

/**
 * What the redirect of an approved SCA says is a hint: the authorisation is read over the signed channel, in the name
 * of the PSU that the redirect gives, and only what the bank then confirms is kept.
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 * @see safety.md §9 Callback
 */
export async function confirmSca(
  session: Session,
  { hint, authorisationId, faultOf, kind, id }: ApprovedSca,
  { tppSessionId, customerNumber }: ExpectedSca,
): Promise<ConfirmedSca> {
  const { ledger } = session;
  const name = `${kind === 'basket' ? 'basket' : 'payment'} ${id}`;
  if (hint.tppSessionId !== tppSessionId) throw otherSession(hint, tppSessionId);
  const remembered = await (kind === 'basket' ? ledger.basket(id) : ledger.payment(id));
  if ((remembered?.psuId ?? hint.psuId) !== hint.psuId) throw otherPsu(hint, name);
  const scaStatus = await scaStatusNow(session, { kind, id, authorisationId, tppSessionId }, named(hint));
  if (scaStatus !== 'FINALISED') throw faultOf(scaStatus);
  const { psuId, psuCorporateId, context } = hint;
  const corporate = psuCorporateId === undefined ? {} : { psuCorporateId };
  await ledger.rememberSca({
    psuId,
    ...corporate,
    context,
    tppSessionId,
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(kind === 'basket' ? { basketId: id } : { paymentId: id }),
    at: clock(),
  });
  return { scaStatus, psuId, ...corporate };
}

/** Where an authorisation is read, and in which session. */
export interface ReadSca extends Approvable {
  readonly authorisationId: string;
  readonly tppSessionId: string;
}

/**
 * How an SCA stands, read over the signed channel, in the session of the SCA: that of the PSU, who may not be known yet,
 * is another.
 */
export async function scaStatusNow(
  { call, ledger }: Session,
  { kind, id, authorisationId, tppSessionId }: ReadSca,
  psu: PsuNaming,
): Promise<ScaStatus> {
  const options = { tppSessionId };
  if (kind === 'basket') {
    const basket = { basketId: id, authorisationId };
    return (await call(readBasketAuthorisation, basket, psu, options)).resource.scaStatus;
  }
  const operation = kind === 'cancellation' ? readCancellationAuthorisation : readAuthorisation;
  const { service, product } = (await ledger.payment(id)) ?? KINDS.domestic;
  const payment = { service, product, paymentId: id, authorisationId };
  return (await call(operation, payment, psu, options)).resource.scaStatus;
}

function named({ psuId, psuCorporateId }: ScaSucceeded): PsuNaming {
  return psuCorporateId === undefined ? { psuId } : { psuId, corporateId: psuCorporateId };
}

function otherSession({ tppSessionId }: ScaSucceeded, expected: string): Fault {
  const text = `The PSU's redirect names TPP-Session-ID ${tppSessionId}; the SCA was started under ${expected}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing of it is kept: start the authorisation again.' });
}

function otherPsu({ psuId }: ScaSucceeded, name: string): Fault {
  const text = `The PSU's redirect names psu-id ${psuId}, which is not the one of ${name}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing of it is kept: ask the bank.' });
}
