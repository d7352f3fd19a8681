import { readAuthorisation, readCancellationAuthorisation } from '../../client/authorisations.ts';
import { readBasketAuthorisation } from '../../client/baskets.ts';
import type { Called } from '../../client/call.ts';
import type { RememberedPsu } from '../../client/ledger/ledger.ts';
import type { PsuNaming } from '../../client/name-psu.ts';
import { KINDS } from '../../client/payment-kind.ts';
import type { ScaSucceeded } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import type { AuthorisationStatus } from '../../wire/authorisation.ts';
import type { ScaPlayed } from '../../wire/operator.ts';
import type { ConfirmedSca } from './choice.ts';
import { failedFault } from './fault.ts';
import { redirectOf } from './redirect.ts';
import { approvedBy } from './started.ts';

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
): Promise<ConfirmedSca> {
  const approved = approvedIn(session, played, tppSessionId);
  const hint = redirectOf(played);
  if (played.scaStatus !== 'FINALISED' || approved === undefined || !hint?.ok) throw failedFault(played);
  if (hint.tppSessionId !== tppSessionId) throw otherSession(hint, tppSessionId);
  const remembered = await approved.remembered();
  if ((remembered?.psuId ?? hint.psuId) !== hint.psuId) throw otherPsu(hint, approved.name);
  const { resource } = await approved.read(named(hint));
  if (resource.scaStatus !== 'FINALISED') throw failedFault({ ...played, scaStatus: resource.scaStatus });
  const { psuId, psuCorporateId, context } = hint;
  const corporate = psuCorporateId === undefined ? {} : { psuCorporateId };
  await session.ledger.rememberSca({
    psuId,
    ...corporate,
    context,
    tppSessionId,
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...approved.id,
    at: clock(),
  });
  return { scaStatus: resource.scaStatus, psuId, ...corporate };
}

/** What an SCA has approved, as it is read and remembered. */
interface Approved {
  /** In words. */
  readonly name: string;
  readonly id: { readonly paymentId: string } | { readonly basketId: string };
  readonly remembered: () => Promise<RememberedPsu | undefined>;
  /** Reads the authorisation over the signed channel. */
  readonly read: (psu: PsuNaming) => Promise<Called<AuthorisationStatus>>;
}

/** Read in the session of the SCA: that of the PSU, who may not be known yet, is another. */
function approvedIn(session: Session, played: ScaPlayed, tppSessionId: string): Approved | undefined {
  const approved = approvedBy(played);
  if (approved === undefined) return undefined;
  const { kind, id } = approved;
  const { ledger } = session;
  const { authorisationId } = played;
  const name = `${kind} ${id}`;
  if (kind === 'basket') {
    return {
      name,
      id: { basketId: id },
      remembered: () => ledger.basket(id),
      read: (psu) =>
        session.call(readBasketAuthorisation, { basketId: id, authorisationId }, psu, { tppSessionId }),
    };
  }
  // A payment's own authorisation never cancels it, and an approved cancellation always does.
  const operation = played.transactionStatus === 'CANC' ? readCancellationAuthorisation : readAuthorisation;
  return {
    name,
    id: { paymentId: id },
    remembered: () => ledger.payment(id),
    read: async (psu) => {
      const { service, product } = (await ledger.payment(id)) ?? KINDS.domestic;
      return session.call(operation, { service, product, paymentId: id, authorisationId }, psu, {
        tppSessionId,
      });
    },
  };
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
