import { randomBytes } from 'node:crypto';
import { isObject } from '../core/json-object.ts';
import { Fault } from '../errors.ts';
import { getHeader, type Header, type HttpRequest, type HttpResponse } from '../message.ts';
import { readMessages } from '../wire/errors.ts';
import { isOfSandbox, operationNamed, undoesOthers } from '../wire/operations.ts';
import { type Caller, type CallResult, call, sendRequest, type Writes } from './call.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { OpenWrite } from './ledger/types.ts';
import { type CallContext, type Operation, parseBody, readAnswer, readRefusal } from './operation.ts';
import type { BankPlace } from './resolve-link.ts';

/** A TPP at its bank: the commands of a profile call operations on it. */
export interface Session {
  /** The client's store, opened or created on first use. */
  readonly ledger: Ledger;
  /** The address to which the bank's links must lead. */
  readonly place: BankPlace;
  /** The TPP-Redirect-URI of its requests. */
  readonly redirectUri: string;
  /** The identity of this TPP at the bank. @see D12-tpp-identity */
  readonly tpp: string;
  /** True if the sandbox's operator can be reached. */
  readonly hasOperator: boolean;
  /** The signing certificate, as in TPP-Signature-Certificate. */
  readonly certificate: string;
  /** Sends a signed call in the PSU's TPP-Session-ID. The ledger records a write before it is sent. */
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: CallOptions,
  ): Promise<SessionCalled<Resource>>;
  /** Returns the TPP-Session-ID for calls that belong together, the same that a single call would use. */
  begin(psu: CallContext['psu'], options?: CallOptions): Promise<string>;
  /**
   * Sends a read that is needed to build a request, even if the request itself is only shown.
   * @see C-dry-run
   */
  lookUp<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: Pick<CallOptions, 'tppSessionId' | 'psuAbsent'>,
  ): Promise<CallResult<Resource>>;
  /**
   * Sends a write of an object that the caller looks for first, each time: the bank shows whether it was done, so the
   * ledger stores nothing. A repeat by hand could create it twice.
   * @see C-seed-converges
   */
  ensure<Input, Resource>(operation: Operation<Input, Resource>, input: Input): Promise<CallResult<Resource>>;
  /**
   * Repeats a write whose response was lost: the same request with a new Date and Signature.
   * @see D13-repeat
   */
  repeat(write: RepeatableWrite): Promise<CallResult<RepeatedResource>>;
  /** Sends a call of the sandbox's operator: unsigned, and not a request of the TPP. @see D11-not-signed */
  operate<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
  ): Promise<CallResult<Resource>>;
  close(): Promise<void>;
}

export interface CallOptions {
  /** The TPP-Session-ID to use instead of the PSU's: that of an earlier request. */
  readonly tppSessionId?: string;
  /** True if the PSU is absent; PSU-IP-Address is then omitted. */
  readonly psuAbsent?: boolean;
  /** True to start a new TPP-Session-ID for the PSU. */
  readonly newSession?: boolean;
  /** Called with the TPP-Session-ID that a new one ends, before the request is sent. */
  readonly onSessionEnded?: (tppSessionId: string) => void;
}

export type RepeatableWrite = Pick<OpenWrite, 'requestId' | 'operation' | 'origin' | 'at'> & {
  readonly request: HttpRequest;
};

/** The JSON object in the bank's response, or an empty one. */
export type RepeatedResource = Readonly<Record<string, unknown>>;

export interface SessionCalled<Resource> extends CallResult<Resource> {
  /** The TPP-Session-ID that was sent; empty if the operation has none. */
  readonly tppSessionId: string;
}

/** Settings for every request of a session. */
export interface SessionSettings extends Pick<CallContext, 'acceptFix'>, BankPlace {
  /** The prefix of the operator's paths, if they aren't below the bank's own. */
  readonly operatorBasePath?: string | undefined;
  readonly psuIpAddress?: string | undefined;
  /** Absent: a loopback address of the session's own. */
  readonly redirectUri?: string | undefined;
  readonly callbackPort?: number | undefined;
  /** Additional headers of every request except a repeat. */
  readonly headers?: readonly Header[] | undefined;
}

/** The writes in flight, for the report of an interrupted command. @see S10-write-ledger */
export interface InFlightWrites {
  /** @param atOperator true if it is sent to the operator's port */
  readonly leaves: (operation: string, requestId: string, atOperator: boolean) => void;
  readonly answered: (requestId: string, status: number) => void;
  /** Called when nothing of the request was sent. */
  readonly unsent: (requestId: string) => void;
}

