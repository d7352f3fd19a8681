import { describeCertificate } from '../certificates/certificate.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { CallMiddleware, Outgoing, Send } from '../client/session.ts';
import { getTime } from '../clock.ts';
import { Fault } from '../errors.ts';
import type { HttpResponse } from '../message.ts';
import { DEFAULT_RESPONSE_SIGNATURE, type RemoteBank, type ResponseSignature } from '../settings/profile.ts';
import { buildSettingsPath } from '../settings/settings-file.ts';
import type { DistantSigner, Signer, SignOptions } from '../signing/sign.ts';
import { verify } from '../signing/verify.ts';
import { type AnswerCheck, checkResponses, type TrustedAnswer } from '../transport/check-responses.ts';
import { type ConnectionFiles, DryRunRequest } from '../transport/dry-run.ts';
import { signRequests } from '../transport/sign-requests.ts';
import type { Transport } from '../transport/transport.ts';
import { formatDuration } from '../values/duration.ts';
import { readMessages } from '../wire/errors.ts';
import { operationNamed } from '../wire/operations.ts';
import type { CommandIo, ProgressIo } from './context.ts';

/** A request on its way to a bank or its operator. */
export interface Addressed extends Outgoing {
  /** `https://host[:port]` of where it goes. */
  readonly origin: string;
}

/** Handles a request around the rest of its way. */
export type Handler = (
  outgoing: Addressed,
  next: (outgoing: Addressed) => Promise<HttpResponse>,
) => Promise<HttpResponse>;

/** Where requests go, and what another program needs for the same connection. */
export interface Endpoint {
  readonly way: Transport;
  readonly origin: string;
  readonly files?: ConnectionFiles;
}

interface SendOptions {
  readonly signer: Signer | DistantSigner;
  readonly signing?: Omit<SignOptions, 'date'>;
  readonly bank: Endpoint;
  /** The operator's port, if it's a different one. */
  readonly operator?: Endpoint;
  readonly sendsNothing?: boolean;
  /** How the bank's responses are verified. Default: they aren't. */
  readonly responses?: Handler;
  readonly trace?: Handler;
}

/** Creates what sends each request of a session: the handlers that it passes, and the connection that it leaves by. */
export function createSend({ bank, operator = bank, ...options }: SendOptions): Send {
  const { signer, signing, sendsNothing, responses, trace } = options;
  const endpointOf = ({ atOperator }: Outgoing) => (atOperator ? operator : bank);
  const handlers = [
    signRequest(signer, signing),
    sendsNothing ? showUnsent((outgoing) => endpointOf(outgoing).files) : undefined,
    responses,
    trace,
  ].filter((handler) => handler !== undefined);
  const send = handlers.reduceRight<(outgoing: Addressed) => Promise<HttpResponse>>(
    (next, handle) => (outgoing) => handle(outgoing, next),
    (outgoing) => endpointOf(outgoing).way(outgoing.request),
  );
  return (outgoing) => send({ ...outgoing, origin: endpointOf(outgoing).origin });
}

/** Signs the TPP's requests, at this machine's time. */
function signRequest(signer: Signer | DistantSigner, signing?: Omit<SignOptions, 'date'>): Handler {
  return (outgoing, next) =>
    outgoing.isSigned
      ? signRequests((request) => next({ ...outgoing, request }), signer, { clock: getTime, ...signing })(
          outgoing.request,
        )
      : next(outgoing);
}

/** Throws the signed request in place of sending it. @see C-dry-run */
function showUnsent(filesOf: (outgoing: Outgoing) => ConnectionFiles | undefined): Handler {
  return async (outgoing, next) => {
    if (outgoing.isLookUp) return next(outgoing);
    const { request, origin } = outgoing;
    const { method, target, headers, body } = request;
    const { signingString } = verify(request, { at: getTime(), recovery: false });
    const bodyBase64 = Buffer.from(body).toString('base64');
    const unsent = { method, url: origin + target, headers, bodyBase64, signingString: signingString ?? '' };
    throw new DryRunRequest(unsent, filesOf(outgoing));
  };
}

/**
 * Lists the middleware of every call, the first outermost. Each request then passes the handlers of `createSend`.
 */
export function createCallMiddleware(
  { progress }: CommandIo,
  hasOperator: boolean,
): readonly CallMiddleware[] {
  return [showProgress(progress.during), addHints(hasOperator)];
}

/** Says what is waited for while a call lasts, at whatever bank. @see C-progress */
export function showProgress(during: ProgressIo['during']): CallMiddleware {
  return ({ operation }, next) => during(`Waiting for the bank: ${operation}`, next);
}

/** Says to a person at a terminal what to do about a fault; those of the client speak of the interface alone. */
export function addHints(hasOperator: boolean): CallMiddleware {
  return async (call, next) => {
    try {
      return await next();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (call.isRecorded && isUnknown(fault, call.operation)) throw withResumeHint(fault, call.operation);
      if (fault.details.hint !== undefined || !('input' in call)) throw fault;
      const hint = await findHint(fault, call.operation, call.input, hasOperator);
      // What the client said of it is in the hint now, and no member of an error that is printed.
      const { forgottenPsuId: _, clockBehindSeconds: __, ...details } = fault.details;
      throw hint === undefined ? fault : new Fault(fault.code, fault.message, { ...details, hint });
    }
  };
}

/** Adds the next step to a write with an unknown outcome. @see S10-outcome-unknown */
function withResumeHint(fault: Fault, operation: string): Fault {
  const { code, message, details } = fault;
  const text = isRead(fault) ? `${message} The bank may have done it. The outcome is unknown.` : message;
  const { requestId, hint = isElsewhere(fault) ? OTHER_BANK : '' } = details;
  // What ends with a command has its own lines.
  const before = hint === '' ? '' : hint + (hint.endsWith('.') ? ' ' : '\n');
  const again = `${describeRepeat(operation)}:\npsd2 payments resume ${requestId}`;
  return new Fault(code, text, {
    ...details,
    hint: `${before}${again}\nSee pending requests:\npsd2 payments pending`,
  });
}

