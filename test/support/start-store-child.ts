import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { script } from './child.ts';

/** A running store-process.ts. */
export class StoreChild {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(...args: readonly string[]) {
    this.#process = spawn(process.execPath, [...script('store-process'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    this.#ended = once(this.#process, 'close');
  }

  /** What it has said so far; a line cut off by its end doesn't count. */
  get lines(): readonly string[] {
    return this.#output.split('\n').slice(0, -1);
  }

  /** Resolves when it has said so many lines, or has ended. */
  async said(count: number): Promise<void> {
    while (
      this.lines.length < count &&
      this.#process.exitCode === null &&
      this.#process.signalCode === null
    ) {
      await Promise.race([once(this.#process.stdout, 'data'), this.#ended]);
    }
  }

  goOn(): void {
    this.#process.stdin.write('go\n');
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  async ended(): Promise<void> {
    await this.#ended;
  }
}
