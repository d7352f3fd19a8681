import type { StartedEntry } from '../client/ledger/started-scas.ts';
import { getOperation } from '../client/operation.ts';
import type { PsuIdentifier } from '../client/psu-identifier.ts';
import { readScaRedirect, type ScaRefused, type ScaSucceeded } from '../client/sca-redirect.ts';
import type { Session } from '../client/session.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import { type SessionContext, saveStatus } from '../session/with-session.ts';
import { parseInstant } from '../values/instant.ts';
import { RENEWED_FOR_MS } from '../values/sca-times.ts';
import type { ScaStatus } from '../values/statuses.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import { explainBankCode, statusInSentence } from '../wire/explanations.ts';
import {
  APPROVABLES,
  type Approvable,
  type AskedKind,
  type ConfirmedPsu,
  type ConfirmedSca,
  findApproved,
  isApproving,
  PAYMENT,
} from './targets.ts';

/** An SCA before its end, as the profile stores it. */
export interface ExpectedSca extends Omit<StartedEntry, 'redirectUri' | 'at'> {
  /** The requested agreement, as the operator's act names it. */
  readonly agreement?: string | undefined;
  /** The status of the payment or basket for a fault, if known. */
  readonly transactionStatus?: ScaPlayed['transactionStatus'];
}

/**
 * Confirms an approved SCA at the bank, because any redirect is only a hint: reads a payment's or basket's
 * authorisation over the signed channel as the PSU that the hint names, then requests that PSU's data from the bank,
 * and stores only confirmed data.
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint, D15-confirmed, C-basket-remembered
 */
export async function confirm(
  session: Session,
  hint: ScaSucceeded,
  expected: ExpectedSca,
): Promise<ConfirmedSca> {
  const { tppSessionId } = expected;
  if (hint.tppSessionId !== tppSessionId) {
    const text = `The PSU's redirect has TPP-Session-ID ${hint.tppSessionId}, but the SCA was started under ${tppSessionId}.`;
    throw new Fault('ANSWER_INVALID', text, { hint: 'Nothing was saved. Start the authorisation again.' });
  }
  if (isApproving(expected)) await confirmApproval(session, hint, expected);
  return { scaStatus: 'FINALISED', ...(await confirmPsu(session, hint, expected)) };
}

async function confirmApproval(
  session: Session,
  hint: ScaSucceeded,
  sca: ExpectedSca & ApprovingSca,
): Promise<void> {
  const { noun, remembered } = APPROVABLES[sca.kind];
  const { psuId = hint.psuId } = (await remembered(session.ledger, sca.id)) ?? {};
  if (psuId !== hint.psuId) {
    const text = `The PSU's redirect has psu-id ${hint.psuId}, which isn't the PSU of ${noun} ${sca.id}.`;
    throw new Fault('ANSWER_INVALID', text, { hint: 'Nothing was saved. Ask the bank.' });
  }
  const scaStatus = await readScaStatus(session, sca, toPsuNaming(hint));
  const { transactionStatus } = sca;
  if (scaStatus !== 'FINALISED') throw createFailedFault(toScaPlayed(sca, { scaStatus, transactionStatus }));
}

/** An SCA of a resource with an id. */
type ApprovingSca = Approvable & Pick<StartedEntry, 'tppSessionId'> & { readonly authorisationId: string };

/** Reads the status of an SCA over the signed channel in the SCA's own session, which may differ from the PSU's. */
export function readScaStatus(
  session: Session,
  { kind, id, authorisationId, tppSessionId }: ApprovingSca,
  psu: PsuIdentifier,
): Promise<ScaStatus> {
  return APPROVABLES[kind].scaStatus(session, { id, authorisationId }, psu, { tppSessionId });
}

