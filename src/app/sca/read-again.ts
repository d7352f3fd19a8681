import type { Called } from '../../client/call.ts';
import type { Ledger } from '../../client/ledger/ledger.ts';
import type { PsuNaming } from '../../client/name-psu.ts';
import type { Operation } from '../../client/operation.ts';
import { Fault } from '../../errors.ts';
import { readMessages } from '../../wire/errors.ts';
import type { AtBank } from '../at-bank.ts';
import { namedForReading, type ReadingChoice } from '../named-psu.ts';
import { sessionOptions } from '../psu-choice.ts';
import { type AskedOf, type AskedSca, bringThrough, rememberAsked } from './asked.ts';
import { confirmedNaming } from './confirm.ts';
import { scaRedirectIn } from './link.ts';

/** A read that may need an SCA, and who it is for. */
export interface Reading {
  readonly kind: AskedSca['kind'];
  readonly choice: ReadingChoice;
  readonly of: AskedOf;
  /** Whether the PSU is away. */
  readonly psuAbsent: boolean;
  /** Whether everything that was consented to is asked for. */
  readonly isList: boolean;
  /** Whose what is read is; the PSU that `choice` says unless given. */
  readonly named?: (ledger: Ledger) => Promise<Whose>;
}

interface Whose {
  readonly psu: PsuNaming;
  /** customerNumber of its PSU, as far as the profile knows it. */
  readonly customerNumber: string | undefined;
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
  there: AtBank,
  reading: Reading,
  read: (as: AsPsu) => Promise<Answer>,
): Promise<Answer> {
  const asked = await attempt(there, reading, read);
  if ('called' in asked) return asked.called;
  const psu = confirmedNaming(await bringThrough(there, asked.sca, reading.of));
  if (psu === undefined) throw new Error('an SCA without a PSU was confirmed');
  return read(asPsu(there, reading, psu, asked.sca.tppSessionId));
}

type Attempt<Answer> = { readonly called: Answer } | { readonly sca: AskedSca };

async function attempt<Answer extends Called<unknown>>(
  there: AtBank,
  reading: Reading,
  read: (as: AsPsu) => Promise<Answer>,
  isFirst = true,
): Promise<Attempt<Answer>> {
  const { session, notice } = there;
  const { ledger } = session;
  const { choice } = reading;
  const { psu, customerNumber } = await (reading.named ?? readerBy(choice))(ledger);
  const options = isFirst ? sessionOptions(choice, notice) : {};
  const tppSessionId = await session.begin(psu, options);
  const scaAt = (link: string): AskedSca => ({ kind: reading.kind, link, tppSessionId, customerNumber });
  if (reading.kind === 'consent' && psu.psuId === undefined && (await ledger.psu(choice.as)) !== undefined) {
    return { sca: await inOtherContext(there, reading, { psu, tppSessionId }, scaAt) };
  }
  try {
    const called = await read(asPsu(there, reading, psu, tppSessionId));
    const link = scaRedirectIn(called.resource);
    if (link === undefined) return { called };
    if (canAuthorise(reading)) return { sca: scaAt(link) };
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
    if (canAuthorise(reading)) return { sca: scaAt(link) };
    await rememberAsked(there, scaAt(link));
    throw fault;
  }
}

function readerBy(choice: ReadingChoice): (ledger: Ledger) => Promise<Whose> {
  return async (ledger) => ({
    psu: await namedForReading(ledger, choice),
    customerNumber: choice.as ?? (await ledger.psu(choice.as))?.customerNumber,
  });
}

/** @throws Fault SCA_NEEDED where nobody authorises */
async function inOtherContext(
  there: AtBank,
  reading: Reading,
  asking: { readonly psu: PsuNaming; readonly tppSessionId: string },
  scaAt: (link: string) => AskedSca,
): Promise<AskedSca> {
  const { askInOtherContext, otherContextFault } = await import('./other-context.ts');
  const { psuAbsent } = reading;
  const asked = scaAt(await askInOtherContext(there, { ...asking, psuAbsent }));
  if (canAuthorise(reading)) return asked;
  await rememberAsked(there, asked);
  throw otherContextFault(there, reading.choice, asked.link);
}

function canAuthorise({ of }: Reading): boolean {
  return of.sca.way !== 'none';
}

function asPsu({ session }: AtBank, { psuAbsent }: Reading, psu: PsuNaming, tppSessionId: string): AsPsu {
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
  { session: { ledger } }: AtBank,
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
  { session: { ledger } }: AtBank,
  fault: Fault,
  { isList }: Reading,
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
