import type { Certificate } from '../certificates/certificate.ts';
import type { Authorities } from '../certificates/trust.ts';
import type { CpuAllowance } from '../signing/budget.ts';
import type { Signer } from '../signing/sign.ts';
import type { RunCalendar } from '../values/bank-calendar.ts';
import type { FaultName, Trouble } from '../wire/faults.ts';
import type { Door } from '../wire/operations.ts';
import type { ListedWorld } from '../wire/operator.ts';
import type { TppRegistry } from '../wire/tpp-registry.ts';
import type { WorldTerms } from './store/tables/world.ts';

/** Whom a bank of production policy lets in. @see D12-production-policy */
export interface Admission {
  /** Where chains of certificates end. */
  readonly authorities: Authorities;
  /** Absent: every TPP whose chain is good. */
  readonly registry?: TppRegistry;
  /** True if a connection must show the QWAC of the TPP whose seal signs. */
  readonly mutualTls: boolean;
}

/**
 * An exchange as logs may show it: the listed members and nothing else. Of sent values, only ids that the bank made and
 * X-Request-IDs that are UUIDs; the hash of the signing string tells requests apart.
 * @see S10-request-log
 */
export interface AccessLogEntry {
  /** The door that it came to. */
  readonly door: 'interface' | 'operator' | 'site';
  readonly method: string;
  /** Below the base path; `…` stands for each segment that is not ours. */
  readonly path: string;
  readonly operation?: string;
  /** Which world, where each TPP has its own: the beginning of a hash of its identity. @see S11-worlds */
  readonly world?: string;
  /** Absent where a fault dropped the connection. */
  readonly status?: number;
  /** Names of the faults that took effect. @see D11-fault-log */
  readonly faults?: readonly FaultName[];
  /** Codes of the refusal. */
  readonly codes?: readonly string[];
  /**
   * Findings of the signature engine, errors before warnings, then reasons for which the TPP isn't admitted.
   */
  readonly findings?: readonly string[];
  readonly requestId?: string;
  /** SHA-256 of the signing string, in hexadecimal; absent where a body could be tried out against it. */
  readonly signingString?: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly milliseconds: number;
}

/**
 * Selects how strict a bank is about certificates, and whether production's rules for pending transactions and runs
 * apply.
 * @see D12-sandbox-policy, D12-production-policy, D7-pending-policy, D4-runs
 */
export type BankPolicy = 'sandbox' | 'production';

/** Selects the days on which a bank runs the batch. @see D4-runs */
function selectCalendar(policy: BankPolicy): RunCalendar {
  return policy === 'production' ? 'bank-days' : 'every-day';
}

/** Selects what a bank's world is loaded with. */
export function selectWorldTerms({ seed, policy }: Pick<BankSettings, 'seed' | 'policy'>): WorldTerms {
  return { seed, calendar: selectCalendar(policy) };
}

/** The settings of a bank; it reads nothing from anywhere else. */
export interface BankSettings {
  /** The seed of ids, numbers and names of a new world. @see D8-same-bytes */
  readonly seed: string;
  /** Real time in milliseconds since 1970: the Date check, certificate dates, the response's Date. */
  readonly clock: () => number;
  /** Monotonic milliseconds, for how long the store is kept at one work. */
  readonly stopwatch: () => number;
  /**
   * Milliseconds of the processor, for the ceiling of the search of a bad signature's cause. @see S12-signature-search
   */
  readonly processorTime: () => number;
  /** The allowance that concurrent searches share. A bank for a single command has none. */
  readonly searches?: CpuAllowance;
  /** A fresh secret of at least 128 bits, safe in a URL path. */
  readonly secret: () => string;
  /** Prefix of every path, `` or `/api-sandbox`. */
  readonly basePath: string;
  /** Origin of absolute links (scaRedirect), `http://127.0.0.1:8444`. */
  readonly publicUrl: string;
  /** Which signature findings are errors. @see D12-two-policies */
  readonly policy: BankPolicy;
  /** Whom a bank of production policy lets in; none of a sandbox. */
  readonly admission?: Admission;
  /** True if several TPPs share the world and must not touch each other's data. @see S11-shared-world */
  readonly sharesWorld?: boolean;
  /**
   * True if each TPP has its own world; the first key seen then owns its organizationIdentifier.
   * @see S11-worlds
   */
  readonly ownsWorld?: boolean;
  /**
   * Tells whether a certificate proves its TPP, so that it is accepted even if another came first.
   * @see S11-worlds
   */
  readonly vouchesFor?: (certificate: Certificate) => boolean;
  /** The worlds of TPPs, for the operator. @see S11-worlds */
  readonly listWorlds?: () => readonly ListedWorld[];
  /** True if refused signatures are not explained, as at real banks. @see D2-terse-errors */
  readonly terseErrors?: boolean;
  /** Signs every answer of the interface. Absent: none is signed. @see D10-response-signing */
  readonly signResponses?: Signer;
  /**
   * Asked once for each call that passed the checks that need no store: what strikes it, beside the faults that the
   * operator has set. Not asked of the operator's acts and the PSU's site.
   * @see D11-faults
   */
  readonly troubles?: (operation: string) => readonly Trouble[];
  /** Waits in real time, for `latency`; ends early when the bank is closed. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Told of each answer. @see S10-request-log */
  readonly onAnswered?: (told: AccessLogEntry) => void;
  /**
   * Told of each answer in numbers alone, of a dropped connection without a status. It is on the way of every request:
   * no object is made for it.
   * @see C-metrics
   */
  readonly onMeasured?: (
    door: Door,
    operation: string | undefined,
    status: number | undefined,
    bytesIn: number,
    bytesOut: number,
    milliseconds: number,
  ) => void;
  /**
   * How long a request waits for what is due before it gets 503; as long as it takes, unless given. @see S5-progress
   */
  readonly patienceMilliseconds?: number;
  /** Told in words how far what is due has come, while it is done. @see S5-progress */
  readonly onProgress?: (text: string) => void;
  /** Told of what is behind a 500 or 503; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}
