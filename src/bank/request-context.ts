import type * as z from 'zod/mini';
import type { Header, HttpRequest, Peer } from '../message.ts';
import type { createVerifier, Verification } from '../signing/verify.ts';
import type { PaymentService } from '../values/products.ts';
import type { AdmissionCode } from '../wire/admission.ts';
import type { ErrorCode } from '../wire/errors.ts';
import {
  type Condition,
  type FaultName,
  FORCED_SCA_STATUSES,
  type ForcedScaStatus,
  statusesOf,
  type Trouble,
} from '../wire/faults.ts';
import type { Door, Operation, Requirements } from '../wire/operations.ts';
import type { BankSettings } from './settings.ts';

/** A trouble of a call; one that the operator set has a number. */
export type CallTrouble = Trouble & { readonly faultId?: number };

/** The faults that apply to one call, and those that took effect. */
export class CallFaults {
  readonly #troubles: readonly CallTrouble[];
  readonly #struck = new Set<CallTrouble>();

  constructor(troubles: readonly CallTrouble[]) {
    this.#troubles = troubles;
  }

  /** The first of this name, without saying that it strikes. */
  find(fault: Condition): CallTrouble | undefined {
    return this.#troubles.find((trouble) => trouble.fault === fault);
  }

  /** @returns whether it strikes here */
  strike(fault: Condition): boolean {
    const troubles = this.#troubles.filter((trouble) => trouble.fault === fault);
    for (const trouble of troubles) this.#struck.add(trouble);
    return troubles.length > 0;
  }

  /** The state to which the first such fault takes a new authorisation. */
  get forcedScaStatus(): ForcedScaStatus | undefined {
    const forced = this.#troubles.find(({ fault }) => FORCED_SCA_STATUSES.some((status) => status === fault));
    return forced?.fault as ForcedScaStatus | undefined;
  }

