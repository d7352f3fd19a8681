import { type HttpRequest, type HttpResponse, headerValue } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import { operationNamed } from '../wire/operations.ts';
import { readAnswer } from './answers.ts';
import { type Called, type Caller, call, exchange } from './call.ts';
import type { BankPlace } from './followed.ts';
import type { Ledger, OpenWrite } from './ledger/ledger.ts';
import type { CallContext, Operation } from './operation.ts';
import { type CallersOfBoth, callerBy, WORLD, worldHeader } from './operators-way.ts';
import { repeating } from './repeating.ts';
import {
  type CallOptions,
  contextsOf,
  NO_SESSION,
  redirectUriOf,
  type SessionSettings,
  sessionOf,
  withoutUnknownPsu,
} from './session-contexts.ts';
import { CERTIFICATE, type UnderWay, writesOf } from './session-writes.ts';

export type { CallOptions, SessionSettings };

/** A TPP at its bank: what the commands of a profile call operations on. */
export interface Session {
  /** What this TPP keeps between commands. Its file is opened, or created, on first use. */
  readonly ledger: Ledger;
  /** Where the bank's links must lead. */
  readonly place: BankPlace;
  /** The TPP-Redirect-URI of its requests. */
  readonly redirectUri: string;
  /** How the bank identifies this TPP. @see D12-tpp-identity */
  readonly tpp: string;
  /** Whether the sandbox's operator can be reached. */
  readonly hasOperator: boolean;
  /** The signing certificate, as in TPP-Signature-Certificate. */
  readonly certificate: string;
  /** A signed call in the PSU's TPP-Session-ID. The ledger records a write before it leaves. */
  call<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: CallOptions,
  ): Promise<SessionCalled<Resource>>;
  /** The TPP-Session-ID for calls that belong together, the same that a single call would use. */
  begin(psu: CallContext['psu'], options?: CallOptions): Promise<string>;
  /**
   * A read needed to build a request. It's sent even if the request itself is only shown.
   * @see C-dry-run
   */
  lookUp<Input, Resource>(
    operation: Operation<Input, Resource>,
    input: Input,
    psu?: CallContext['psu'],
    options?: Pick<CallOptions, 'tppSessionId' | 'psuAbsent'>,
  ): Promise<Called<Resource>>;
  /**
   * A write of something that is looked for first, each time: whether it was done is seen at the bank, so nothing is kept
   * of it. A repeat by hand could make it twice.
   * @see C-seed-converges
   */
  ensure<Input, Resource>(operation: Operation<Input, Resource>, input: Input): Promise<Called<Resource>>;
  /**
   * Sends a write whose answer was lost once more: the same request with a new Date and Signature.
   * @see D13-repeat
   */
  repeat(write: RepeatableWrite): Promise<Called<RepeatedResource>>;
  /** A call by the sandbox's operator: unsigned, and not a request of the TPP. @see D11-not-signed */
  operate<Input, Resource>(operation: Operation<Input, Resource>, input: Input): Promise<Called<Resource>>;
  close(): Promise<void>;
}

export type RepeatableWrite = Pick<OpenWrite, 'requestId' | 'operation' | 'origin' | 'at'> & {
  readonly request: HttpRequest;
};

/** The JSON object in the bank's answer, or an empty one. */
export type RepeatedResource = Readonly<Record<string, unknown>>;

export interface SessionCalled<Resource> extends Called<Resource> {
  /** As sent, or empty if the operation has none. */
  readonly tppSessionId: string;
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
  const { ledger, hasOperator = true, certificate, tppIdentity } = means;
  const { origin, basePath } = means.settings;
  const redirectUri = redirectUriOf(means.settings);
  return {
    ...{ ledger, hasOperator, certificate, redirectUri, tpp: tppIdentity, place: { origin, basePath } },
    ...callsOf(means, callersOf(means), redirectUri),
    begin: (psu, options = {}) => sessionOf(means, psu, options),
    close: async () => {
      await Promise.all([means.close(), ledger.end()]);
    },
  };
}

