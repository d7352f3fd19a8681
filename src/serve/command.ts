import { type ChildProcess, spawn } from 'node:child_process';
import { constants as access, accessSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { EndSignals } from '../cli/end-signals.ts';
import { withCleanup } from '../core/close.ts';
import { HAS_PROCESS_GROUPS, signalGroup } from '../core/process-group.ts';
import { readErrorCode } from '../core/read-file.ts';
import { Fault } from '../errors.ts';
import type { CommandContext } from '../session/context.ts';
import type { Environment } from '../settings/home.ts';

/**
 * Runs the work with a server, then ends the server. After a signal it shows at a terminal how many requests are
 * pending; elsewhere stderr has the log, whose lines are JSON.
 * @see C-serve-signals
 */
export async function useServer<Result>(
  server: { running(): number; end(): Promise<void> },
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

/** Waits for a signal. @returns the exit code: 0 for SIGTERM, for another signal 128 and its number */
export async function waitForSignal({ first }: EndSignals): Promise<number> {
  const signal = await first;
  return signal === 'SIGTERM' ? 0 : getSignalExitCode(signal);
}

/** A command and its arguments, which no shell parses. */
export type CommandLine = readonly [command: string, ...args: string[]];

/**
 * Checks that a command exists, as the system would find it, before anything is opened for it. Skipped on Windows,
 * which finds commands by more than their names.
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

/** Finds the reason why a file can't be run; undefined if it can. */
function findRunError(path: string): string | undefined {
  try {
    if (!statSync(path).isFile()) return 'EACCES';
    accessSync(path, access.X_OK);
    return undefined;
  } catch (error) {
    return readErrorCode(error);
  }
}

/**
 * Runs a command until it ends, with this process's terminal, pipes and folder, and returns its exit code: for one that
 * a signal ended, 128 and the signal's number, as shells do. A signal to this process is passed on to the command and
 * its children: it has its own process group, except at a terminal.
 * @throws Fault USAGE when it can't be run
 * @see C-serve-command
 */
export async function runCommand(
  [command, ...args]: CommandLine,
  { env, signals }: { readonly env: NodeJS.ProcessEnv; readonly signals: EndSignals },
): Promise<number> {
  // At a terminal the terminal signals the group, and only that group can read from it.
  const hasGroup = HAS_PROCESS_GROUPS && !signals.isAtTerminal;
  const child = spawn(command, args, { stdio: 'inherit', env, detached: hasGroup });
  const tell = (signal: NodeJS.Signals) => (hasGroup ? signalGroup(child, signal) : child.kill(signal));
  // A second signal ends this process at once, and the command with it.
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
