import { beforeEach, describe, expect, it } from 'vitest';
import { type Basket, basketStatusOf, createBasket, received, UNNAMED } from '../../support/life/baskets.ts';
import { accountOf } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { AUTHORISATIONS, call, create, KARI, OLA, start, statusOf } from '../../support/life/payments.ts';
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

/** A basket of payments whose PSU no header has named. */
async function unnamedBasket(): Promise<Basket> {
  return createBasket(bank(), [await create(bank()), await create(bank())], UNNAMED);
}

/** How the PSU of a basket came to be known. */
const known: readonly (readonly [string, () => Promise<Basket>])[] = [
  ['from its creation', async () => createBasket(bank(), [await create(bank()), await create(bank())])],
  ['from its creation, and its payments', async () => createBasket(bank(), await received(bank()))],
  [
    'from its SCA',
    async () => {
      const basket = await unnamedBasket();
      const { link } = await start(bank(), basket, AUTHORISATIONS, UNNAMED);
      await walk(bank(), link, { number: KARI }, 'confirm');
      return basket;
    },
  ],
];

describe.each(known)('the PSU of a basket, known %s [D5-basket-psu, D3-psu-of-payment]', (_, make) => {
  let basket: Basket;
  beforeEach(async () => {
    basket = await make();
  });

  it('must be named', async () => {
    for (const [method, below] of OPERATIONS) {
      const unnamed = { headers: { ...UNNAMED.headers, 'PSU-ID': null } };
      const answer = await call(bank(), basket, method, below, unnamed);
      expectRefusal(answer, { status: 400, code: 'HTTP_HEADER_REQUIRED', path: 'PSU-ID' });
    }
  });

  it('is no other: the basket is then unknown', async () => {
    const status = await basketStatusOf(bank(), basket);
    for (const [method, below] of OPERATIONS) {
      expectRefusal(await call(bank(), { ...basket, psu: OLA }, method, below), unknown);
    }
    expect(await basketStatusOf(bank(), basket)).toBe(status);
  });
});

describe('a basket whose PSU is unknown [D5-basket-psu, D3-psu-of-payment]', () => {
  it('can be read, signed and deleted without one', async () => {
    const [first, second] = [await unnamedBasket(), await unnamedBasket()];
    for (const below of ['', 'status', AUTHORISATIONS]) {
      expect((await call(bank(), first, 'GET', below, UNNAMED)).status).toBe(200);
    }
    const { authorisationId } = await start(bank(), first, AUTHORISATIONS, UNNAMED);
    const read = await call(bank(), first, 'GET', `${AUTHORISATIONS}/${authorisationId}`, UNNAMED);
    expect(read.json.scaStatus).toBe('RECEIVED');
    expect((await call(bank(), second, 'DELETE', '', UNNAMED)).status).toBe(204);
  });

  it('is signed by nobody when its debtor accounts have different owners', async () => {
    const from = await accountOf(bank(), OLA);
    for (const number of [KARI, OLA]) {
      const payments = [await create(bank()), await create(bank(), { from, to: bank().accounts.debtor })];
      const basket = await createBasket(bank(), payments, UNNAMED);
      const { link } = await start(bank(), basket, AUTHORISATIONS, UNNAMED);
      const end = parametersOf(await walk(bank(), link, { number }, 'confirm'));
      expect(end).toMatchObject({ status: '401', code: 'PSU_CREDENTIALS_INVALID' });
      expect(await statusOf(bank(), payments[0]!)).toBe('RJCT');
      expect(await statusOf(bank(), { ...payments[1]!, psu: OLA })).toBe('RJCT');
    }
  });
});

describe('the PSU of a basket that nobody was named for, and whose money is not there [D3-psu-of-payment, D5-basket-psu]', () => {
  const short = { amount: TOO_MUCH, headers: { 'TPP-Rejection-NoFunds-Preferred': 'true' } };

  it('is told by no answer when its SCA fails, and the TPP goes on reading without one', async () => {
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
});
