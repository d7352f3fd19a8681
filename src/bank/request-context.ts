import type * as z from 'zod/mini';
import type { Header, HttpRequest, Peer } from '../message.ts';
import { createHeaderIndex, type HeaderIndex } from '../signing/signing-string.ts';
import type { createVerifier, Verification } from '../signing/verify.ts';
import { findOnce } from '../store/contract.ts';
import type { PaymentService } from '../values/products.ts';
import type { AdmissionCode } from '../wire/admission.ts';
import type { ErrorCode } from '../wire/errors.ts';
import {
  type Condition,
  type FaultEffect,
  type FaultName,
  FORCED_SCA_STATUSES,
  type ForcedScaStatus,
  listStatuses,
} from '../wire/faults.ts';
import type { ListenerName, Operation, Requirements } from '../wire/operations.ts';
import type { BankSettings } from './settings.ts';
import { findCustomerType } from './store/tables/customers.ts';
import { findSession } from './store/tables/psus.ts';
import type { BankState } from './store/tables/world.ts';

/** A trouble of a call; `faultId` is set if the operator set it. */
export type CallFaultEffect = FaultEffect & { readonly faultId?: number };

/** The faults that match one call, and those that took effect. */
export class CallFaults {
  readonly #troubles: readonly CallFaultEffect[];
  readonly #struck = new Set<CallFaultEffect>();

  constructor(troubles: readonly CallFaultEffect[]) {
    this.#troubles = troubles;
  }

  /** Finds the first fault with this name without marking it as effective. */
  find(fault: Condition): CallFaultEffect | undefined {
    return this.#troubles.find((trouble) => trouble.fault === fault);
  }

  /**
   * Marks the faults with this name as effective.
   * @returns true if there is one
   */
  strike(fault: Condition): boolean {
    const troubles = this.#troubles.filter((trouble) => trouble.fault === fault);
    for (const trouble of troubles) this.#struck.add(trouble);
    return troubles.length > 0;
  }

  /** The status that the first such fault forces on a new authorisation. */
  get forcedScaStatus(): ForcedScaStatus | undefined {
    const forced = this.#troubles.find(({ fault }) => FORCED_SCA_STATUSES.some((status) => status === fault));
    return forced?.fault as ForcedScaStatus | undefined;
  }

