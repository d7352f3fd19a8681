import type { Called } from '../client/call.ts';
import { askForConsent } from '../client/information.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { StartedEntry } from '../client/ledger/started-scas.ts';
import type { PsuNaming } from '../client/name-psu.ts';
import type { Operation } from '../client/operation.ts';
import { readScaRedirect, type ScaRefused } from '../client/sca-redirect.ts';
import type { Session } from '../client/session.ts';
import { clock } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { PendingSca } from '../session/context.ts';
import {
  type Known,
  type PsuChoice,
  type ReadingChoice,
  resolvePsuForRead,
  sessionOptions,
} from '../session/psu.ts';
import type { SessionContext } from '../session/with-session.ts';
import type { ScaPlayed } from '../wire/answers/operator.ts';
import { readMessages } from '../wire/errors.ts';
import { operate } from './authorise.ts';
import { confirm, confirmedNaming, confirmPlayed } from './confirm.ts';
import { failedFault, hintOfAsked, redirectOf, refusalInWords } from './faults.ts';
import { authorisationInLink, neededScaRedirect, scaRedirectIn } from './link.ts';
import type { ConfirmedSca, ExpectedSca, ScaChoice, ScaPlayer } from './types.ts';

/** What the flags of a command that reads as a PSU say. */
export interface InformationChoice extends ReadingChoice {
  readonly sca: ScaChoice;
  /** Whether the PSU is away: PSU-IP-Address is left out, and the bank answers four times a day. */
  readonly psuAbsent: boolean;
  /** Which accounts a PSU who is played consents to. */
  readonly accounts: 'all' | readonly string[] | undefined;
}

/** Whose something is. */
type Whose = Omit<Known<never>, 'reference'>;

/** A read that may need an SCA, and who it is for. */
export interface Reading extends InformationChoice {
  readonly kind: AskedSca['kind'];
  /** Whether everything that was consented to is asked for. */
  readonly isList?: boolean;
  /** Whose what is read is; the PSU that the flags say unless given. */
  readonly named?: (ledger: Ledger) => Promise<Whose>;
}

/** How what is there is read: a payment or a basket, whose PSU the profile knows or not. @see C-sca-read-again */
export function knownReading(
  choice: PsuChoice,
  sca: ScaChoice,
  whose: (ledger: Ledger) => Promise<Whose>,
): Reading {
  return {
    ...{ ...choice, sca, agreement: sca.agreement, accounts: undefined, psuAbsent: false, kind: 'session' },
    named: async (ledger) => {
      const { psu, customerNumber } = await whose(ledger);
      if (customerNumber !== undefined || psu.psuId === undefined) return { psu, customerNumber };
      // Who plays the PSU plays a customer, and the payment may tell the psu-id alone.
      return { psu, customerNumber: (await ledger.psuById(psu.psuId))?.customerNumber };
    },
  };
}

/** The bank as a read sees it: one PSU in one session. */
export interface AsPsu {
  readonly psu: PsuNaming;
  readonly tppSessionId: string;
  /** @param isLookUp whether it is sent where the request itself is only to be shown */
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    isLookUp?: boolean,
  ): Promise<Called<Resource>>;
}

/**
 * Reads; where the bank asks for an SCA, in a refusal or beside an answer, and `--sca` says what becomes of it, the PSU
 * is brought through it and the read is sent once more.
 * @throws Fault SCA_NEEDED, with the link, where nobody authorises
 * @see C-sca-read-again
 */
export async function readAgain<Answer extends Called<unknown>>(
  there: SessionContext,
  reading: Reading,
  read: (as: AsPsu) => Promise<Answer>,
): Promise<Answer> {
  const asked = await attempt(there, reading, read);
  if ('called' in asked) return asked.called;
  const psu = confirmedNaming(await bringThrough(there, asked.sca, reading));
  if (psu === undefined) throw new Error('an SCA without a PSU was confirmed');
  return read(asPsu(there, reading, psu, asked.sca.tppSessionId));
}

type Attempt<Answer> = { readonly called: Answer } | { readonly sca: AskedSca };

