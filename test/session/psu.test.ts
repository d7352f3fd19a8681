import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/client/ledger/ledger.ts';
import {
  type PsuChoice,
  parsePaymentSelector,
  resolveBasket,
  resolvePayment,
  resolvePsuForBasket,
  resolvePsuForCreation,
} from '../../src/session/psu.ts';
import { DOMESTIC, INSTANT } from '../../src/values/products.ts';
import { openTestLedger } from '../support/ledger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [KARI, OLA] = ['15813963008', '01929010120'];
let ledger: Ledger;

beforeEach(async () => {
  ledger = openTestLedger(join(temporaryFolder(), 'client.db'));
  const sca = { context: 'PRIVATE', tppSessionId: 's' } as const;
  await ledger.rememberSca({ ...sca, psuId: 'kari', customerNumber: KARI, at: 1 });
  await ledger.rememberSca({ ...sca, psuId: 'ola', customerNumber: OLA, at: 2 });
  return () => ledger.end();
});

function choice(as?: string): PsuChoice {
  return { as, context: undefined, newSession: false, settings: {} };
}

it.each([
  ['the PSU of the last SCA', undefined, undefined, { psuId: 'ola' }],
  ['the PSU of --as', KARI, undefined, { psuId: 'kari' }],
  ['the number of --as whose PSU-ID is not stored', '310999016', undefined, { identity: '310999016' }],
  ["the owner of an example's account", undefined, KARI, { psuId: 'kari' }],
  [
    'nobody, when the owner is not known by a PSU-ID',
    undefined,
    '310999016',
    { context: 'PRIVATE', owner: '310999016' },
  ],
  ["--as before the owner of an example's account", OLA, KARI, { psuId: 'ola' }],
])('whom a creation names is %s [C-psu-sent]', async (_, as, owner, named) => {
  expect(await resolvePsuForCreation(ledger, choice(as), owner)).toEqual(named);
});

describe('a payment that another command has made [C-psu-sent, C-payment-product]', () => {
  const asked = (product?: string) => parsePaymentSelector({ paymentId: 'p', product });

  it('has the product that is remembered, unless --product says another', async () => {
    await ledger.rememberPayment({ paymentId: 'p', service: 'payments', product: INSTANT });
    const { reference } = await resolvePayment(ledger, asked(), choice());
    expect(reference).toEqual({ paymentId: 'p', service: 'payments', product: INSTANT });
    const other = await resolvePayment(ledger, asked('sepa-credit-transfers'), choice());
    expect(other.reference).toEqual({
      paymentId: 'p',
      service: 'payments',
      product: 'sepa-credit-transfers',
    });
  });

  it('is domestic and of the PSU of the last SCA, when nothing is remembered of it', async () => {
    expect(await resolvePayment(ledger, asked(), choice())).toEqual({
      reference: { paymentId: 'p', service: 'payments', product: DOMESTIC },
      psu: { psuId: 'ola' },
      customerNumber: undefined,
    });
  });

  it.each([
    ['its own PSU', { psuId: 'kari' }, undefined, { psuId: 'kari' }],
    ['the PSU of its customer number', { customerNumber: KARI }, undefined, { psuId: 'kari' }],
    ['its customer number', { customerNumber: '310999016' }, undefined, { identity: '310999016' }],
    ['nobody, when its PSU is not known', {}, undefined, {}],
    ['the PSU of --as before its own', { psuId: 'kari' }, OLA, { psuId: 'ola' }],
    ['the number of --as before its own', { psuId: 'kari' }, '310999016', { identity: '310999016' }],
  ])('names %s', async (_, remembered, as, named) => {
    await ledger.rememberPayment({ paymentId: 'p', service: 'payments', product: DOMESTIC, ...remembered });
    expect((await resolvePayment(ledger, asked(), choice(as))).psu).toEqual(named);
  });
});

describe('what --product names [C-payment-product]', () => {
  const DOMESTIC_ONE = { service: 'payments', product: DOMESTIC };

  it.each([
    ['domestic', DOMESTIC_ONE],
    ['cross-border', { service: 'payments', product: 'norwegian-cross-border-credit-transfers' }],
    ['instant', { service: 'payments', product: 'instant-norwegian-credit-transfers-straks' }],
    ['periodic', { service: 'periodic-payments', product: DOMESTIC }],
    ['bulk', { service: 'bulk-payments', product: DOMESTIC }],
    [DOMESTIC, DOMESTIC_ONE],
    [`bulk-payments/${DOMESTIC}`, { service: 'bulk-payments', product: DOMESTIC }],
    ['periodic-payments/nosuch', { service: 'periodic-payments', product: 'nosuch' }],
  ])('%s', (product, path) => {
    expect(parsePaymentSelector({ paymentId: 'p', product }).product).toEqual(path);
  });

  it.each([
    ...['', 'consents/domestic', 'payments/', '/payments', 'payments/a/b', '..', 'payments/..', 'a?b'],
    '__proto__',
  ])('is no %j', (product) => {
    expect(() => parsePaymentSelector({ paymentId: 'p', product })).toThrowError(
      expect.objectContaining({ code: 'USAGE', details: { hint: expect.stringContaining('cross-border') } }),
    );
  });

  it('goes before the service that is remembered, too', async () => {
    await ledger.rememberPayment({ paymentId: 'p', service: 'bulk-payments', product: DOMESTIC });
    const { reference } = await resolvePayment(
      ledger,
      parsePaymentSelector({ paymentId: 'p', product: undefined }),
      choice(),
    );
    expect(reference).toEqual({ paymentId: 'p', service: 'bulk-payments', product: DOMESTIC });
    const other = parsePaymentSelector({ paymentId: 'p', product: 'domestic' });
    expect((await resolvePayment(ledger, other, choice())).reference).toEqual({
      paymentId: 'p',
      ...DOMESTIC_ONE,
    });
  });
});

describe('the PSU of a basket [C-basket-remembered]', () => {
  const payment = (paymentId: string, more: object = {}) =>
    ledger.rememberPayment({ paymentId, service: 'payments', product: DOMESTIC, tppSessionId: 's', ...more });

  it('is that of the first payment whose PSU is known', async () => {
    await payment('p');
    await payment('q', { psuId: 'kari' });
    await payment('r', { customerNumber: OLA });
    expect((await resolvePsuForBasket(ledger, ['p', 'q', 'r'], choice())).psu).toEqual({ psuId: 'kari' });
    expect((await resolvePsuForBasket(ledger, ['r', 'q'], choice())).psu).toEqual({ psuId: 'ola' });
    expect((await resolvePsuForBasket(ledger, ['q'], choice(OLA))).psu).toEqual({ psuId: 'ola' });
  });

  it('is nobody of payments whose PSU is not known, and that of the last SCA of payments that are not', async () => {
    await payment('p');
    expect((await resolvePsuForBasket(ledger, ['p', 'unknown'], choice())).psu).toEqual({});
    expect((await resolvePsuForBasket(ledger, ['unknown'], choice())).psu).toEqual({ psuId: 'ola' });
  });

  it('is remembered with the basket', async () => {
    await ledger.rememberBasket({ basketId: 'b', psuId: 'kari' });
    expect(await resolveBasket(ledger, 'b', choice())).toEqual({
      reference: { basketId: 'b' },
      psu: { psuId: 'kari' },
      customerNumber: undefined,
    });
    expect((await resolveBasket(ledger, 'other', choice())).psu).toEqual({ psuId: 'ola' });
  });
});
