import { describe, expect, it } from 'vitest';
import { waitedFor } from '../../src/app/waited-for.ts';
import { runBatch } from '../../src/client/operator.ts';
import { readPaymentStatus } from '../../src/client/payments.ts';
import type { Session } from '../../src/client/session.ts';

describe('a session whose calls are waited for [C-progress]', () => {
  it('says which operation, of each kind of call, and gives what it gave', async () => {
    const said: string[] = [];
    const answer = async () => 'answered' as never;
    const session = { call: answer, lookUp: answer, operate: answer, repeat: answer } as unknown as Session;
    const waited = waitedFor(session, {
      during: (what, work) => {
        said.push(what);
        return work();
      },
    });
    const payment = { service: 'payments', product: 'x', paymentId: '1' } as never;
    expect(await waited.call(readPaymentStatus, payment)).toBe('answered');
    expect(await waited.lookUp(readPaymentStatus, payment)).toBe('answered');
    expect(await waited.operate(runBatch, undefined)).toBe('answered');
    expect(await waited.repeat({ operation: 'create payment' } as never)).toBe('answered');
    expect(said).toEqual([
      'Waiting for the bank: read payment status',
      'Waiting for the bank: read payment status',
      'Waiting for the bank: run batch',
      'Waiting for the bank: create payment',
    ]);
  });
});