/** Middleware around a call of a session. */
export type CallMiddleware = <Result>(call: CallInfo, next: () => Promise<Result>) => Promise<Result>;

export interface CallInfo {
  readonly operation: string;
  /** Absent for a repeat. */
  readonly input?: unknown;
  /** True for a request that a user wrote, to which hints about an operation's flags don't apply. */
  readonly isRaw?: boolean;
  /** True if the ledger records the call, for a write. */
  readonly isRecorded: boolean;
}

/** A request of a session before it is signed, and its destination. */
export interface Outgoing {
  readonly request: HttpRequest;
  /** True for requests of the TPP; those of the sandbox's operator are unsigned. @see D11-not-signed */
  readonly isSigned: boolean;
  /** True if the request goes to the operator's port, if that is separate. @see S11-shared-world */
  readonly atOperator: boolean;
  /** True if the request is sent even when the request that needs it is only shown. @see C-dry-run */
  readonly isLookUp: boolean;
}

export type Send = (outgoing: Outgoing) => Promise<HttpResponse>;

export interface SessionMeans extends Pick<Session, 'certificate' | 'ledger'> {
  readonly send: Send;
  readonly tppIdentity: string;
  /** True if requests are only shown, so that none is recorded. */
  readonly sendsNothing?: boolean;
  /** Default: true. */
  readonly hasOperator?: boolean;
  readonly settings: SessionSettings;
  /** Middleware of each call, the first outermost. */
  readonly middleware?: readonly CallMiddleware[];
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns monotonic milliseconds, only for durations. */
  readonly stopwatch: () => number;
  readonly freshId: () => string;
  readonly underWay?: InFlightWrites;
  /** Called with the fault of an answered write that the ledger could not close. */
  readonly onUnexpected: (fault: unknown) => void;
  /** Closes the resources with which the session was opened. */
  readonly close: () => Promise<void>;
}

/** For operations without a session. */
const NO_SESSION = '';

/** The header that selects the operator's world. @see S11-worlds */
const WORLD = 'PSD2-World';

/**
 * Stored with a write, because a bank recognises a repeat by its signer; a repeat has the certificate of its own time.
 * @see D13-repeat
 */
const CERTIFICATE = 'TPP-Signature-Certificate';

/**
 * Opens a session at any bank: it knows the routes to the bank and the TPP's stores, and nothing of the kinds of banks.
 */
export function openSession(means: SessionMeans): Session {
  const { ledger, hasOperator = true, certificate, tppIdentity, middleware = [] } = means;
  const { origin, basePath } = means.settings;
  const redirectUri = getRedirectUri(means.settings);
  const { contextOf, callerAt, callAsTpp, callAsOperator } = createCalls(means, redirectUri);
  const send = <Result>(info: CallInfo, act: () => Promise<Result>): Promise<Result> =>
    middleware.reduceRight((next, one) => () => one(info, next), act)();
  return {
    ...{ ledger, hasOperator, certificate, redirectUri, tpp: tppIdentity, place: { origin, basePath } },
    begin: (psu, options = {}) => resolveTppSession(means, psu, options),
    call: (operation, input, psu = {}, options = {}) =>
      send({ ...describeCall(operation), input, isRecorded: true }, async () => {
        const { hasSession } = operationNamed(operation.operation);
        const tppSessionId = hasSession ? await resolveTppSession(means, psu, options) : NO_SESSION;
        const context = contextOf(psu, tppSessionId, options.psuAbsent);
        try {
          return { ...(await callAsTpp(operation, input, context, { isRecorded: true })), tppSessionId };
        } catch (fault) {
          throw await withoutUnknownPsu(fault, psu, ledger);
        }
      }),
    lookUp: (operation, input, psu = {}, { tppSessionId = NO_SESSION, psuAbsent } = {}) =>
      send({ operation: operation.operation, input, isRecorded: false }, () =>
        operationNamed(operation.operation).listener === 'operator'
          ? callAsOperator(operation, input, true)
          : callAsTpp(operation, input, contextOf(psu, tppSessionId, psuAbsent), { isLookUp: true }),
      ),
    ensure: (operation, input) =>
      send({ operation: operation.operation, input, isRecorded: false }, () =>
        callAsTpp(operation, input, contextOf({}, NO_SESSION)),
      ),
    operate: (operation, input) =>
      send({ operation: operation.operation, input, isRecorded: false }, () =>
        callAsOperator(operation, input),
      ),
    repeat: ({ requestId, operation, request: sent }) =>
      send({ operation, isRecorded: true }, () => {
        const request = { ...sent, headers: sent.headers.filter(([name]) => name !== CERTIFICATE) };
        const resource = async (response: HttpResponse) => {
          const isKnown = operationNamed(operation).answer !== undefined;
          const body = isKnown ? await readAnswer(operation, response) : parseBody(response);
          return (isObject(body) ? body : {}) as RepeatedResource;
        };
        // A repeat goes to the port of the first request: only requests to the operator's port name a world.
        const way = getHeader(sent.headers, WORLD) === undefined ? 'tpp' : 'tppAtOperator';
        const caller = createRetryingCaller(callerAt(way, { isRecorded: true }));
        return sendRequest(caller, { operation, resource }, request, requestId);
      }),
    close: async () => {
      await Promise.all([means.close(), ledger.end()]);
    },
  };
}

