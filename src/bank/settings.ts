import type { Certificate } from '../certificates/certificate.ts';
import type { Authorities } from '../certificates/trust.ts';
import type { HttpRequest, HttpResponse } from '../message.ts';
import type { CpuAllowance } from '../signing/budget.ts';
import type { Signer } from '../signing/sign.ts';
import type { Op } from '../store/contract.ts';
import type { FaultEffect, FaultName } from '../wire/faults.ts';
import type { ListenerName } from '../wire/operations.ts';
import type { ListedWorld } from '../wire/operator.ts';
import type { TppRegistry } from '../wire/tpp-registry.ts';
import type { Agreement, World } from './domain/world.ts';
import type { BankState, WorldTerms } from './store/tables/world.ts';

/** The TPPs that a bank under production policy admits. @see D12-production-policy */
export interface Admission {
  /** The trusted CAs. */
  readonly authorities: Authorities;
  /** If absent, every TPP with a trusted certificate chain is admitted. */
  readonly registry?: TppRegistry;
  /** True if the connection must have the QWAC of the TPP that signs. */
  readonly mutualTls: boolean;
}

/**
 * One request and response in the access log. It contains only these members; of sent values, only the bank's ids and
 * X-Request-IDs that are UUIDs. The hash of the signing string distinguishes requests.
 * @see S10-request-log
 */
export interface AccessLogEntry {
  /** The interface that received the request. */
  readonly listener: 'interface' | 'operator' | 'site';
  readonly method: string;
  /** The path below the base path; `…` replaces each segment that isn't the bank's. */
  readonly path: string;
  readonly operation?: string;
  /** The world if each TPP has its own: the beginning of the hash of the TPP's identity. @see S11-worlds */
  readonly world?: string;
  /** Absent if a fault dropped the connection. */
  readonly status?: number;
  /** The names of the faults that took effect. @see D11-fault-log */
  readonly faults?: readonly FaultName[];
  /** The codes of the refusal. */
  readonly codes?: readonly string[];
  /** The findings of the signature engine, errors before warnings, then the reasons why the TPP isn't admitted. */
  readonly findings?: readonly string[];
  readonly requestId?: string;
  /** The SHA-256 of the signing string in hexadecimal; absent if it would allow guessing the body. */
  readonly signingString?: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly milliseconds: number;
}

/** One request and response for the operator, with all that they contain. @see D11-journal */
export interface ExchangeRecord {
  /** The machine's time of arrival, in milliseconds since 1970. */
  readonly at: number;
  readonly milliseconds: number;
  readonly listener: ListenerName;
  readonly request: HttpRequest;
  /** Absent if a fault dropped the connection. */
  readonly response?: HttpResponse | undefined;
  readonly operation?: string;
  readonly world?: string | undefined;
  /** Absent if the signature wasn't checked. */
  readonly isSignatureGood?: boolean | undefined;
  /** The TPP by its certificate: if the signature isn't good, the request only claims to be from it. */
  readonly tpp?: { readonly id: string; readonly name: string } | undefined;
  readonly findings: readonly string[];
  readonly faults: readonly string[];
  /** The name of the operation if it may have changed the bank, and `due work` if that was done first. */
  readonly changes: readonly string[];
}

/**
 * The policy of a bank: the strictness about certificates, and the rules of production for pending transactions and
 * runs.
 * @see D12-sandbox-policy, D12-production-policy, D7-pending-policy, D4-runs
 */
export type BankPolicy = 'sandbox' | 'production';

/** Returns the seed with which a world is loaded, and the calendar of the batch. @see D4-runs */
export function selectWorldTerms({
  seed,
  policy,
  demo,
}: Pick<BankSettings, 'seed' | 'policy' | 'demo'>): WorldTerms {
  return { seed, calendar: policy === 'production' ? 'bank-days' : 'every-day', furnish: demo?.furnish };
}

/** The demo data of a bank. @see D8-demo */
export interface DemoData {
  /** Adds it to a world with the initial data, and returns the new agreements. May be set after the bank was opened. */
  furnish?: (world: BankState, data: World) => Op<readonly Agreement[]>;
  /** True to add it to an initialised world too, not only to a new one. */
  readonly isAddedAtReset: boolean;
}

/** The settings of a bank, its only configuration. */
export interface BankSettings {
  /** The seed of ids, numbers and names of a new world. @see D8-same-bytes */
  readonly seed: string;
  /** Default: a new world has the initial data alone. */
  readonly demo?: DemoData;
  /**
   * Returns the real time in milliseconds since 1970, for the Date check, certificate dates and the response's Date.
   */
  readonly clock: () => number;
  /** Returns monotonic milliseconds, to limit the time of one transaction. */
  readonly stopwatch: () => number;
  /**
   * Returns milliseconds of CPU time, to limit the search for the cause of an invalid signature.
   * @see S12-signature-search
   */
  readonly processorTime: () => number;
  /** The CPU allowance that concurrent searches share; absent for a bank that serves a single command. */
  readonly searches?: CpuAllowance;
  /** Returns a new secret of at least 128 bits, safe in a URL path. */
  readonly secret: () => string;
  /** The prefix of every path: empty, or `/api-sandbox`. */
  readonly basePath: string;
  /** The origin of absolute links (scaRedirect), for example `http://127.0.0.1:8444`; known late for a served bank. */
  readonly publicUrl: string | (() => string);
  /** Determines which signature findings are errors. @see D12-two-policies */
  readonly policy: BankPolicy;
  /** The admitted TPPs under production policy; absent at a sandbox. */
  readonly admission?: Admission;
  /** True if several TPPs share the world and must not change each other's data. @see S11-shared-world */
  readonly sharesWorld?: boolean;
  /** True if each TPP has its own world; the first key seen then owns its organizationIdentifier. @see S11-worlds */
  readonly ownsWorld?: boolean;
  /**
   * Returns true if a certificate proves the TPP's identity, so that it is accepted even if another key came first.
   * @see S11-worlds
   */
  readonly vouchesFor?: (certificate: Certificate) => boolean;
  /** Lists the worlds of TPPs for the operator. @see S11-worlds */
  readonly listWorlds?: () => readonly ListedWorld[];
  /** True if signature refusals give no explanation, as at real banks. @see D2-terse-errors */
  readonly terseErrors?: boolean;
  /** Signs every response of the interface; if absent, responses are unsigned. @see D10-response-signing */
  readonly signResponses?: Signer;
  /**
   * Returns the troubles of a call in addition to the operator's faults. Called once per call after the checks that
   * need no store, but not for the operator's and the site's operations.
   * @see D11-faults
   */
  readonly troubles?: (operation: string) => readonly FaultEffect[];
  /** Waits in real time for `latency`; ends early if the bank is closed. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called after each response. @see S10-request-log */
  readonly onAnswered?: (told: AccessLogEntry) => void;
  /**
   * Called after each response with numbers only; a dropped connection has no status. It takes separate arguments to
   * avoid an object per request.
   * @see C-metrics
   */
  readonly onMeasured?: (
    listener: ListenerName,
    operation: string | undefined,
    status: number | undefined,
    bytesIn: number,
    bytesOut: number,
    milliseconds: number,
  ) => void;
  /** Called after each response with everything that was exchanged. @see D11-journal */
  readonly onExchanged?: (record: ExchangeRecord) => void;
  /**
   * The time in milliseconds that a request waits for due work before it gets 503; unlimited if absent.
   * @see S5-progress
   */
  readonly patienceMilliseconds?: number;
  /** Called with a text about the progress of the due work. @see S5-progress */
  readonly onProgress?: (text: string) => void;
  /** Called with the cause of a 500 or 503; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}
