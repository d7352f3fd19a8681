import { expect } from 'vitest';
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
export class Race {
  readonly #path: string;
  readonly #children: readonly [Child, Child];
  #line = 1;

  constructor({ path, now }: TestBank) {
    this.#path = path;
    const child = () => new Child(process.execPath, [...script('door-process'), path, String(now)]);
    this.#children = [child(), child()];
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
      await new Promise((resolve) => setTimeout(resolve, 30));
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

/** Works with two processes beside a bank; afterwards its store and its books must be right. */
export async function atOneStore(work: (bank: TestBank, race: Race) => Promise<void>): Promise<void> {
  const bank = await openTestBank();
  try {
    await bank.send({ method: 'GET', path: '/v1/sandbox/customers' });
    const race = new Race(bank);
    await race.ready();
    await work(bank, race);
    expectBooksInBalance(bank);
    expect(bank.unexpected).toEqual([]);
    expect(integrityOf(bank.path)).toBe('ok');
  } finally {
    await bank.close();
  }
}
