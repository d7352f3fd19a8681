import { SCA_STATUSES, type ScaStatus } from '../values/statuses.ts';
import { type ErrorCode, STATUSES_OF_CODE } from './errors.ts';
import { isOfSandbox, OPERATIONS, type Operation } from './operations.ts';

// Faults that the operator sets by name: errors or other deviations of the bank at calls of an operation. See
// D11-faults.

/** The states in which a fault can put a new authorisation; EXEMPTED is a separate condition. */
export type ForcedScaStatus = Exclude<ScaStatus, 'EXEMPTED'>;

export const FORCED_SCA_STATUSES = SCA_STATUSES.filter((status) => status !== 'EXEMPTED');

/** Faults other than refusals; each row lists where it applies. */
const CONDITIONS = [
  /** The bank performs the call at once and delays the response. */
  'latency',
  /** The bank doesn't perform the call and closes the connection without a response. */
  'dropped-before-commit',
  /** The bank performs the call and closes the connection without a response. */
  'dropped-after-commit',
  /** A payment created while the fault is set has no funds (`fundsAvailable` false). */
  'no-funds',
  /** The authorisation is EXEMPTED, if the PSU is known and may pay. */
  'EXEMPTED',
  /** The authorisation starts in this state, by the regular steps that lead to it. */
  ...FORCED_SCA_STATUSES,
  /** A payment created while the fault is set is held at its approval. */
  'PDNG',
  /** A refusal has only its code, and no response has PSD2-Findings. */
  'terse-errors',
] as const;

export type Condition = (typeof CONDITIONS)[number];

/** An error code of the bank, or a condition. */
export type FaultName = ErrorCode | Condition;

/** A fault of one call. */
export interface FaultEffect {
  readonly fault: FaultName;
  /** The status of an error code; absent: its default status. */
  readonly status?: number | undefined;
  /** Only with `latency`. */
  readonly milliseconds?: number | undefined;
}

export const faultNames: readonly FaultName[] = [
  ...(Object.keys(STATUSES_OF_CODE) as ErrorCode[]),
  ...CONDITIONS,
];

export function isFaultName(name: string): name is FaultName {
  return (faultNames as readonly string[]).includes(name);
}

/** Lists the statuses of a fault's code; empty for a condition. */
export function listStatuses(name: string): readonly number[] {
  return (STATUSES_OF_CODE as Readonly<Record<string, readonly number[]>>)[name] ?? [];
}

/** A fault that the operator adds. */
export interface FaultToAdd extends FaultEffect {
  readonly operation?: string | undefined;
  readonly call?: number | undefined;
}

const CREATING: readonly string[] = ['create payment'];
const STARTING: readonly string[] = [...CREATING, 'start authorisation', 'start basket authorisation'];

/** Faults that apply within some operations only. */
const OWN_REACH: Partial<Record<FaultName, readonly string[]>> = {
  'no-funds': CREATING,
  PDNG: CREATING,
  EXEMPTED: STARTING,
  ...Object.fromEntries(FORCED_SCA_STATUSES.map((status) => [status, STARTING])),
};

/** Lists the operations to which a fault can apply, in the order of the table. @see D11-faults */
export function listReach(fault: FaultName): readonly string[] {
  return (
    OWN_REACH[fault] ?? OPERATIONS.filter(({ listener }) => listener === 'interface').map(({ name }) => name)
  );
}

/** Checks whether a fault without an operation applies to this one; the sandbox's own operations are exempt. */
export function strikesUnnamed(fault: FaultName, operation: Pick<Operation, 'name' | 'path'>): boolean {
  return OWN_REACH[fault]?.includes(operation.name) ?? !isOfSandbox(operation);
}
