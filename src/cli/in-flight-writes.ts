import { Fault } from '../errors.ts';
import type { PendingSca } from '../session/context.ts';

/** A write that has left, and the status of its answer once there is one. */
interface Write {
  readonly operation: string;
  readonly requestId: string;
  status?: number;
}

/** The writes of the one command that runs: Ctrl-C must say what became of them. */
let writes: Write[] = [];

/** The note of an interruption while a PSU is awaited. */
let standing: PendingSca | undefined;

/** A command begins: what an earlier one of this process has sent is not its own. */
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

/** Nothing of it left: it is as if it had not been. */
export function writeIsUnsent(requestId: string): void {
  writes = writes.filter((one) => one.requestId !== requestId);
}

/** Creates the fault of an interruption, with what is unknown. @see S10-ctrl-c, C-interrupted */
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
