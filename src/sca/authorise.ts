import type { CallResult } from '../client/call.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { StartedEntry } from '../client/ledger/started-scas.ts';
import type { RememberedPsu } from '../client/ledger/types.ts';
import { getOperation } from '../client/operation.ts';
import { parseAuthorisationId } from '../client/payments.ts';
import type { CallOptions, Session } from '../client/session.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import { quoteForShell } from '../own-file.ts';
import type { PendingSca, Requirements } from '../session/context.ts';
import type { KnownOwner, KnownResource, PsuChoice } from '../session/psu.ts';
import type { Meta, SessionContext } from '../session/with-session.ts';
import { saveStatus } from '../session/with-session.ts';
import type { ScaStatus } from '../values/statuses.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import type { AuthorisationStarted } from '../wire/answers/payments.ts';
import type { Links } from '../wire/link.ts';
import {
  ASK_AGAIN,
  ASKED_NAMES,
  confirmPlayed,
  confirmReturn,
  createFailedFault,
  createRefusedFault,
  getConfirmedPsu,
  readScaStatus,
} from './confirm.ts';
import {
  APPROVABLES,
  type Approvable,
  type AskedKind,
  type ConfirmedSca,
  findApproved,
  isApproving,
  type MetaWithSca,
  type OpenSca,
  type ScaChoice,
  type ScaPlayer,
  type ScaTarget,
} from './targets.ts';

export type AuthorisationResult = AuthorisationStarted & MetaWithSca;

export const PSU_PLAYER: Requirements = { onlySandbox: 'operator to play the PSU', operator: true };

/** Returns the requirements of the SCA that a command starts. */
export function getRequirements({ way, timeoutMs }: ScaChoice): Requirements {
  if (way === 'browser') return { browser: { timeoutMs } };
  return way === 'none' ? {} : PSU_PLAYER;
}

/** Starts the SCA of a payment, cancellation or basket, and completes it as `--sca` says. */
export async function startAndPlay<Reference>(
  there: SessionContext,
  target: ScaTarget<Reference>,
  known: KnownResource<Reference>,
  { choice, sca, options }: { choice: PsuChoice; sca: ScaChoice; options: CallOptions },
): Promise<AuthorisationResult> {
  const started = await there.session.call(target.start, known.reference, known.psu, options);
  const { _links: links, scaStatus } = started.resource;
  const { tppSessionId } = started;
  const isEnded = scaStatus === 'EXEMPTED' || scaStatus === 'FINALISED' || scaStatus === 'FAILED';
  const begun = createStarted(target, known, { links, tppSessionId, isEnded, scaStatus });
  return rememberAndPlay(there, there.withMeta(started), begun, sca, choice);
}

/** An authorisation that a command has started, and the names by which later commands find it. */
interface StartedSca extends Approvable, KnownOwner {
  /** The links of the response that started it. */
  readonly links: Links;
  readonly tppSessionId: string;
  /** True if the SCA ended at its start, without its PSU. */
  readonly isEnded: boolean;
  /** The status in the start's response; absent after the creation of a payment. */
  readonly scaStatus?: ScaStatus;
  readonly remember: (ledger: Ledger) => Promise<void>;
}

/** Creates the description of an SCA that was started with its resource or for it. */
export function createStarted<Reference>(
  { kind, idOf, remember }: ScaTarget<Reference>,
  { reference, ...owned }: KnownResource<Reference>,
  started: Pick<StartedSca, 'links' | 'tppSessionId' | 'isEnded' | 'scaStatus'>,
): StartedSca {
  const psu = pickPsu({ ...owned, tppSessionId: started.tppSessionId });
  return {
    ...{ kind, id: idOf(reference), ...owned, ...started },
    remember: (ledger) => remember(ledger, reference, psu),
  };
}

/** Picks the members of a PSU that the ledger stores. */
export function pickPsu({
  psu: { psuId },
  customerNumber,
  tppSessionId,
}: Pick<StartedSca, 'psu' | 'customerNumber' | 'tppSessionId'>): RememberedPsu {
  return { tppSessionId, psuId, customerNumber };
}

/**
 * Stores a started authorisation, completes it as `--sca` says, and reads what it approves.
 * @throws Fault SCA_DECLINED if it was to be declined, SCA_FAILED
 * @see C-sca-act
 */
export async function rememberAndPlay<Shown extends Meta>(
  there: SessionContext,
  shown: Shown,
  begun: StartedSca,
  sca: ScaChoice,
  choice: PsuChoice,
): Promise<Shown & MetaWithSca> {
  const { session } = there;
  const { kind, id, psu, links, isEnded } = begun;
  await there.remember(begun.remember);
  const ended = await (isEnded ? endAtStart(session, begun) : completeStartedSca(there, begun, sca, choice));
  if (ended === undefined) return shown;
  const { scaStatus, psuId, psuCorporateId } = ended;
  const { readNow, memberOf } = APPROVABLES[kind];
  const now = await readNow(session, id, (isEnded ? undefined : getConfirmedPsu(ended)) ?? psu);
  const { transactionStatus } = now;
  await saveStatus(there, id, transactionStatus);
  if (scaStatus !== 'FINALISED' && scaStatus !== 'EXEMPTED') {
    const authorisationId = parseAuthorisationId(links, session.place);
    throw createFailedFault({ authorisationId, scaStatus, transactionStatus, ...memberOf(id) });
  }
  const outcome = { scaStatus, transactionStatus, psuId, psuCorporateId };
  const { _meta, ...created } = shown;
  // The result has the members of the last read; `_meta.created` has those of the creation.
  return { ...now, _meta: { ..._meta, sca: outcome, created } } as unknown as Shown & MetaWithSca;
}

