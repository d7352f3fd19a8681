import { randomBytes } from 'node:crypto';
import { Fault } from '../errors.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import { operationNamed } from '../wire/operations.ts';
import { type Called, type Caller, call, exchange, type Writes } from './call.ts';
import type { BankPlace } from './followed.ts';
import type { Ledger, OpenWrite } from './ledger/ledger.ts';
import { type CallContext, jsonObject, type Operation } from './operation.ts';
import { repeating } from './repeating.ts';

/** A TPP at its bank: what the commands of a profile call operations on. */
export interface Session {
  /** What this TPP keeps between two commands. Its file is opened, and perhaps made, by the first call to it. */
  readonly ledger: Ledger;
  /** What the bank's links must lead to. */
  readonly place: BankPlace;
  /** The TPP-Redirect-URI of its requests. */
  readonly redirectUri: string;
  /** Who its TPP is to the bank. @see D12-tpp-identity */
  readonly tpp: string;
  /** Whether the sandbox's operator can be reached. */
  readonly hasOperator: boolean;
  /** A signed call in the TPP-Session-ID of the PSU; the ledger knows of a write before it leaves. */
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: CallOptions,
  ): Promise<SessionCalled<Resource>>;
  /** The TPP-Session-ID of calls that belong together, as a call would have it by itself. */
  begin(psu: CallContext['psu'], options?: CallOptions): Promise<string>;
  /**
   * A read of what a request is made of: it is sent where the request itself is only to be shown.
   * @see C-dry-run
   */
  lookUp<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: Pick<CallOptions, 'tppSessionId' | 'psuAbsent'>,
  ): Promise<Called<Resource>>;
  /**
   * Sends a write whose answer was lost once more: the same request with a new Date and Signature.
   * @see D13-repeat
   */
  repeat(write: RepeatableWrite): Promise<Called<RepeatedResource>>;
  /** An act of the sandbox's operator: not signed, and not a request of the TPP. @see decisions.md §11 */
  operate<Input, Resource>(operation: Operation<Input, Resource>, input: Input): Promise<Called<Resource>>;
  close(): Promise<void>;
}

export type RepeatableWrite = Pick<OpenWrite, 'requestId' | 'operation' | 'origin'> & {
  readonly request: HttpRequest;
};

/** The JSON object that the bank answered; nothing of an empty answer. */
export type RepeatedResource = Readonly<Record<string, unknown>>;

export interface SessionCalled<Resource> extends Called<Resource> {
  /** As it was sent; empty where the operation has none. */
  readonly tppSessionId: string;
}

export interface CallOptions {
  /** In place of the PSU's: the one under which something was begun. */
  readonly tppSessionId?: string;
  /** Whether the PSU is away: PSU-IP-Address is left out. */
  readonly psuAbsent?: boolean;
  /** Begins a new TPP-Session-ID for the PSU. */
  readonly newSession?: boolean;
  /** Told of the TPP-Session-ID that a new one ends, before the request leaves. */
  readonly onSessionEnded?: (tppSessionId: string) => void;
}

/** Who must know, when the work is interrupted, what was sent. @see safety.md §10 */
export interface UnderWay {
  readonly leaves: (operation: string, requestId: string) => void;
  readonly answered: (requestId: string, status: number) => void;
  /** Nothing of it left. */
  readonly unsent: (requestId: string) => void;
}

/** What every request of a session has alike. */
export interface SessionSettings extends Pick<CallContext, 'acceptFix'>, BankPlace {
  /** Prefix of the operator's paths, where they are not below the bank's own. */
  readonly operatorBasePath?: string | undefined;
  readonly psuIpAddress?: string | undefined;
  /** Absent: a loopback address of the session's own. */
  readonly redirectUri?: string | undefined;
  readonly callbackPort?: number | undefined;
}

export interface Ways {
  /** The TPP's way to the bank, which signs. */
  readonly tpp: Transport;
  /** The way of the sandbox's operator, which does not. */
  readonly operator: Transport;
}

export interface SessionMeans extends Ways {
  readonly tppIdentity: string;
  /** In place of those, for all but look-ups, where nothing is to be sent: nothing is written down of it either. */
  readonly instead?: Ways;
  /** True unless given. */
  readonly hasOperator?: boolean;
  readonly ledger: Ledger;
  readonly settings: SessionSettings;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Monotonic milliseconds, for durations alone. */
  readonly stopwatch: () => number;
  readonly freshId: () => string;
  readonly underWay?: UnderWay;
  /** Told of an answered write that the ledger could not close. */
  readonly onUnexpected: (fault: unknown) => void;
  /** Closes what the session was opened on. */
  readonly close: () => Promise<void>;
}

