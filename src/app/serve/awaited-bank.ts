import type { Handle } from '../../message.ts';
import type { OpenedBank } from '../open-bank.ts';

/** What is served of a bank. */
export type Served = Pick<OpenedBank, 'handle' | 'open' | 'check' | 'close'>;

/** A bank that is opened after its doors are, because it has to know where they are: who comes early waits. */
export class AwaitedBank {
  #bank: Served | undefined;
  readonly #coming: Promise<Served>;
  #resolve: (bank: Served) => void = () => {};
  #reject: (fault: unknown) => void = () => {};

  constructor() {
    this.#coming = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#coming.catch(() => {}); // who opens it is told
  }

  /** It is there, and its store can be used when this resolves. */
  async open(bank: Served): Promise<void> {
    this.#bank = bank;
    this.#resolve(bank);
    await bank.open();
  }

  /** Nobody waits any longer. */
  giveUp(fault: unknown): void {
    this.#reject(fault);
  }

  readonly handle: Handle = async (request, peer) =>
    (this.#bank ?? (await this.#coming)).handle(request, peer);

  readonly check = async (): Promise<void> => (this.#bank ?? (await this.#coming)).check();

  async close(): Promise<void> {
    await this.#bank?.close();
  }
}
