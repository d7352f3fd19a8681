import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { BASKETS, createBasket, EXPLICIT, sendBasket } from '../support/life/baskets.ts';
import { bankOfEach } from '../support/life/life.ts';
import { approve } from '../support/life/operator.ts';
import { create, KARI } from '../support/life/payments.ts';
import { createAs } from '../support/life/products.ts';
import { expectRefusal } from './refusals/expectations.ts';

const bank = bankOfEach();
const NOBODY = { 'X-PSU-IDENTITY': null, 'PSU-Context': null };

/** Operations on a payment or a basket that is there: they ask for the PSU when that is known. */
const OF_ONE = OPERATIONS.filter(({ path }) => /\{(payment|basket)Id\}/.test(path)).filter(
  ({ door, name }) => door === 'interface' && name !== 'start basket authorisation',
);

async function pathOf(path: string): Promise<string> {
  if (path.includes('{basketId}')) {
    const { path: own } = await createBasket(bank(), [await create(bank(), { psu: KARI, ...EXPLICIT })]);
    return path.replace(`${BASKETS}/{basketId}`, own).replace('{authorisationId}', 'x');
  }
  const payment = await createAs(bank(), 'cross-border', { psu: KARI });
  if (path.includes('cancellation')) await approve(bank(), payment);
  return path.replace('/v1/{service}/{product}/{paymentId}', payment.path).replace('{authorisationId}', 'x');
}

describe('X-PSU-IDENTITY in the place of PSU-ID [D3-identity-everywhere, D3-psu-of-payment]', () => {
  it('is asked of every operation on a payment or a basket', () => {
    expect(OF_ONE).toHaveLength(14);
  });

  it.each(OF_ONE)('$name: the text of what is missing names both, and the number will do', async ({
    method,
    path,
  }) => {
    const there = await pathOf(path);
    const missing = await bank().send({ method, path: there, headers: NOBODY });
    expectRefusal(missing, {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-ID',
      text: /^PSU-ID or X-PSU-IDENTITY is required, because this (payment|signing basket) has a known PSU$/,
    });
    const named = await bank().send({ method, path: there, headers: { ...NOBODY, 'X-PSU-IDENTITY': KARI } });
    // The authorisation of the last two is none.
    if (path.endsWith('{authorisationId}')) expectRefusal(named, { status: 404, code: 'RESOURCE_UNKNOWN' });
    else expect(named.status, named.text).toBeLessThan(300);
  });

  it('create basket: the text names both, and the number will do', async () => {
    const payment = await create(bank(), { psu: KARI, ...EXPLICIT });
    const missing = await sendBasket(bank(), [payment], { headers: NOBODY });
    expectRefusal(missing, {
      status: 400,
      code: 'HTTP_HEADER_REQUIRED',
      path: 'PSU-ID',
      text: /^PSU-ID or X-PSU-IDENTITY is required, because these payments have a known PSU$/,
    });
    expect((await sendBasket(bank(), [payment])).status).toBe(201);
  });
});