/**
 * Tells whether its answer is missing, untrusted or unreadable; of a failing bank where a repeat tells. @see D13-repeat
 */
function isUnknown({ code, details }: Fault, operation: string): boolean {
  const { method, answersRepeats } = operationNamed(operation);
  const isUnheard = code === 'NETWORK' || code === 'ANSWER_UNTRUSTED';
  const isLost =
    code === 'ANSWER_INVALID' ||
    (code === 'BANK_FAILED' && answersRepeats) ||
    (isUnheard && details.sent === true);
  return isLost && method !== 'GET' && details.requestId !== undefined;
}

/** Tells whether an answer says that it was done, but not as the interface says it. */
function isRead({ code, details: { status = 0 } }: Fault): boolean {
  return code === 'ANSWER_INVALID' && status >= 200 && status < 300;
}

/** Tells whether what answered isn't the interface. @see S10-foreign-answer */
function isElsewhere(fault: Fault): boolean {
  return fault.code === 'ANSWER_INVALID' && !isRead(fault);
}

const OTHER_BANK = 'Check that the profile points to the right bank:\npsd2 profile show';

/** Describes what sending it again does. */
function describeRepeat(operation: string): string {
  const { method, answersRepeats } = operationNamed(operation);
  if (answersRepeats) return 'To find out what happened';
  return method === 'POST'
    ? 'To send it again, though the bank may do it twice'
    : "It's safe to send it again";
}

async function findHint(
  { code, details }: Fault,
  operation: string,
  input: unknown,
  hasOperator: boolean,
): Promise<string | undefined> {
  if (details.forgottenPsuId !== undefined) {
    return 'The stored PSU-ID has been removed. Run the command again.';
  }
  if (details.clockBehindSeconds !== undefined) return buildClockHint(details.clockBehindSeconds);
  if (code === 'ANSWER_INVALID') {
    return OTHER_BANK;
  }
  const { hintFor } = await import('./hints.ts');
  return hintFor(operation, readMessages(details.tppMessages), input, hasOperator);
}

/** @see S10-clock-told */
export function buildClockHint(behindSeconds: number): string {
  const side = behindSeconds > 0 ? 'behind' : 'ahead of';
  const off = formatDuration(Math.abs(behindSeconds));
  return `This machine's clock is ${off} ${side} the bank's. Set it and run the command again.`;
}

/** A profile's policy for response signatures. */
export interface ResponsePolicy {
  readonly mode: ResponseSignature;
  readonly profile: string;
  /** `https://host[:port]` */
  readonly origin: string;
  /** As in `AnswerCheck`. */
  readonly toOptional: string;
}

/**
 * Verifies the bank's responses to signed requests as the profile asks. The certificate of the first valid one is
 * saved.
 * @param tell takes lines of a trace
 * @see D10-response-check
 */
export function verifyResponses(
  { mode, ...place }: ResponsePolicy,
  ledger: Pick<Ledger, 'pin' | 'keepFirstPin'>,
  tell: ((text: string) => void) | undefined,
): Handler | undefined {
  if (mode === 'off') return undefined;
  const onTrusted = tell && ((answer: TrustedAnswer) => tell(formatTrusted(answer)));
  const check = { ...place, mode, pin: createPinLookup(ledger, place.origin), clock: getTime, onTrusted };
  return (outgoing, next) =>
    outgoing.isSigned && !outgoing.atOperator
      ? checkResponses((request) => next({ ...outgoing, request }), check)(outgoing.request)
      : next(outgoing);
}

/**
 * The same where nothing is written down: what is known is asked for, and the first certificate isn't kept.
 * @param known the fingerprint of the bank's certificate
 */
export function verifyResponsesOnce(
  way: Transport,
  { mode, ...place }: ResponsePolicy,
  known: () => Promise<string | undefined>,
): Transport {
  if (mode === 'off') return way;
  return checkResponses(way, {
    ...{ ...place, mode, clock: getTime },
    pin: async (fingerprint) => (await known()) ?? fingerprint,
  });
}

/**
 * Reads a profile's policy for response signatures.
 * @param home where its settings are; absent before it's saved
 * @see D13-response-signature
 */
export function readResponsePolicy(
  profile: string,
  { baseUrl, responseSignature: mode = DEFAULT_RESPONSE_SIGNATURE }: RemoteBank,
  home?: string,
): ResponsePolicy {
  const toOptional =
    home === undefined
      ? 'use --response-signature optional'
      : `edit ${buildSettingsPath(home)} and set "responseSignature": "optional" for profile ${profile}`;
  return { mode, profile, origin: new URL(baseUrl).origin, toOptional };
}

/** Each answer of one command asks for it: what the ledger said is asked again only where another has come. */
function createPinLookup(ledger: Pick<Ledger, 'pin' | 'keepFirstPin'>, origin: string): AnswerCheck['pin'] {
  let known: string | undefined;
  return async (fingerprint) => {
    if (known === fingerprint) return known;
    known =
      (await ledger.pin(origin))?.fingerprint ??
      (await ledger.keepFirstPin(origin, { fingerprint, at: getTime() }));
    return known;
  };
}

/** @see C-verbose */
function formatTrusted({ certificate, fingerprint }: TrustedAnswer): string {
  const { subject } = describeCertificate(certificate);
  return `* answer signed by ${subject}, SHA-256 ${fingerprint}, checked`;
}
