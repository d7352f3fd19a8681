import { type FaultName, FORCED_SCA_STATUSES } from './faults.ts';
import { OPERATIONS, type Operation } from './operations.ts';

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

/** Whether a fault that names no operation strikes this one: not the sandbox's own, or it would be in its own way. */
export function strikesUnnamed(fault: FaultName, { name, path }: Pick<Operation, 'name' | 'path'>): boolean {
  return OWN_REACH[fault]?.includes(name) ?? !path.startsWith('/v1/sandbox/');
}