function describeCall({ operation, onResponse }: Operation<never, unknown>) {
  return { operation, isRaw: onResponse !== undefined };
}

/** The signer of a request and its port; the TPP signs its own requests. */
type CallSigner = 'tpp' | 'tppAtOperator' | 'operator';

interface CallHandling {
  readonly isRecorded?: boolean;
  readonly isLookUp?: boolean;
}

/** Creates the calls of a session: the common members of requests, and their routes. */
function createCalls(means: SessionMeans, tppRedirectUri: string) {
  const { stopwatch, clock, settings, tppIdentity } = means;
  const { basePath, acceptFix, psuIpAddress, operatorBasePath, headers = [] } = settings;
  let isSandboxOperators = false;

  /** Creates a context with a new X-Request-ID. @see C-psu-absent */
  const contextOf = (psu: CallContext['psu'], tppSessionId: string, psuAbsent = false): CallContext => ({
    ...{ basePath, headers, acceptFix, tppSessionId, tppRedirectUri, psu, requestId: means.freshId() },
    psuIpAddress: psuAbsent ? undefined : psuIpAddress,
  });
  /** Creates the operator's context: at a separate port a request names the world, unless `headers` names another. */
  const operatorContext = (): CallContext => {
    const context = contextOf({}, NO_SESSION);
    if (operatorBasePath === undefined) return context;
    return { ...context, basePath: operatorBasePath, headers: [...headers, createWorldHeader(tppIdentity)] };
  };
  const callerAt = (way: CallSigner, { isRecorded = false, isLookUp = false }: CallHandling = {}): Caller => {
    const isSigned = way !== 'operator';
    const atOperator = operatorBasePath !== undefined && way !== 'tpp';
    return {
      transport: (request) => means.send({ request, isSigned, atOperator, isLookUp }),
      stopwatch,
      clock: isSigned ? clock : undefined,
      writes:
        isRecorded && means.sendsNothing !== true
          ? createWriteLog(means, way === 'tppAtOperator')
          : undefined,
    };
  };
  const callAsOperator = <Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    isLookUp = false,
  ) => call(callerAt('operator', { isLookUp }), operation, input, operatorContext());
  /** Calls as the TPP, and as the operator if the bank reserves the operation for it. */
  const callAsTpp = async <Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    context: CallContext,
    handling?: CallHandling,
  ): Promise<CallResult<Resource>> => {
    const hasOwnPort = operatorBasePath !== undefined;
    if (!(hasOwnPort && isSandboxOperators && isOfSandbox(operation))) {
      try {
        return await call(callerAt('tpp', handling), operation, input, context);
      } catch (fault) {
        if (!hasOwnPort || !isOperators(operation, fault)) throw fault;
        isSandboxOperators ||= hasNoSuchPath(fault);
      }
    }
    return call(callerAt('tppAtOperator', handling), operation, input, operatorContext());
  };
  return { contextOf, callerAt, callAsTpp, callAsOperator };
}

const DEFAULT_CALLBACK_PORT = 8910;

/** @see S9-callback */
function getRedirectUri({ redirectUri, callbackPort = DEFAULT_CALLBACK_PORT }: SessionSettings): string {
  return redirectUri ?? `http://127.0.0.1:${callbackPort}/cb/${randomBytes(16).toString('base64url')}`;
}

async function resolveTppSession(
  { ledger, clock, sendsNothing, freshId }: SessionMeans,
  { psuId, identity, owner }: CallContext['psu'],
  { tppSessionId: given, newSession = false, onSessionEnded }: CallOptions,
): Promise<string> {
  if (given !== undefined) return given;
  // A new session ends another: not for a request that is only shown.
  if (newSession && sendsNothing === true) return freshId();
  const key = { psuId, customerNumber: identity ?? owner };
  const { tppSessionId, ended } = await markUnsent(ledger.session(key, { now: clock(), fresh: newSession }));
  if (ended !== undefined) onSessionEnded?.(ended);
  return tppSessionId;
}