interface EndedSca extends Pick<ConfirmedSca, 'psuId' | 'psuCorporateId'> {
  readonly scaStatus: ScaStatus;
}

/** Reads the outcome of an SCA that ended at its start. Without a link to its status the PSU was exempted from it. */
async function endAtStart(session: Session, begun: StartedSca): Promise<EndedSca> {
  const { links, psu } = begun;
  const ended = { psuId: psu.psuId, psuCorporateId: psu.corporateId };
  if (begun.scaStatus !== undefined) return { ...ended, scaStatus: begun.scaStatus };
  if (links.scaStatus === undefined) return { ...ended, scaStatus: 'EXEMPTED' };
  const authorisationId = parseAuthorisationId(links, session.place);
  return { ...ended, scaStatus: await readScaStatus(session, { ...begun, authorisationId }, psu) };
}

/** Completes an SCA; returns undefined while it waits for the PSU. */
async function completeStartedSca(
  there: SessionContext,
  { kind, id, links, tppSessionId, customerNumber, psu }: StartedSca,
  { way, agreement }: ScaChoice,
  { as, context }: PsuChoice,
): Promise<EndedSca | undefined> {
  if (links.scaRedirect === undefined) {
    if (way !== 'none') there.notice("The bank didn't start an SCA.");
    return undefined;
  }
  const authorisationId = parseAuthorisationId(links, there.session.place);
  const link = links.scaRedirect.href;
  const pending = { kind, id, authorisationId, tppSessionId, customerNumber, link, psu };
  if (way !== 'none') return runSca(there, pending, way, { as, context, agreement });
  await rememberPending(there, pending);
  return undefined;
}

/** Stores an SCA, so that its PSU can return after the command has ended. @see C-session-accept */
export async function rememberPending(
  { session, remember }: SessionContext,
  { kind, id, authorisationId, tppSessionId, customerNumber }: OpenSca,
): Promise<StartedEntry> {
  const { redirectUri } = session;
  const entry = { redirectUri, kind, id, authorisationId, tppSessionId, customerNumber, at: getTime() };
  await remember((ledger) => ledger.rememberStarted(entry));
  return entry;
}

/**
 * Lets the PSU authorise in a browser, or plays the PSU, and returns the outcome once the bank confirms it.
 * @throws Fault SCA_TIMEOUT, SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see C-sca-browser, C-sca-act, C-sca-declined
 */
export async function runSca(
  there: SessionContext,
  pending: OpenSca,
  way: Exclude<ScaChoice['way'], 'none'>,
  player: ScaPlayer,
): Promise<ConfirmedSca> {
  const { session, browser } = there;
  const { authorisationId, link, tppSessionId, customerNumber, psu } = pending;
  if (browser !== undefined) {
    const entry = await rememberPending(there, pending);
    const url = await browser.bringBack(link, describeWait(pending), session.ledger);
    return confirmReturn(there, entry, url, psu);
  }
  if (authorisationId === undefined) {
    const text = `The operator can't play the PSU at ${link}, because the link has no authorisation id.`;
    throw new Fault('ANSWER_INVALID', text, { hint: 'Open the link, or use --sca browser.' });
  }
  const act = way === 'approve' ? 'approve' : 'decline';
  const { resource: played } = await executeAct(there, act, authorisationId, player);
  const isRefused = played.scaStatus !== 'FINALISED' && !isApproving(pending);
  if (act === 'decline' || isRefused) throw createRefusedFault(pending, played);
  const expected = { tppSessionId, customerNumber, agreement: player.agreement };
  return confirmPlayed(session, played, expected, isApproving(pending) ? undefined : getAskedKind(pending));
}

/** Describes the pending SCA, and the next step after an interruption. @see S10-ctrl-c */
function describeWait(pending: OpenSca): PendingSca {
  if (!isApproving(pending)) {
    return { text: `${ASKED_NAMES[getAskedKind(pending)]} is waiting for the PSU`, hint: ASK_AGAIN };
  }
  const { kind, id } = pending;
  const { waiting, again, look } = APPROVABLES[kind];
  const details = look(id);
  return {
    ...details,
    text: `${waiting(id)} is waiting for its PSU`,
    hint: `${details.hint}\nTo get a new link for the PSU:\npsd2 ${again} ${quoteForShell(id)}`,
  };
}

function getAskedKind({ kind }: OpenSca): AskedKind {
  return kind as AskedKind;
}

const ACTS = {
  approve: getOperation('approve SCA'),
  decline: getOperation('decline SCA'),
  abandon: getOperation('abandon SCA'),
};

export type ScaActName = keyof typeof ACTS | 'expire' | 'fail';

/** Plays the PSU, or ends an SCA without the PSU, and stores the status of its payment or basket. */
export async function executeAct(
  there: SessionContext,
  act: ScaActName,
  id: string,
  player: ScaPlayer,
): Promise<CallResult<ScaPlayed>> {
  const called = await callOperator(there.session, act, id, player);
  const approved = findApproved(called.resource);
  const { transactionStatus } = called.resource;
  if (approved !== undefined && transactionStatus !== undefined)
    await saveStatus(there, approved.id, transactionStatus);
  return called;
}

async function callOperator(
  session: Session,
  act: ScaActName,
  id: string,
  { as, context, agreement, accounts }: ScaPlayer,
): Promise<CallResult<ScaPlayed>> {
  if (act === 'expire' || act === 'fail') {
    return session.operate(act === 'expire' ? getOperation('expire SCA') : getOperation('fail SCA'), { id });
  }
  let ids = accounts;
  if (accounts !== undefined && accounts !== 'all') {
    const { findAccountIds } = await import('../sandbox/resources.ts');
    ids = await findAccountIds(session, accounts);
  }
  return session.operate(ACTS[act], { id, as, context, agreementId: agreement, accounts: ids as 'all' });
}
