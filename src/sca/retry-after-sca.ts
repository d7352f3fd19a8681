import type { Called } from '../client/call.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { getOperation, type Operation } from '../client/operation.ts';
import type { PsuIdentifier } from '../client/psu-identifier.ts';
import { Fault } from '../errors.ts';
import {
  createSessionOptions,
  type Known,
  type PsuChoice,
  type ReadingChoice,
  resolvePsuForRead,
} from '../session/psu.ts';
import type { SessionContext } from '../session/with-session.ts';
import { readMessages } from '../wire/errors.ts';
import { rememberPending, runSca } from './authorise.ts';
import { getConfirmedPsu } from './confirm.ts';
import { findScaRedirect, getScaRedirect, parseAuthorisationLink } from './link.ts';
import type { AskedKind, ConfirmedSca, OpenSca, ScaChoice } from './targets.ts';

/** The choices of a command that reads as a PSU. */
export interface InformationChoice extends ReadingChoice {
  readonly sca: ScaChoice;
  /** True if the PSU is absent: PSU-IP-Address is omitted, and the bank answers four times a day. */
  readonly psuAbsent: boolean;
  /** Which accounts a PSU who is played consents to. */
  readonly accounts: 'all' | readonly string[] | undefined;
}

/** The owner of a resource. */
type Whose = Omit<Known<never>, 'reference'>;

/** A read that may need an SCA, and who it is for. */
export interface Reading extends InformationChoice {
  readonly kind: AskedKind;
  /** True if the list of all consented resources is read. */
  readonly isList?: boolean;
  /** Resolves the PSU of the read. Default: the PSU of the flags. */
  readonly named?: (ledger: Ledger) => Promise<Whose>;
}

/** How what is there is read: a payment or a basket, whose PSU the profile knows or not. @see C-sca-read-again */
export function createReading(
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
  readonly psu: PsuIdentifier;
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
 * @throws Fault SCA_NEEDED, with the link, if it isn't authorised
 * @see C-sca-read-again
 */
export async function retryAfterSca<Answer extends Called<unknown>>(
  there: SessionContext,
  reading: Reading,
  read: (as: AsPsu) => Promise<Answer>,
): Promise<Answer> {
  const asked = await tryRead(there, reading, read);
  if ('called' in asked) return asked.called;
  const psu = getConfirmedPsu(await runAskedSca(there, asked.sca, reading));
  if (psu === undefined) throw new Error('an SCA without a PSU was confirmed');
  return read(resolvePsu(there, reading, psu, asked.sca.tppSessionId));
}

type Attempt<Answer> = { readonly called: Answer } | { readonly sca: OpenSca };

async function tryRead<Answer extends Called<unknown>>(
  there: SessionContext,
  reading: Reading,
  read: (as: AsPsu) => Promise<Answer>,
  isFirst = true,
): Promise<Attempt<Answer>> {
  const { session, notice } = there;
  const { ledger } = session;
  const { kind, sca, as, psuAbsent } = reading;
  const { psu, customerNumber } = (await reading.named?.(ledger)) ?? {
    psu: await resolvePsuForRead(ledger, reading),
    customerNumber: as ?? (await ledger.psu(as))?.customerNumber,
  };
  const tppSessionId = await session.begin(psu, isFirst ? createSessionOptions(reading, notice) : {});
  /** Returns the SCA at this link if `--sca` completes it; else lets its PSU come back later. */
  const askAt = async (link: string) => {
    const asked = createAskedSca(kind, link, tppSessionId, customerNumber);
    if (sca.way !== 'none') return { sca: asked };
    await rememberPending(there, asked);
    return undefined;
  };
  if (kind === 'consent' && psu.psuId === undefined && (await ledger.psu(as)) !== undefined) {
    // Nothing is read before: the session is of another context, and what the bank answered would be what was consented
    // to in that one. @see D6-consent
    const { resource } = await session.call(getOperation('create bank-offered consent'), undefined, psu, {
      tppSessionId,
      psuAbsent,
    });
    const link = getScaRedirect(resource);
    const asked = await askAt(link);
    if (asked === undefined) throw createOtherContextFault(there, reading, link);
    return asked;
  }
  try {
    const called = await read(resolvePsu(there, reading, psu, tppSessionId));
    const link = findScaRedirect(called.resource);
    const asked = link === undefined ? undefined : await askAt(link);
    if (asked !== undefined) return asked;
    if (link !== undefined) {
      notice('The bank requires an SCA. The PSU can authorise at:');
      notice(link);
    }
    return { called };
  } catch (fault) {
    if (!(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') throw fault;
    const codes = readMessages(fault.details.tppMessages).map(({ code }) => code);
    if (isFirst && codes.includes('SCA_NOT_FOUND') && (await endSession(ledger, tppSessionId))) {
      return tryRead(there, reading, read, false);
    }
    // Of one account the bank may say that it is outside the consent.
    const isOver =
      codes.includes('CONSENT_UNKNOWN') || (reading.isList === true && codes.includes('CONSENT_INVALID'));
    if (psu.psuId !== undefined && isOver) await ledger.forgetConsent(psu.psuId, psu.corporateId);
    const { scaRedirect: link } = fault.details;
    const asked = link === undefined ? undefined : await askAt(link);
    if (asked === undefined) throw fault;
    return asked;
  }
}

function resolvePsu(
  { session }: SessionContext,
  { psuAbsent }: Reading,
  psu: PsuIdentifier,
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
 * Ends a session in which the bank knows of no SCA, if it had one: another has taken its place, or the sandbox was
 * initialised. No SCA revives it, so the next attempt has a new id.
 * @returns false if the session had no SCA
 * @see D6-session-replaced
 */
async function endSession(ledger: Ledger, tppSessionId: string): Promise<boolean> {
  const known = (await ledger.known()).find((one) => one.tppSessionId === tppSessionId);
  if (known?.hourEndsAt === undefined) return false;
  await ledger.endSession(tppSessionId);
  return true;
}

/** Tells that no SCA of the PSU is known in the chosen context, if none is authorised. */
function createOtherContextFault(
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

/** Describes the SCA that the bank asks for in an answer, by its link: of a consent, or of the session alone. */
export function createAskedSca(
  kind: AskedKind,
  link: string,
  tppSessionId: string,
  customerNumber: string | undefined,
): OpenSca {
  return { kind, link, tppSessionId, customerNumber, authorisationId: parseAuthorisationLink(link) };
}

/**
 * Has the PSU complete an SCA that the bank asks for, in a browser or played.
 * @param choice who authorises it, and what they choose
 * @throws Fault SCA_DECLINED, SCA_FAILED, SCA_TIMEOUT, ANSWER_INVALID
 * @see C-sca-declined
 */
export async function runAskedSca(
  there: SessionContext,
  asked: OpenSca,
  { sca: { way, agreement }, context, accounts }: InformationChoice,
): Promise<ConfirmedSca> {
  const { ledger } = there.session;
  const { customerNumber: as } = asked;
  const psu = agreement === undefined ? undefined : await ledger.psu(as);
  // The sandbox has a name of its own for an agreement that may have been named by its PSU-Corporate-ID.
  const known = psu && (await ledger.agreement(psu.psuId, agreement as string));
  return runSca(there, asked, way === 'none' ? 'decline' : way, {
    as,
    context: context ?? (agreement === undefined ? undefined : 'CORPORATE'),
    agreement: known?.agreement ?? agreement,
    accounts: way === 'approve' ? accounts : undefined,
  });
}
