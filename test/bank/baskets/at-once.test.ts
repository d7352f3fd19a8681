import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  basketCreation,
  basketStatusOf,
  createBasket,
  deleteBasket,
  idsOf,
  received,
  sendBasket,
} from '../../support/life/baskets.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  listed,
  type Payment,
  scaStatusOf,
  start,
} from '../../support/life/payments.ts';

const bank = bankOfEach();

describe('many requests about one payment at once [D5-one-live-basket, S2-one-transaction]', () => {
  it('make one basket of it, whoever asks first', async () => {
    const [shared, ...others] = await received(bank(), 9);
    const answers = await Promise.all(others.map((other) => sendBasket(bank(), [other, shared!])));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const answer of answers.filter((one) => one !== made[0])) {
      expect(answer.json.tppMessages).toMatchObject([{ code: 'CONFLICT', path: 'paymentIds[1]' }]);
    }
    const scas = await Promise.all(others.map((other) => scaStatusOf(bank(), other)));
    expect(scas.filter((status) => status === 'FAILED')).toHaveLength(1);
  });

  it('join it, or start its own authorisation: in the end it has none open', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [payment] = (await received(bank(), 1)) as [Payment];
      const body = { paymentIds: idsOf([payment]) };
      const [own, joined] = await Promise.all([
        call(bank(), payment, 'POST', AUTHORISATIONS),
        bank().send(basketCreation(body)),
      ]);
      expect(joined.status, joined.text).toBe(201);
      expect([201, 409]).toContain(own.status);
      for (const id of await listed(bank(), payment)) {
        expect(await scaStatusOf(bank(), payment, id)).toBe('FAILED');
      }
    }
  });
});

describe('many requests about one basket at once [D5-one-sca, D5-basket-delete, S2-one-transaction]', () => {
  it('start one authorisation', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    const answers = await Promise.all(Array.from({ length: 8 }, () => start(bank(), basket)));
    expect(new Set(answers.map(({ link }) => link)).size).toBe(1);
    expect(await listed(bank(), basket)).toEqual([answers[0]!.authorisationId]);
  });

  it('approve it or delete it, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const payments = await received(bank());
      const basket = await createBasket(bank(), payments);
      const { authorisationId } = await start(bank(), basket);
      const path = `/operator/sca/${basket.basketId}/approve`;
      const both = [() => ask(bank(), 'POST', path), () => deleteBasket(bank(), basket)];
      await Promise.all((round % 2 ? both : both.toReversed()).map((act) => act()));
      const isDeleted = (await basketStatusOf(bank(), basket)) === 'CANC';
      expect(await scaStatusOf(bank(), basket, authorisationId)).toBe(isDeleted ? 'FAILED' : 'FINALISED');
      expect(await allStatuses(bank(), payments)).toBe(isDeleted ? 'RCVD RCVD' : 'ACTC ACTC');
    }
  });
});
