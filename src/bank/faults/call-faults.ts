import type { ErrorCode } from '../../wire/errors.ts';
import {
  type Condition,
  type FaultName,
  FORCED_SCA_STATUSES,
  type ForcedScaStatus,
  statusesOf,
  type Trouble,
} from '../../wire/faults.ts';

/** What of a call's troubles was set by the operator has its number. */
export type CallTrouble = Trouble & { readonly faultId?: number };

/** What may strike one call, and what of it did: each strikes where it has an effect, and is told of then. */
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

  /** Whether the connection ends without an answer. */
  get isDropped(): boolean {
    return this.struck.some((fault) => fault === 'dropped-before-commit' || fault === 'dropped-after-commit');
  }
}

export const NO_FAULTS = new CallFaults([]);
