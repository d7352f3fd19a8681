import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { openTestBank, type TestBank } from './bank.ts';
import { Child, script } from './child.ts';
import { expectBooksInBalance } from './life/books.ts';
import { whileLocked } from './locked-store.ts';
import { integrityOf } from './stored.ts';

export interface RaceAnswer {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  readonly json: any;
}

/** Two processes with the bank of one store, which send at the same moment. */
class Race {
  readonly #path: string;
  readonly #children: readonly [Child, Child];
  readonly #ends: (() => void)[] = [];
  #line = 1;

  constructor({ path, now }: TestBank) {
    this.#path = path;
    const args = [...script('handler-process'), path, String(now)];
    const child = () => new Child(process.execPath, args, (end) => this.#ends.push(end));
    this.#children = [child(), child()];
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  async ready(): Promise<void> {
    for (const child of this.#children) expect(await child.line(0)).toBe('ready');
  }

  /** Each runs as far as the lock before the first can have it. */
  async run(...requests: readonly [HttpRequest, HttpRequest]): Promise<[RaceAnswer, RaceAnswer]> {
    for (const [place, child] of this.#children.entries()) {
      const { body, ...request } = requests[place] as HttpRequest;
      child.tell(JSON.stringify({ ...request, body: Buffer.from(body).toString('utf8') }));
    }
    expect(await this.#lines()).toEqual(['holding', 'holding']);
    await whileLocked(this.#path, async () => {
      for (const child of this.#children) child.tell('go');
      expect(await this.#lines()).toEqual(['sent', 'sent']);
    });
    const [one = '', other = ''] = await this.#lines();
    return [answerOf(one), answerOf(other)];
  }

  #lines(): Promise<string[]> {
    const place = this.#line;
    this.#line += 1;
    return Promise.all(this.#children.map((child) => child.line(place)));
  }
}

function answerOf(line: string): RaceAnswer {
  const { status, body } = JSON.parse(line) as { status: number; body: string };
  return { status, text: body, json: JSON.parse(body) };
}

/**
 * A bank and two processes beside it, for all tests of the surrounding describe: to start them takes longer than a
 * test. Each test begins with the initial data; afterwards the store and its books must be right.
 */
export function racesAtOneStore(): { readonly bank: () => TestBank; readonly race: () => Race } {
  let bank: TestBank | undefined;
  let race: Race | undefined;
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('asked for before the tests began');
    return one;
  };
  beforeAll(async () => {
    bank = await openTestBank();
    race = new Race(bank);
    await race.ready();
  });
  beforeEach(async () => {
    const initialise = { method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' };
    expect((await there(bank).send(initialise)).status).toBe(200);
  });
  afterEach(() => {
    const { path, unexpected } = there(bank);
    expectBooksInBalance(there(bank));
    expect(unexpected).toEqual([]);
    expect(integrityOf(path)).toBe('ok');
  });
  afterAll(async () => {
    race?.end();
    await bank?.close();
  });
  return { bank: () => there(bank), race: () => there(race) };
}
