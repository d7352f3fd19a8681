import { listAgreements, readUser } from '../client/information.ts';
import type { PsuNaming } from '../client/name-psu.ts';
import { showClock } from '../client/operator.ts';
import type { ScaSucceeded } from '../client/sca-redirect.ts';
import type { Session } from '../client/session.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import { parseInstant } from '../values/instant.ts';
import { RENEWED_FOR_MS } from '../values/renewal.ts';
import type { ScaStatus } from '../values/statuses.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import { statusInSentence } from '../wire/explanations.ts';
import { failedFault, redirectOf } from './faults.ts';
import { APPROVABLES } from './targets.ts';
import {
  type Approvable,
  approvedBy,
  type ConfirmedPsu,
  type ConfirmedSca,
  type ExpectedSca,
} from './types.ts';

/**
 * What the redirect of an approved SCA says is a hint, from whichever way it came: a payment's or basket's
 * authorisation is read over the signed channel, in the name of the PSU that the hint gives; then the bank is asked who
 * that PSU is. Only what it confirms is kept.
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint, D15-confirmed, C-basket-remembered
 */
export async function confirm(
  session: Session,
  hint: ScaSucceeded,
  expected: ExpectedSca,
): Promise<ConfirmedSca> {
  if (hint.tppSessionId !== expected.tppSessionId) throw otherSession(hint, expected.tppSessionId);
  if (expected.kind !== 'consent' && expected.kind !== 'session')
    await confirmApproval(session, hint, expected as ApprovingSca);
  return { scaStatus: 'FINALISED', ...(await confirmPsu(session, hint, expected)) };
}

/** An SCA of something that has an id. */
type ApprovingSca = ExpectedSca &
  Required<Pick<ExpectedSca, 'id' | 'authorisationId'>> &
  Pick<Approvable, 'kind'>;

async function confirmApproval(session: Session, hint: ScaSucceeded, sca: ApprovingSca): Promise<void> {
  const { kind, id, authorisationId, faultOf } = sca;
  const { noun, remembered } = APPROVABLES[kind];
  const name = `${noun} ${id}`;
  const { psuId = hint.psuId } = (await remembered(session.ledger, id)) ?? {};
  if (psuId !== hint.psuId) throw otherPsu(hint, name);
  const scaStatus = await scaStatusNow(session, sca, namingOf(hint));
  if (scaStatus !== 'FINALISED') throw faultOf?.(scaStatus) ?? notFinalised(name, authorisationId, scaStatus);
}

/**
 * How an SCA stands, read over the signed channel, in the session of the SCA: that of the PSU, who may not be known yet,
 * is another.
 */
export function scaStatusNow(
  session: Session,
  { kind, id, authorisationId, tppSessionId }: ApprovingSca,
  psu: PsuNaming,
): Promise<ScaStatus> {
  return APPROVABLES[kind].scaStatus(session, { id, authorisationId }, psu, { tppSessionId });
}

/** How requests name a PSU by the ids that an SCA has given. */
function namingOf({ psuId, psuCorporateId }: Pick<ScaSucceeded, 'psuId' | 'psuCorporateId'>): PsuNaming {
  return { psuId, corporateId: psuCorporateId };
}

/** How later requests name the PSU of a confirmed SCA; undefined where nobody is known by it. */
export function confirmedNaming({ psuId, psuCorporateId }: Partial<ConfirmedPsu>): PsuNaming | undefined {
  return psuId === undefined ? undefined : { psuId, corporateId: psuCorporateId };
}

function notFinalised(name: string, authorisationId: string, scaStatus: ScaStatus): Fault {
  const text = `The PSU's redirect reports success, but the bank says SCA ${authorisationId} of ${name} is ${statusInSentence(scaStatus)}.`;
  return new Fault('SCA_FAILED', text, { hint: 'Nothing was saved. Start the authorisation again.' });
}

function otherSession({ tppSessionId }: ScaSucceeded, expected: string): Fault {
  const text = `The PSU's redirect has TPP-Session-ID ${tppSessionId}, but the SCA was started under ${expected}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing was saved. Start the authorisation again.' });
}

function otherPsu({ psuId }: ScaSucceeded, name: string): Fault {
  const text = `The PSU's redirect has psu-id ${psuId}, which isn't the PSU of ${name}.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Nothing was saved. Ask the bank.' });
}