/** Converts an SCA to the form of the operator's response. */
function toScaPlayed(
  { kind, id, authorisationId }: ApprovingSca,
  { scaStatus, transactionStatus, redirect }: Omit<ScaPlayed, 'authorisationId'>,
): ScaPlayed {
  return { authorisationId, ...APPROVABLES[kind].memberOf(id), scaStatus, transactionStatus, redirect };
}

/** Returns the PSU's identifier for later requests, from the ids that an SCA returned; undefined without a PSU. */
export function getConfirmedPsu(psu: Partial<ConfirmedPsu>): PsuIdentifier | undefined {
  return psu.psuId === undefined ? undefined : toPsuNaming(psu);
}

function toPsuNaming({ psuId, psuCorporateId }: Partial<ConfirmedPsu>): PsuIdentifier {
  return { psuId, corporateId: psuCorporateId };
}

/**
 * Requests the PSU from the bank in the session of an SCA, compares it with the redirect's, and stores it. If the
 * session has ended since the SCA began, the SCA only approves its payment: no PSU is stored, and the session's id
 * isn't reused.
 * @throws Fault ANSWER_INVALID
 * @see D15-confirmed, D6-session-replaced
 */
async function confirmPsu(
  session: Session,
  { psuId, psuCorporateId, context }: ScaSucceeded,
  expected: ExpectedSca,
): Promise<Partial<ConfirmedPsu>> {
  const { call, ledger, lookUp, place } = session;
  const { tppSessionId, customerNumber, agreement, kind } = expected;
  // Read before the request, so that it isn't later than the response.
  const at = getTime();
  const called = await call(getOperation('read user'), undefined, { psuId }, { tppSessionId }).catch(
    async (fault) => {
      if (!(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') throw fault;
      if (!isApproving(expected)) throw createUnconfirmedFault(`psu-id ${psuId}`, fault);
      await ledger.endSession(tppSessionId);
      return undefined;
    },
  );
  if (called === undefined) return {};
  if (called.resource.psuId.toLowerCase() !== psuId) throw createUnconfirmedFault(`psu-id ${psuId}`);
  if (psuCorporateId !== undefined) {
    const { resource } = await call(getOperation('list agreements'), undefined, { psuId }, { tppSessionId });
    const isTheirs = resource.agreements.some((one) => one.psuCorporateId.toLowerCase() === psuCorporateId);
    if (!isTheirs) throw createUnconfirmedFault(`psu-corporate-id ${psuCorporateId}`);
  }
  // The Date of the embedded bank's response is real time, although its clock may have been moved. @see C-consent-grant
  const bankAt =
    (place.origin === undefined
      ? parseInstant((await lookUp(getOperation('show clock'), undefined)).resource.now)
      : called.answeredAt) ?? getTime();
  await ledger.rememberSca({
    ...{ psuId, psuCorporateId, context, tppSessionId, customerNumber, at, bankAt },
    agreement: psuCorporateId === undefined ? undefined : agreement,
    consents: kind === 'consent',
    ...(isApproving(expected) && APPROVABLES[expected.kind].memberOf(expected.id)),
  });
  return { psuId, context, psuCorporateId, validUntil: new Date(bankAt + RENEWED_FOR_MS).toISOString() };
}

function createUnconfirmedFault(what: string, cause?: Fault): Fault {
  return new Fault('ANSWER_INVALID', `The bank doesn't confirm ${what} from the PSU's redirect.`, {
    hint: 'Nothing was saved. Start again, or ask the bank.',
    cause,
  });
}

/**
 * Confirms an SCA that the operator has played to its end, as `confirm` does after a browser.
 * @param otherwise its kind if it approves neither a payment nor a basket
 * @throws Fault SCA_FAILED, ANSWER_INVALID
 */
export async function confirmPlayed(
  session: Session,
  played: ScaPlayed,
  expected: Pick<ExpectedSca, 'tppSessionId' | 'customerNumber' | 'agreement'>,
  otherwise: AskedKind = 'session',
): Promise<ConfirmedSca> {
  const hint = readPlayedRedirect(played);
  if (played.scaStatus !== 'FINALISED' || !hint?.ok) throw createFailedFault(played);
  const { authorisationId, transactionStatus } = played;
  const { kind, id } = findApproved(played) ?? { kind: otherwise };
  return confirm(session, hint, {
    ...expected,
    // A payment's own authorisation never cancels it, and an approved cancellation always does.
    kind: id !== undefined && transactionStatus === 'CANC' ? 'cancellation' : kind,
    ...{ id, authorisationId, transactionStatus },
  });
}

/**
 * Confirms an SCA whose PSU has returned at this URL.
 * @param psu the PSU in the SCA's request, because a failed SCA returns no psu-id
 * @throws Fault SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint
 */
export async function confirmReturn(
  there: SessionContext,
  entry: StartedEntry,
  url: string,
  psu: PsuIdentifier = {},
): Promise<ConfirmedSca> {
  const hint = readScaRedirect(url);
  if (!hint.ok) throw await checkRefusedReturn(there, entry, url, psu);
  const { session } = there;
  const confirmed = await confirm(session, hint, entry);
  await session.ledger.forgetStarted(entry);
  return confirmed;
}

/**
 * Confirms a refusal with the bank, because anyone who knows the state could forge it. For a consent or session the
 * redirect suffices, because nothing is stored.
 */
async function checkRefusedReturn(
  there: SessionContext,
  entry: StartedEntry,
  redirect: string,
  psu: PsuIdentifier,
): Promise<Fault> {
  if (!isApproving(entry)) return createRefusedFault(entry, { redirect });
  const { session } = there;
  const scaStatus = await readScaStatus(session, entry, psu);
  if (scaStatus !== 'FAILED') return createFailedFault(toScaPlayed(entry, { scaStatus }));
  const transactionStatus = await APPROVABLES[entry.kind].statusNow(session, entry.id, psu);
  await session.ledger.forgetStarted(entry);
  await saveStatus(there, entry.id, transactionStatus);
  return createRefusedFault(entry, toScaPlayed(entry, { scaStatus, transactionStatus, redirect }));
}

export const ASKED_NAMES: Readonly<Record<AskedKind, string>> = {
  consent: 'The consent',
  session: 'The SCA of the session',
};
/** The sentence after one about an SCA that the bank asked for. */
export const ASK_AGAIN = 'Run the command again for a new link.';

/** Creates the fault of an SCA whose PSU declined or couldn't act, from the redirect. @see C-sca-declined */
export function createRefusedFault(
  sca: Pick<StartedEntry, 'kind' | 'id'>,
  played: Pick<ScaPlayed, 'redirect'> & Partial<ScaPlayed>,
): Fault {
  const refusal = readRefusal(played);
  const isDeclined = refusal?.code === 'SCA_INVALID';
  if (refusal === undefined || (isApproving(sca) && !isDeclined))
    return createFailedFault(played as ScaPlayed);
  const why = describeRefusal(refusal);
  if (isApproving(sca)) {
    const { declined, look } = APPROVABLES[sca.kind];
    const text = `The PSU declined ${declined(sca.id)}: ${why}, and ${describeStanding(played)}.`;
    return new Fault('SCA_DECLINED', text, look(sca.id));
  }
  if (!isDeclined) {
    const text = `${ASKED_NAMES[sca.kind as AskedKind]} wasn't given: ${why}.`;
    const hint = refusal.code === 'PSU_CREDENTIALS_INVALID' ? AGREEMENT_NEEDED : ASK_AGAIN;
    return new Fault('SCA_FAILED', text, { hint });
  }
  const [what, still] =
    sca.kind === 'consent' ? ['the consent', ' The previous consent still applies.'] : ['the SCA', ''];
  return new Fault('SCA_DECLINED', `The PSU declined ${what}: ${why}.${still}`, {
    hint: 'Ask the PSU, then run the command again.',
  });
}

/** Creates the fault of an SCA with another outcome than the requested one. @see C-sca-failed */
export function createFailedFault(played: ScaPlayed): Fault {
  const { authorisationId, scaStatus, transactionStatus } = played;
  const refusal = readRefusal(played);
  const why = refusal === undefined ? '' : `: ${describeRefusal(refusal)}`;
  const approved = findApproved(played);
  const of = approved === undefined ? '' : ` of ${approved.kind} ${approved.id}`;
  const text = `The SCA ${authorisationId}${of} is ${statusInSentence(scaStatus)}${why}, and ${describeStanding(played)}.`;
  if (approved === undefined) return new Fault('SCA_FAILED', text);
  const details = APPROVABLES[approved.kind].look(approved.id);
  const change = transactionStatus === 'RJCT' ? CHANGES[refusal?.code ?? ''] : undefined;
  const hint = change === undefined ? details.hint : `${change}\n${details.hint}`;
  return new Fault('SCA_FAILED', text, { ...details, hint });
}

/** Adds the payment to a fault after its creation, because no result names it. @see C-failed-payment */
export async function addPaymentToFault<T>(paymentId: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const text = fault.message.includes(paymentId)
      ? fault.message
      : `Payment ${paymentId} was created. ${fault.message}`;
    throw new Fault(fault.code, text, { ...PAYMENT.look(paymentId), ...fault.details, cause: fault });
  }
}

function describeStanding(played: Partial<ScaPlayed>): string {
  const { transactionStatus } = played;
  if (transactionStatus === undefined) return 'nothing was approved';
  return `the ${played.basketId === undefined ? 'payment' : 'basket'} is ${statusInSentence(transactionStatus)}`;
}

/** Returns the refusal in the redirect; undefined without a redirect, or after a success. */
function readRefusal(played: Pick<ScaPlayed, 'redirect'>): ScaRefused | undefined {
  const said = readPlayedRedirect(played);
  return said === undefined || said.ok ? undefined : said;
}

/**
 * Reads the redirect of a played SCA; returns undefined if the PSU wasn't redirected.
 * @throws Fault ANSWER_INVALID, with the next step
 */
function readPlayedRedirect({
  redirect,
}: Pick<ScaPlayed, 'redirect'>): ScaSucceeded | ScaRefused | undefined {
  if (redirect === undefined) return undefined;
  try {
    return readScaRedirect(redirect);
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    const hint = 'Nothing was saved. Start the authorisation again:\npsd2 payments authorise ID';
    throw new Fault(fault.code, fault.message, { ...fault.details, hint });
  }
}

/** Formats all details in the redirect of a failed SCA, for use within a sentence. @see I-authentication-6 */
function describeRefusal({ system, status, code, message }: ScaRefused): string {
  const what = status === undefined ? code : `${status} ${code}`;
  const where = system === undefined ? '' : ` of the bank's system ${system}`;
  const means = message ?? explainBankCode(code)?.means;
  return `${what}${where}${means === undefined ? '' : `, ${means}`}`;
}

/**
 * The changes to a payment whose SCA failed, by the code in the PSU's redirect: faults of the debtor account appear
 * there, not at the creation.
 * @see D4-debtor-later
 */
const CHANGES: Readonly<Record<string, string>> = {
  PSU_CREDENTIALS_INVALID: "Pay from one of this PSU's accounts, or add --as with the account's owner.",
  FORMAT_ERROR: "Set --from-currency to the account's currency.",
  FORBIDDEN: 'Pay from another account. Payments from this one are blocked.',
  PAYMENT_FAILED: "Send less, or check the accounts' balances: psd2 sandbox account list",
};

/** The hint after an SCA without a payment: a company acts only in an agreement. */
const AGREEMENT_NEEDED =
  'Check the customer number. To act for a company, the PSU needs an agreement, and you need --agreement. To list or create agreements:\npsd2 sandbox agreement list\npsd2 sandbox agreement create --owner NUMBER --name NAME';
