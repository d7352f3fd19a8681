import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { emptyFolder, startPsd2 } from './program.ts';

/** What `psd2 serve --json` says when it is ready. */
export interface Ready {
  readonly url: string;
  readonly siteUrl: string;
  readonly caFile: string;
  readonly pid: number;
  readonly operatorUrl?: string;
  readonly operatorTokenFile?: string;
}

/** A temporary folder of its own, so that a test sees what is left in it. */
export function temporaryFolderOf(home: string): { readonly TMPDIR: string } {
  const TMPDIR = join(home, 'tmp');
  mkdirSync(TMPDIR, { recursive: true });
  return { TMPDIR };
}

/** `psd2 serve`, ready; it ends with the test. */
export async function startServe(args: readonly string[] = [], home = emptyFolder()) {
  return await serveIn(home, args, (child) => onTestFinished(() => void child.kill('SIGKILL')));
}

/** The same, which ends when the caller says. */
export function serveIn(
  home: string,
  args: readonly string[],
  started: (child: ChildProcess) => void = () => {},
) {
  return readyIn<Ready>(home, ['serve', ...args], started);
}

/** What `psd2 proxy --json` says when it is ready. */
export interface ProxyReady {
  readonly url: string;
  readonly publicUrl?: string;
  readonly bankUrl?: string;
  readonly readsOnly: boolean;
  readonly caFile?: string;
  readonly pid: number;
  readonly tokenFile?: string;
}

/** `psd2 proxy`, ready; it ends with the test. */
export function startProxy(args: readonly string[], home: string) {
  return readyIn<ProxyReady>(home, ['proxy', ...args], (child) =>
    onTestFinished(() => void child.kill('SIGKILL')),
  );
}

/** Waits until nobody listens at a server's port: it has heard the signal that ends it. Of two signals at once the lower is told first. */
export async function untilItStops(url: string): Promise<void> {
  while (await isListening(Number(new URL(url).port))) await pause(5);
}

function isListening(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** A command that runs until it is told to end, once it has said in one line of JSON that it is ready. */
async function readyIn<Said>(home: string, args: readonly string[], started: (child: ChildProcess) => void) {
  const env = temporaryFolderOf(home);
  const [name = '', ...rest] = args;
  const command = [name, '--port', '0', '--json', ...rest];
  const child = startPsd2(command, { home, env, cwd: home, trueClock: true });
  started(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const closed = once(child, 'close');
  // An error is JSON on several lines, and then the command ends.
  while (!/^\{.+\n/.test(stdout)) {
    const [ended] = await Promise.race([once(child.stdout, 'data'), closed]);
    if (typeof ended !== 'string') throw new Error(`psd2 ${name} ended with ${ended}: ${stdout}${stderr}`);
  }
  const ready: Said = JSON.parse(stdout.slice(0, stdout.indexOf('\n')));
  return {
    ...{ ready, child, home, temporary: env.TMPDIR },
    stdout: () => stdout,
    stderr: () => stderr,
    /** The exit code once it has ended, and the signal that ended it. */
    ended: async (): Promise<readonly unknown[]> => closed,
  };
}
