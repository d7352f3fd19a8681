import { setTimeout as pause } from 'node:timers/promises';
import type { Called } from '../client/call.ts';
import type { Operation } from '../client/operation.ts';
import {
  listAuthorisations,
  type PaymentReference,
  readAuthorisation,
  readPaymentStatus,
} from '../client/payments.ts';
import { clock, stopwatch } from '../clock.ts';
import { Fault } from '../errors.ts';
import { shellWord } from '../own-file.ts';
import { needOf } from '../sca/authorise.ts';
import { scaRedirectIn } from '../sca/link.ts';
import { knownReading, readAgain } from '../sca/read-again.ts';
import type { ScaChoice } from '../sca/types.ts';
import type { CommandContext } from '../session/context.ts';
import {
  type KnownPayment,
  type PaymentAsked,
  type PaymentSelector,
  type PsuChoice,
  parsePaymentSelector,
  resolvePayment,
} from '../session/psu.ts';
import {
  type Meta,
  type SessionContext,
  saveStatus,
  withLedger,
  withSession,
} from '../session/with-session.ts';
import { type GivenFlags, openSettings } from '../settings/precedence.ts';
import { durationInWords } from '../values/duration.ts';
import { isFinalStatus } from '../values/statuses.ts';
import type { PaymentStatus } from '../wire/answers/payments.ts';
import { meaningOfStatus, statusInSentence } from '../wire/explanations.ts';

export type PaymentStatusShown = PaymentStatus & Meta;

export type ReadPayment = Readonly<Record<string, unknown>> & Meta;

/** As whom a payment is read, and what is done about an SCA. */
export interface PaymentReading {
  readonly choice: PsuChoice;
  readonly sca: ScaChoice;
  /** Told of a payment that waits for its PSU, where somebody reads it. */
  readonly onWaiting?: ((waiting: WaitingPayment) => void) | undefined;
}

/** Reads a payment, or its status, as the bank has it. @see C-payments-get */
export async function readByOperation<Resource extends object>(
  context: CommandContext,
  operation: Operation<PaymentReference, Resource>,
  wanted: PaymentWanted,
  reading: PaymentReading,
): Promise<Resource & Meta> {
  const { choice, sca, onWaiting } = reading;
  const asked = parsePaymentSelector(await paymentMeant(context, wanted, choice.settings));
  const act = async (there: SessionContext) => {
    const { known, called, waiting, refusal } = await readOnce(there, operation, asked, reading);
    if (called === undefined) throw waitingFault(waiting, refusal);
    const isWaiting = 'transactionStatus' in called.resource && called.resource.transactionStatus === 'RCVD';
    if (isWaiting && onWaiting !== undefined) onWaiting(await waitingOf(there, known));
    return there.withMeta(called);
  };
  return withSession(context, choice.settings, act, needOf(sca));
}

/** What the bank shows of a payment; one that can't be read yet waits for its PSU. */
type ReadOnce<Resource> =
  | {
      readonly known: KnownPayment;
      readonly called: Called<Resource>;
      readonly waiting?: undefined;
      readonly refusal?: undefined;
    }
  | {
      readonly known: KnownPayment;
      readonly called?: undefined;
      readonly waiting: WaitingPayment;
      readonly refusal: Fault;
    };

/** The status that it tells is remembered. @see C-payments-list */
export async function readOnce<Resource extends object>(
  there: SessionContext,
  operation: Operation<PaymentReference, Resource>,
  asked: PaymentSelector,
  { choice, sca }: Pick<PaymentReading, 'choice' | 'sca'>,
): Promise<ReadOnce<Resource>> {
  const { ledger } = there.session;
  const known = await resolvePayment(ledger, asked, choice);
  const { reference } = known;
  try {
    const reading = knownReading(choice, sca, async () => known);
    const called = await readAgain(there, reading, (as) => as.call(operation, reference));
    const { transactionStatus } = called.resource as { readonly transactionStatus?: unknown };
    if (typeof transactionStatus === 'string') {
      await saveStatus(there, reference.paymentId, transactionStatus);
    }
    return { known, called };
  } catch (fault) {
    const waiting = await waitingInstead(there, known, fault);
    if (waiting === undefined || !(fault instanceof Fault)) throw fault;
    return { known, waiting, refusal: fault };
  }
}

