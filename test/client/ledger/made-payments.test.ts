import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../../src/client/ledger/ledger.ts';
import { openTestLedger } from '../../support/ledger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let file: string;
let ledger: Ledger;

beforeEach(() => {
  file = join(temporaryFolder(), 'client.db');
  ledger = openTestLedger(file);
  return () => ledger.end();
});

const product = { service: 'payments', product: 'p' } as const;
const amount = { amount: '1.00', currency: 'NOK' };

describe('payments that a profile made [C-payments-list]', () => {
  it('are none that it only asked for', async () => {
    await ledger.rememberPayment({ ...product, paymentId: 'other' });
    await ledger.rememberStatus('other', 'ACSC', 5);
    expect(await ledger.madePayments()).toEqual([]);
  });

  it('are listed newest first, of one millisecond too, and keep their place', async () => {
    for (const paymentId of ['a', 'b'])
      await ledger.rememberPayment({ ...product, paymentId, made: { at: 9 } });
    await ledger.rememberPayment({
      ...product,
      paymentId: 'old',
      made: { at: 8, transactionStatus: 'RCVD' },
    });
    await ledger.rememberPayment({ ...product, paymentId: 'a', tppSessionId: 's' });
    expect((await ledger.madePayments()).map(({ paymentId }) => paymentId)).toEqual(['b', 'a', 'old']);
    await ledger.rememberStatus('old', 'ACTC', 20);
    expect((await ledger.madePayments()).at(-1)).toEqual({
      ...{ paymentId: 'old', ...product, at: 8 },
      ...{ transactionStatus: 'ACTC', statusAt: 20 },
    });
    expect(await ledger.madePayments(1)).toHaveLength(1);
  });

  it('tell nothing of persons once their PSU is forgotten', async () => {
    const made = { at: 1, amount, creditorName: 'Ola Eksempel' };
    await ledger.rememberPayment({ ...product, paymentId: 'a', psuId: 'kari', made });
    await ledger.rememberPayment({ ...product, paymentId: 'b', psuId: 'ola', made });
    await ledger.forgetPsu('kari');
    const [ofOla, ofKari] = await ledger.madePayments();
    expect(ofOla).toMatchObject(made);
    expect(ofKari).toEqual({ paymentId: 'a', ...product, at: 1 });
  });
});