  /** The first error code and its status. */
  get refusal():
    | { readonly code: ErrorCode; readonly status: number; readonly strike: () => void }
    | undefined {
    const trouble = this.#troubles.find(({ fault }) => listStatuses(fault).length > 0);
    if (trouble === undefined) return undefined;
    const { fault, status = listStatuses(fault)[0] ?? 500 } = trouble;
    return { code: fault as ErrorCode, status, strike: () => this.#struck.add(trouble) };
  }

  /** The names of the effective faults without duplicates. @see D11-fault-log */
  get struck(): readonly FaultName[] {
    return [...new Set([...this.#struck].map(({ fault }) => fault))];
  }

  /** The ids of the effective faults that the operator set. */
  get struckIds(): readonly number[] {
    return [...this.#struck].flatMap(({ faultId }) => (faultId === undefined ? [] : [faultId]));
  }

  /** The delay of the response in milliseconds. */
  get latency(): number {
    const ofLatency = [...this.#struck].filter(({ fault }) => fault === 'latency');
    return ofLatency.reduce((sum, { milliseconds = 0 }) => sum + milliseconds, 0);
  }

  /** True if the connection ends without a response. */
  get isDropped(): boolean {
    return this.struck.some((fault) => fault === 'dropped-before-commit' || fault === 'dropped-after-commit');
  }
}

export const NO_FAULTS = new CallFaults([]);

/** The parameters of a path, percent-decoded once. */
type Params = Readonly<Record<string, string>>;

export interface QueryRule {
  readonly name: string;
  readonly holds: (value: string) => boolean;
  /** The text after "must be ". */
  readonly expected: string;
  /** True if the parameter is required. @see D2-required-query */
  readonly isRequired?: boolean;
}

/** One operation of the interface as data: everything that its guards need. */
export interface RouteFacts extends Requirements {
  readonly listener: ListenerName;
  readonly operation: string;
  readonly method: Operation['method'];
  /** The path below the base path, with parameters in braces. */
  readonly path: string;
  /** The purpose of the SCA that a 401 starts; if absent, a session. @see D15-purpose */
  readonly scaPurpose?: 'consent';
  readonly digestRequired: boolean;
  /** The accepted roles of the certificate; empty if any role is accepted. */
  readonly roles: Operation['roles'];
  readonly query: readonly QueryRule[];
  /** The payment service in the path. */
  readonly service?: PaymentService;
  /** Returns the body's schema; absent if the operation ignores the body. */
  readonly body?: (params: Params) => z.ZodMiniType<unknown>;
  /** True if the body differs by product. @see D2-other-product */
  readonly isOfProduct?: boolean;
  /** The limit of the body in bytes. @see S12-body-limit, D16-snapshot-size */
  readonly bodyLimitBytes: number;
  /** The handler's access to the store. */
  readonly access: 'read' | 'write';
  /** True if the operation responds while work is due. @see S5-progress */
  readonly answersWhileDue?: boolean;
  /** True for the operator's reads of the bank, which are in no log or metric. @see D11-views */
  readonly isUnlogged?: true;
  /** True if a repeated X-Request-ID gets the first response again. @see D3-request-id-repeat */
  readonly answersRepeats: boolean;
}

/** The signature engine with its cache of certificates. */
export type Verifier = ReturnType<typeof createVerifier>;

/** The members that are known when the request arrives. */
type ContextInput = 'request' | 'peer' | 'route' | 'params' | 'path' | 'query' | 'settings' | 'verifier';

/** The headers of a request, read once for all guards. */
interface RequestHeaders {
  /** All values of each header by its name in lower case. */
  readonly index: HeaderIndex;
  /** The names of repeated headers in lower case, in the order of the repetitions. */
  readonly repeated: readonly string[];
  /** The size of the header section in HTTP/1.1, where each character of a value is one byte. */
  readonly bytes: number;
  /** The first header with U+0000 in its value, spelled as sent. */
  readonly withNul: string | undefined;
}

/** The size of the line end and the colon of a header line. */
const HEADER_OVERHEAD_BYTES = 4;

function readHeaders(headers: readonly Header[]): RequestHeaders {
  const repeated: string[] = [];
  const index = createHeaderIndex(headers, (name) => repeated.push(name));
  let bytes = 0;
  let withNul: string | undefined;
  for (const [name, value] of headers) {
    bytes += name.length + value.length + HEADER_OVERHEAD_BYTES;
    if (value.includes('\0')) withNul ??= name;
  }
  return { index, repeated, bytes, withNul };
}

/** The names that guards ask for in lower case: constants of the program, and a new string costs more to find. */
const lowerCase = new Map<string, string>();

function getLowerCase(name: string): string {
  let lower = lowerCase.get(name);
  if (lower === undefined) {
    lower = name.toLowerCase();
    lowerCase.set(name, lower);
  }
  return lower;
}

/** The state of one request. Guards store their results here for later guards and the handler. */
export class RequestContext {
  readonly request!: HttpRequest;
  readonly peer!: Peer;
  readonly route!: RouteFacts;
  readonly params!: Params;
  /** The path without base path and query. */
  readonly path!: string;
  readonly query!: URLSearchParams;
  /** The bank's settings; replaced by those of the request's world if there are several. @see S11-worlds */
  settings!: BankSettings;
  /** The world's name in logs; undefined if there is only one world. */
  worldName: string | undefined;
  readonly verifier!: Verifier;
  /** The verified signature, set by checkSignature. */
  verification: Verification | undefined;
  /** The TPP's identity, set by checkSignature. @see D12-tpp-identity */
  tpp = '';
  /** The TPP's name in the certificate, shown to the PSU; set by checkSignature. */
  tppName = '';
  /** The body as parsed by its schema, set by loadBody. */
  body: unknown;
  /** The paths of the body that only another product uses, set by loadBody. @see D2-other-product */
  unusedMembers: readonly string[] = [];
  /** The customerNumber of the PSU, set by loadPsu if the headers identify it. */
  psu: string | undefined;
  /** The agreementId of PSU-Corporate-ID, set by loadPsu. */
  agreement: string | undefined;
  /** The ids of the accounts that the PSU's consent covers, set by requireConsent. */
  consented: ReadonlySet<string> | undefined;
  /** True if the request contains a page token. @see D7-page-token */
  isContinued = false;
  /** The state of the world, read at the start of each transaction. */
  world!: BankState;
  /** Find the customers and, by PSU, the sessions of this TPP-Session-ID; each once in a transaction. */
  findCustomerType = findOnce(findCustomerType);
  findSession = this.#createSessionFinder();
  /** The generation of the world in the first transaction; a response never mixes two generations. @see S7-restore */
  generation: bigint | undefined;
  /** The finished run that this request started. @see D11-batch */
  finishedRun: bigint | undefined;
  /** True if due work was done before the request. */
  hasCaughtUp = false;
  /** The faults of this call, read from the store. @see D11-faults */
  faults: CallFaults = NO_FAULTS;
  /** The reason why production policy refuses the TPP, set by checkConnection and checkTpp. */
  notAdmitted: AdmissionCode | undefined;
  #secret: string | undefined;
  readonly headers: RequestHeaders;

  constructor(given: Pick<RequestContext, ContextInput>) {
    Object.assign(this, given);
    this.headers = readHeaders(given.request.headers);
  }

  /** True if signature refusals are terse. @see D2-terse-errors, D11-faults */
  get isTerse(): boolean {
    return this.settings.terseErrors === true || this.faults.find('terse-errors') !== undefined;
  }

  /** Returns the first value of a header; the name is case-insensitive. */
  header(name: string): string | undefined {
    return this.headers.index.get(getLowerCase(name))?.[0];
  }

  /** Returns the value of a header that may be repeated, as one list (RFC 9110 section 5.3). */
  headerList(name: string): string | undefined {
    return this.headers.index.get(getLowerCase(name))?.join(', ');
  }

  /** Returns a path parameter of the route's pattern. */
  param(name: string): string {
    const value = this.params[name];
    if (value === undefined) throw new Error(`the route has no {${name}}`);
    return value;
  }

  /** Begins a transaction, which uses nothing that an earlier one has read. */
  begin(world: BankState): void {
    this.world = world;
    this.findCustomerType = findOnce(findCustomerType);
    this.findSession = this.#createSessionFinder();
  }

  #createSessionFinder() {
    return findOnce((psu) => findSession(this.tpp, psu, this.header('TPP-Session-ID') ?? ''));
  }

  /** Returns the one secret of the request; a repeated transaction gets the same secret (S8-secrets). */
  secret(): string {
    this.#secret ??= this.settings.secret();
    return this.#secret;
  }

  /** Returns an href for links: origin-relative, with the base path. */
  href(path: string): string {
    return this.settings.basePath + path;
  }
}
