import { expect } from 'vitest';
import { CREATION, openTestBank, type Send, type TestBank } from '../support/bank.ts';
import type { Exchanged } from './judge.ts';

/** What happens at a bank of its own, from its opening on. */
export interface Life {
  readonly what: string;
  /** How often the bank meets what it does not expect; else never. */
  readonly faults?: number;
  readonly live: (bank: TestBank) => Promise<void>;
}

export function life(what: string, live: Life['live']): Life {
  return { what, live };
}

/** What the contract is about. @see D1-paths */
const HELD = /^\/v1\/(?!sandbox\/)/;

/** Lives a life, and tells every answer of the bank that the contract is about, in order. */
export async function record({ live, faults = 0 }: Life): Promise<Exchanged[]> {
  const bank = await openTestBank();
  const answers: Exchanged[] = [];
  const send = async (what: Send = {}) => {
    const answer = await bank.send(what);
    const { method = 'POST', path = CREATION } = what;
    const { status, headers, text } = answer;
    if (HELD.test(path)) answers.push({ method, target: path, status, headers, body: text });
    return answer;
  };
  try {
    // The world is founded by its first request; a life may look into it before.
    await bank.send({ method: 'GET', path: '/v1/sandbox/customers' });
    await live(new Proxy(bank, { get: (of, name) => (name === 'send' ? send : Reflect.get(of, name)) }));
    expect(bank.unexpected, String(bank.unexpected[0])).toHaveLength(faults);
  } finally {
    await bank.close();
  }
  return answers;
}
