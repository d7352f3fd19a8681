import type { PsuNaming } from '../../client/name-psu.ts';
import type { ScaSucceeded } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { Fault } from '../../errors.ts';
import { statusInSentence } from '../../explain/statuses.ts';
import type { ScaStatus } from '../../values/statuses.ts';
import { APPROVABLES } from './approvables.ts';
import type { ConfirmedPsu, ConfirmedSca, ExpectedSca } from './choice.ts';
import type { Approvable } from './started.ts';

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
  const approved = approvedIn(expected);
  if (approved !== undefined) await confirmApproval(session, hint, approved);
  const { confirmPsu } = await import('./confirm-psu.ts');
  const psu = await confirmPsu(session, hint, { ...expected, isApproved: approved !== undefined });
  return { scaStatus: 'FINALISED', ...psu };
}

/** What an SCA approves, and where that is read. */
interface Approved extends Approvable, Pick<ExpectedSca, 'tppSessionId' | 'faultOf'> {
  readonly authorisationId: string;
}

function approvedIn(expected: ExpectedSca): Approved | undefined {
  const { kind, id, authorisationId } = expected;
  if (kind === 'consent' || kind === 'session') return undefined;
  if (id === undefined || authorisationId === undefined)
    throw new Error(`an SCA of a ${kind} without its ids`);
  return { ...expected, kind, id, authorisationId };
}

async function confirmApproval(session: Session, hint: ScaSucceeded, approved: Approved): Promise<void> {
  const { kind, id, authorisationId, faultOf } = approved;
  const { noun, remembered } = APPROVABLES[kind];
  const name = `${noun} ${id}`;
  const { psuId = hint.psuId } = (await remembered(session.ledger, id)) ?? {};
  if (psuId !== hint.psuId) throw otherPsu(hint, name);
  const scaStatus = await scaStatusNow(session, approved, namingOf(hint));
  if (scaStatus !== 'FINALISED') throw faultOf?.(scaStatus) ?? notFinalised(name, authorisationId, scaStatus);
}

/**
 * How an SCA stands, read over the signed channel, in the session of the SCA: that of the PSU, who may not be known yet,
 * is another.
 */
export function scaStatusNow(
  session: Session,
  { tppSessionId, ...sca }: Omit<Approved, 'faultOf'>,
  psu: PsuNaming,
): Promise<ScaStatus> {
  return APPROVABLES[sca.kind].scaStatus(session, sca, psu, { tppSessionId });
}

/** How requests name a PSU by the ids that an SCA has given. */
function namingOf({
  psuId,
  psuCorporateId: corporateId,
}: Pick<ScaSucceeded, 'psuId' | 'psuCorporateId'>): PsuNaming {
  return corporateId === undefined ? { psuId } : { psuId, corporateId };
}

/** How later requests name the PSU of a confirmed SCA; undefined where nobody is known by it. */
export function confirmedNaming({ psuId, ...more }: Partial<ConfirmedPsu>): PsuNaming | undefined {
  return psuId === undefined ? undefined : namingOf({ psuId, ...more });
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
