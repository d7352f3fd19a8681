import type { Waiting } from '../write-answer.ts';

/** Thrown where the proxy waits no longer for the bank. */
export const GIVEN_UP = Symbol('given up');

/** One request on its way to the bank, until nobody waits for its answer any more or the proxy gives it up. @see C-proxy */
export class Passing implements Waiting {
  #acts: (() => void)[] = [];
  #isOver = false;
  #giveUp: () => void = () => {};
  readonly #givenUp: Promise<never>;

  constructor(client: Waiting) {
    this.#givenUp = new Promise((_, reject) => {
      this.#giveUp = () => reject(GIVEN_UP);
    });
    // Where nothing is waited for.
    this.#givenUp.catch(() => {});
    client.whenOver(() => this.#end());
  }

  whenOver(act: () => void): void {
    if (this.#isOver) act();
    else this.#acts.push(act);
  }

  /** Rejects with GIVEN_UP as soon as it is given up. */
  unlessGivenUp<Result>(work: Promise<Result>): Promise<Result> {
    return Promise.race([work, this.#givenUp]);
  }

  giveUp(): void {
    this.#giveUp();
    this.#end();
  }

  #end(): void {
    const acts = this.#acts;
    this.#acts = [];
    this.#isOver = true;
    for (const act of acts) act();
  }
}