/** A session at any bank: it knows the ways there and what the TPP keeps, and no kind of bank. */
export function openSession(means: SessionMeans): Session {
  const { ledger, stopwatch, clock, instead, hasOperator = true } = means;
  const { origin, basePath, operatorBasePath = basePath } = means.settings;
  const caller: Caller =
    instead === undefined
      ? { transport: means.tpp, stopwatch, clock, writes: writesOf(means) }
      : { transport: instead.tpp, stopwatch };
  const operator: Caller = { transport: (instead ?? means).operator, stopwatch };
  const redirectUri = redirectUriOf(means.settings);
  const contextOf = contextsOf(means, redirectUri);
  const ofOperator = () => ({ ...contextOf({}, NO_SESSION), basePath: operatorBasePath });
  return {
    ledger,
    place: { origin, basePath },
    redirectUri,
    tpp: means.tppIdentity,
    hasOperator,
    call: async (operation, input, psu = {}, options = {}) => {
      const tppSessionId = operationNamed(operation.operation).hasSession
        ? await sessionOf(means, psu, options)
        : NO_SESSION;
      try {
        const context = contextOf(psu, tppSessionId, options);
        const called = await call(caller, operation, input, context);
        return { ...called, tppSessionId };
      } catch (fault) {
        throw await withoutUnknownPsu(fault, psu.psuId, ledger);
      }
    },
    begin: (psu, options = {}) => sessionOf(means, psu, options),
    repeat: ({ requestId, operation, request }) => {
      const read = (response: HttpResponse) => (response.body.length === 0 ? {} : jsonObject(response));
      return exchange(repeating(caller), { operation, resource: read }, request, requestId);
    },
    lookUp: (operation, input, psu = {}, options = {}) => {
      const { door } = operationNamed(operation.operation);
      const context = contextOf(psu, options.tppSessionId ?? NO_SESSION, options);
      return door === 'operator'
        ? call({ transport: means.operator, stopwatch }, operation, input, ofOperator())
        : call({ transport: means.tpp, stopwatch, clock }, operation, input, context);
    },
    operate: (operation, input) => call(operator, operation, input, ofOperator()),
    close: async () => {
      await Promise.all([means.close(), ledger.end()]);
    },
  };
}

/** What every call has from the settings, with an X-Request-ID of its own. */
function contextsOf({ settings, freshId }: SessionMeans, tppRedirectUri: string) {
  const { basePath, acceptFix, psuIpAddress } = settings;
  return (psu: CallContext['psu'], tppSessionId: string, { psuAbsent }: CallOptions = {}): CallContext => ({
    basePath,
    requestId: freshId(),
    acceptFix,
    tppSessionId,
    tppRedirectUri,
    ...(psuIpAddress === undefined || psuAbsent === true ? {} : { psuIpAddress }),
    psu,
  });
}

/**
 * A psu-id that the bank does not know, of another store or certificate, must not stand in the way for ever; nor one of
 * an agreement that is deleted, which the bank takes with its PSU-Corporate-ID alone.
 */
async function withoutUnknownPsu(
  fault: unknown,
  psuId: string | undefined,
  ledger: Ledger,
): Promise<unknown> {
  if (psuId === undefined || !(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') return fault;
  const messages = (fault.details.tppMessages ?? []) as readonly { readonly path?: string }[];
  if (!messages.some(({ path = '' }) => REMEMBERED.includes(path))) return fault;
  await ledger.forgetPsu(psuId);
  return new Fault(fault.code, fault.message, { ...fault.details, forgottenPsuId: psuId });
}

/** What the ledger remembers of a PSU. */
const REMEMBERED = ['PSU-ID', 'PSU-Corporate-ID'];

/** For the operations that send none. */
const NO_SESSION = '';

/**
 * A close that fails does not take the answer away: the entry stays open, which is safe, and somebody is told.
 */
function writesOf({
  ledger,
  clock,
  underWay,
  onUnexpected,
  settings: { origin = '' },
}: SessionMeans): Writes {
  const closing = (requestId: string, closed: Promise<void>) =>
    closed.catch((error) =>
      onUnexpected(error instanceof Fault ? unclosedFault(requestId, ledger.file, error) : error),
    );
  const begunAt = new Map<string, number>();
  return {
    begin: async (write) => {
      const at = clock();
      begunAt.set(write.requestId, at);
      await unsent(ledger.begin({ ...write, at, origin }));
      underWay?.leaves(write.operation, write.requestId);
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

/** What must be written down before a request leaves: where that fails, a person must not think that it left. */
async function unsent<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new Fault(error.code, `${error.message} The request was not sent.`, {
      ...error.details,
      cause: error,
    });
  }
}

function unclosedFault(requestId: string, file: string, cause: Fault): Fault {
  const text = `Request ${requestId} has its answer, but stays among the pending ones in ${file}.`;
  return new Fault(cause.code, `${text} ${cause.message}`, { cause });
}

async function sessionOf(
  { ledger, clock, instead, freshId }: SessionMeans,
  { psuId, identity, owner }: CallContext['psu'],
  { tppSessionId: given, newSession = false, onSessionEnded }: CallOptions,
): Promise<string> {
  if (given !== undefined) return given;
  // A session that is begun ends another: not for a request that isn't sent.
  if (newSession && instead !== undefined) return freshId();
  const customerNumber = identity ?? owner;
  const key = {
    ...(psuId === undefined ? {} : { psuId }),
    ...(customerNumber === undefined ? {} : { customerNumber }),
  };
  const { tppSessionId, ended } = await unsent(ledger.session(key, { now: clock(), fresh: newSession }));
  if (ended !== undefined) onSessionEnded?.(ended);
  return tppSessionId;
}

/** @see safety.md §9 Callback: the state stands in the path */
function redirectUriOf({ redirectUri, callbackPort = DEFAULT_CALLBACK_PORT }: SessionSettings): string {
  return redirectUri ?? `http://127.0.0.1:${callbackPort}/cb/${randomBytes(16).toString('base64url')}`;
}

const DEFAULT_CALLBACK_PORT = 8910;
