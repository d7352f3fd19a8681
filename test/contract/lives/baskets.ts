import type { Send, TestBank } from '../../support/bank.ts';
import { byPsuId } from '../../support/known-psu.ts';
import {
  BASKETS,
  type Basket,
  basketCreation,
  createBasket,
  deleteBasket,
  EXPLICIT,
  playBasket,
  received,
  sendBasket,
} from '../../support/life/baskets.ts';
import { accountId } from '../../support/life/books.ts';
import { approve, ask } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  cancel,
  create,
  KARI,
  listed,
  OLA,
  scaStatusOf,
  start,
} from '../../support/life/payments.ts';
import { createAs } from '../../support/life/products.ts';
import { type Life, life } from '../record.ts';

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA';
const NOBODY = '01010112345';

async function readBasket(bank: TestBank, basket: Basket): Promise<void> {
  await call(bank, basket, 'GET');
  await call(bank, basket, 'GET', 'status');
}

const LIFE: readonly Life[] = [
  life('a basket of two payments, signed and booked', async (bank) => {
    const payments = await received(bank);
    const basket = await createBasket(bank, payments);
    await readBasket(bank, basket);
    const { authorisationId } = await start(bank, basket);
    await start(bank, basket);
    await listed(bank, basket);
    await scaStatusOf(bank, basket, authorisationId);
    await call(bank, payments[0]!, 'POST', AUTHORISATIONS);
    await approve(bank, { ...payments[0]!, paymentId: basket.basketId });
    await scaStatusOf(bank, basket, authorisationId);
    await readBasket(bank, basket);
    await deleteBasket(bank, basket);
    await call(bank, basket, 'POST', AUTHORISATIONS);
  }),
  life('a basket that is deleted', async (bank) => {
    const basket = await createBasket(bank, await received(bank));
    const { authorisationId } = await start(bank, basket);
    await deleteBasket(bank, basket);
    await scaStatusOf(bank, basket, authorisationId);
    await readBasket(bank, basket);
    await deleteBasket(bank, basket);
  }),
  life('a basket that the PSU declines', async (bank) => {
    const basket = await createBasket(bank, await received(bank));
    await playBasket(bank, 'decline', basket);
    await readBasket(bank, basket);
  }),
  life('baskets in a session with SCA, one of them exempted', async (bank) => {
    await approve(bank, await create(bank, { psu: KARI }));
    await start(bank, await createBasket(bank, await received(bank)));
    const own = { to: bank.accounts.debtorOther, amount: '10.00', ...EXPLICIT };
    const basket = await createBasket(bank, await received(bank, [own]));
    await start(bank, basket);
    await readBasket(bank, basket);
  }),
  life('a basket whose payment its TPP cancels', async (bank) => {
    const [payment] = await received(bank, 1);
    const basket = await createBasket(bank, [payment!]);
    await cancel(bank, payment!);
    await readBasket(bank, basket);
    await call(bank, basket, 'POST', AUTHORISATIONS);
  }),
];

async function refusedCreations(bank: TestBank): Promise<Send[]> {
  const [payment] = await received(bank, 1);
  const [other] = await received(bank, [{ psu: OLA, from: bank.accounts.foreign, to: bank.accounts.debtor }]);
  const bodies = [
    {},
    { paymentIds: [UNKNOWN] },
    { paymentIds: [payment!.paymentId], consentIds: [UNKNOWN] },
    { paymentIds: [payment!.paymentId, other!.paymentId] },
    { paymentIds: [(await createAs(bank, 'bulk', { psu: KARI })).paymentId] },
  ];
  const paymentIds = [payment!.paymentId];
  const headers: readonly NonNullable<Send['headers']>[] = [
    { 'X-Request-ID': null },
    { 'TPP-Session-ID': null },
    { Signature: 'keyId="x"' },
    { 'X-PSU-IDENTITY': NOBODY },
    { Accept: 'text/html' },
    { 'Content-Type': 'text/plain' },
  ];
  return [
    ...bodies.map((body) => basketCreation(body)),
    ...headers.map((given) => basketCreation({ paymentIds }, { headers: given })),
    { path: BASKETS, rawBody: '{' },
    { path: BASKETS, rawBody: ' '.repeat(1_048_577) },
  ];
}

/** Refused at each operation below a basket, whatever its state. */
const BELOW: readonly (readonly [method: string, below: string])[] = [
  ['GET', ''],
  ['DELETE', ''],
  ['GET', 'status'],
  ['POST', AUTHORISATIONS],
  ['GET', AUTHORISATIONS],
  ['GET', `${AUTHORISATIONS}/${UNKNOWN}`],
];

const REFUSED: readonly Life[] = [
  life('creations of baskets that are refused', async (bank) => {
    for (const what of await refusedCreations(bank)) await bank.send(what);
    const payments = await received(bank);
    await createBasket(bank, payments);
    await sendBasket(bank, payments);
  }),
  life('the same basket again with its X-Request-ID', async (bank) => {
    const payments = await received(bank);
    const wish = { headers: { 'X-Request-ID': '0f8fad5b-d9cb-469f-a165-70867728950e' } };
    await sendBasket(bank, payments, wish);
    await sendBasket(bank, payments, wish);
  }),
  life('a basket of a payment whose account has its payment right taken away', async (bank) => {
    const basket = await createBasket(bank, await received(bank, 1));
    const id = accountId(bank, bank.accounts.debtor);
    await ask(bank, 'POST', `/operator/accounts/${id}/payment-right/take`);
    await call(bank, basket, 'POST', AUTHORISATIONS, { headers: byPsuId() });
  }),
  life('calls below a basket that are refused', async (bank) => {
    const basket = await createBasket(bank, await received(bank));
    const unknown = { ...basket, path: `${BASKETS}/${UNKNOWN}` };
    for (const [method, below] of BELOW) {
      await call(bank, basket, method, below, { headers: { 'x-accept-fix': null } });
      await call(bank, basket, method, below, { headers: { 'X-PSU-IDENTITY': NOBODY } });
      await call(bank, unknown, method, below);
    }
    await call(bank, basket, 'PUT', `${AUTHORISATIONS}/${UNKNOWN}`);
  }),
];

export const BASKET_LIVES: readonly Life[] = [...LIFE, ...REFUSED];