/**
 * Asks the bank, in the session of an SCA, whether the PSU that a redirect names is the one of the session, and keeps
 * them. An SCA that was begun in a session that has ended since approves its payment and revives nothing: then nobody is
 * kept, and the id is used no more.
 * @throws Fault ANSWER_INVALID
 * @see D15-confirmed, D6-session-replaced
 */
async function confirmPsu(
  session: Session,
  hint: ScaSucceeded,
  expected: ExpectedSca,
): Promise<Partial<ConfirmedPsu>> {
  const { tppSessionId, customerNumber, agreement, kind, id } = expected;
  const { psuId, psuCorporateId, context } = hint;
  // Before the bank is asked: what it says then is younger.
  const at = clock();
  const answeredAt = await userConfirmed(session, hint, expected);
  if (answeredAt === false) return {};
  if (psuCorporateId !== undefined) await confirmAgreement(session, psuId, psuCorporateId, tppSessionId);
  const bankAt = await bankTime(session, answeredAt);
  await session.ledger.rememberSca({
    ...{ psuId, psuCorporateId, context, tppSessionId, customerNumber, at, bankAt },
    agreement: psuCorporateId === undefined ? undefined : agreement,
    consents: kind === 'consent',
    ...(kind === 'consent' || kind === 'session' ? {} : APPROVABLES[kind].memberOf(id ?? '')),
  });
  return { psuId, context, psuCorporateId, validUntil: new Date(bankAt + RENEWED_FOR_MS).toISOString() };
}

/** When the bank said that it is so, by its Date; false where the session has ended meanwhile. */
async function userConfirmed(
  { call, ledger }: Session,
  { psuId }: ScaSucceeded,
  { tppSessionId, kind }: ExpectedSca,
): Promise<number | undefined | false> {
  try {
    const { resource, answeredAt } = await call(readUser, undefined, { psuId }, { tppSessionId });
    if (resource.psuId.toLowerCase() !== psuId) throw unconfirmed(`psu-id ${psuId}`);
    return answeredAt;
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') throw fault;
    if (kind === 'consent' || kind === 'session') throw unconfirmed(`psu-id ${psuId}`, fault);
    await ledger.endSession(tppSessionId);
    return false;
  }
}

async function confirmAgreement(
  { call }: Session,
  psuId: string,
  psuCorporateId: string,
  tppSessionId: string,
): Promise<void> {
  const { resource } = await call(listAgreements, undefined, { psuId }, { tppSessionId });
  const isTheirs = resource.agreements.some((one) => one.psuCorporateId.toLowerCase() === psuCorporateId);
  if (!isTheirs) throw unconfirmed(`psu-corporate-id ${psuCorporateId}`);
}

/** The Date of what is answered in this program is real time; its clock may have been moved. @see C-consent-grant */
async function bankTime(session: Session, answeredAt: number | undefined): Promise<number> {
  if (session.place.origin !== undefined) return answeredAt ?? clock();
  const { resource } = await session.lookUp(showClock, undefined);
  return parseInstant(resource.now) ?? clock();
}

function unconfirmed(what: string, cause?: Fault): Fault {
  return new Fault('ANSWER_INVALID', `The bank doesn't confirm ${what} from the PSU's redirect.`, {
    hint: 'Nothing was saved. Start again, or ask the bank.',
    cause,
  });
}

/**
 * Confirms an SCA that the operator has played to its end, as one whose PSU came back by a browser.
 * @param otherwise what it is where it approves neither a payment nor a basket
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 */
export async function confirmPlayed(
  session: Session,
  played: ScaPlayed,
  expected: Pick<ExpectedSca, 'tppSessionId' | 'customerNumber' | 'agreement'>,
  otherwise: 'consent' | 'session' = 'session',
): Promise<ConfirmedSca> {
  const hint = redirectOf(played);
  if (played.scaStatus !== 'FINALISED' || !hint?.ok) throw failedFault(played);
  const { authorisationId } = played;
  const approved = approvedBy(played);
  if (approved === undefined) return confirm(session, hint, { ...expected, kind: otherwise });
  // A payment's own authorisation never cancels it, and an approved cancellation always does.
  const kind = played.transactionStatus === 'CANC' ? 'cancellation' : approved.kind;
  const faultOf = (scaStatus: ScaStatus) => failedFault({ ...played, scaStatus });
  return confirm(session, hint, { ...expected, kind, id: approved.id, authorisationId, faultOf });
}
