import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { clockEnvironment } from './clock-environment.ts';
import { runHere } from './program-in-process.ts';
import { ROOT } from './sources.ts';

const RUN = join(ROOT, 'bin', 'run.js');

export interface Given {
  /** PSD2_HOME; without it, the variable is not set. */
  readonly home?: string;
  /** Further variables; nothing of this process's environment but PATH is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** What stdin holds; nothing unless given. */
  readonly input?: string | Uint8Array;
  /** The working folder; an empty one unless given. */
  readonly cwd?: string;
  /** What the machine's clock shows, stopped, in milliseconds since 1970; the suite's time unless given. */
  readonly clockAt?: number | undefined;
  /** Whether it lives at the machine's own time, by which TLS is judged, wherever the suite's clock is. */
  readonly trueClock?: boolean;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Variables that act on a process before the program is loaded. */
const NEEDS_A_PROCESS = /^(?:NODE_|LD_|TZ$)/;

/**
 * Runs the built program in this process, where it takes a hundredth of a second and not a tenth: one command at a time,
 * to its end. What processes, signals, pipes, terminals, preloads or loading are about is `spawnPsd2` or `startPsd2`.
 */
export function psd2(args: readonly string[], given: Given = {}): Promise<Outcome> {
  expectBuilt();
  const early = Object.keys(given.env ?? {}).find((name) => NEEDS_A_PROCESS.test(name));
  if (early !== undefined) throw new Error(`${early} acts on a process of its own: use spawnPsd2`);
  return runHere(args, {
    env: environment(given),
    input: given.input ?? '',
    cwd: given.cwd ?? emptyFolder(),
    clockAt: given.clockAt,
  });
}

/** Runs the built program as a user does, in a process of its own, and waits for its end. */
export function spawnPsd2(args: readonly string[], given: Omit<Given, 'clockAt'> = {}): Promise<Outcome> {
  const child = startPsd2(args, given);
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  child.stdin.on('error', () => {}); // a program that ends without reading its input is no error here
  child.stdin.end(given.input ?? '');
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }));
  });
}

/** The running program, for tests that close its pipes or send it signals. */
export function startPsd2(
  args: readonly string[],
  given: Omit<Given, 'clockAt' | 'input'> = {},
): ChildProcessWithoutNullStreams {
  expectBuilt();
  return spawn(process.execPath, [RUN, ...args], {
    cwd: given.cwd ?? emptyFolder(),
    env: environment(given),
  });
}

/** A folder of the running test, removed with everything in it when the test ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function environment({ home, env, trueClock = false }: Given): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    ...(trueClock ? {} : clockEnvironment()),
    ...(home === undefined ? {} : { PSD2_HOME: home }),
    ...env,
  };
}

function expectBuilt(): void {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`the program does not build: ${failure}`);
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