async function attempt<Answer extends Called<unknown>>(
  there: SessionContext,
  reading: Reading,
  read: (as: AsPsu) => Promise<Answer>,
  isFirst = true,
): Promise<Attempt<Answer>> {
  const { session, notice } = there;
  const { ledger } = session;
  const { kind, sca, as, psuAbsent } = reading;
  const { psu, customerNumber } = await (reading.named ?? readerBy(reading))(ledger);
  const tppSessionId = await session.begin(psu, isFirst ? sessionOptions(reading, notice) : {});
  const isPlayed = sca.way !== 'none';
  const scaAt = (link: string): AskedSca => ({ kind, link, tppSessionId, customerNumber });
  if (kind === 'consent' && psu.psuId === undefined && (await ledger.psu(as)) !== undefined) {
    // Nothing is read before: the session is of another context, and what the bank answered would be what was consented
    // to in that one. @see D6-consent
    const { resource } = await session.call(askForConsent, undefined, psu, { tppSessionId, psuAbsent });
    const asked = scaAt(neededScaRedirect(resource));
    if (isPlayed) return { sca: asked };
    await rememberAsked(there, asked);
    throw otherContextFault(there, reading, asked.link);
  }
  try {
    const called = await read(asPsu(there, reading, psu, tppSessionId));
    const link = scaRedirectIn(called.resource);
    if (link === undefined) return { called };
    if (isPlayed) return { sca: scaAt(link) };
    await rememberAsked(there, scaAt(link));
    notice('The bank requires an SCA. The PSU can authorise at:');
    notice(link);
    return { called };
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') throw fault;
    if (isFirst && (await hasEnded(there, fault, tppSessionId))) return attempt(there, reading, read, false);
    await forgetConsent(there, fault, reading, psu);
    const { scaRedirect: link } = fault.details;
    if (link === undefined) throw fault;
    if (isPlayed) return { sca: scaAt(link) };
    await rememberAsked(there, scaAt(link));
    throw fault;
  }
}

function readerBy(choice: ReadingChoice): (ledger: Ledger) => Promise<Whose> {
  return async (ledger) => ({
    psu: await resolvePsuForRead(ledger, choice),
    customerNumber: choice.as ?? (await ledger.psu(choice.as))?.customerNumber,
  });
}

function asPsu(
  { session }: SessionContext,
  { psuAbsent }: Reading,
  psu: PsuNaming,
  tppSessionId: string,
): AsPsu {
  const options = { tppSessionId, psuAbsent };
  return {
    psu,
    tppSessionId,
    call: (operation, input, isLookUp = false) =>
      isLookUp
        ? session.lookUp(operation, input, psu, options)
        : session.call(operation, input, psu, options),
  };
}

/**
 * Whether the bank knows of no SCA in a session that had one: another has taken its place, or the sandbox was initialised.
 * In one that has ended no SCA revives anything: the next attempt has a new id.
 * @see D6-session-replaced
 */
async function hasEnded(
  { session: { ledger } }: SessionContext,
  fault: Fault,
  tppSessionId: string,
): Promise<boolean> {
  if (!codesOf(fault).includes('SCA_NOT_FOUND')) return false;
  const known = (await ledger.known()).find((one) => one.tppSessionId === tppSessionId);
  if (known?.hourEndsAt === undefined) return false;
  await ledger.endSession(tppSessionId);
  return true;
}

/** What is remembered of a consent is only what this profile has seen. */
async function forgetConsent(
  { session: { ledger } }: SessionContext,
  fault: Fault,
  { isList = false }: Reading,
  { psuId, corporateId }: PsuNaming,
): Promise<void> {
  const codes = codesOf(fault);
  // Of one account it may say that this one is outside.
  const isOver = codes.includes('CONSENT_UNKNOWN') || (isList && codes.includes('CONSENT_INVALID'));
  if (psuId !== undefined && isOver) await ledger.forgetConsent(psuId, corporateId);
}

function codesOf({ details }: Fault): readonly string[] {
  return readMessages(details.tppMessages).map(({ code }) => code);
}

/** Tells that no SCA of the PSU is known in the context that was chosen, where nobody authorises one. */
function otherContextFault(
  { session }: SessionContext,
  { agreement, context }: ReadingChoice,
  scaRedirect: string,
): Fault {
  const where = agreement === undefined ? `the ${context} context` : `agreement ${JSON.stringify(agreement)}`;
  const text = `This profile doesn't know of any SCA by this PSU in ${where}. Nothing was read.`;
  const isCorporate = context !== 'PRIVATE';
  const hint = [
    `Have the PSU authorise there${isCorporate ? ', or pick one of their agreements with --agreement' : ''}:`,
    ...(isCorporate ? ['psd2 agreements list'] : []),
    `psd2 consent grant --context ${isCorporate ? 'CORPORATE' : 'PRIVATE'} --sca browser`,
    ...(session.hasOperator
      ? [`psd2 consent grant ${isCorporate ? '--agreement ID' : '--context PRIVATE'} --sca approve`]
      : []),
  ];
  return new Fault('SCA_NEEDED', text, { scaRedirect, hint: hint.join('\n') });
}

/** An SCA that the bank asks for in an answer: a consent, or one of the session alone. */
export interface AskedSca extends Pick<ExpectedSca, 'tppSessionId' | 'customerNumber'> {
  readonly kind: 'consent' | 'session';
  /** Its scaRedirect. */
  readonly link: string;
}

/** What is remembered of an SCA that the bank has asked for. */
export type AskedEntry = StartedEntry & Pick<AskedSca, 'kind'>;

