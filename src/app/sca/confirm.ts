import { readAuthorisation, readCancellationAuthorisation } from '../../client/authorisations.ts';
import { readBasketAuthorisation } from '../../client/baskets.ts';
import type { Called } from '../../client/call.ts';
import type { RememberedPsu } from '../../client/ledger/ledger.ts';
import type { PsuNaming } from '../../client/name-psu.ts';
import { KINDS } from '../../client/payment-kind.ts';
import type { ScaSucceeded } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import { statusInSentence } from '../../explain/statuses.ts';
import type { AuthorisationStatus } from '../../wire/authorisation.ts';
import type { ConfirmedSca, ExpectedSca } from './choice.ts';
import { confirmPsu } from './confirm-psu.ts';

/**
 * What the redirect of an approved SCA says is a hint, from whichever way it came: a payment's or basket's
 * authorisation is read over the signed channel, in the name of the PSU that the hint gives; then the bank is asked who
 * that PSU is. Only what it confirms is kept.
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint, D15-confirmed
 */
export async function confirm(
  session: Session,
  hint: ScaSucceeded,
  expected: ExpectedSca,
): Promise<ConfirmedSca> {
  if (hint.tppSessionId !== expected.tppSessionId) throw otherSession(hint, expected.tppSessionId);
  const approved = approvedIn(session, expected);
  await approved?.confirm(hint);
  const psu = await confirmPsu(session, hint, { ...expected, isApproved: approved !== undefined });
  return { scaStatus: 'FINALISED', ...psu };
}

/** What an SCA has approved, as it is read and remembered. */
interface Approved {
  readonly remembered: () => Promise<RememberedPsu | undefined>;
  /** Reads the authorisation over the signed channel. */
  readonly read: (psu: PsuNaming) => Promise<Called<AuthorisationStatus>>;
}

function approvedIn(session: Session, expected: ExpectedSca) {
  const { id, authorisationId, kind } = expected;
  if (id === undefined || authorisationId === undefined) return undefined;
  const approved = kind === 'basket' ? basketIn : paymentIn;
  const name = kind === 'basket' ? `basket ${id}` : `payment ${id}`;
  const { remembered, read } = approved(session, { ...expected, id, authorisationId });
  return {
    confirm: async (hint: ScaSucceeded) => {
      const { psuId = hint.psuId } = (await remembered()) ?? {};
      if (psuId !== hint.psuId) throw otherPsu(hint, name);
      const { resource } = await read(named(hint));
      if (resource.scaStatus !== 'FINALISED') throw notFinalised(name, authorisationId, resource);
    },
  };
}

type Named = ExpectedSca & { readonly id: string; readonly authorisationId: string };

/** Read in the session of the SCA: that of the PSU, who may not be known yet, is another. */
function basketIn(session: Session, { id, authorisationId, tppSessionId }: Named): Approved {
  return {
    remembered: () => session.ledger.basket(id),
    read: (psu) =>
      session.call(readBasketAuthorisation, { basketId: id, authorisationId }, psu, { tppSessionId }),
  };
}

function paymentIn({ ledger, call }: Session, expected: Named): Approved {
  const { kind, id, authorisationId, tppSessionId } = expected;
  const operation = kind === 'cancellation' ? readCancellationAuthorisation : readAuthorisation;
  return {
    remembered: () => ledger.payment(id),
    read: async (psu) => {
      const { service, product } = (await ledger.payment(id)) ?? KINDS.domestic;
      const reference = { service, product, paymentId: id, authorisationId };
      return call(operation, reference, psu, { tppSessionId });
    },
  };
}

function named({ psuId, psuCorporateId }: ScaSucceeded): PsuNaming {
  return psuCorporateId === undefined ? { psuId } : { psuId, corporateId: psuCorporateId };
}

function notFinalised(name: string, authorisationId: string, { scaStatus }: AuthorisationStatus): Fault {
  const text = `The PSU's redirect tells of success, and the bank says that SCA ${authorisationId} of ${name} is ${statusInSentence(scaStatus)}.`;
  return new Fault('SCA_FAILED', text, { hint: 'Nothing of it is kept: start the authorisation again.' });
}

function otherSession({ tppSessionId }: ScaSucceeded, expected: string): Fault {
  const text = `The PSU's redirect names TPP-Session-ID ${tppSessionId}; the SCA was started under ${expected}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing of it is kept: start the authorisation again.' });
}

function otherPsu({ psuId }: ScaSucceeded, name: string): Fault {
  const text = `The PSU's redirect names psu-id ${psuId}, which is not the one of ${name}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing of it is kept: ask the bank.' });
}
