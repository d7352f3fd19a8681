import { describe, expect, it } from 'vitest';
import { openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { Child, script } from '../../support/child.ts';
import { basketCreation, createBasket, EXPLICIT, idsOf, received } from '../../support/life/baskets.ts';
import { AUTHORISATIONS, KARI, type Payment, scaStatusOf } from '../../support/life/payments.ts';
import { whileLocked } from '../../support/locked-store.ts';
import { integrityOf } from '../../support/stored.ts';

const RACES = 6;

interface RaceAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever JSON came
  readonly json: any;
}

/** Two processes with the bank of one store, which send at the same moment. */
class Race {
  readonly #bank: TestBank;
  readonly #children: readonly [Child, Child];
  #line = 1;

  constructor(bank: TestBank) {
    this.#bank = bank;
    const child = () => new Child(process.execPath, [...script('door-process'), bank.path, String(bank.now)]);
    this.#children = [child(), child()];
  }

  async ready(): Promise<void> {
    for (const child of this.#children) expect(await child.line(0)).toBe('ready');
  }

  /** Each runs as far as the lock before the first can have it. */
  async run(...requests: readonly [Send, Send]): Promise<readonly [RaceAnswer, RaceAnswer]> {
    for (const [place, child] of this.#children.entries()) {
      const { method, target, headers, body } = this.#bank.signed(requests[place]);
      child.tell(JSON.stringify({ method, target, headers, body: Buffer.from(body).toString('utf8') }));
    }
    expect(await this.#lines()).toEqual(['holding', 'holding']);
    await whileLocked(this.#bank.path, async () => {
      for (const child of this.#children) child.tell('go');
      await new Promise((resolve) => setTimeout(resolve, 30));
    });
    const [one, other] = (await this.#lines()).map((line) => {
      const { status, body } = JSON.parse(line);
      return { status, json: JSON.parse(body) };
    });
    return [one!, other!];
  }

  #lines(): Promise<string[]> {
    const place = this.#line;
    this.#line += 1;
    return Promise.all(this.#children.map((child) => child.line(place)));
  }
}

async function atOneStore(work: (bank: TestBank, race: Race) => Promise<void>): Promise<void> {
  const bank = await openTestBank();
  try {
    await bank.send({ method: 'GET', path: '/v1/sandbox/customers' });
    const race = new Race(bank);
    await race.ready();
    await work(bank, race);
    expect(bank.unexpected).toEqual([]);
    expect(integrityOf(bank.path)).toBe('ok');
  } finally {
    await bank.close();
  }
}

const basketOf = (...payments: readonly Payment[]) => basketCreation({ paymentIds: idsOf(payments) });

describe('two processes at the same moment, with baskets [D5-one-live-basket, S2-one-transaction]', () => {
  it('put one payment into two baskets: one is made, and nothing of the other', async () => {
    await atOneStore(async (bank, race) => {
      for (let round = 0; round < RACES; round += 1) {
        const [shared, ...alone] = (await received(bank, 3)) as [Payment, Payment, Payment];
        const answers = await race.run(basketOf(alone[0], shared), basketOf(alone[1], shared));
        expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
        const lost = answers.findIndex(({ status }) => status === 409);
        expect(answers[lost]?.json.tppMessages).toMatchObject([
          { category: 'ERROR', code: 'CONFLICT', path: 'paymentIds[1]' },
        ]);
        expect(await scaStatusOf(bank, alone[lost]!)).toBe('RECEIVED');
        expect(await scaStatusOf(bank, alone[1 - lost]!)).toBe('FAILED');
        const next = await createBasket(bank, [alone[lost]!]);
        expect(next.basketId).not.toBe(answers[1 - lost]?.json.basketId);
      }
    });
  }, 240_000);

  it('start the authorisation of one basket: both get the same one', async () => {
    await atOneStore(async (bank, race) => {
      const headers = { 'X-PSU-IDENTITY': KARI, 'PSU-Context': null };
      for (let round = 0; round < RACES; round += 1) {
        const basket = await createBasket(bank, await received(bank, [EXPLICIT, EXPLICIT]));
        const send: Send = { method: 'POST', path: `${basket.path}/${AUTHORISATIONS}`, headers };
        const [one, other] = await race.run(send, send);
        expect(one.status).toBe(201);
        expect(other).toEqual(one);
      }
    });
  }, 240_000);

  it('send one creation with the same X-Request-ID: both get the same answer', async () => {
    await atOneStore(async (bank, race) => {
      for (let round = 0; round < RACES; round += 1) {
        const payments = await received(bank, [EXPLICIT, EXPLICIT]);
        const headers = { 'X-Request-ID': `race-${round}` };
        const send = basketCreation({ paymentIds: idsOf(payments) }, { headers });
        const [one, other] = await race.run(send, send);
        expect(one.status).toBe(201);
        expect(other).toEqual(one);
      }
    });
  }, 240_000);
});
