import { Console } from 'node:console';
import { Readable, Writable } from 'node:stream';
import tty from 'node:tty';
import { builtProgram } from './built-program.ts';

/** Everything of a process that the program reads. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  readonly input: string | Uint8Array;
  readonly cwd: string;
  readonly clockAt: number | undefined;
}

let isRunning = false;

/**
 * Runs one command line of the built program in this process, as if it had it to itself, and puts back what it touches.
 * A second one at the same time is refused: both would share umask, folder and environment.
 */
export async function runHere(args: readonly string[], surroundings: Surroundings) {
  if (isRunning) throw new Error('one command at a time runs in this process: use spawnPsd2 for two at once');
  isRunning = true;
  const [stdout, stderr] = [new Collector(), new Collector()];
  const undo: Undo[] = [];
  try {
    for (const replace of [
      () => replaceStreams(surroundings.input, stdout, stderr),
      replaceListeners,
      () => replaceProperty(process, 'env', { ...surroundings.env }),
      () => replacePlace(surroundings.cwd),
      () => replaceClock(surroundings.clockAt),
      replaceExit,
    ]) {
      undo.push(replace());
    }
    const code = await exitCodeOf(() => builtProgram().run([...args]));
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    for (const putBack of undo.reverse()) putBack();
    isRunning = false;
  }
}

class Exit extends Error {
  readonly code: number | undefined;

  constructor(code: number | undefined) {
    super(`the program ended the process, exit ${code}`);
    this.code = code;
  }
}

async function exitCodeOf(run: () => Promise<void>): Promise<number> {
  process.exitCode = undefined;
  try {
    await run();
  } catch (error) {
    if (!(error instanceof Exit)) throw error;
    return error.code ?? 0;
  }
  return Number(process.exitCode ?? 0);
}

class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString('utf8');
  }
}

type Undo = () => void;

function replaceProperty(holder: object, name: string, value: unknown): Undo {
  const before = Object.getOwnPropertyDescriptor(holder, name);
  Object.defineProperty(holder, name, { configurable: true, enumerable: true, writable: true, value });
  return () => {
    if (before === undefined) Reflect.deleteProperty(holder, name);
    else Object.defineProperty(holder, name, before);
  };
}

/** Pipes: no end of the program is a terminal, whatever the suite runs at. */
function replaceStreams(input: string | Uint8Array, stdout: Writable, stderr: Writable): Undo {
  const undo = [
    replaceProperty(process, 'stdin', Readable.from([Buffer.from(input as string)])),
    replaceProperty(process, 'stdout', stdout),
    replaceProperty(process, 'stderr', stderr),
    replaceProperty(tty, 'isatty', () => false),
    replaceProperty(globalThis, 'console', new Console(stdout, stderr)),
  ];
  return () => {
    for (const putBack of undo) putBack();
  };
}

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'uncaughtException', 'unhandledRejection'] as const;

/** The program hears what is its own; what it listens to goes with it. */
function replaceListeners(): Undo {
  const before = EVENTS.map((event) => [event, process.rawListeners(event as 'SIGINT')] as const);
  return () => {
    for (const [event, listeners] of before) {
      for (const listener of process.rawListeners(event as 'SIGINT')) {
        if (!listeners.includes(listener)) process.removeListener(event, listener as () => void);
      }
    }
  };
}

function replacePlace(cwd: string): Undo {
  const before = { cwd: process.cwd(), umask: process.umask() };
  process.chdir(cwd); // first: it throws for a folder that is gone, and nothing is changed then
  return () => {
    process.chdir(before.cwd);
    process.umask(before.umask);
  };
}

function replaceExit(): Undo {
  const { exitCode } = process;
  const putBack = replaceProperty(process, 'exit', (code?: number) => {
    throw new Exit(code ?? (process.exitCode as number | undefined));
  });
  return () => {
    putBack();
    process.exitCode = exitCode;
  };
}

/** Spans are measured as ever: only dates stand. */
function replaceClock(at: number | undefined): Undo {
  if (at === undefined) return () => {};
  class StoppedDate extends Date {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [at] : given) as [number]));
    }

    static override now(): number {
      return at as number;
    }
  }
  return replaceProperty(globalThis, 'Date', StoppedDate);
}
