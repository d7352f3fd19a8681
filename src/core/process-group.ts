import type { ChildProcess } from 'node:child_process';

/** True if a child that is started `detached` leads a process group; Windows has none. */
export const HAS_PROCESS_GROUPS = process.platform !== 'win32';

/** Signals a child that leads its process group, and all processes in the group. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: the group has ended. EPERM: macOS reports it for a process that isn't reaped yet.
    if (!/^(?:ESRCH|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
