import { listAgreements, readUser } from '../../client/information/psu.ts';
import { showClock } from '../../client/operator.ts';
import type { ScaSucceeded } from '../../client/sca-redirect.ts';
import type { Session } from '../../client/session.ts';
import { clock } from '../../clock.ts';
import { Fault } from '../../errors.ts';
import { parseInstant } from '../../values/instant.ts';
import { RENEWED_FOR_MS } from '../../values/renewal.ts';
import { APPROVABLES } from './approvables.ts';
import type { ConfirmedPsu, ExpectedSca } from './choice.ts';

interface Expected extends ExpectedSca {
  /** Whether the bank has confirmed what the SCA was for. */
  readonly isApproved: boolean;
}

/**
 * Asks the bank, in the session of an SCA, whether the PSU that a redirect names is the one of the session, and keeps
 * them. An SCA that was begun in a session that has ended since approves its payment and revives nothing: then nobody is
 * kept, and the id is used no more.
 * @throws Fault ANSWER_INVALID
 * @see D15-confirmed, D6-session-replaced
 */
export async function confirmPsu(
  session: Session,
  hint: ScaSucceeded,
  expected: Expected,
): Promise<Partial<ConfirmedPsu>> {
  const { tppSessionId, customerNumber, agreement, kind, id } = expected;
  const { psuId, psuCorporateId, context } = hint;
  // Before the bank is asked: what it says then is younger.
  const at = clock();
  const answeredAt = await userConfirmed(session, hint, expected);
  if (answeredAt === false) return {};
  const corporate = psuCorporateId === undefined ? {} : { psuCorporateId };
  if (psuCorporateId !== undefined) await confirmAgreement(session, psuId, psuCorporateId, tppSessionId);
  const bankAt = await bankTime(session, answeredAt);
  await session.ledger.rememberSca({
    ...{ psuId, ...corporate, context, tppSessionId, at, bankAt },
    ...(customerNumber === undefined ? {} : { customerNumber }),
    ...(agreement === undefined || psuCorporateId === undefined ? {} : { agreement }),
    ...(kind === 'consent' ? { consents: true } : {}),
    ...subjectOf(kind, id),
  });
  return { psuId, context, ...corporate, validUntil: new Date(bankAt + RENEWED_FOR_MS).toISOString() };
}

function subjectOf(kind: ExpectedSca['kind'], id: string | undefined) {
  if (id === undefined) return {};
  return kind === 'consent' || kind === 'session' ? {} : APPROVABLES[kind].memberOf(id);
}

/** When the bank said that it is so, by its Date; false where the session has ended meanwhile. */
async function userConfirmed(
  { call, ledger }: Session,
  { psuId }: ScaSucceeded,
  { tppSessionId, isApproved }: Expected,
): Promise<number | undefined | false> {
  try {
    const { resource, answeredAt } = await call(readUser, undefined, { psuId }, { tppSessionId });
    if (resource.psuId.toLowerCase() !== psuId) throw unconfirmed(`psu-id ${psuId}`);
    return answeredAt;
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') throw fault;
    if (!isApproved) throw unconfirmed(`psu-id ${psuId}`, fault);
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
    ...(cause === undefined ? {} : { cause }),
  });
}
