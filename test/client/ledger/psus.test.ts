import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/client/ledger/ledger.ts';
import type { CompletedSca } from '../../../src/client/ledger/types.ts';
import { openTestLedger } from '../../support/ledger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [KARI, OLA] = ['15813963008', '24820096994'];

let file: string;
let ledger: Ledger;

beforeEach(() => {
  file = join(temporaryFolder(), 'client.db');
  ledger = openTestLedger(file);
  return () => ledger.end();
});

function sca(psuId: string, more: Partial<CompletedSca> = {}): CompletedSca {
  return { psuId, context: 'PRIVATE', tppSessionId: 's', at: 1, ...more };
}

describe('the PSUs of a ledger [I-authentication-5-psu-id, S10-stored-psu]', () => {
  it('are found by customer number, by psu-id, and without either by the last SCA', async () => {
    await ledger.rememberSca(sca('kari', { customerNumber: KARI, at: 3 }));
    await ledger.rememberSca(sca('ola', { customerNumber: OLA, at: 2 }));
    const [kari, ola] = [
      { psuId: 'kari', customerNumber: KARI, context: 'PRIVATE' },
      { psuId: 'ola', customerNumber: OLA, context: 'PRIVATE' },
    ];
    expect([await ledger.psu(KARI), await ledger.psu(OLA)]).toEqual([kari, ola]);
    expect([await ledger.psuById('kari'), await ledger.psuById('ola')]).toEqual([kari, ola]);
    expect(await ledger.psu()).toEqual(kari);
    await ledger.rememberSca(sca('ola', { at: 4 }));
    expect(await ledger.psu()).toEqual(ola);
  });

  it('have the context and the agreement of their last SCA', async () => {
    await ledger.rememberSca(sca('kari', { context: 'CORPORATE', psuCorporateId: 'firm' }));
    expect(await ledger.psu()).toEqual({ psuId: 'kari', context: 'CORPORATE', psuCorporateId: 'firm' });
    await ledger.rememberSca(sca('kari', { customerNumber: KARI, at: 2 }));
    expect(await ledger.psu()).toEqual({ psuId: 'kari', customerNumber: KARI, context: 'PRIVATE' });
  });
});

describe('another psu-id than the stored one [S9-psu-id-unchanging]', () => {
  it.each([
    ['for the same customer', 'somebody', KARI],
    ['for a different customer', 'kari', OLA],
  ])('is refused %s, and nothing is changed', async (_, psuId, customerNumber) => {
    await ledger.rememberPayment({ paymentId: 'p', service: 'payments', product: 'domestic' });
    await ledger.rememberSca(sca('kari', { customerNumber: KARI, paymentId: 'p' }));
    const other = sca(psuId, { customerNumber, tppSessionId: 't', paymentId: 'p', at: 2 });
    await expect(ledger.rememberSca(other)).rejects.toMatchObject({
      name: 'Fault',
      code: 'ANSWER_INVALID',
      message: expect.stringContaining(psuId),
      details: { hint: expect.stringContaining(file) },
    });
    expect(await ledger.psu()).toEqual({ psuId: 'kari', customerNumber: KARI, context: 'PRIVATE' });
    expect(await ledger.psu(OLA)).toBeUndefined();
    expect(await ledger.payment('p')).toEqual({ service: 'payments', product: 'domestic', psuId: 'kari' });
    expect(await ledger.session({ psuId: 'kari' }, { now: 2 })).toEqual({ tppSessionId: 's' });
  });
});

const DOMESTIC = { service: 'payments', product: 'domestic' } as const;
const BULK = { service: 'bulk-payments', product: 'domestic' } as const;

describe('the payments of a ledger [C-payment-product]', () => {
  it('keep their service and product, and their PSU once it is known', async () => {
    expect(await ledger.payment('p')).toBeUndefined();
    await ledger.rememberPayment({ paymentId: 'p', ...DOMESTIC });
    await ledger.rememberPayment({ paymentId: 'q', ...BULK, psuId: 'ola' });
    expect(await ledger.payment('p')).toEqual(DOMESTIC);
    expect(await ledger.payment('q')).toEqual({ ...BULK, psuId: 'ola' });
    await ledger.rememberSca(sca('kari', { paymentId: 'p' }));
    await ledger.rememberPayment({ paymentId: 'p', ...DOMESTIC });
    expect(await ledger.payment('p')).toEqual({ ...DOMESTIC, psuId: 'kari' });
  });

  it('keep the session of their last authorisation, and whose they are', async () => {
    const first = { ...DOMESTIC, customerNumber: KARI, tppSessionId: 's' };
    await ledger.rememberPayment({ paymentId: 'p', ...first });
    await ledger.rememberPayment({ paymentId: 'p', ...DOMESTIC });
    expect(await ledger.payment('p')).toEqual(first);
    await ledger.rememberPayment({ paymentId: 'p', ...DOMESTIC, tppSessionId: 't' });
    expect(await ledger.payment('p')).toEqual({ ...first, tppSessionId: 't' });
  });

  it('are not invented by an SCA: nothing is known of their product', async () => {
    await ledger.rememberSca(sca('kari', { paymentId: 'unknown' }));
    expect(await ledger.payment('unknown')).toBeUndefined();
  });
});

describe('the baskets of a ledger [C-basket-remembered]', () => {
  it('keep whose they are, and the session of their last authorisation', async () => {
    expect(await ledger.basket('b')).toBeUndefined();
    await ledger.rememberBasket({ basketId: 'b', customerNumber: KARI, tppSessionId: 's' });
    await ledger.rememberBasket({ basketId: 'b', tppSessionId: 't' });
    expect(await ledger.basket('b')).toEqual({ customerNumber: KARI, tppSessionId: 't' });
  });

  it('make their PSU the one of their payments, too', async () => {
    for (const paymentId of ['p', 'q', 'r']) await ledger.rememberPayment({ paymentId, ...DOMESTIC });
    await ledger.rememberBasket({ basketId: 'b', paymentIds: ['p', 'q', 'unknown'] });
    await ledger.rememberSca(sca('kari', { basketId: 'b' }));
    expect(await ledger.basket('b')).toEqual({ psuId: 'kari' });
    const found = await Promise.all(['p', 'q', 'r', 'unknown'].map((paymentId) => ledger.payment(paymentId)));
    expect(found.map((payment) => payment?.psuId)).toEqual(['kari', 'kari', undefined, undefined]);
  });

  it('forget a PSU that the bank does not know any more', async () => {
    await ledger.rememberBasket({ basketId: 'b', psuId: 'kari', customerNumber: KARI });
    await ledger.forgetPsu('kari');
    expect(await ledger.basket('b')).toEqual({ customerNumber: KARI });
  });
});
