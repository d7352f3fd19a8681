import { describeCertificate } from '../certificates/certificate.ts';
import type { Ledger } from '../client/ledger/ledger.ts';
import type { CallInfo, CallMiddleware, Outgoing, Send } from '../client/session.ts';
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

/** A request for a bank or its operator. */
export interface OutgoingWithOrigin extends Outgoing {
  /** The origin of the receiver: `https://host[:port]`. */
  readonly origin: string;
}

/** A handler of a request, which calls the next handler. */
export type Handler = (
  outgoing: OutgoingWithOrigin,
  next: (outgoing: OutgoingWithOrigin) => Promise<HttpResponse>,
) => Promise<HttpResponse>;

/** The receiver of requests, and the files that another program needs for the same connection. */
export interface Endpoint {
  readonly way: Transport;
  readonly origin: string;
  readonly files?: ConnectionFiles;
}

interface SendOptions {
  readonly signer: Signer | DistantSigner;
  readonly signing?: Omit<SignOptions, 'date'>;
  readonly bank: Endpoint;
  /** The operator's port, if it is a separate one. */
  readonly operator?: Endpoint;
  readonly sendsNothing?: boolean;
  /** The handler that verifies the bank's responses. Default: none. */
  readonly responses?: Handler;
  readonly trace?: Handler;
}

/** Creates the function that sends each request of a session through its handlers to its connection. */
export function createSend({ bank, operator = bank, ...options }: SendOptions): Send {
  const { signer, signing, sendsNothing, responses, trace } = options;
  const endpointOf = ({ atOperator }: Outgoing) => (atOperator ? operator : bank);
  const handlers = [
    signRequest(signer, signing),
    sendsNothing ? showUnsent((outgoing) => endpointOf(outgoing).files) : undefined,
    responses,
    trace,
  ].filter((handler) => handler !== undefined);
  const send = handlers.reduceRight<(outgoing: OutgoingWithOrigin) => Promise<HttpResponse>>(
    (next, handle) => (outgoing) => handle(outgoing, next),
    (outgoing) => endpointOf(outgoing).way(outgoing.request),
  );
  return (outgoing) => send({ ...outgoing, origin: endpointOf(outgoing).origin });
}

/** Creates a handler that signs the TPP's requests with this machine's time. */
function signRequest(signer: Signer | DistantSigner, signing?: Omit<SignOptions, 'date'>): Handler {
  return (outgoing, next) =>
    outgoing.isSigned
      ? signRequests((request) => next({ ...outgoing, request }), signer, { clock: getTime, ...signing })(
          outgoing.request,
        )
      : next(outgoing);
}

/** Creates a handler that throws the signed request instead of sending it. @see C-dry-run */
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

/** Creates middleware that shows the name of a call while it runs. @see C-progress */
export function showProgress(during: ProgressIo['during']): CallMiddleware {
  return ({ operation }, next) => during(`Waiting for the bank: ${operation}`, next);
}

/**
 * Creates middleware that adds remedies for a terminal user to faults; the client's own hints only concern the
 * interface.
 */
export function addHints(hasOperator: boolean): CallMiddleware {
  return async (call, next) => {
    try {
      return await next();
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      if (call.isRecorded && isUnknown(fault, call.operation)) throw withResumeHint(fault, call.operation);
      if (fault.details.hint !== undefined || !('input' in call)) throw fault;
      const hint = await findHint(fault, call, hasOperator);
      // The hint now has these details of the client, so the printed error omits them.
      const { forgottenPsuId: _, clockBehindSeconds: __, ...details } = fault.details;
      throw hint === undefined ? fault : new Fault(fault.code, fault.message, { ...details, hint });
    }
  };
}

/** Adds the next step to the fault of a write with an unknown outcome. @see S10-outcome-unknown */
function withResumeHint(fault: Fault, operation: string): Fault {
  const { code, message, details } = fault;
  const text = isRead(fault) ? `${message} The bank may have done it. The outcome is unknown.` : message;
  const { requestId, hint = isElsewhere(fault) ? OTHER_BANK : '' } = details;
  // A hint that ends with a command is followed by a line break.
  const before = hint === '' ? '' : hint + (hint.endsWith('.') ? ' ' : '\n');
  const again = `${describeRepeat(operation)}:\npsd2 payments resume ${requestId}`;
  return new Fault(code, text, {
    ...details,
    hint: `${before}${again}\nSee pending requests:\npsd2 payments pending`,
  });
}

/**
 * Returns true if the outcome is unknown: the response is missing, untrusted or unreadable, or is a bank's failure that
 * a repeat can resolve.
 * @see D13-repeat
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

/** Returns true if the response reports success in a form that violates the interface. */
function isRead({ code, details: { status = 0 } }: Fault): boolean {
  return code === 'ANSWER_INVALID' && status >= 200 && status < 300;
}

/** Returns true if the response came from something other than the interface. @see S10-foreign-answer */
function isElsewhere(fault: Fault): boolean {
  return fault.code === 'ANSWER_INVALID' && !isRead(fault);
}

const OTHER_BANK = 'Check that the profile points to the right bank:\npsd2 profile show';

/** Describes the effect of sending the request again. */
function describeRepeat(operation: string): string {
  const { method, answersRepeats } = operationNamed(operation);
  if (answersRepeats) return 'To find out what happened';
  return method === 'POST'
    ? 'To send it again, though the bank may do it twice'
    : "It's safe to send it again";
}

async function findHint(
  { code, details }: Fault,
  { operation, input, isRaw }: CallInfo,
  hasOperator: boolean,
): Promise<string | undefined> {
  if (details.forgottenPsuId !== undefined) {
    return 'The stored PSU-ID has been removed. Run the command again.';
  }
  if (details.clockBehindSeconds !== undefined) return buildClockHint(details.clockBehindSeconds);
  if (code === 'ANSWER_INVALID') {
    return OTHER_BANK;
  }
  const { findCommonHint, findOperationHint } = await import('./hints.ts');
  const messages = readMessages(details.tppMessages);
  return isRaw
    ? findCommonHint(operation, messages, hasOperator)
    : findOperationHint(operation, messages, input, hasOperator);
}

/** Builds the hint for a clock that is behind. @see S10-clock-told */
export function buildClockHint(behindSeconds: number): string {
  const side = behindSeconds > 0 ? 'behind' : 'ahead of';
  const off = formatDuration(Math.abs(behindSeconds));
  return `This machine's clock is ${off} ${side} the bank's. Set it and run the command again.`;
}

/** A profile's policy for response signatures. */
export interface ResponsePolicy {
  readonly mode: ResponseSignature;
  readonly profile: string;
  /** The bank's origin: `https://host[:port]` */
  readonly origin: string;
  /** As in `AnswerCheck`. */
  readonly toOptional: string;
}

/**
 * Verifies the bank's responses to signed requests by the profile's policy. Stores the certificate of the first valid
 * one.
 * @param tell receives lines of a trace
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
 * Verifies the bank's responses as `verifyResponses` does, but stores no certificate.
 * @param known returns the fingerprint of the bank's certificate
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
 * @param home the folder of its settings; absent before the profile is saved
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

/**
 * Creates the lookup of the stored certificate, which reads the ledger once per command unless another certificate
 * arrives.
 */
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

/** Formats the certificate of a trusted response for a trace. @see C-verbose */
function formatTrusted({ certificate, fingerprint }: TrustedAnswer): string {
  const { subject } = describeCertificate(certificate);
  return `* answer signed by ${subject}, SHA-256 ${fingerprint}, checked`;
}
