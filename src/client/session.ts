import { randomBytes } from 'node:crypto';
import { Fault } from '../errors.ts';
import type { Header, HttpRequest, HttpResponse } from '../message.ts';
import type { Transport } from '../transport/transport.ts';
import { operationNamed, undoesOthers } from '../wire/operations.ts';
import { type Called, type Caller, call, exchange } from './call.ts';
import type { BankPlace } from './followed.ts';
import type { Ledger, OpenWrite } from './ledger/ledger.ts';
import { type CallContext, jsonObject, type Operation } from './operation.ts';
import { repeating } from './repeating.ts';
import { CERTIFICATE, type UnderWay, unsent, writesOf } from './session-writes.ts';

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

export interface CallOptions {
  /** Used instead of the PSU's: the one under which something was started. */
  readonly tppSessionId?: string;
  /** Whether the PSU is away. PSU-IP-Address is then omitted. */
  readonly psuAbsent?: boolean;
  /** Starts a new TPP-Session-ID for the PSU. */
  readonly newSession?: boolean;
  /** Called with the TPP-Session-ID that a new one ends, before the request leaves. */
  readonly onSessionEnded?: (tppSessionId: string) => void;
}

/** Settings for every request of a session. */
export interface SessionSettings extends Pick<CallContext, 'acceptFix'>, BankPlace {
  /** Prefix of the operator's paths, if they aren't below the bank's own. */
  readonly operatorBasePath?: string | undefined;
  readonly psuIpAddress?: string | undefined;
  /** Absent: a loopback address of the session's own. */
  readonly redirectUri?: string | undefined;
  readonly callbackPort?: number | undefined;
  /** Of every request but a repeat, besides its own. */
  readonly headers?: readonly Header[] | undefined;
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
  const { ledger, stopwatch, clock, instead, hasOperator = true } = means;
  const { origin, basePath, operatorBasePath = basePath } = means.settings;
  const caller: Caller =
    instead === undefined
      ? { transport: means.tpp, stopwatch, clock, writes: writesOf(means) }
      : { transport: instead.tpp, stopwatch };
  const operator: Caller = { transport: (instead ?? means).operator, stopwatch };
  const asOperator: Caller = {
    ...caller,
    transport: (instead ?? means).tppAtOperator,
    ...(instead === undefined ? { writes: writesOf(means, { atOperator: true }) } : {}),
  };
  const redirectUri = redirectUriOf(means.settings);
  const contextOf = contextsOf(means, redirectUri);
  const ofOperator = () => ({ ...contextOf({}, NO_SESSION), basePath: operatorBasePath });
  return {
    ledger,
    place: { origin, basePath },
    redirectUri,
    tpp: means.tppIdentity,
    hasOperator,
    certificate: means.certificate,
    call: async (operation, input, psu = {}, options = {}) => {
      const tppSessionId = operationNamed(operation.operation).hasSession
        ? await sessionOf(means, psu, options)
        : NO_SESSION;
      try {
        const context = contextOf(psu, tppSessionId, options);
        const called = await call(caller, operation, input, context);
        return { ...called, tppSessionId };
      } catch (fault) {
        if (means.settings.operatorBasePath === undefined || !isOperators(operation, fault)) {
          throw await withoutUnknownPsu(fault, psu, ledger);
        }
        return { ...(await call(asOperator, operation, input, ofOperator())), tppSessionId };
      }
    },
    begin: (psu, options = {}) => sessionOf(means, psu, options),
    repeat: ({ requestId, operation, request: sent }) => {
      const request = { ...sent, headers: sent.headers.filter(([name]) => name !== CERTIFICATE) };
      const read = (response: HttpResponse) => (response.body.length === 0 ? {} : jsonObject(response));
      const way = undoesOthers(operationNamed(operation)) ? asOperator : caller;
      return exchange(repeating(way), { operation, resource: read }, request, requestId);
    },
    lookUp: (operation, input, psu = {}, options = {}) => {
      const { door } = operationNamed(operation.operation);
      const context = contextOf(psu, options.tppSessionId ?? NO_SESSION, options);
      return door === 'operator'
        ? call({ transport: means.operator, stopwatch }, operation, input, ofOperator())
        : call({ transport: means.tpp, stopwatch, clock }, operation, input, context);
    },
    ensure: (operation, input) => {
      const { transport } = caller;
      return call({ transport, stopwatch, clock }, operation, input, contextOf({}, NO_SESSION));
    },
    operate: (operation, input) => call(operator, operation, input, ofOperator()),
    close: async () => {
      await Promise.all([means.close(), ledger.end()]);
    },
  };
}

/** Whether the bank keeps it for its operator: of a world that strangers share, which only the bank knows. @see S11-shared-world */
function isOperators(operation: Operation<never, unknown>, fault: unknown): boolean {
  return undoesOthers(operation) && fault instanceof Fault && fault.details.status === 403;
}

/** What every call has from the settings, with an X-Request-ID of its own. @see C-psu-absent */
function contextsOf({ settings, freshId }: SessionMeans, tppRedirectUri: string) {
  const { basePath, acceptFix, psuIpAddress, headers = [] } = settings;
  return (psu: CallContext['psu'], tppSessionId: string, { psuAbsent }: CallOptions = {}): CallContext => ({
    basePath,
    requestId: freshId(),
    headers,
    acceptFix,
    tppSessionId,
    tppRedirectUri,
    ...(psuIpAddress === undefined || psuAbsent === true ? {} : { psuIpAddress }),
    psu,
  });
}

/**
 * A psu-id that the bank does not know, of another store or certificate, must not stand in the way for ever; nor one of
 * an agreement that is deleted, which the bank takes with its PSU-Corporate-ID alone. A PSU-Corporate-ID that was never
 * remembered is somebody's slip, and says nothing of the PSU.
 */
async function withoutUnknownPsu(
  fault: unknown,
  { psuId, corporateId }: CallContext['psu'],
  ledger: Ledger,
): Promise<unknown> {
  if (psuId === undefined || !(fault instanceof Fault) || fault.code !== 'SCA_NEEDED') return fault;
  const messages = (fault.details.tppMessages ?? []) as readonly { readonly path?: string }[];
  const paths = messages.map(({ path }) => path);
  const isRemembered = async () =>
    corporateId !== undefined && (await ledger.agreement(psuId, corporateId)) !== undefined;
  const isUnknown =
    paths.includes('PSU-ID') || (paths.includes('PSU-Corporate-ID') && (await isRemembered()));
  if (!isUnknown) return fault;
  await ledger.forgetPsu(psuId);
  return new Fault(fault.code, fault.message, { ...fault.details, forgottenPsuId: psuId });
}

/** For the operations that send none. */
const NO_SESSION = '';

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

/** @see S9-callback */
function redirectUriOf({ redirectUri, callbackPort = DEFAULT_CALLBACK_PORT }: SessionSettings): string {
  return redirectUri ?? `http://127.0.0.1:${callbackPort}/cb/${randomBytes(16).toString('base64url')}`;
}

const DEFAULT_CALLBACK_PORT = 8910;