/** A payment that a command line names, or the newest one. */
export type PaymentWanted = Omit<PaymentAsked, 'paymentId'> & { readonly paymentId: string | undefined };

/**
 * The payment that is meant; without an id the newest that this profile made, which a person is told.
 * @throws Fault INPUT_MISSING where it has made none
 * @see C-newest-payment
 */
async function paymentMeant(
  context: CommandContext,
  { paymentId: given, product }: PaymentWanted,
  settings: GivenFlags,
): Promise<PaymentAsked> {
  if (given !== undefined) return { paymentId: given, product };
  const [newest] = (await withLedger(context, settings, (ledger) => ledger.madePayments(1))) ?? [];
  if (newest === undefined) throw noneYet(context, settings);
  const { paymentId } = newest;
  if (context.io.terminal !== undefined)
    context.io.notice(`The newest payment of this profile: ${paymentId}`);
  return { paymentId, product };
}

function noneYet({ surroundings }: CommandContext, given: GivenFlags): Fault {
  const { profile } = openSettings(surroundings, given);
  const create = `psd2 payments create --domestic${profile.bank === 'embedded' ? ' --example' : ''}`;
  return new Fault('INPUT_MISSING', `Missing: ID. Profile ${profile.name} hasn't created any payments yet.`, {
    missing: ['ID'],
    hint: `Create a payment, or pass a payment's ID:\n${create}`,
  });
}

/** A payment that waits for its PSU, and how they approve it. */
export interface WaitingPayment {
  readonly paymentId: string;
  /** Where they do. */
  readonly scaRedirect?: string;
  /** By which it is approved, without the program's name. */
  readonly commands: readonly string[];
}

/**
 * Undefined unless a payment can't be read because it waits for its PSU: its authorisations can be listed then, which
 * those of no payment, or of another PSU's, can't.
 * @see D4-domestic-read
 */
async function waitingInstead(
  there: SessionContext,
  known: KnownPayment,
  fault: unknown,
): Promise<WaitingPayment | undefined> {
  if (!isNotFound(fault)) return undefined;
  try {
    return await waitingOf(there, known);
  } catch (other) {
    if (isNotFound(other)) return undefined;
    throw other;
  }
}

/** @see C-status-waiting */
async function waitingOf(
  { session, isOwnBank, browser }: SessionContext,
  { reference, psu }: KnownPayment,
): Promise<WaitingPayment> {
  const { resource } = await session.call(listAuthorisations, reference, psu);
  const authorisationId = resource.authorisationIds.at(-1);
  const { paymentId } = reference;
  const word = shellWord(paymentId);
  const played = session.hasOperator ? [`sca approve ${word}`] : [];
  const waiting = { paymentId, commands: [...played, `payments authorise ${word}`] };
  // A site that this command serves ends with it, and its links.
  if (authorisationId === undefined || (isOwnBank && browser !== undefined)) return waiting;
  const read = await session.call(readAuthorisation, { ...reference, authorisationId }, psu);
  const link = scaRedirectIn(read.resource);
  return link === undefined ? waiting : { ...waiting, scaRedirect: link };
}

/** What is said of it in place of a status that the bank does not show. */
function waitingFault({ paymentId, scaRedirect, commands }: WaitingPayment, { details }: Fault): Fault {
  const text = `Payment ${paymentId} is waiting for its PSU. It can be read once the PSU has approved it.`;
  return new Fault('BANK_REFUSED', text, {
    ...details,
    hint: ['Approve it:', ...commands.map((command) => `psd2 ${command}`)].join('\n'),
    paymentId,
    ...(scaRedirect === undefined ? {} : { scaRedirect }),
  });
}

function isNotFound(fault: unknown): boolean {
  return fault instanceof Fault && fault.details.status === 404;
}

const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

/** What a payment has become. */
export interface StatusChange {
  /** When it was seen, ISO 8601. */
  readonly at: string;
  readonly status: string;
  /** What it means, and what the bank says beside it; absent where nobody has words for it. */
  readonly words?: string;
}

