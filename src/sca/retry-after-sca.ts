import type { CallResult } from '../client/call.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import { getOperation, type Operation } from '../client/operation.ts';
import type { PsuIdentifier } from '../client/psu-identifier.ts';
import { Fault } from '../errors.ts';
import {
  createSessionOptions,
  type KnownOwner,
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
  /** True if the PSU is absent: PSU-IP-Address is omitted, and the bank responds four times a day. */
  readonly psuAbsent: boolean;
  /** The accounts to which a played PSU consents. */
  readonly accounts: 'all' | readonly string[] | undefined;
}

/** A read that may need an SCA, and its PSU. */
export interface Reading extends InformationChoice {
  readonly kind: AskedKind;
  /** True if the list of all consented resources is read. */
  readonly isList?: boolean;
  /** Resolves the PSU of the read. Default: the PSU of the flags. */
  readonly named?: (ledger: Ledger) => Promise<KnownOwner>;
}

/** Creates the read of a payment or basket, whose PSU the profile may know. @see C-sca-read-again */
export function createReading(
  choice: PsuChoice,
  sca: ScaChoice,
  whose: (ledger: Ledger) => Promise<KnownOwner>,
): Reading {
  return {
    ...{ ...choice, sca, agreement: sca.agreement, accounts: undefined, psuAbsent: false, kind: 'session' },
    named: async (ledger) => {
      const { psu, customerNumber } = await whose(ledger);
      if (customerNumber !== undefined || psu.psuId === undefined) return { psu, customerNumber };
      // The operator plays a customer, so a stored psu-id must be mapped to its customerNumber.
      return { psu, customerNumber: (await ledger.psuById(psu.psuId))?.customerNumber };
    },
  };
}

/** The requests of one PSU in one session. */
export interface PsuCall {
  /** Calls an operation. @param isLookUp true if it is sent although the main request is only shown */
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    isLookUp?: boolean,
  ): Promise<CallResult<Resource>>;
}

/**
 * Reads. If the bank requires an SCA, by a refusal or beside a response, completes it as `--sca` says, and reads again.
 * @throws Fault SCA_NEEDED, with the link, if it isn't authorised
 * @see C-sca-read-again
 */
export async function retryAfterSca<Answer extends CallResult<unknown>>(
  there: SessionContext,
  reading: Reading,
  read: (as: PsuCall) => Promise<Answer>,
): Promise<Answer> {
  const asked = await tryRead(there, reading, read);
  if ('called' in asked) return asked.called;
  const psu = getConfirmedPsu(await runAskedSca(there, asked.sca, reading));
  if (psu === undefined) throw new Error('an SCA without a PSU was confirmed');
  return read(createAsPsu(there, reading, psu, asked.sca.tppSessionId));
}

type Attempt<Answer> = { readonly called: Answer } | { readonly sca: OpenSca };

async function tryRead<Answer extends CallResult<unknown>>(
  there: SessionContext,
  reading: Reading,
  read: (as: PsuCall) => Promise<Answer>,
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
  /** Returns the SCA at this link if `--sca` completes it; otherwise stores it, so that its PSU can return later. */
  const askAt = async (link: string) => {
    const asked = createAskedSca(kind, link, tppSessionId, customerNumber);
    if (sca.way !== 'none') return { sca: asked };
    await rememberPending(there, asked);
    return undefined;
  };
  if (kind === 'consent' && psu.psuId === undefined && (await ledger.psu(as)) !== undefined) {
    // Skips the first read: the session has another context, so the response would show that context's consent.
    // @see D6-consent
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
    const called = await read(createAsPsu(there, reading, psu, tppSessionId));
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
    // For a single account, CONSENT_INVALID may only mean that the account is outside the consent.
    const isOver =
      codes.includes('CONSENT_UNKNOWN') || (reading.isList === true && codes.includes('CONSENT_INVALID'));
    if (psu.psuId !== undefined && isOver) await ledger.forgetConsent(psu.psuId, psu.corporateId);
    const { scaRedirect: link } = fault.details;
    const asked = link === undefined ? undefined : await askAt(link);
    if (asked === undefined) throw fault;
    return asked;
  }
}

function createAsPsu(
  { session }: SessionContext,
  { psuAbsent }: Reading,
  psu: PsuIdentifier,
  tppSessionId: string,
): PsuCall {
  const options = { tppSessionId, psuAbsent };
  return {
    call: (operation, input, isLookUp = false) =>
      isLookUp
        ? session.lookUp(operation, input, psu, options)
        : session.call(operation, input, psu, options),
  };
}

/**
 * Ends a session in which the bank has no SCA although it had one: another session replaced it, or the sandbox was
 * initialised. No SCA can revive it, so the next attempt uses a new id.
 * @returns false if the session had no SCA
 * @see D6-session-replaced
 */
async function endSession(ledger: Ledger, tppSessionId: string): Promise<boolean> {
  const known = (await ledger.known()).find((one) => one.tppSessionId === tppSessionId);
  if (known?.hourEndsAt === undefined) return false;
  await ledger.endSession(tppSessionId);
  return true;
}

/** Creates the fault that no SCA of the PSU is known in the chosen context, if none is authorised. */
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

/**
 * Creates the description of the SCA that the bank requires in a response, by its link: of a consent, or of the session
 * alone.
 */
export function createAskedSca(
  kind: AskedKind,
  link: string,
  tppSessionId: string,
  customerNumber: string | undefined,
): OpenSca {
  return { kind, link, tppSessionId, customerNumber, authorisationId: parseAuthorisationLink(link) };
}

/**
 * Completes an SCA that the bank requires, in a browser or by the operator.
 * @param choice the player and its choices
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
  // The sandbox needs its own id of an agreement, but the user may have given the PSU-Corporate-ID.
  const known = psu && (await ledger.agreement(psu.psuId, agreement as string));
  return runSca(there, asked, way === 'none' ? 'decline' : way, {
    as,
    context: context ?? (agreement === undefined ? undefined : 'CORPORATE'),
    agreement: known?.agreement ?? agreement,
    accounts: way === 'approve' ? accounts : undefined,
  });
}
