import type { ScaStatus } from '../values/statuses.ts';
import { type ErrorCode, STATUSES_OF_CODE } from './errors.ts';
import { OPERATIONS, type Operation } from './operations.ts';

/**
 * Faults that the operator sets by name: what the bank does wrong, or other than usual, at calls of an operation.
 * @see D11-faults
 */

/** The states to which a fault takes a new authorisation; EXEMPTED is a condition of its own. */
export const FORCED_SCA_STATUSES = [
  'RECEIVED',
  'PSU_IDENTIFIED',
  'PSU_AUTHENTICATED',
  'SCA_METHOD_SELECTED',
  'STARTED',
  'FINALISED',
  'FAILED',
] as const satisfies readonly ScaStatus[];

export type ForcedScaStatus = (typeof FORCED_SCA_STATUSES)[number];

/** Faults other than refusals; each row says where it applies. */
const CONDITIONS = [
  /** The call is done at once, and its answer leaves later. */
  'latency',
  /** Nothing is done, and the connection ends without an answer. */
  'dropped-before-commit',
  /** The call is done, and the connection ends without an answer. */
  'dropped-after-commit',
  /** The payment that is created has no funds (`fundsAvailable` false) while the fault is set. */
  'no-funds',
  /** The authorisation is EXEMPTED, where the PSU is known and may pay. */
  'EXEMPTED',
  /** The authorisation starts in this state, by the real steps that lead to it. */
  ...FORCED_SCA_STATUSES,
  /** The payment that is created is held at its approval. */
  'PDNG',
  /** A refusal has its code alone, and no answer has PSD2-Findings. */
  'terse-errors',
] as const;

export type Condition = (typeof CONDITIONS)[number];

/** An error code of the bank, or a condition. */
export type FaultName = ErrorCode | Condition;

/** A trouble of one call. */
export interface Trouble {
  readonly fault: FaultName;
  /** Status of an error code; absent: its usual one. */
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

/** The statuses that a fault's code comes with; none of a condition. */
export function statusesOf(name: string): readonly number[] {
  return (STATUSES_OF_CODE as Readonly<Record<string, readonly number[]>>)[name] ?? [];
}

/** A fault that the operator adds. */
export interface FaultToAdd extends Trouble {
  readonly operation?: string | undefined;
  readonly call?: number | undefined;
}

const CREATING: readonly string[] = ['create payment'];
const STARTING: readonly string[] = [...CREATING, 'start authorisation', 'start basket authorisation'];

/** Faults that strike inside some operations alone. */
const OWN_REACH: Partial<Record<FaultName, readonly string[]>> = {
  'no-funds': CREATING,
  PDNG: CREATING,
  EXEMPTED: STARTING,
  ...Object.fromEntries(FORCED_SCA_STATUSES.map((status) => [status, STARTING])),
};

/** The operations that a fault can strike, in the order of the table. @see D11-faults */
export function reachOf(fault: FaultName): readonly string[] {
  return OWN_REACH[fault] ?? OPERATIONS.filter(({ door }) => door === 'interface').map(({ name }) => name);
}

/**
 * Tells whether a fault without an operation applies to this one; the sandbox's own operations are exempt.
 */
export function strikesUnnamed(fault: FaultName, { name, path }: Pick<Operation, 'name' | 'path'>): boolean {
  return OWN_REACH[fault]?.includes(name) ?? !path.startsWith('/v1/sandbox/');
}
