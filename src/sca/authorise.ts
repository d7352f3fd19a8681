import type { Called } from '../client/call.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { StartedEntry } from '../client/ledger/started-scas.ts';
import type { RememberedPsu } from '../client/ledger/types.ts';
import type { PsuNaming } from '../client/name-psu.ts';
import { abandonSca, approveSca, declineSca, expireSca, failSca, type PsuAct } from '../client/operator.ts';
import { authorisationIdOf } from '../client/payments.ts';
import { readScaRedirect } from '../client/sca-redirect.ts';
import type { CallOptions, Session } from '../client/session.ts';
import { clock } from '../clock.ts';
import type { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import type { CommandContext, Requirements } from '../session/context.ts';
import type { Known, PsuChoice } from '../session/psu.ts';
import { type Meta, type SessionContext, saveStatus, withSession } from '../session/with-session.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import type { ScaStatus } from '../values/statuses.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import type { AuthorisationStarted } from '../wire/answers/payments.ts';
import type { Links } from '../wire/link.ts';
import { confirm, confirmedNaming, confirmPlayed, scaStatusNow } from './confirm.ts';
import { declinedFault, failedFault } from './faults.ts';
import { APPROVABLES, type ReadNow, type ScaTarget } from './targets.ts';
import {
  type Approvable,
  approvedBy,
  type ConfirmedSca,
  type MetaWithSca,
  type ScaChoice,
  type ScaOutcome,
  type ScaPlayer,
  type StartedSca,
} from './types.ts';

export type Authorised = AuthorisationStarted & MetaWithSca;

type ScaActName = 'approve' | 'decline' | 'abandon' | 'expire' | 'fail';

export type PlayedSca = ScaPlayed & Meta;

const OPERATOR: Requirements = { onlySandbox: 'operator to play the PSU', operator: true };

/** What a command needs for the SCA that it starts. */
export function needOf({ way, timeoutMs }: ScaChoice): Requirements {
  if (way === 'browser') return { browser: { timeoutMs } };
  return way === 'none' ? {} : OPERATOR;
}

/** Starts the SCA of what is there, and goes on with it as `--sca` says. */
export async function startAndPlay<Reference>(
  there: SessionContext,
  target: ScaTarget<Reference>,
  known: Known<Reference>,
  { choice, sca, options }: { choice: PsuChoice; sca: ScaChoice; options: CallOptions },
): Promise<Authorised> {
  const started = await there.session.call(target.start, known.reference, known.psu, options);
  const { _links: links, scaStatus } = started.resource;
  const { tppSessionId } = started;
  const isEnded = scaStatus === 'EXEMPTED' || scaStatus === 'FINALISED' || scaStatus === 'FAILED';
  const begun = begunOf(target, known, { links, tppSessionId, isEnded, scaStatus });
  return rememberAndPlay(there, there.withMeta(started), begun, sca, choice);
}

/** An authorisation that a command has started, and how later commands find it. */
interface Begun extends StartedSca {
  /** Tells whether the SCA is at its end already: nobody is asked. */
  readonly isEnded: boolean;
  /** As the start answered; the creation of a payment doesn't say it. */
  readonly scaStatus?: ScaStatus;
  readonly remember: (ledger: Ledger) => Promise<void>;
}

/** An SCA that was started, with the thing itself or for it. */
export function begunOf<Reference>(
  { kind, idOf, remember }: ScaTarget<Reference>,
  { reference, ...owned }: Known<Reference>,
  started: Pick<Begun, 'tppSessionId' | 'isEnded' | 'scaStatus'> & { readonly links: Links },
): Begun {
  const psu = rememberedOf({ ...owned, tppSessionId: started.tppSessionId });
  return {
    ...{ kind, id: idOf(reference), ...owned, ...started },
    remember: (ledger) => remember(ledger, reference, psu),
  };
}

/** What is remembered of whose something is. */
export function rememberedOf({
  psu: { psuId },
  customerNumber,
  tppSessionId,
}: Pick<StartedSca, 'psu' | 'customerNumber' | 'tppSessionId'>): RememberedPsu {
  return { tppSessionId, psuId, customerNumber };
}

/**
 * Start, remember, play: goes on with an authorisation that was started, as `--sca` says.
 * @throws Fault SCA_DECLINED when it was to be declined, SCA_FAILED
 * @see C-sca-act
 */
export async function rememberAndPlay<Shown extends Meta>(
  there: SessionContext,
  shown: Shown,
  begun: Begun,
  sca: ScaChoice,
  choice: PsuChoice,
): Promise<Shown & MetaWithSca> {
  await Promise.all([there.remember(begun.remember), rememberReturn(there, begun, sca)]);
  const ended = await endSca(there, begun, sca, choice);
  if (ended === undefined) return shown;
  const { _meta, ...created } = shown;
  // What is printed has the members of what was read; those of the creation are in `_meta.created`.
  return { ...ended.now, _meta: { ..._meta, sca: ended.outcome, created } } as unknown as Shown & MetaWithSca;
}

/** Whose PSU nobody plays may come back when nothing waits any more. @see C-session-accept */
async function rememberReturn(there: SessionContext, begun: Begun, { way }: ScaChoice): Promise<void> {
  const isPlayed = way === 'approve' || way === 'decline';
  if (isPlayed || begun.isEnded || begun.links.scaRedirect === undefined) return;
  const entry = returnOf(there.session, begun);
  await there.remember((ledger) => ledger.rememberStarted(entry));
}

interface EndedSca {
  readonly outcome: ScaOutcome;
  readonly now: ReadNow;
}

/** Undefined while the PSU is to authorise. */
async function endSca(
  there: SessionContext,
  begun: Begun,
  sca: ScaChoice,
  choice: PsuChoice,
): Promise<EndedSca | undefined> {
  if (begun.isEnded) return endAtStart(there, begun);
  if (sca.way === 'none') return undefined;
  if (begun.links.scaRedirect === undefined) {
    there.notice("The bank didn't start an SCA.");
    return undefined;
  }
  const confirmed = await (there.browser === undefined
    ? playStarted(there.session, begun, sca, choice)
    : broughtBack(there.session, there.browser, begun));
  const { scaStatus, psuId, psuCorporateId } = confirmed;
  const now = await readNow(there, begun, confirmedNaming(confirmed) ?? begun.psu);
  return { outcome: { scaStatus, transactionStatus: now.transactionStatus, psuId, psuCorporateId }, now };
}

async function readNow(there: SessionContext, { kind, id }: Begun, psu: PsuNaming): Promise<ReadNow> {
  const now = await APPROVABLES[kind].readNow(there.session, id, psu);
  await saveStatus(there, id, now.transactionStatus);
  return now;
}

/** @throws Fault SCA_FAILED */
async function endAtStart(there: SessionContext, begun: Begun): Promise<EndedSca> {
  const { kind, id, psu, links } = begun;
  const scaStatus = begun.scaStatus ?? (await endStatus(there.session, begun));
  const now = await readNow(there, begun, psu);
  const { transactionStatus } = now;
  if (scaStatus !== 'FINALISED' && scaStatus !== 'EXEMPTED') {
    const authorisationId = authorisationIdOf(links, there.session.place);
    throw failedFault({ authorisationId, scaStatus, transactionStatus, ...APPROVABLES[kind].memberOf(id) });
  }
  return {
    outcome: { scaStatus, transactionStatus, psuId: psu.psuId, psuCorporateId: psu.corporateId },
    now,
  };
}

/** Reads how an SCA ended; a bank that asks for none may give no link to one. */
async function endStatus(session: Session, begun: Begun): Promise<ScaStatus> {
  if (begun.links.scaStatus === undefined) return 'EXEMPTED';
  const authorisationId = authorisationIdOf(begun.links, session.place);
  return scaStatusNow(session, { ...begun, authorisationId }, begun.psu);
}

async function playStarted(
  session: Session,
  started: StartedSca,
  { way, agreement }: ScaChoice,
  { as, context }: PsuChoice,
): Promise<ConfirmedSca> {
  const act = way === 'approve' ? 'approve' : 'decline';
  const id = authorisationIdOf(started.links, session.place);
  const { resource: played } = await operate(session, act, id, { as, context, agreement });
  if (act === 'decline') throw declinedFault(started, played);
  return confirmPlayed(session, played, { ...started, agreement });
}

/** Plays an SCA that an earlier command has started. @see C-sca-act */
export function playNamed(
  context: CommandContext,
  act: ScaActName,
  id: string,
  player: ScaPlayer,
  given: GivenFlags,
): Promise<PlayedSca> {
  const play = async (there: SessionContext) => {
    const called = await operate(there.session, act, id, player);
    const { paymentId, transactionStatus } = called.resource;
    if (paymentId !== undefined && transactionStatus !== undefined) {
      await saveStatus(there, paymentId, transactionStatus);
    }
    if (act === 'approve') await keepApproval(there, called.resource, player);
    return there.withMeta(called);
  };
  return withSession(context, given, play, OPERATOR);
}

/** Of an SCA that nothing of this profile has started nothing is kept: there is nothing to compare it with. */
async function keepApproval(
  { session, notice }: SessionContext,
  played: ScaPlayed,
  { as, agreement }: ScaPlayer,
) {
  if (played.scaStatus !== 'FINALISED') throw failedFault(played);
  const approved = approvedBy(played);
  const started = approved === undefined ? await startedBy(session, played) : undefined;
  const remembered = started ?? (await findRememberedPsu(session, played));
  if (remembered?.tppSessionId === undefined) {
    const what = approved === undefined ? 'consent or session' : approved.kind;
    notice(`This SCA doesn't belong to a ${what} this profile knows, so its PSU wasn't saved.`);
    return;
  }
  const { tppSessionId } = remembered;
  const customerNumber = as ?? remembered.customerNumber;
  const kind = started?.kind === 'consent' ? 'consent' : 'session';
  await confirmPlayed(session, played, { tppSessionId, customerNumber, agreement }, kind);
  if (started !== undefined) await session.ledger.forgetStarted(started);
}

/** A consent, and an SCA of the session alone, have no id but the authorisation's. */
async function startedBy({ ledger }: Session, { authorisationId }: ScaPlayed) {
  return (await ledger.started(clock())).find((one) => one.authorisationId === authorisationId);
}

async function findRememberedPsu({ ledger }: Session, played: ScaPlayed): Promise<RememberedPsu | undefined> {
  const approved = approvedBy(played);
  return approved && APPROVABLES[approved.kind].remembered(ledger, approved.id);
}

export async function operate(
  session: Session,
  act: ScaActName,
  id: string,
  { as, context, agreement, accounts }: ScaPlayer,
): Promise<Called<ScaPlayed>> {
  if (act === 'expire' || act === 'fail') {
    return session.operate(act === 'expire' ? expireSca : failSca, { id });
  }
  const ids = accounts && (await idsOf(session, accounts));
  const input: PsuAct = { id, as, context, agreementId: agreement, accounts: ids };
  return session.operate({ approve: approveSca, decline: declineSca, abandon: abandonSca }[act], input);
}

/** People name accounts as they know them. */
async function idsOf(
  session: Session,
  accounts: NonNullable<ScaPlayer['accounts']>,
): Promise<NonNullable<PsuAct['accounts']>> {
  if (accounts === 'all') return accounts;
  const { idsOfAccounts } = await import('../sandbox/accounts.ts');
  return idsOfAccounts(session, accounts);
}

/** An SCA that a command has started, as its PSU's return is compared with it. */
export type AwaitedSca = StartedEntry & Approvable & { readonly authorisationId: string };

/** A started SCA as one whose PSU comes back. */
function returnOf(
  { redirectUri, place }: Session,
  { kind, id, links, tppSessionId, customerNumber }: StartedSca,
): AwaitedSca {
  const authorisationId = authorisationIdOf(links, place);
  return { redirectUri, kind, id, tppSessionId, at: clock(), authorisationId, customerNumber };
}

/**
 * Has the PSU authorise in a browser, and believes what they bring back once the bank has confirmed it.
 * @throws Fault SCA_TIMEOUT, SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see C-sca-browser
 */
async function broughtBack(
  session: Session,
  browser: NonNullable<SessionContext['browser']>,
  started: StartedSca,
): Promise<ConfirmedSca> {
  const awaited = returnOf(session, started);
  const { waiting, again, look } = APPROVABLES[started.kind];
  const { hint, ...named } = look(started.id);
  // What waits, and how it goes on when nobody waits with it. @see S10-ctrl-c
  const standing = {
    text: `${waiting(started.id)} is waiting for its PSU`,
    hint: `${hint}\nTo get a new link for the PSU:\npsd2 ${again} ${shellWord(started.id)}`,
    ...named,
  };
  const url = await browser.bringBack(started.links.scaRedirect?.href ?? '', standing, session.ledger);
  return confirmReturn(session, awaited, url, started.psu);
}

/**
 * What the bank says of an SCA whose PSU has come back at this URL.
 * @param psu how the SCA named its PSU: one that failed tells no psu-id
 * @throws Fault SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint
 */
export async function confirmReturn(
  session: Session,
  awaited: AwaitedSca,
  url: string,
  psu: PsuNaming,
): Promise<ConfirmedSca> {
  const hint = readScaRedirect(url);
  const faultOf = (scaStatus: ScaStatus) => failedFault(toScaPlayed(awaited, { scaStatus }));
  if (!hint.ok) throw await refusedFault(session, awaited, url, psu);
  const confirmed = await confirm(session, hint, { ...awaited, faultOf });
  await session.ledger.forgetStarted(awaited);
  return confirmed;
}

/** A refusal is told when the bank says so too: who knows the state could write anything. */
async function refusedFault(
  session: Session,
  awaited: AwaitedSca,
  url: string,
  psu: PsuNaming,
): Promise<Fault> {
  const scaStatus = await scaStatusNow(session, awaited, psu);
  if (scaStatus !== 'FAILED') return failedFault(toScaPlayed(awaited, { scaStatus }));
  const transactionStatus = await APPROVABLES[awaited.kind].statusNow(session, awaited.id, psu);
  await session.ledger.forgetStarted(awaited);
  return declinedFault(awaited, toScaPlayed(awaited, { scaStatus, transactionStatus, redirect: url }));
}

function toScaPlayed(
  { kind, id, authorisationId }: AwaitedSca,
  end: Pick<ScaPlayed, 'scaStatus' | 'transactionStatus' | 'redirect'>,
): ScaPlayed {
  return { authorisationId, ...APPROVABLES[kind].memberOf(id), ...end };
}
