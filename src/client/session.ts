import { randomBytes } from 'node:crypto';
import { Fault } from '../errors.ts';
import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import { operationNamed, undoesOthers } from '../wire/operations.ts';
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
  /** Whether the sandbox's operator can be reached. */
  readonly hasOperator: boolean;
  /** As TPP-Signature-Certificate has it: who signs. */
  readonly certificate: string;
  /** A signed call in the TPP-Session-ID of the PSU; the ledger knows of a write before it leaves. */
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: CallOptions,
  ): Promise<SessionCalled<Resource>>;
  /**
   * A read of what a request is made of: it is sent where the request itself is only to be shown.
   * @see C-dry-run
   */
  lookUp<Input, Resource>(operation: Operation<Input, Resource>, input: Input): Promise<Called<Resource>>;
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
  /** The operator's way, signed: what undoes others' data where the world is shared. @see S11-shared-world */
  readonly tppAtOperator: Transport;
}

export interface SessionMeans extends Ways, Pick<Session, 'certificate'> {
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
  const asOperator: Caller = { ...caller, transport: (instead ?? means).tppAtOperator };
  const contextOf = contextsOf(means);
  const ofOperator = () => ({ ...contextOf({}, NO_SESSION), basePath: operatorBasePath });
  return {
    ledger,
    place: { origin, basePath },
    hasOperator,
    certificate: means.certificate,
    call: async (operation, input, psu = {}, options = {}) => {
      if (undoesOthers(operation)) {
        return { ...(await call(asOperator, operation, input, ofOperator())), tppSessionId: NO_SESSION };
      }
      const tppSessionId = operationNamed(operation.operation).hasSession
        ? await sessionOf(means, psu, options)
        : NO_SESSION;
      try {
        const called = await call(caller, operation, input, contextOf(psu, tppSessionId));
        return { ...called, tppSessionId };
      } catch (fault) {
        throw await withoutUnknownPsu(fault, psu.psuId, ledger);
      }
    },
    repeat: ({ requestId, operation, request: sent }) => {
      const request = { ...sent, headers: sent.headers.filter(([name]) => name !== CERTIFICATE) };
      const read = (response: HttpResponse) => (response.body.length === 0 ? {} : jsonObject(response));
      const way = undoesOthers(operationNamed(operation)) ? asOperator : caller;
      return exchange(repeating(way), { operation, resource: read }, request, requestId);
    },
    lookUp: (operation, input) => {
      const { door } = operationNamed(operation.operation);
      return door === 'operator'
        ? call({ transport: means.operator, stopwatch }, operation, input, ofOperator())
        : call({ transport: means.tpp, stopwatch, clock }, operation, input, contextOf({}, NO_SESSION));
    },
    operate: (operation, input) => call(operator, operation, input, ofOperator()),
    close: async () => {
      await Promise.all([means.close(), ledger.end()]);
    },
  };
}

/** What every call has from the settings, with an X-Request-ID of its own. */
function contextsOf({ settings, freshId }: SessionMeans) {
  const { basePath, acceptFix, psuIpAddress, redirectUri, callbackPort } = settings;
  const tppRedirectUri = redirectUri ?? loopbackCallback(callbackPort);
  return (psu: CallContext['psu'], tppSessionId: string): CallContext => ({
    basePath,
    requestId: freshId(),
    acceptFix,
    tppSessionId,
    tppRedirectUri,
    ...(psuIpAddress === undefined ? {} : { psuIpAddress }),
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

/** Kept of a write, because a bank knows a repeat by who signs it; a repeat has that of its own time. @see D13-repeat */
const CERTIFICATE = 'TPP-Signature-Certificate';

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
  certificate,
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
      const headers: readonly Header[] = [...write.headers, [CERTIFICATE, certificate]];
      await unsent(ledger.begin({ ...write, headers, at, origin }));
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
  { psuId, identity }: CallContext['psu'],
  { newSession = false, onSessionEnded }: CallOptions,
): Promise<string> {
  // A session that is begun ends another: not for a request that isn't sent.
  if (newSession && instead !== undefined) return freshId();
  const key = {
    ...(psuId === undefined ? {} : { psuId }),
    ...(identity === undefined ? {} : { customerNumber: identity }),
  };
  const { tppSessionId, ended } = await unsent(ledger.session(key, { now: clock(), fresh: newSession }));
  if (ended !== undefined) onSessionEnded?.(ended);
  return tppSessionId;
}

/** @see safety.md §9 Callback: the state stands in the path */
function loopbackCallback(port = DEFAULT_CALLBACK_PORT): string {
  return `http://127.0.0.1:${port}/cb/${randomBytes(16).toString('base64url')}`;
}

const DEFAULT_CALLBACK_PORT = 8910;
