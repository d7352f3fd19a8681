import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { inject, onTestFinished } from 'vitest';

/** A program of test/support, `handler-process`, as the arguments of node. */
export function script(name: `${string}-process`): string[] {
  return [join(inject('childPrograms'), `${name}.cjs`)];
}

/** A process that speaks in lines; it ends at the latest when `atEnd` says so: with the test that started it. */
export class Child {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<unknown>;
  #output = '';

  constructor(command: string, args: readonly string[], atEnd: (end: () => void) => void = onTestFinished) {
    this.#process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#process.stdin.on('error', () => {}); // told after it has ended
    this.#process.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#output += text;
    });
    this.#ended = once(this.#process, 'close');
    atEnd(() => {
      this.#process.kill('SIGKILL');
    });
  }

  /** What it has said so far; a line cut off by its end doesn't count. */
  get lines(): readonly string[] {
    return this.#output.split('\n').slice(0, -1);
  }

  get exitCode(): number | null {
    return this.#process.exitCode;
  }

  /** The line at a place, from 0, when it has been said. Rejects when the process ends without it. */
  async line(place: number): Promise<string> {
    for (;;) {
      const line = this.lines[place];
      if (line !== undefined) return line;
      if (this.#process.exitCode !== null || this.#process.signalCode !== null) {
        throw new Error(`the process has ended after ${this.lines.length} lines: ${this.#output}`);
      }
      await Promise.race([once(this.#process.stdout, 'data'), this.#ended]);
    }
  }

  tell(line: string): void {
    this.#process.stdin.write(`${line}\n`);
  }

  /** Nothing more is told. */
  end(): void {
    this.#process.stdin.end();
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#ended;
  }

  async ended(): Promise<void> {
    await this.#ended;
  }
}