interface Watching extends Pick<PaymentReading, 'choice' | 'sca'> {
  /** Undefined: as long as it takes. */
  readonly timeoutMs: number | undefined;
  /** Told of the first status and of each further one, as it comes. */
  readonly onChange: (change: StatusChange) => void;
}

/**
 * Follows a payment until its status is final.
 * @throws Fault WATCH_TIMEOUT
 * @see C-watch
 */
export async function watch(
  context: CommandContext,
  wanted: PaymentWanted,
  watching: Watching,
): Promise<PaymentStatusShown> {
  const { choice, sca } = watching;
  const asked = parsePaymentSelector(await paymentMeant(context, wanted, choice.settings));
  const { paymentId } = asked;
  const read = (there: SessionContext, isFirst: boolean) => {
    const again = { ...choice, newSession: isFirst && choice.newSession };
    // The PSU may have become known meanwhile, to another process of this profile.
    return readOnce(there, readPaymentStatus, asked, { choice: again, sca });
  };
  const act = (there: SessionContext) => follow(context, there, { paymentId, read, watching });
  return withSession(context, choice.settings, act, needOf(sca));
}

interface Following {
  readonly paymentId: string;
  readonly read: (there: SessionContext, isFirst: boolean) => Promise<ReadOnce<PaymentStatus>>;
  readonly watching: Watching;
}

async function follow(
  { io }: CommandContext,
  there: SessionContext,
  { paymentId, read, watching: { timeoutMs, onChange } }: Following,
): Promise<PaymentStatusShown> {
  const startedAt = stopwatch();
  let seen: string | undefined;
  let pauseMs = SHORTEST_PAUSE_MS;
  for (;;) {
    const once = await read(there, seen === undefined);
    const change = changeOf(once);
    const said = `${change.status} ${change.words}`;
    pauseMs = said === seen ? Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS) : SHORTEST_PAUSE_MS;
    if (said !== seen) onChange(change);
    seen = said;
    if (once.called !== undefined && isFinalStatus(change.status)) {
      io.setPendingSca(undefined);
      return there.withMeta(once.called);
    }
    io.setPendingSca({ text: standing(paymentId, change), hint: goOn(paymentId), paymentId });
    const leftMs = timeoutMs === undefined ? pauseMs : timeoutMs - (stopwatch() - startedAt);
    if (leftMs <= 0) throw timedOut(paymentId, change, timeoutMs ?? 0);
    await pause(Math.min(pauseMs, leftMs));
  }
}

function standing(paymentId: string, { status }: StatusChange): string {
  return `Payment ${paymentId} continues at the bank. Its last known status is ${statusInSentence(status)}`;
}

function goOn(paymentId: string): string {
  return `Watch it again:\npsd2 status ${shellWord(paymentId)} --watch`;
}

function timedOut(paymentId: string, { status }: StatusChange, timeoutMs: number): Fault {
  const after = durationInWords(timeoutMs / 1000);
  const text = `Payment ${paymentId} isn't final after ${after}: it is ${statusInSentence(status)}.`;
  return new Fault('WATCH_TIMEOUT', text, { hint: goOn(paymentId), paymentId });
}

function changeOf({ known, called }: ReadOnce<PaymentStatus>): StatusChange {
  const at = new Date(clock()).toISOString();
  if (called === undefined) {
    return {
      at,
      status: 'RCVD',
      words: "waiting for its PSU: it can't be read before the PSU has approved it",
    };
  }
  const { transactionStatus: status, fundsAvailable, psuMessage } = called.resource;
  const meaning = meaningOfStatus(status);
  const rests = known.reference.service === 'periodic-payments' && status === 'ACTC';
  const words = [
    ...(meaning === undefined ? [] : [meaning]),
    ...(psuMessage === undefined ? [] : [psuMessage]),
    ...(psuMessage === undefined && fundsAvailable === false ? ['insufficient funds'] : []),
    ...(rests ? ["a periodic payment keeps this status until it's cancelled"] : []),
  ].join(': ');
  return { at, status, ...(words === '' ? {} : { words }) };
}
