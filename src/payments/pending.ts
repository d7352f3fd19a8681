import { readCertificate, tppIdentityOf } from '../certificates/certificate.ts';
import type { OpenWrite } from '../client/ledger/types.ts';
import { showClock } from '../client/operator.ts';
import type { RepeatableWrite, RepeatedResource } from '../client/session.ts';
import { clock } from '../clock.ts';
import { DAY_MS } from '../core/units.ts';
import { Fault } from '../errors.ts';
import { type HttpRequest, headerValue } from '../message.ts';
import type { CommandContext } from '../session/context.ts';
import { type Meta, type SessionContext, withLedger, withSession } from '../session/with-session.ts';
import type { GivenFlags } from '../settings/precedence.ts';
import { SERVICES } from '../values/products.ts';
import { operationNamed } from '../wire/operations.ts';
import { makingOf } from './body.ts';

/** A write whose answer is not known. */
export interface PendingWrite {
  readonly requestId: string;
  readonly operation: string;
  /** When it left first, ISO 8601. */
  readonly sentAt: string;
  /** Until when its first answer can be had again; absent once that is over. */
  readonly resumableUntil?: string;
}

export interface PendingWrites {
  readonly items: readonly PendingWrite[];
}

export type ResumedWrite = RepeatedResource & Meta;

/**
 * Writes of the profile whose answer was lost, oldest first; from its ledger alone.
 * @see C-payments-pending
 */
export async function pending(context: CommandContext, given: GivenFlags): Promise<PendingWrites> {
  const open = await withLedger(context, given, (ledger) => ledger.open(clock()));
  return { items: (open ?? []).map(shown) };
}

function shown({ requestId, operation, at, request }: OpenWrite): PendingWrite {
  return {
    requestId,
    operation,
    sentAt: new Date(at).toISOString(),
    ...(request === undefined ? {} : { resumableUntil: new Date(at + DAY_MS).toISOString() }),
  };
}

interface Resume {
  readonly requestId: string;
  /** Whether somebody has said that it may be done a second time. */
  readonly yes: boolean;
}

/**
 * Sends a write whose answer was lost once more, with the same X-Request-ID, and keeps what its answer tells.
 * @throws Fault USAGE for one that is not pending, or too old; INPUT_MISSING where somebody must say yes
 * @see C-payments-resume, D13-repeat
 */
export async function resume(
  context: CommandContext,
  asked: Resume,
  given: GivenFlags,
): Promise<ResumedWrite> {
  if (context.exchange !== undefined && context.exchange.headers.length > 0) {
    const text = "--header doesn't work with payments resume, which sends the same request again.";
    throw new Fault('USAGE', text, { hint: 'Remove --header.' });
  }
  return withSession(context, given, async (there) => {
    const { session, withMeta } = there;
    const write = found(await session.ledger.open(clock()), asked.requestId);
    refuseElsewhere(write, there);
    refuseOtherTpp(write, there);
    refuseAtOthers(write, there);
    if (!asked.yes) await refuseUnsafe(write, there);
    const repeated = await session.repeat(write);
    await there.remember(() => rememberMade(there, write, repeated.resource));
    return withMeta(repeated);
  });
}

function found(open: readonly OpenWrite[], requestId: string): RepeatableWrite {
  const write = open.find((one) => one.requestId === requestId);
  const hint = 'See pending requests:\npsd2 payments pending';
  if (write === undefined) {
    throw new Fault('USAGE', `This profile has no pending request ${requestId}.`, { hint });
  }
  const { request } = write;
  if (request === undefined) {
    const text = `Request ${requestId} was sent more than 24 hours ago. The bank no longer knows its id.`;
    throw new Fault('USAGE', text, { hint: 'Ask the bank what happened to it before you send a new one.' });
  }
  return { ...write, request };
}

/** What was meant for one bank is never sent to another. @see D13-repeat */
function refuseElsewhere({ requestId, origin }: RepeatableWrite, { session, profile }: SessionContext): void {
  if (origin === (session.place.origin ?? '')) return;
  const text = `Request ${requestId} was sent to ${origin}, but profile ${profile.name} now points to ${session.place.origin}.`;
  throw new Fault('USAGE', text, { hint: `Ask the bank at ${origin} what happened to it.` });
}

