import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../../src/message.ts';
import type { TestBank } from '../../support/bank.ts';
import { bookedOn } from '../../support/life/books.ts';
import { CREATIONS, createAs, initiation, type Kind } from '../../support/life/products.ts';
import { racesAtOneStore } from '../../support/race.ts';
import { readStored, storedPayments } from '../../support/stored.ts';
import { runs } from '../../support/sweep.ts';

/** Both wait for the lock before either gets it, so a mistake shows in nearly every round. */
const ROUNDS = runs(2, 10);
/** One of one row, and one of several. */
const RACING: readonly Kind[] = ['instant', 'bulk'];

/** How many requests under one paymentId are stored. */
function orders(bank: TestBank, kind: Kind): number {
  if (kind === 'bulk') return Number(readStored(bank.path, 'SELECT COUNT(*) AS n FROM bulks')[0]?.n);
  return storedPayments(bank.path).length;
}

const explicit = { 'TPP-Explicit-Authorisation-Preferred': 'true' };

/** What the operator's routes take; it is not signed. */
const unsigned = (method: string, target: string): HttpRequest => ({
  method,
  target,
  headers: [['Accept', 'application/json']],
  body: new Uint8Array(),
});

const { bank, race } = racesAtOneStore();

describe('two processes that create the same payment at once [D4-duplicate, D3-request-id-repeat]', () => {
  it.each(RACING)('make one of a logical duplicate, and refuse the other: %s', async (kind) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const what = { path: CREATIONS[kind], body: initiation(bank(), kind), headers: explicit };
      const answers = await race().run(bank().signed(what), bank().signed(what));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.json.tppMessages).toMatchObject([{ code: 'CONFLICT' }]);
      expect(orders(bank(), kind)).toBe(round);
    }
  });

  it.each(RACING)('make one of one X-Request-ID, and answer it twice: %s', async (kind) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const headers = { ...explicit, 'X-Request-ID': `one-${round}` };
      const what = { path: CREATIONS[kind], body: initiation(bank(), kind), headers };
      const [first, second] = await race().run(bank().signed(what), bank().signed(what));
      expect([first.status, second.status], first.text + second.text).toEqual([201, 201]);
      expect(first.text).toBe(second.text);
      expect(orders(bank(), kind)).toBe(round);
    }
  });
});

it('two processes in which PSUs approve at once book one of two instant payments of the same money [D4-instant-funds, D9-available, D9-one-booking]', async () => {
  const play = (id: string) => unsigned('POST', `/operator/sca/${id}/approve`);
  let left = 250_000;
  for (const whole of [150_000, 60_000, 30_000]) {
    const wish = { amount: `${whole}.00` };
    const payments = [
      await createAs(bank(), 'instant', wish),
      await createAs(bank(), 'instant', wish),
    ] as const;
    const answers = await race().run(play(payments[0].paymentId), play(payments[1].paymentId));
    expect(answers.map(({ json }) => json.transactionStatus).sort()).toEqual(['ACSC', 'RJCT']);
    left -= whole + 2;
    expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(left);
  }
});
