import type { App, Update } from './app.ts';

/** Messages between the tabs of one bank, which have the same origin. */
type TabMessage =
  | { readonly kind: 'update'; readonly update: Update }
  | { readonly kind: 'connection'; readonly connection: App['state']['connection'] }
  /** A new tab asks for what the others know. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'token'; readonly token: string };

const RETRY_MILLISECONDS = 2000;
/** The time in which another tab answers. */
const TAB_MILLISECONDS = 300;
/** The least time between two lists that are read again, and between two announcements. */
const LEAST_MILLISECONDS = 700;
const ANNOUNCED_MILLISECONDS = 5000;

const NOTHING: Update = { requests: [], operations: [], missed: 0 };

/**
 * Follows the bank's events. A browser opens only six connections to one origin, so one tab reads the stream and tells the
 * others; when it is closed, another one reads. A new tab gets its token from the others.
 */
export class Live {
  readonly #app: App;
  readonly #tabs = new BroadcastChannel('psd2-operator');
  #pending = NOTHING;
  #isTelling = false;
  #isReader = false;
  #count = 0;

  constructor(app: App) {
    this.#app = app;
    this.#tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#take(data);
  }

  /** Asks the other tabs for a token and the state of the stream. Resolves to true if there is a token. */
  async ask(): Promise<boolean> {
    this.#send({ kind: 'ask' });
    if (this.#app.api.token === undefined) await wait(TAB_MILLISECONDS);
    return this.#app.api.token !== undefined;
  }

  async follow(): Promise<void> {
    // Beyond loopback and without TLS a browser has no locks: there each tab reads a stream of its own.
    if (navigator.locks === undefined) await this.#read();
    else await navigator.locks.request('psd2-operator', () => this.#read());
  }

  async #read(): Promise<void> {
    const { api, state } = this.#app;
    this.#isReader = true;
    while (!state.isLocked) {
      try {
        for await (const { event, data } of api.streamEvents()) this.#publish(event, data);
      } catch {
        if (state.connection !== 'ended') this.#share({ kind: 'connection', connection: 'lost' });
      }
      await wait(RETRY_MILLISECONDS);
      await this.#app.loadClock();
    }
  }

  #publish(event: string, data: unknown): void {
    // While no stream was open, more may have happened than the next update says.
    if (event === 'hello' && this.#app.state.connection === 'lost')
      this.#share({ kind: 'update', update: { ...NOTHING, operations: ['reset clock'], missed: 1 } });
    if (event === 'hello') this.#share({ kind: 'connection', connection: 'live' });
    if (event === 'end') this.#share({ kind: 'connection', connection: 'ended' });
    if (event === 'update') this.#share({ kind: 'update', update: data as Update });
  }

  #send(message: TabMessage): void {
    this.#tabs.postMessage(message);
  }

  #share(message: TabMessage): void {
    this.#take(message);
    this.#send(message);
  }

  #take(message: TabMessage): void {
    const { api, state } = this.#app;
    if (message.kind === 'update') this.#collect(message.update);
    if (message.kind === 'connection') this.#app.change({ connection: message.connection });
    if (message.kind === 'token' && api.token === undefined) api.token = message.token;
    if (message.kind !== 'ask' || api.token === undefined || state.isLocked) return;
    this.#send({ kind: 'token', token: api.token });
    if (this.#isReader) this.#send({ kind: 'connection', connection: state.connection });
  }

  /** Adds up updates while a list is read, so that a busy bank isn't asked more than it must be. */
  #collect({ requests, operations, missed }: Update): void {
    this.#pending = {
      requests: [...this.#pending.requests, ...requests].slice(-1000),
      operations: [...new Set([...this.#pending.operations, ...operations])],
      missed: this.#pending.missed + missed,
    };
    if (this.#count === 0) setTimeout(() => this.#announce(), ANNOUNCED_MILLISECONDS);
    this.#count += requests.length + missed;
    if (!this.#isTelling) void this.#tell();
  }

  async #tell(): Promise<void> {
    this.#isTelling = true;
    while (this.#pending !== NOTHING) {
      const update = this.#pending;
      this.#pending = NOTHING;
      await this.#app.hear(update);
      await wait(LEAST_MILLISECONDS);
    }
    this.#isTelling = false;
  }

  /** Announces new requests, not oftener than a screen reader can speak. */
  #announce(): void {
    this.#app.change({ announcement: `${this.#count} new ${this.#count === 1 ? 'request' : 'requests'}` });
    this.#count = 0;
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