/** Nor under another name: a bank knows a request by its TPP and its X-Request-ID. @see D13-repeat */
function refuseOtherTpp(
  { requestId, origin, request }: RepeatableWrite,
  { session, profile }: SessionContext,
): void {
  const [sender, now] = [headerValue(request.headers, 'TPP-Signature-Certificate'), session.certificate];
  if (sender === undefined || sender === now || tppOf(sender) === tppOf(now)) return;
  const text = `Request ${requestId} was sent by ${tppOf(sender)}, but profile ${profile.name} now signs as ${tppOf(now)}. The bank would take it for a new request.`;
  const bank = origin === '' ? 'the bank' : `the bank at ${origin}`;
  throw new Fault('USAGE', text, {
    hint: `Use the certificate it was sent with in the profile, or ask ${bank} what happened to it.`,
  });
}

function tppOf(header: string): string {
  const reading = readCertificate(Buffer.from(header, 'base64'));
  return reading.ok ? tppIdentityOf(reading.certificate) : header;
}

/** At our own bank an X-Request-ID makes nothing twice; elsewhere nothing is promised. @see D13-repeat */
function refuseAtOthers({ requestId, request }: RepeatableWrite, { isOwnBank }: SessionContext): void {
  if (isOwnBank || !/[?&]allowLogicalDuplicate=true\b/.test(request.target)) return;
  const text = `Request ${requestId} allowed a duplicate. It isn't sent again, because this bank might pay twice.`;
  throw new Fault('USAGE', text, { hint: 'Ask the bank what happened to it.' });
}

/** @throws Fault INPUT_MISSING where it may be done twice, and nobody has said that it may */
async function refuseUnsafe(write: RepeatableWrite, there: SessionContext): Promise<void> {
  const text = await riskOf(write, there);
  if (text === undefined) return;
  throw new Fault('INPUT_MISSING', text, { hint: 'To send it anyway, add --yes.', missing: ['--yes'] });
}

async function riskOf(
  { operation, request }: RepeatableWrite,
  { isOwnBank, session }: SessionContext,
): Promise<string | undefined> {
  if (request.method !== 'POST') return undefined;
  if (!isOwnBank) return 'This bank may take the repeated request as a new payment.';
  if (!operationNamed(operation).answersRepeats) return `The bank may do this twice (${operation}).`;
  // A day of the bank's clock, which is not ours once somebody moved it: when the request left there is not known.
  const { offsetSeconds } = (await session.lookUp(showClock, undefined)).resource;
  if (offsetSeconds === 0) return undefined;
  return `The bank's clock was moved. If a day has passed on it, the bank does this twice (${operation}).`;
}

/** What was made is found by later commands, as if its answer had come at once. */
async function rememberMade(
  { session: { ledger } }: SessionContext,
  { operation, request, at }: RepeatableWrite,
  { paymentId, basketId, transactionStatus }: RepeatedResource,
): Promise<void> {
  const psu = psuOf(request);
  if (operation === 'create payment' && typeof paymentId === 'string') {
    const [service, product] = request.target.replace(/\?.*/s, '').split('/').slice(-2);
    const known = SERVICES.find((one) => one === service);
    if (known !== undefined && product !== undefined) {
      const made = makingOf(request.body, transactionStatus, at);
      await ledger.rememberPayment({ paymentId, service: known, product, ...psu, made });
    }
  }
  if (operation === 'create basket' && typeof basketId === 'string') {
    const { paymentIds = [] } = JSON.parse(Buffer.from(request.body).toString('utf8'));
    await ledger.rememberBasket({ basketId, paymentIds, ...psu });
  }
}

function psuOf({ headers }: HttpRequest) {
  return {
    psuId: headerValue(headers, 'PSU-ID'),
    customerNumber: headerValue(headers, 'X-PSU-IDENTITY'),
    tppSessionId: headerValue(headers, 'TPP-Session-ID'),
  };
}