/**
 * Removes a psu-id that the bank does not know, of another store or certificate, so that it doesn't block later
 * requests; also one of a deleted agreement, which the bank accepts only with that PSU-Corporate-ID. A
 * PSU-Corporate-ID that was never stored is a user's mistake and implies nothing about the PSU.
 */
async function withoutUnknownPsu(
  fault: unknown,
  { psuId, corporateId }: CallContext['psu'],
  ledger: Ledger,
): Promise<unknown> {
  if (psuId === undefined || !(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') return fault;
  const paths = readMessages(fault.details.tppMessages).map(({ path }) => path);
  const isRemembered = async () =>
    corporateId !== undefined && (await ledger.agreement(psuId, corporateId)) !== undefined;
  const isUnknown =
    paths.includes('PSU-ID') || (paths.includes('PSU-Corporate-ID') && (await isRemembered()));
  if (!isUnknown) return fault;
  await ledger.forgetPsu(psuId);
  return new Fault(fault.code, fault.message, { ...fault.details, forgottenPsuId: psuId });
}

/** Creates the log of writes in the ledger. A failed close leaves the entry open, which is safe, and is reported. */
function createWriteLog(
  { ledger, clock, underWay, onUnexpected, certificate, settings: { origin = '' } }: SessionMeans,
  atOperator: boolean,
): Writes {
  const closing = (requestId: string, closed: Promise<void>) =>
    closed.catch((cause) => {
      if (!(cause instanceof Fault)) return onUnexpected(cause);
      const text = `Request ${requestId} was answered, but is still listed as pending in ${ledger.file}.`;
      onUnexpected(new Fault(cause.code, `${text} ${cause.message}`, { cause }));
    });
  const begunAt = new Map<string, number>();
  return {
    begin: async (write) => {
      const at = clock();
      begunAt.set(write.requestId, at);
      const headers: readonly Header[] = [...write.headers, [CERTIFICATE, certificate]];
      await markUnsent(ledger.begin({ ...write, headers, at, origin }));
      underWay?.leaves(write.operation, write.requestId, atOperator);
    },
    close: (requestId, status) => {
      underWay?.answered(requestId, status);
      return closing(requestId, ledger.close(requestId, status));
    },
    drop: (requestId) => {
      underWay?.unsent(requestId);
      return closing(requestId, ledger.drop(requestId, begunAt.get(requestId) ?? clock()));
    },
  };
}

/** Marks a failure to store a write as not sent. */
async function markUnsent<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    throw new Fault(cause.code, `${cause.message} The request wasn't sent.`, { ...cause.details, cause });
  }
}

function createWorldHeader(tppIdentity: string): Header {
  return [WORLD, tppIdentity.replace(/[^\x20-\x7e]|%/gu, encodeURIComponent)];
}

/**
 * Checks whether the bank reserves an operation for its operator: in a shared world, and sandbox paths under production
 * policy.
 * @see S11-shared-world, D12-production-paths
 */
function isOperators(operation: Operation<never, unknown>, fault: unknown): boolean {
  if (isOfSandbox(operation) && hasNoSuchPath(fault)) return true;
  return undoesOthers(operation) && fault instanceof Fault && fault.details.status === 403;
}

/** Checks for an unknown path; a missing resource has another code. */
function hasNoSuchPath(fault: unknown): boolean {
  if (!(fault instanceof Fault) || fault.details.status !== 404) return false;
  const [message] = readMessages(fault.details.tppMessages);
  return message?.code === 'NOT_FOUND';
}

/**
 * Creates a caller that repeats a write. Its response is also about the first request only if the bank processed the
 * repeat: when nothing was sent, or the signature was rejected, the outcome of the first stays unknown.
 * @see D13-repeat
 */
function createRetryingCaller(caller: Caller): Caller {
  const { transport, writes } = caller;
  if (writes === undefined) return caller;
  let isUnread = false;
  return {
    ...caller,
    transport: async (request) => {
      const response = await transport(request);
      isUnread = isRefusedUnread(response);
      return response;
    },
    writes: {
      ...writes,
      drop: async () => {},
      close: async (requestId, status) => (isUnread ? undefined : writes.close(requestId, status)),
    },
  };
}

/**
 * Checks for a rejection before processing. BAD_REQUEST: the signature, the digest or the certificate is invalid, or an
 * intermediary failed. @see D2-finding-codes
 */
function isRefusedUnread(response: HttpResponse): boolean {
  if (response.status === 429) return true;
  const { messages } = readRefusal(response);
  return response.status === 400 && messages.every(({ code }) => code === 'BAD_REQUEST');
}
