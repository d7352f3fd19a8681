import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CompletedSca, Ledger } from '../../../src/client/ledger/ledger.ts';
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
  it('are none before an SCA', async () => {
    expect(await ledger.psu()).toBeUndefined();
    expect(await ledger.psu(KARI)).toBeUndefined();
    expect(await ledger.psuById('kari')).toBeUndefined();
  });

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

  it('are nobody for the number of a customer who had no SCA', async () => {
    await ledger.rememberSca(sca('kari', { customerNumber: KARI }));
    expect(await ledger.psu(OLA)).toBeUndefined();
  });

  it('have the context and the agreement of their last SCA', async () => {
    await ledger.rememberSca(sca('kari', { context: 'CORPORATE', psuCorporateId: 'firm' }));
    expect(await ledger.psu()).toEqual({ psuId: 'kari', context: 'CORPORATE', psuCorporateId: 'firm' });
    await ledger.rememberSca(sca('kari', { customerNumber: KARI, at: 2 }));
    expect(await ledger.psu()).toEqual({ psuId: 'kari', customerNumber: KARI, context: 'PRIVATE' });
  });

  it('outlive the program', async () => {
    await ledger.rememberSca(sca('kari', { customerNumber: KARI }));
    await ledger.end();
    ledger = openTestLedger(file);
    expect(await ledger.psu(KARI)).toMatchObject({ psuId: 'kari' });
  });
});

describe('another psu-id than the stored one [S9-psu-id-unchanging]', () => {
  it.each([
    ['for the same customer', 'somebody', KARI],
    ['for another customer', 'kari', OLA],
  ])('is refused %s, and nothing is changed', async (_, psuId, customerNumber) => {
    await ledger.rememberPayment({ paymentId: 'p', product: 'domestic' });
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
    expect(await ledger.payment('p')).toEqual({ product: 'domestic', psuId: 'kari' });
    expect(await ledger.session({ psuId: 'kari' }, { now: 2 })).toEqual({ tppSessionId: 's' });
  });
});

describe('the payments of a ledger [C-payment-product]', () => {
  it('keep their product, and their PSU once it is known', async () => {
    expect(await ledger.payment('p')).toBeUndefined();
    await ledger.rememberPayment({ paymentId: 'p', product: 'domestic' });
    await ledger.rememberPayment({ paymentId: 'q', product: 'cross-border', psuId: 'ola' });
    expect(await ledger.payment('p')).toEqual({ product: 'domestic' });
    expect(await ledger.payment('q')).toEqual({ product: 'cross-border', psuId: 'ola' });
    await ledger.rememberSca(sca('kari', { paymentId: 'p' }));
    await ledger.rememberPayment({ paymentId: 'p', product: 'domestic' });
    expect(await ledger.payment('p')).toEqual({ product: 'domestic', psuId: 'kari' });
  });

  it('keep the session of their last authorisation, and whose they are', async () => {
    const first = { product: 'domestic', customerNumber: KARI, tppSessionId: 's' };
    await ledger.rememberPayment({ paymentId: 'p', ...first });
    await ledger.rememberPayment({ paymentId: 'p', product: 'domestic' });
    expect(await ledger.payment('p')).toEqual(first);
    await ledger.rememberPayment({ paymentId: 'p', product: 'domestic', tppSessionId: 't' });
    expect(await ledger.payment('p')).toEqual({ ...first, tppSessionId: 't' });
  });

  it('are not invented by an SCA: nothing is known of their product', async () => {
    await ledger.rememberSca(sca('kari', { paymentId: 'unknown' }));
    expect(await ledger.payment('unknown')).toBeUndefined();
  });
});
