import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Judged, Received } from './verification-worker.ts';

/** The limit of waiting reports, and of kept ones. */
const MOST_WAITING = 16;
const MOST_KEPT = 16;

interface Waiting {
  readonly received: Received;
  readonly resolve: (judged: Judged) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Makes reports about requests in a thread, which starts with the first one: the search for causes takes up to some
 * seconds of processor, in which the bank would answer nothing.
 * @see D11-verification
 */
export class Verifications {
  readonly #kept = new Map<number, Promise<Judged>>();
  /** The first one is being made. */
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;

  /**
   * Makes the report about a request, or returns the one that was made.
   * @returns undefined if too many others wait
   */
  verify(id: number, received: Received): Promise<Judged> | undefined {
    const known = this.#kept.get(id);
    if (known !== undefined) return known;
    if (this.#waiting.length > MOST_WAITING) return undefined;
    const judged = new Promise<Judged>((resolve, reject) => {
      this.#waiting.push({ received, resolve, reject });
    });
    judged.catch(() => this.#kept.delete(id));
    this.#kept.set(id, judged);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT + MOST_WAITING && oldest !== undefined) this.#kept.delete(oldest);
    if (this.#waiting.length === 1) this.#beginNext();
    return judged;
  }

  /** Ends the thread; reports that wait are refused. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#failAll(new Error('the bank has ended'));
    await worker?.terminate();
  }

  #beginNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#worker ??= this.#startWorker();
    this.#worker.postMessage(next.received);
  }

  #startWorker(): Worker {
    const worker = new Worker(buildWorkerCode(), { eval: true });
    worker.unref();
    worker.on('message', (judged: Judged) => {
      this.#waiting.shift()?.resolve(judged);
      this.#beginNext();
    });
    worker.on('error', (fault) => this.#failAll(fault));
    return worker;
  }

  #failAll(fault: unknown): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(fault);
  }
}

/** Builds the code of the thread: it loads its module from the program's bundle, or in development from the sources. */
function buildWorkerCode(): string {
  // The bundler knows this expression alone.
  const url = import.meta.url;
  const find = (path: string) => JSON.stringify(fileURLToPath(new URL(path, url)));
  if (!url.endsWith('.ts'))
    return `require(${find('../bin/code-cache.js')}).loadBundle(${find('psd2.cjs')}, true).exports.verifier()`;
  const tsx = JSON.stringify(createRequire(url).resolve('tsx/cjs'));
  return `require(${tsx}); require(${find('verification-worker.ts')})`;
}