/** Whose PSU nobody plays may come back when nothing waits any more. @see C-session-accept */
export async function rememberAsked(
  { session, remember }: SessionContext,
  { kind, link, tppSessionId, customerNumber }: AskedSca,
): Promise<AskedEntry> {
  const { redirectUri } = session;
  const authorisationId = authorisationInLink(link);
  const entry = { redirectUri, kind, tppSessionId, at: clock(), customerNumber, authorisationId };
  await remember((ledger) => ledger.rememberStarted(entry));
  return entry;
}

/**
 * Brings the PSU through an SCA that the bank asks for, in a browser or played, and keeps them once the bank has
 * confirmed it.
 * @param choice who authorises it, and what they choose
 * @throws Fault SCA_DECLINED, SCA_FAILED, SCA_TIMEOUT, ANSWER_INVALID
 * @see C-sca-declined
 */
export async function bringThrough(
  there: SessionContext,
  asked: AskedSca,
  choice: InformationChoice,
): Promise<ConfirmedSca> {
  const { session, browser } = there;
  if (browser === undefined) return played(session, asked, choice);
  const entry = await rememberAsked(there, asked);
  const url = await browser.bringBack(asked.link, standingOf(asked), session.ledger);
  return confirmAskedReturn(session, entry, url);
}

async function played(session: Session, asked: AskedSca, choice: InformationChoice): Promise<ConfirmedSca> {
  const { way, agreement } = choice.sca;
  const act = way === 'approve' ? 'approve' : 'decline';
  const id = authorisationInLink(asked.link);
  if (id === undefined) throw unplayable(asked.link);
  const { customerNumber: as } = asked;
  const player: ScaPlayer = {
    as,
    context: choice.context ?? (agreement === undefined ? undefined : 'CORPORATE'),
    agreement: await asPlayed(session, as, agreement),
    accounts: act === 'approve' ? choice.accounts : undefined,
  };
  const { resource } = await operate(session, act, id, player);
  if (act === 'decline' || resource.scaStatus !== 'FINALISED') throw refusalOf(asked, resource);
  return confirmPlayed(session, resource, { ...asked, agreement: player.agreement }, asked.kind);
}

/** The sandbox's name of an agreement that may have been named by its PSU-Corporate-ID. */
async function asPlayed({ ledger }: Session, as: string | undefined, agreement: string | undefined) {
  const psu = agreement === undefined ? undefined : await ledger.psu(as);
  if (agreement === undefined || psu === undefined) return agreement;
  return (await ledger.agreement(psu.psuId, agreement))?.agreement ?? agreement;
}

function refusalOf(asked: AskedSca, played: ScaPlayed): Fault {
  const said = redirectOf(played);
  return said === undefined || said.ok ? failedFault(played) : refusedFault(asked, said);
}

function unplayable(link: string): Fault {
  const text = `The operator can't play the PSU at ${link}, because the link has no authorisation id.`;
  return new Fault('ANSWER_INVALID', text, { hint: 'Open the link, or use --sca browser.' });
}

/**
 * What the bank says of a consent, or of an SCA for the session alone, whose PSU has come back at this URL. Of one that
 * was refused there is nothing to ask for: nothing was changed, and nothing is kept.
 * @throws Fault SCA_DECLINED, SCA_FAILED, ANSWER_INVALID
 * @see S9-redirect-hint
 */
export async function confirmAskedReturn(
  session: Session,
  asked: AskedEntry,
  url: string,
): Promise<ConfirmedSca> {
  const hint = readScaRedirect(url);
  if (!hint.ok) throw refusedFault(asked, hint);
  const confirmed = await confirm(session, hint, asked);
  await session.ledger.forgetStarted(asked);
  return confirmed;
}

const NAMES = { consent: 'The consent', session: 'The SCA of the session' };
const AGAIN = 'Run the command again for a new link.';

/** Nothing but what the redirect says is known of it. @see C-sca-declined */
function refusedFault({ kind }: Pick<AskedSca, 'kind'>, refused: ScaRefused): Fault {
  const why = refusalInWords(refused);
  if (refused.code !== 'SCA_INVALID') {
    const hint = hintOfAsked(refused.code) ?? AGAIN;
    return new Fault('SCA_FAILED', `${NAMES[kind]} wasn't given: ${why}.`, { hint });
  }
  const what = kind === 'consent' ? 'the consent' : 'the SCA';
  const still = kind === 'consent' ? ' The previous consent still applies.' : '';
  return new Fault('SCA_DECLINED', `The PSU declined ${what}: ${why}.${still}`, {
    hint: 'Ask the PSU, then run the command again.',
  });
}

/** What waits while a PSU is at the bank for it. @see S10-ctrl-c */
function standingOf({ kind }: Pick<AskedSca, 'kind'>): PendingSca {
  return { text: `${NAMES[kind]} is waiting for the PSU`, hint: AGAIN };
}
