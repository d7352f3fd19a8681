import { describe, expect, it } from 'vitest';
import { signerOf } from '../../support/bank.ts';
import {
  BASKETS,
  type Basket,
  basketStatusOf,
  createBasket,
  deleteBasket,
  idsOf,
  received,
  signBasket,
  UNNAMED,
} from '../../support/life/baskets.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { AUTHORISATIONS, call, create, KARI, listed, OLA, start } from '../../support/life/payments.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { parametersOf, walk } from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA';
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };

const OPERATIONS: readonly (readonly [string, string])[] = [
  ['GET', ''],
  ['GET', 'status'],
  ['POST', AUTHORISATIONS],
  ['GET', AUTHORISATIONS],
  ['GET', `${AUTHORISATIONS}/${nobody}`],
  ['DELETE', ''],
];

it('the PSU of a basket that nobody was named for, and whose money is not there is told by no answer when its SCA fails, and the TPP goes on reading without one [D3-psu-of-payment, D5-basket-psu]', async () => {
  const short = { amount: TOO_MUCH, headers: { 'TPP-Rejection-NoFunds-Preferred': 'true' } };
  const payment = await create(bank(), short);
  const basket = await createBasket(bank(), [payment], UNNAMED);
  const { link } = await start(bank(), basket, AUTHORISATIONS, UNNAMED);
  const redirect = await walk(bank(), link, { number: KARI }, 'confirm');
  expect(parametersOf(redirect)).toMatchObject({ code: 'PAYMENT_FAILED' });
  for (const number of [null, KARI, OLA]) {
    const what = { headers: { 'X-PSU-IDENTITY': number } };
    expect(await basketStatusOf(bank(), basket, what)).toBe('RJCT');
    expect((await call(bank(), payment, 'GET', 'status', what)).json.transactionStatus).toBe('RJCT');
  }
});
const stranger = signerOf('PSDNO-FSA-39999991');
const linked = (basket: Basket) => call(bank(), basket, 'GET').then(({ json }) => json._links);

describe('reading a basket [D5-basket-read, D1-baskets, D2-links]', () => {
  it('answers its payments in the order in which they were given, its status and its links', async () => {
    const payments = (await received(bank(), 3)).toReversed();
    const basket = await createBasket(bank(), payments);
    const answer = await call(bank(), basket, 'GET');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      payments: idsOf(payments),
      transactionStatus: 'RCVD',
      _links: expect.any(Object),
    });
    expect(answer.json._links).toMatchObject({
      self: { href: basket.path, verbs: ['GET', 'DELETE'] },
      status: { href: `${basket.path}/status`, verbs: ['GET'] },
    });
  });

  it('answers the status alone', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    const answer = await call(bank(), basket, 'GET', 'status');
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ transactionStatus: 'RCVD' });
  });

  it('links what can be done: no start and no DELETE once it is signed, or deleted', async () => {
    const signed = await createBasket(bank(), await received(bank()));
    await signBasket(bank(), signed);
    const deleted = await createBasket(bank(), await received(bank()));
    await deleteBasket(bank(), deleted);
    for (const basket of [signed, deleted]) {
      const links = await linked(basket);
      expect(links.self).toEqual({ href: basket.path, verbs: ['GET'] });
      expect(links).not.toHaveProperty('startAuthorisation');
    }
  });
});

describe('a basket that is not there [D5-basket-read, D2-resource-unknown, D1-paths]', () => {
  const ask = (path: string, [method, below]: readonly [string, string]) =>
    call(bank(), { path, psu: '15813963008', as: undefined } as Basket, method, below);

  it.each(OPERATIONS)('is unknown: %s %s', async (...operation) => {
    for (const id of [nobody, 'x', '%20']) expectRefusal(await ask(`${BASKETS}/${id}`, operation), unknown);
  });

  it.each(OPERATIONS)('is unknown to another TPP, in the same words: %s %s', async (method, below) => {
    const basket = await createBasket(bank(), await received(bank()));
    const { authorisationId } = await start(bank(), basket);
    const path = below.replace(nobody, authorisationId);
    const answer = await call(bank(), { ...basket, as: stranger }, method, path);
    expectRefusal(answer, unknown);
    expect(answer.text).toBe((await ask(`${BASKETS}/${nobody}`, [method, path])).text);
    expect(await basketStatusOf(bank(), basket)).toBe('RCVD');
    expect(await listed(bank(), basket)).toEqual([authorisationId]);
  });

  it('has no other operations', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    for (const [method, below] of [
      ['PUT', ''],
      ['POST', ''],
      ['PUT', AUTHORISATIONS],
      ['DELETE', AUTHORISATIONS],
      ['POST', 'status'],
    ] as const) {
      expect((await call(bank(), basket, method, below)).status).toBe(405);
    }
    const cancellations = await call(bank(), basket, 'POST', 'cancellation-authorisations');
    expectRefusal(cancellations, { status: 404, code: 'NOT_FOUND' });
    expect((await bank().send({ method: 'GET', path: BASKETS })).status).toBe(405);
  });
});
