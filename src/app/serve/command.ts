import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Fault } from '../../errors.ts';
import type { EndSignals } from './signals.ts';

/** A command and its arguments, as words: no shell reads them. */
export type CommandLine = readonly [command: string, ...args: string[]];

/**
 * Runs a command until it ends, with our own terminal, pipes and folder, and answers its exit code: of one that a signal
 * ended, 128 and the signal's number, as shells do. A signal to us is the command's to heed.
 * @throws Fault USAGE when it can't be run
 * @see C-serve-command
 */
export async function runCommand(
  [command, ...args]: CommandLine,
  { env, signals }: { readonly env: NodeJS.ProcessEnv; readonly signals: EndSignals },
): Promise<number> {
  const child = spawn(command, args, { stdio: 'inherit', env });
  // A second signal ends us at once, and what we started with us.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  signals.first.then((signal) => {
    if (!signals.reachesGroup(signal)) child.kill(signal);
  });
  try {
    return await endOf(child, command);
  } finally {
    process.off('exit', kill);
  }
}

function endOf(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(notRun(command, error)));
    child.once('exit', (code, signal) => resolve(code ?? codeOfSignal(signal)));
  });
}

/** @see C-serve-signals */
export function codeOfSignal(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there's no such command",
  EACCES: "it isn't executable",
};

function notRun(command: string, cause: NodeJS.ErrnoException): Fault {
  const reason = REASONS[cause.code ?? ''] ?? cause.message;
  return new Fault('USAGE', `${command} can't be run: ${reason}.`, {
    hint: "Put a command and its arguments after --. For shell syntax: -- sh -c 'COMMANDS'",
    cause,
  });
}
