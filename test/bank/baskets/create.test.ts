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
import { DAY, MINUTE, SATURDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { AUTHORISATIONS, call, create, KARI } from '../../support/life/payments.ts';
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

  it('may have payments that were made under another session, and with another redirect URI', async () => {
    const redirect = { headers: { 'TPP-Redirect-URI': 'https://tpp.example/other' } };
    await createBasket(bank(), await received(bank(), [{ session: 'one' }, { session: 'two', ...redirect }]));
  });

  it('may have payments for other days', async () => {
    await createBasket(bank(), await received(bank(), [{ date: SATURDAY }, {}, { date: '2027-06-01' }]));
  });

  it('needs no Digest, though it has a body', async () => {
    const body = Buffer.from(JSON.stringify({ paymentIds: idsOf(await received(bank())) }));
    const answer = await bank().send({
      ...basketCreation(undefined),
      rawBody: '',
      afterSigning: (request) => ({ ...request, body }),
    });
    expect(answer.status, answer.text).toBe(201);
  });

  it('has the Digest of its body checked when one is sent', async () => {
    const answer = await bank().send({
      ...basketCreation({ paymentIds: idsOf(await received(bank())) }),
      afterSigning: (request) => ({ ...request, body: Buffer.from('{"paymentIds":[]}') }),
    });
    expectRefusal(answer, { status: 400, code: 'BAD_REQUEST', path: 'Digest' });
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

  it('sent again at the same moment gets the first answer', async () => {
    const request = await named('at-once');
    const answers = await Promise.all([bank().send(request), bank().send(request)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
  });

  it('makes a request of its own with another id: the payments are taken', async () => {
    const payments = await received(bank());
    await createBasket(bank(), payments);
    expect((await sendBasket(bank(), payments)).status).toBe(409);
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

  it('of a payment is refused for a basket', async () => {
    await create(bank(), { psu: KARI, headers: { 'X-Request-ID': 'of-a-payment' } });
    expectRefusal(await bank().send(await named('of-a-payment')), conflict);
  });

  it('is free after a refusal', async () => {
    const [first, second] = await received(bank());
    const headers = { 'X-Request-ID': 'repaired' };
    const refused = await sendBasket(bank(), [first!, { paymentId: 'x' }], { headers });
    expectRefusal(refused, { status: 400, code: 'RESOURCE_UNKNOWN', path: 'paymentIds[1]' });
    await createBasket(bank(), [first!, second!], { headers });
  });

  it('answers the first answer even when the basket is deleted since', async () => {
    const payments = await received(bank());
    const wish = { headers: { 'X-Request-ID': 'deleted' } };
    const basket = await createBasket(bank(), payments, wish);
    await deleteBasket(bank(), basket);
    expect((await sendBasket(bank(), payments, wish)).text).toBe(basket.created.text);
  });

  it('is kept for 24 hours of the bank’s clock, and free after them', async () => {
    const payments = await received(bank(), [{ date: '2026-12-01' }, { date: '2026-12-01' }]);
    const wish = { headers: { 'X-Request-ID': 'daily' } };
    const basket = await createBasket(bank(), payments, wish);
    bank().now += DAY - MINUTE;
    expect((await sendBasket(bank(), payments, wish)).text).toBe(basket.created.text);
    await deleteBasket(bank(), basket);
    bank().now += 2 * MINUTE;
    const later = await createBasket(bank(), payments, wish);
    expect(later.basketId).not.toBe(basket.basketId);
  });
});
