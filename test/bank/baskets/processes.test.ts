import { describe, expect, it } from 'vitest';
import type { Send } from '../../support/bank.ts';
import { byPsuId, makeKnown } from '../../support/known-psu.ts';
import { basketCreation, createBasket, EXPLICIT, idsOf, received } from '../../support/life/baskets.ts';
import { AUTHORISATIONS, KARI, type Payment, scaStatusOf } from '../../support/life/payments.ts';
import { racesAtOneStore } from '../../support/race.ts';
import { runs } from '../../support/sweep.ts';

/** Both wait for the lock before either gets it, so a mistake shows in nearly every round. */
const ROUNDS = runs(2, 10);
const { bank, race } = racesAtOneStore();

/** Two requests, each signed by itself. */
function raced(one: Send, other: Send) {
  return race().run(bank().signed(one), bank().signed(other));
}

const basketOf = (...payments: readonly Payment[]) => basketCreation({ paymentIds: idsOf(payments) });

describe('two processes at the same moment, with baskets [D5-one-live-basket, S2-one-transaction]', () => {
  it('put one payment into two baskets: one is made, and nothing of the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [shared, ...alone] = (await received(bank(), 3)) as [Payment, Payment, Payment];
      const answers = await raced(basketOf(alone[0], shared), basketOf(alone[1], shared));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
      const lost = answers.findIndex(({ status }) => status === 409);
      expect(answers[lost]?.json.tppMessages).toMatchObject([
        { category: 'ERROR', code: 'CONFLICT', path: 'paymentIds[1]' },
      ]);
      expect(await scaStatusOf(bank(), alone[lost]!)).toBe('RECEIVED');
      expect(await scaStatusOf(bank(), alone[1 - lost]!)).toBe('FAILED');
      const next = await createBasket(bank(), [alone[lost]!]);
      expect(next.basketId).not.toBe(answers[1 - lost]?.json.basketId);
    }
  });

  it('start the authorisation of one basket: both get the same one', async () => {
    await makeKnown(bank().path, bank().now);
    const headers = { ...byPsuId(KARI), 'PSU-Context': null };
    for (let round = 0; round < ROUNDS; round += 1) {
      const basket = await createBasket(bank(), await received(bank(), [EXPLICIT, EXPLICIT]));
      const send: Send = { method: 'POST', path: `${basket.path}/${AUTHORISATIONS}`, headers };
      const [one, other] = await raced(send, send);
      expect(one.status).toBe(201);
      expect(other).toEqual(one);
    }
  });

  it('send one creation with the same X-Request-ID: both get the same answer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const payments = await received(bank(), [EXPLICIT, EXPLICIT]);
      const headers = { 'X-Request-ID': `race-${round}` };
      const send = basketCreation({ paymentIds: idsOf(payments) }, { headers });
      const [one, other] = await raced(send, send);
      expect(one.status).toBe(201);
      expect(other).toEqual(one);
    }
  });
});
