import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { Child, script } from '../support/child.ts';
import { whileLocked } from '../support/locked-store.ts';
import { emptyFolder } from '../support/program.ts';
import { storedPayments } from '../support/stored.ts';
import { runs } from '../support/sweep.ts';
import { openTpp } from '../support/tpp.ts';

const RACES = runs(4, 10);

function tppProcess(...args: readonly string[]): Child {
  return new Child(process.execPath, [...script('tpp-process'), ...args]);
}

/** A home with an identity, and no store yet. */
async function homeWithIdentity(): Promise<{ home: string; store: string }> {
  const home = join(emptyFolder(), 'home');
  await (await openTpp(home)).close();
  return { home, store: buildProfilePaths(home, 'offline').store };
}

interface RaceAnswer {
  readonly status: number;
  readonly headers: unknown;
  readonly body: string;
}

/** Two processes with the same identity at the same store, which send at the same moment. */
class Race {
  readonly #store: string;
  readonly #runners: readonly [Child, Child];
  #lines = 1;

  constructor(home: string, store: string) {
    this.#store = store;
    this.#runners = [tppProcess('race', home), tppProcess('race', home)];
  }

  /** Each runs as far as the lock before the first can have it. */
  async run(first: object, second: object): Promise<readonly RaceAnswer[]> {
    const [one, other] = this.#runners;
    const place = this.#lines;
    this.#lines += 3;
    one.tell(JSON.stringify(first));
    other.tell(JSON.stringify(second));
    expect(await this.#lineOfEach(place)).toEqual(['signed', 'signed']);
    await whileLocked(this.#store, async () => {
      one.tell('go');
      other.tell('go');
      expect(await this.#lineOfEach(place + 1)).toEqual(['sent', 'sent']);
    });
    return (await this.#lineOfEach(place + 2)).map((line) => JSON.parse(line));
  }

  #lineOfEach(place: number): Promise<string[]> {
    return Promise.all(this.#runners.map((runner) => runner.line(place)));
  }
}

async function startRace(): Promise<{ race: Race; store: string }> {
  const { home, store } = await homeWithIdentity();
  const tpp = await openTpp(home);
  await tpp.send(tpp.request({ remittance: 'the first makes the store' }));
  await tpp.close();
  return { race: new Race(home, store), store };
}

describe('two processes at the same moment [S1-request-record, D4-duplicate]', () => {
  it('with the same X-Request-ID make one payment and get the same answer, byte for byte', async () => {
    const { race, store } = await startRace();
    for (let round = 0; round < RACES; round += 1) {
      const wanted = { requestId: randomUUID(), remittance: `race ${round}` };
      const [one, other] = await race.run(wanted, wanted);
      expect(one?.status).toBe(201);
      expect(other).toEqual(one);
      expect(storedPayments(store)[round + 1]).toBe(JSON.parse(one?.body ?? '').paymentId);
    }
    expect(storedPayments(store)).toHaveLength(1 + RACES);
  }, 240_000);

  it('with the same payment make it once: one gets 201, the other 409', async () => {
    const { race, store } = await startRace();
    for (let round = 0; round < RACES; round += 1) {
      const remittance = `race ${round}`;
      const answers = await race.run(
        { requestId: randomUUID(), remittance },
        { requestId: randomUUID(), remittance },
      );
      const [made, refused] = [...answers].sort((a, b) => a.status - b.status);
      expect([made?.status, refused?.status]).toEqual([201, 409]);
      expect(JSON.parse(refused?.body ?? '').tppMessages).toMatchObject([
        { category: 'ERROR', code: 'CONFLICT' },
      ]);
      expect(storedPayments(store)[round + 1]).toBe(JSON.parse(made?.body ?? '').paymentId);
    }
    expect(storedPayments(store)).toHaveLength(1 + RACES);
  }, 240_000);
});
