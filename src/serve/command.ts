import { type ChildProcess, spawn } from 'node:child_process';
import { constants as access, accessSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { EndSignals } from '../cli/end-signals.ts';
import { withCleanup } from '../core/close.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import type { Environment } from '../settings/home.ts';
import { errorCode } from '../settings/private-files.ts';

/** A server that a command runs beside. */
interface Running {
  /** The number of requests that run. */
  running(): number;
  /** Finishes what runs, and leaves nothing behind. */
  end(): Promise<void>;
}

/**
 * Works with a server until the work is done, then ends the server. After a signal a person is told how many requests
 * it finishes; elsewhere stderr has the log, whose lines are JSON.
 * @see C-serve-signals
 */
export async function useServer<Result>(
  server: Running,
  { first }: EndSignals,
  { io }: CommandContext,
  work: () => Promise<Result>,
): Promise<Result> {
  let isSignalled = false;
  first.then(() => {
    isSignalled = true;
  });
  const end = async () => {
    const running = server.running();
    if (isSignalled && running > 0 && io.terminal !== undefined) {
      const requests = running === 1 ? 'request' : 'requests';
      io.notice(`Finishing ${running} ${requests}. Press Ctrl-C again to stop now.`);
    }
    await server.end();
  };
  return withCleanup(work, end, io.reportUnexpected);
}

/** Waits for a signal. @returns the exit code: 0, and of a signal but SIGTERM 128 and its number */
export async function waitForSignal({ first }: EndSignals): Promise<number> {
  const signal = await first;
  return signal === 'SIGTERM' ? 0 : getSignalExitCode(signal);
}

/** A command and its arguments, as words: no shell reads them. */
export type CommandLine = readonly [command: string, ...args: string[]];

/**
 * Looks for a command where the system will, before anything is opened for it. Windows finds commands by more than their
 * names, and is left to.
 * @throws Fault USAGE when it can't be run
 */
export function refuseMissing(
  [command]: CommandLine,
  { env, platform, cwd }: Pick<Environment, 'env' | 'platform' | 'cwd'>,
): void {
  if (platform === 'win32' || env.PATH === undefined) return;
  const folders = command.includes('/') ? [''] : env.PATH.split(delimiter);
  const codes = folders.map((folder) => findRunError(resolve(cwd, join(folder, command))));
  if (codes.includes(undefined)) return;
  throw createNotRun(command, codes.includes('EACCES') ? 'EACCES' : 'ENOENT');
}

/** Why a file can't be run; undefined where it can. */
function findRunError(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return 'EACCES';
    accessSync(path, access.X_OK);
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}

/**
 * Runs a command until it ends, with our own terminal, pipes and folder, and answers its exit code: of one that a signal
 * ended, 128 and the signal's number, as shells do. A signal to us is the command's to heed, with all that it started: it
 * has a process group of its own, but for a terminal's.
 * @throws Fault USAGE when it can't be run
 * @see C-serve-command
 */
export async function runCommand(
  [command, ...args]: CommandLine,
  { env, signals }: { readonly env: NodeJS.ProcessEnv; readonly signals: EndSignals },
): Promise<number> {
  // At a terminal the group is the terminal's to signal, and reads from it are for that group alone.
  const hasGroup = !signals.isAtTerminal && process.platform !== 'win32';
  const child = spawn(command, args, { stdio: 'inherit', env, detached: hasGroup });
  const tell = (signal: NodeJS.Signals) => (hasGroup ? killGroup(child, signal) : child.kill(signal));
  // A second signal ends us at once, and what we started with us.
  const kill = () => void tell('SIGKILL');
  process.once('exit', kill);
  signals.first.then((signal) => {
    if (signal !== 'SIGINT' || !signals.isAtTerminal) tell(signal);
  });
  try {
    return await waitForExit(child, command);
  } finally {
    process.off('exit', kill);
  }
}

/** The command and what it started in the background, as Ctrl-C at a terminal would. */
function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // All of it has ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function waitForExit(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(createNotRun(command, error.code, error)));
    child.once('exit', (code, signal) => resolve(code ?? getSignalExitCode(signal)));
  });
}

/** @see C-serve-signals */
function getSignalExitCode(signal: NodeJS.Signals | null): number {
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "there's no such command",
  EACCES: "it isn't executable",
};

function createNotRun(command: string, code: string | undefined, cause?: Error): Fault {
  const reason = REASONS[code ?? ''] ?? cause?.message;
  return new Fault('USAGE', `${command} can't be run: ${reason}.`, {
    hint: "Put a command and its arguments after --. For shell syntax: -- sh -c 'COMMANDS'",
    cause,
  });
}
