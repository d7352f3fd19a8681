import { Fault } from '../errors.ts';
import type { PendingSca } from '../session/context.ts';

/** A write that was sent, and the status of its response, if any. */
interface Write {
  readonly operation: string;
  readonly requestId: string;
  status?: number;
}

/** The writes of the running command; an interruption reports their outcomes. */
let writes: Write[] = [];

/** The note about a pending SCA for an interruption. */
let standing: PendingSca | undefined;

/** Clears the state at the start of a command, because a process may run several. */
export function resetInFlightWrites(): void {
  writes = [];
  standing = undefined;
}

export function setPendingSca(what: PendingSca | undefined): void {
  standing = what;
}

export function writeLeaves(operation: string, requestId: string): void {
  writes.push({ operation, requestId });
}

export function writeIsAnswered(requestId: string, status: number): void {
  const write = writes.find((one) => one.requestId === requestId);
  if (write) write.status = status;
}

/** Removes a write of which nothing was sent. */
export function writeIsUnsent(requestId: string): void {
  writes = writes.filter((one) => one.requestId !== requestId);
}

/** Creates the fault of an interruption, with the writes of unknown outcome. @see S10-ctrl-c, C-interrupted */
export function createInterruption(): Fault {
  if (standing !== undefined) {
    const { text, ...details } = standing;
    return new Fault('INTERRUPTED', `Interrupted. ${text}.`, details);
  }
  const [last] = writes.slice(-1);
  if (last === undefined) return new Fault('INTERRUPTED', 'Interrupted. Nothing was changed at the bank.');
  const told = writes.map(({ operation, status, requestId }) => {
    const outcome = status === undefined ? 'outcome unknown' : `answered with ${status}`;
    return `${operation}: ${outcome}, X-Request-ID ${requestId}`;
  });
  return new Fault('INTERRUPTED', `Interrupted.\n${told.join('\n')}`, { requestId: last.requestId });
}
