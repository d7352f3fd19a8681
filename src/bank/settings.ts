import type { SearchAllowance } from '../signing/search-allowance.ts';
import type { Trouble } from '../wire/faults.ts';
import type { ToldExchange } from './told-exchange.ts';

/** How strict a bank is about certificates. There is no other yet: `openBank` refuses any. @see D12-sandbox-policy */
export type BankPolicy = 'sandbox';

/** What a bank is given when it is made; nothing is read from anywhere else. */
export interface BankSettings {
  /** What the ids, numbers and names of a fresh world are made from. @see D8-same-bytes */
  readonly seed: string;
  /** Real time in milliseconds since 1970: the Date check, certificate dates, the response's Date. */
  readonly clock: () => number;
  /** Monotonic milliseconds, for how long the store is kept at one work. */
  readonly stopwatch: () => number;
  /** Milliseconds of the processor, for the ceiling of the search of a bad signature's cause. @see S12-signature-search */
  readonly processorTime: () => number;
  /** What those searches share at a bank that many call at once. One that a single command calls has none. */
  readonly searches?: SearchAllowance;
  /** A fresh secret of at least 128 bits, safe in a URL path. */
  readonly secret: () => string;
  /** Prefix of every path, `` or `/api-sandbox`. */
  readonly basePath: string;
  /** Origin of absolute links (scaRedirect), `http://127.0.0.1:8444`. */
  readonly publicUrl: string;
  /** Which signature findings are errors. @see D12-one-policy */
  readonly policy: BankPolicy;
  /** Whether whatever is pending on an account is told, whichever dates and page are asked for. @see D7-pending-policy */
  readonly tellsAllPending?: boolean;
  /** Whether strangers share the world: then none of them touches what is another's. @see S11-shared-world */
  readonly sharesWorld?: boolean;
  /** Whether nothing is said of what is wrong with a signature, as real banks do. @see D2-terse-errors */
  readonly terseErrors?: boolean;
  /**
   * Asked once for each call that passed the checks that need no store: what strikes it, beside the faults that the
   * operator has set. Not asked of the operator's acts and the PSU's site.
   * @see D11-faults
   */
  readonly troubles?: (operation: string) => readonly Trouble[];
  /** Waits in real time, for `latency`; ends early when the bank is closed. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Told of each answer. @see S10-request-log */
  readonly onAnswered?: (told: ToldExchange) => void;
  /** How long a request waits for what is due before it gets 503; as long as it takes, unless given. @see S5-progress */
  readonly patienceMilliseconds?: number;
  /** Told in words how far what is due has come, while it is done. @see S5-progress */
  readonly onProgress?: (text: string) => void;
  /** Told of what is behind a 500 or 503; the TPP gets a neutral SYSTEM_ERROR. */
  readonly onUnexpected: (fault: unknown) => void;
}
