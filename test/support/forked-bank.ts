import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { memoryFolder } from './memory-folder.ts';
import { ROOT } from './sources.ts';
import { testTls } from './tls.ts';

export interface ForkedBank {
  readonly child: ChildProcess;
  readonly port: number;
  /** The file of its world. */
  readonly path: string;
  /** What it said of faults of its own. */
  readonly said: () => string;
  /** What the process answers when it is told this. */
  // biome-ignore lint/suspicious/noExplicitAny: each thing told has another answer
  ask(told: string | object): Promise<any>;
}

/** A bank of the built program, served by a process of its own; it ends with the test. */
export async function forkedBank(execArgv: readonly string[] = []): Promise<ForkedBank> {
  const child = fork(join(ROOT, 'bench', 'served-bank.mjs'), {
    execArgv: [...execArgv],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const { key, certificate } = testTls();
  const path = join(memoryFolder('psd2-forked-'), 'bank.db');
  child.send({ key, certificate, path });
  const ask = (told: string | object) =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send(told);
    });
  const [{ port }] = await once(child, 'message');
  return { child, port, path, said: () => said, ask };
}

interface LoadTimes {
  readonly perSecond: number;
  /** Milliseconds of a request. */
  readonly median: number;
  readonly p99: number;
}

/** What sends requests that were signed before, from a process of its own: bench/served-load.mjs. */
export async function forkedLoad(connections: number) {
  const child = fork(join(ROOT, 'bench', 'served-load.mjs'), { stdio: 'inherit' });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send({ ca: testTls().ca, connections });
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`the load ended with ${code}`)));
  });
  // It ends with the test, too.
  ended.catch(() => {});
  return async (what: { readonly port: number; readonly file: string; readonly expected?: number }) => {
    const told = new Promise<unknown>((resolve) => child.once('message', resolve));
    child.send(what);
    return (await Promise.race([told, ended])) as LoadTimes;
  };
}
