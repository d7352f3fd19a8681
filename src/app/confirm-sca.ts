import type { ScaOutcome } from '../app.ts';
import { readAuthorisation, readCancellationAuthorisation } from '../client/authorisations.ts';
import { readScaRedirect, type ScaSucceeded } from '../client/sca-redirect.ts';
import { clock } from '../clock.ts';
import type { Session } from '../embedded.ts';
import { Fault } from '../errors.ts';
import type { ScaPlayed } from '../wire/operator.ts';
import { DOMESTIC } from '../wire/products.ts';
import { failedFault } from './sca-fault.ts';

/** What the profile knows of an SCA before it ends. */
export interface ExpectedSca {
  /** The TPP-Session-ID under which it was started. */
  readonly tppSessionId: string;
  /** customerNumber of its PSU. */
  readonly customerNumber: string | undefined;
}

/**
 * What the redirect of an approved SCA says is a hint: the authorisation is read over the signed channel, in the name
 * of the PSU that the redirect gives, and only what the bank then confirms is kept.
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 * @see safety.md §9 Callback
 */
export async function confirmSca(
  session: Session,
  played: ScaPlayed,
  { tppSessionId, customerNumber }: ExpectedSca,
): Promise<ScaOutcome> {
  const { paymentId, authorisationId } = played;
  const hint = played.redirect === undefined ? undefined : readScaRedirect(played.redirect);
  if (played.scaStatus !== 'FINALISED' || paymentId === undefined || !hint?.ok) throw failedFault(played);
  if (hint.tppSessionId !== tppSessionId) throw otherSession(hint, tppSessionId);
  const remembered = await session.ledger.payment(paymentId);
  const product = remembered?.product ?? DOMESTIC;
  if ((remembered?.psuId ?? hint.psuId) !== hint.psuId) throw otherPsu(hint, paymentId);
  // A payment's own authorisation never cancels it, and an approved cancellation always does.
  const read = played.transactionStatus === 'CANC' ? readCancellationAuthorisation : readAuthorisation;
  const { resource } = await session.call(read, { product, paymentId, authorisationId }, named(hint));
  if (resource.scaStatus !== 'FINALISED') throw failedFault({ ...played, scaStatus: resource.scaStatus });
  const { psuId, psuCorporateId, context } = hint;
  const corporate = psuCorporateId === undefined ? {} : { psuCorporateId };
  await session.ledger.rememberSca({
    psuId,
    ...corporate,
    context,
    tppSessionId,
    ...(customerNumber === undefined ? {} : { customerNumber }),
    paymentId,
    at: clock(),
  });
  return { scaStatus: resource.scaStatus, psuId, ...corporate };
}

function named({ psuId, psuCorporateId }: ScaSucceeded) {
  return psuCorporateId === undefined ? { psuId } : { psuId, corporateId: psuCorporateId };
}

function otherSession({ tppSessionId }: ScaSucceeded, expected: string): Fault {
  const text = `The PSU's redirect names TPP-Session-ID ${tppSessionId}; the SCA was started under ${expected}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing of it is kept: start the authorisation again.' });
}

function otherPsu({ psuId }: ScaSucceeded, paymentId: string): Fault {
  const text = `The PSU's redirect names psu-id ${psuId}, which is not the one of payment ${paymentId}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing of it is kept: ask the bank.' });
}