  /** The first error code, and its status. */
  get refusal():
    | { readonly code: ErrorCode; readonly status: number; readonly strike: () => void }
    | undefined {
    const trouble = this.#troubles.find(({ fault }) => statusesOf(fault).length > 0);
    if (trouble === undefined) return undefined;
    const { fault, status = statusesOf(fault)[0] ?? 500 } = trouble;
    return { code: fault as ErrorCode, status, strike: () => this.#struck.add(trouble) };
  }

  /** Names, each once. @see D11-fault-log */
  get struck(): readonly FaultName[] {
    return [...new Set([...this.#struck].map(({ fault }) => fault))];
  }

  /** Numbers of those that the operator has set. */
  get struckIds(): readonly number[] {
    return [...this.#struck].flatMap(({ faultId }) => (faultId === undefined ? [] : [faultId]));
  }

  /** How long the answer waits. */
  get latency(): number {
    const ofLatency = [...this.#struck].filter(({ fault }) => fault === 'latency');
    return ofLatency.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0);
  }

  /** Tells whether the connection ends without an answer. */
  get isDropped(): boolean {
    return this.struck.some((fault) => fault === 'dropped-before-commit' || fault === 'dropped-after-commit');
  }
}

export const NO_FAULTS = new CallFaults([]);

/** Parameters of a path, percent-decoded once. */
type Params = Readonly<Record<string, string>>;

export interface QueryRule {
  readonly name: string;
  readonly holds: (value: string) => boolean;
  /** Completes "must be …". */
  readonly expected: string;
  /** True if a request must have it. @see D2-required-query */
  readonly isRequired?: boolean;
}

/** One operation of the interface as data: everything that its guards need to know. */
export interface RouteFacts extends Requirements {
  readonly door: Door;
  readonly operation: string;
  readonly method: Operation['method'];
  /** Path below the base path, parameters in braces. */
  readonly path: string;
  /** The purpose of the SCA that a 401 starts. Default: a session. @see D15-purpose */
  readonly scaPurpose?: 'consent';
  readonly digestRequired: boolean;
  /** Roles of which the certificate needs one; empty if any will do. */
  readonly roles: Operation['roles'];
  readonly query: readonly QueryRule[];
  /** The payment service that the path names. */
  readonly service?: PaymentService;
  /** The body's schema; absent where the operation takes none and one that comes is ignored. */
  readonly body?: (params: Params) => z.ZodMiniType<unknown>;
  /** True if the body differs by product. @see D2-other-product */
  readonly isOfProduct?: boolean;
  /** How large the body may be. @see S12-body-limit, D16-snapshot-size */
  readonly bodyLimitBytes: number;
  /** Access of the handler to the store. */
  readonly access: 'read' | 'write';
  /** True if it is answered while work is due. @see S5-progress */
  readonly answersWhileDue?: boolean;
  /** True if a repeated X-Request-ID gets the first answer again. @see D3-request-id-repeat */
  readonly answersRepeats: boolean;
}

/** The signature engine with what it remembers of certificates seen before. */
export type Verifier = ReturnType<typeof createVerifier>;

/** Members that are known when the request arrives. */
type Given = 'request' | 'peer' | 'route' | 'params' | 'path' | 'query' | 'settings' | 'verifier';

/** The headers of a request, read once; names are in lower case. */
interface RequestHeaders {
  /** The first value of each. */
  readonly first: ReadonlyMap<string, string>;
  /** All values of each, joined with commas. */
  readonly lists: ReadonlyMap<string, string>;
  /** Names that come again, in that order. */
  readonly repeated: readonly string[];
  /** Size of the header section as HTTP/1.1 writes it: a header's value is octets, one character each. */
  readonly bytes: number;
  /** The first header with U+0000 in its value, as it is written. */
  readonly withNul: string | undefined;
}

/** The line end and the colon of a header line on the wire. */
const HEADER_OVERHEAD_BYTES = 4;

function readHeaders(headers: readonly Header[]): RequestHeaders {
  const first = new Map<string, string>();
  const lists = new Map<string, string>();
  const repeated: string[] = [];
  let bytes = 0;
  let withNul: string | undefined;
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const before = lists.get(lower);
    if (before === undefined) first.set(lower, value);
    else repeated.push(lower);
    lists.set(lower, before === undefined ? value : `${before}, ${value}`);
    bytes += name.length + value.length + HEADER_OVERHEAD_BYTES;
    if (value.includes('\0')) withNul ??= name;
  }
  return { first, lists, repeated, bytes, withNul };
}

/**
 * One request on its way through the guards. What a guard settles it writes here; later guards and the handler
 * read it.
 */
export class RequestContext {
  readonly request!: HttpRequest;
  readonly peer!: Peer;
  readonly route!: RouteFacts;
  readonly params!: Params;
  /** Path without base path and query. */
  readonly path!: string;
  readonly query!: URLSearchParams;
  /** The door's; once it is in a world of several, that world's. @see S11-worlds */
  settings!: BankSettings;
  /** The world's name in logs; undefined if there is only one world. */
  worldName: string | undefined;
  readonly verifier!: Verifier;
  /** Set by checkSignature. */
  verification: Verification | undefined;
  /** The TPP's identity, set by checkSignature. @see D12-tpp-identity */
  tpp = '';
  /** Its name by the certificate, for the PSU to read; set by checkSignature. */
  tppName = '';
  /** The body as its schema read it, set by loadBody. */
  body: unknown;
  /** Paths of the body that another product uses and this one does not, set by loadBody. @see D2-other-product */
  unusedMembers: readonly string[] = [];
  /** customerNumber of the PSU, set by loadPsu when the headers settle it. */
  psu: string | undefined;
  /** agreementId of PSU-Corporate-ID, set by loadPsu. */
  agreement: string | undefined;
  /** Ids of the accounts that the PSU lets the TPP see, set by requireConsent. */
  consented: ReadonlySet<string> | undefined;
  /** True if a page token led here. @see D7-page-token */
  isContinued = false;
  /**
   * Generation of the world of its first transaction; a request isn't answered from two worlds.
   * @see S7-restore
   */
  generation: bigint | undefined;
  /** The run that this request asked for, once it is done. @see D11-batch */
  finishedRun: bigint | undefined;
  /** The faults of this call; read from the store. @see D11-faults */
  faults: CallFaults = NO_FAULTS;
  /** Why production policy doesn't let its TPP in, set by checkConnection and checkTpp. */
  notAdmitted: AdmissionCode | undefined;
  #secret: string | undefined;
  readonly headers: RequestHeaders;

  constructor(given: Pick<RequestContext, Given>) {
    Object.assign(this, given);
    this.headers = readHeaders(given.request.headers);
  }

  /** Tells whether refusals of the signature are terse. @see D2-terse-errors, D11-faults */
  get isTerse(): boolean {
    return this.settings.terseErrors === true || this.faults.find('terse-errors') !== undefined;
  }

  /** The first value of a header, its name compared without case. */
  header(name: string): string | undefined {
    return this.headers.first.get(name.toLowerCase());
  }

  /** The value of a header that may come on several lines: one list (RFC 9110 section 5.3). */
  headerList(name: string): string | undefined {
    return this.headers.lists.get(name.toLowerCase());
  }

  /** A path parameter that the route's pattern has. */
  param(name: string): string {
    const value = this.params[name];
    if (value === undefined) throw new Error(`the route has no {${name}}`);
    return value;
  }

  /** The one secret that a request makes; drawn once, whatever the store runs again (S8-secrets). */
  secret(): string {
    this.#secret ??= this.settings.secret();
    return this.#secret;
  }

  /** An href as links carry it: origin-relative, with the base path. */
  href(path: string): string {
    return this.settings.basePath + path;
  }
}
