import type { Session } from '../client/session.ts';
import type { Program } from './program.ts';

/** A session whose calls say what is waited for while they last, at whatever bank. @see C-progress */
export function waitedFor(session: Session, { during }: Pick<Program, 'during'>): Session {
  const waiting = <T>(operation: string, act: () => Promise<T>) =>
    during(`Waiting for the bank: ${operation}`, act);
  return {
    ...session,
    call: (operation, ...more) => waiting(operation.operation, () => session.call(operation, ...more)),
    lookUp: (operation, ...more) => waiting(operation.operation, () => session.lookUp(operation, ...more)),
    ensure: (operation, input) => waiting(operation.operation, () => session.ensure(operation, input)),
    operate: (operation, input) => waiting(operation.operation, () => session.operate(operation, input)),
    repeat: (write) => waiting(write.operation, () => session.repeat(write)),
  };
}

/** Of a store that another process writes to. */
export function waitingForLock(file: string): string {
  return `Waiting for another process to finish writing to ${file}`;
}