/** Who calls, by what is kept of it and whether it is sent where nothing else is. */
interface Callers {
  /** Whose writes the ledger knows. */
  readonly kept: CallersOfBoth;
  /** Of whose writes nothing is kept. */
  readonly unkept: CallersOfBoth;
  /** Whose requests are always sent. */
  readonly sent: CallersOfBoth;
  /** The operator, unsigned. */
  readonly operator: Caller;
  readonly sentByOperator: Caller;
}

function callersOf(means: SessionMeans): Callers {
  const { stopwatch, clock, instead } = means;
  const ways = instead ?? means;
  const callers = ({ tpp, tppAtOperator }: Ways): CallersOfBoth => [
    { transport: tpp, stopwatch, clock },
    { transport: tppAtOperator, stopwatch, clock },
  ];
  const [own, operators] = callers(ways);
  const isSent = instead === undefined;
  return {
    kept: [
      isSent ? { ...own, writes: writesOf(means) } : { transport: ways.tpp, stopwatch },
      isSent
        ? { ...operators, writes: writesOf(means, { atOperator: true }) }
        : { transport: ways.tppAtOperator, stopwatch },
    ],
    unkept: [own, operators],
    sent: callers(means),
    operator: { transport: ways.operator, stopwatch },
    sentByOperator: { transport: means.operator, stopwatch },
  };
}

type Calls = Pick<Session, 'call' | 'repeat' | 'lookUp' | 'ensure' | 'operate'>;

function callsOf(means: SessionMeans, callers: Callers, redirectUri: string): Calls {
  const contextOf = contextsOf(means, redirectUri);
  const ofOperator = operatorsContexts(means, contextOf);
  const callBy = callerBy(means.settings.operatorBasePath === undefined ? undefined : ofOperator);
  return {
    call: async (operation, input, psu = {}, options = {}) => {
      const tppSessionId = operationNamed(operation.operation).hasSession
        ? await sessionOf(means, psu, options)
        : NO_SESSION;
      try {
        const context = contextOf(psu, tppSessionId, options);
        return { ...(await callBy(callers.kept, operation, input, context)), tppSessionId };
      } catch (fault) {
        throw await withoutUnknownPsu(fault, psu, means.ledger);
      }
    },
    repeat: (write) => repeat(callers.kept, write),
    lookUp: (operation, input, psu = {}, options = {}) =>
      operationNamed(operation.operation).door === 'operator'
        ? call(callers.sentByOperator, operation, input, ofOperator())
        : callBy(callers.sent, operation, input, contextOf(psu, options.tppSessionId ?? NO_SESSION, options)),
    ensure: (operation, input) => callBy(callers.unkept, operation, input, contextOf({}, NO_SESSION)),
    operate: (operation, input) => call(callers.operator, operation, input, ofOperator()),
  };
}

/** What the operator's calls have: at a port of its own, the world that is meant, unless somebody has said another. */
function operatorsContexts(
  { settings, tppIdentity }: SessionMeans,
  contextOf: ReturnType<typeof contextsOf>,
) {
  const { basePath, operatorBasePath, headers = [] } = settings;
  return (): CallContext => ({
    ...contextOf({}, NO_SESSION),
    ...(operatorBasePath === undefined
      ? { basePath }
      : { basePath: operatorBasePath, headers: [...headers, worldHeader(tppIdentity)] }),
  });
}

function repeat(
  [own, operators]: CallersOfBoth,
  { requestId, operation, request: sent }: RepeatableWrite,
): Promise<Called<RepeatedResource>> {
  const request = { ...sent, headers: sent.headers.filter(([name]) => name !== CERTIFICATE) };
  const read = async (response: HttpResponse) =>
    ((await readAnswer(operation, response)) ?? {}) as RepeatedResource;
  // It goes where it went: what says which world is meant is on the operator's way alone.
  const way = headerValue(sent.headers, WORLD) === undefined ? own : operators;
  return exchange(repeating(way), { operation, resource: read }, request, requestId);
}
