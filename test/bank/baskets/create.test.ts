import { describe, expect, it } from 'vitest';
import { CREATION, type Send } from '../../support/bank.ts';
import {
  BASKETS,
  basketCreation,
  createBasket,
  deleteBasket,
  idsOf,
  received,
  sendBasket,
} from '../../support/life/baskets.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { AUTHORISATIONS, call } from '../../support/life/payments.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };

describe('a basket that is made [D5-basket-created, D1-baskets, D2-links, D2-created-headers]', () => {
  it('answers its id, its status and its links, and nothing else', async () => {
    const { created, basketId } = await createBasket(bank(), await received(bank()));
    const self = `${BASKETS}/${basketId}`;
    expect(created.json).toEqual({
      basketId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      transactionStatus: 'RCVD',
      _links: {
        self: { href: self, verbs: ['GET', 'DELETE'] },
        status: { href: `${self}/status`, verbs: ['GET'] },
        startAuthorisation: { href: `${self}/${AUTHORISATIONS}`, verbs: ['POST'] },
      },
    });
    expect(created.header('Location')).toBe(self);
    expect(created.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
    expect(created.header('Content-Type')).toMatch(/^application\/json\b/);
  });

  it('may have one payment, or fifty', async () => {
    await createBasket(bank(), await received(bank(), 1));
    const headers = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
    const many = await received(
      bank(),
      Array.from({ length: 50 }, () => ({ headers })),
    );
    const basket = await createBasket(bank(), many);
    expect((await call(bank(), basket, 'GET')).json.payments).toEqual(idsOf(many));
  });
});

describe('the X-Request-ID of a basket [D3-request-id-repeat, D3-request-id-24h, D5-basket-created]', () => {
  const named = async (id: string): Promise<Send> => {
    const paymentIds = idsOf(await received(bank()));
    return basketCreation({ paymentIds }, { headers: { 'X-Request-ID': id } });
  };

  it('sent again gets the first answer again, byte for byte', async () => {
    const request = await named('again');
    const first = await bank().send(request);
    const second = await bank().send(request);
    expect(first.status, first.text).toBe(201);
    expect(second.status).toBe(201);
    expect(second.text).toBe(first.text);
    expect(second.header('Location')).toBe(first.header('Location'));
    expect(second.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
    expect(second.header('X-Request-ID')).toBe('again');
  });

  it('is refused for another basket, for another PSU and for a payment', async () => {
    const headers = { 'X-Request-ID': 'differs' };
    const request = await named('differs');
    expect((await bank().send(request)).status).toBe(201);
    expectRefusal(await bank().send(await named('differs')), conflict);
    const unnamed = { ...request, headers: { ...request.headers, 'X-PSU-IDENTITY': null } };
    expectRefusal(await bank().send(unnamed), conflict);
    expectRefusal(await bank().send({ path: CREATION, body: bank().payment(), headers }), conflict);
  });

  it('answers the first answer even when the basket is deleted since', async () => {
    const payments = await received(bank());
    const wish = { headers: { 'X-Request-ID': 'deleted' } };
    const basket = await createBasket(bank(), payments, wish);
    await deleteBasket(bank(), basket);
    expect((await sendBasket(bank(), payments, wish)).text).toBe(basket.created.text);
  });
});
