import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { knownPayment, namedForCreation } from '../../src/app/named-psu.ts';
import type { PsuChoice } from '../../src/app.ts';
import type { Ledger } from '../../src/client/ledger/ledger.ts';
import { DOMESTIC, INSTANT } from '../../src/wire/products.ts';
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

describe('whom a creation names [C-psu-sent]', () => {
  it.each([
    ['the PSU of the last SCA', undefined, undefined, { psuId: 'ola' }],
    ['the PSU of --as', KARI, undefined, { psuId: 'kari' }],
    ['the number of --as whose PSU-ID is not stored', '310999016', undefined, { identity: '310999016' }],
    ["the owner of an example's account", undefined, KARI, { psuId: 'kari' }],
    ['nobody, when the owner is not known by a PSU-ID', undefined, '310999016', { context: 'PRIVATE' }],
    ["--as before the owner of an example's account", OLA, KARI, { psuId: 'ola' }],
  ])('is %s', async (_, as, owner, named) => {
    expect(await namedForCreation(ledger, choice(as), owner)).toEqual(named);
  });
});

describe('a payment that another command has made [C-psu-sent, C-payment-product]', () => {
  const asked = (product?: string) => ({ paymentId: 'p', product });

  it('has the product that is remembered, unless --product says another', async () => {
    await ledger.rememberPayment({ paymentId: 'p', product: INSTANT });
    const { reference } = await knownPayment(ledger, asked(), choice());
    expect(reference).toEqual({ paymentId: 'p', product: INSTANT });
    const other = await knownPayment(ledger, asked('sepa-credit-transfers'), choice());
    expect(other.reference).toEqual({ paymentId: 'p', product: 'sepa-credit-transfers' });
  });

  it('is domestic and of the PSU of the last SCA, when nothing is remembered of it', async () => {
    expect(await knownPayment(ledger, asked(), choice())).toEqual({
      reference: { paymentId: 'p', product: DOMESTIC },
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
    await ledger.rememberPayment({ paymentId: 'p', product: DOMESTIC, ...remembered });
    const { psu } = await knownPayment(ledger, asked(), choice(as));
    expect(psu).toEqual(named);
  });
});
