import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { clockEnvironment } from './clock-environment.ts';

const RUN = join(import.meta.dirname, '..', '..', 'bin', 'run.js');

export interface Given {
  /** PSD2_HOME; without it, the variable is not set. */
  readonly home?: string;
  /** Further variables; nothing of this process's environment but PATH is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  /** What stdin holds; nothing unless given. */
  readonly input?: string | Uint8Array;
  /** The working folder; an empty one unless given. */
  readonly cwd?: string;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program as a user does and waits for its end. */
export function psd2(args: readonly string[], given: Given = {}): Promise<Outcome> {
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
export function startPsd2(args: readonly string[], given: Given = {}): ChildProcessWithoutNullStreams {
  const failure = inject('buildFailure');
  if (failure !== '') throw new Error(`the program does not build: ${failure}`);
  const home = given.home === undefined ? {} : { PSD2_HOME: given.home };
  const env = { PATH: process.env.PATH ?? '', ...clockEnvironment(), ...home, ...given.env };
  return spawn(process.execPath, [RUN, ...args], { cwd: given.cwd ?? emptyFolder(), env });
}

/** A folder of the running test, removed with everything in it when the test ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString('utf8');
}
