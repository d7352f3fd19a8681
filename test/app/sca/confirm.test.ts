import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { confirmSca } from '../../../src/app/sca/confirm.ts';
import type { Ledger } from '../../../src/client/ledger/ledger.ts';
import type { Session } from '../../../src/client/session.ts';
import { Fault } from '../../../src/errors.ts';
import { statusInSentence } from '../../../src/explain/statuses.ts';
import { DOMESTIC } from '../../../src/values/products.ts';
import type { ScaStatus } from '../../../src/values/statuses.ts';
import type { ScaPlayed } from '../../../src/wire/operator.ts';
import { openTestLedger } from '../../support/ledger.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const KARI = '15813963008';
const psuId = 'a6920608-8f02-4bdb-8114-fa4632dbdfa4';
const otherId = '0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22';
const expected = { tppSessionId: 'session-1', customerNumber: KARI };

let ledger: Ledger;

beforeEach(async () => {
  ledger = openTestLedger(join(temporaryFolder(), 'client.db'));
  await ledger.rememberPayment({
    paymentId: 'p',
    service: 'payments',
    product: DOMESTIC,
    tppSessionId: 'session-1',
  });
  return () => ledger.end();
});

/** A bank that answers each read of an authorisation with one status. */
function sessionAt(scaStatus: ScaStatus) {
  const asked: string[] = [];
  const session: Session = {
    ledger,
    place: { basePath: '' },
    hasOperator: true,
    certificate: '',
    call: async (operation, _input, psu) => {
      asked.push(`${operation.operation} as ${psu?.psuId}`);
      const resource = { scaStatus, _links: {} } as never;
      const meta = { requestId: 'r', status: 200, durationMs: 1 };
      return { resource, meta, tppSessionId: 'session-1' };
    },
    repeat: () => Promise.reject(new Error('nothing is repeated here')),
    lookUp: () => Promise.reject(new Error('nothing is looked up here')),
    operate: () => Promise.reject(new Error('nothing is operated here')),
    close: async () => {},
  };
  return { session, asked };
}

function played(query: string, more: Partial<ScaPlayed> = {}): ScaPlayed {
  return {
    authorisationId: 'a',
    scaStatus: 'FINALISED',
    paymentId: 'p',
    transactionStatus: 'ACTC',
    redirect: `http://127.0.0.1:8910/cb/state?${query}`,
    ...more,
  };
}

const approved = `psu-id=${psuId}&tpp-session-id=session-1&context=PRIVATE`;

async function faultOf(sca: ScaPlayed, scaStatus: ScaStatus = 'FINALISED'): Promise<Fault> {
  const { session } = sessionAt(scaStatus);
  const thrown = await confirmSca(session, sca, expected).catch((fault: unknown) => fault);
  if (thrown instanceof Fault) return thrown;
  throw thrown;
}

async function expectNothingKept(): Promise<void> {
  expect(await ledger.psu()).toBeUndefined();
  expect((await ledger.payment('p'))?.psuId).toBeUndefined();
}

describe('an approved SCA [S9-redirect-hint]', () => {
  it('is kept once the bank has confirmed it in the name of the PSU', async () => {
    const { session, asked } = sessionAt('FINALISED');
    expect(await confirmSca(session, played(approved), expected)).toEqual({ scaStatus: 'FINALISED', psuId });
    expect(asked).toEqual([`read authorisation as ${psuId}`]);
    expect(await ledger.psu(KARI)).toEqual({ psuId, customerNumber: KARI, context: 'PRIVATE' });
    expect((await ledger.payment('p'))?.psuId).toBe(psuId);
    const key = { psuId };
    expect(await ledger.session(key, { now: Date.now() })).toEqual({ tppSessionId: 'session-1' });
  });

  it('is kept with its agreement', async () => {
    const query = `psu-id=${psuId}&psu-corporate-id=${otherId}&tpp-session-id=session-1&context=CORPORATE`;
    const outcome = await confirmSca(sessionAt('FINALISED').session, played(query), expected);
    expect(outcome).toEqual({ scaStatus: 'FINALISED', psuId, psuCorporateId: otherId });
    expect(await ledger.psu()).toMatchObject({ psuCorporateId: otherId, context: 'CORPORATE' });
  });

  it('of a cancellation is read among the cancellation authorisations', async () => {
    const { session, asked } = sessionAt('FINALISED');
    await confirmSca(session, played(approved, { transactionStatus: 'CANC' }), expected);
    expect(asked).toEqual([`read cancellation authorisation as ${psuId}`]);
  });

  it('of a basket is read of the basket, and kept for each of its payments', async () => {
    await ledger.rememberBasket({ basketId: 'b', paymentIds: ['p'], tppSessionId: 'session-1' });
    const { session, asked } = sessionAt('FINALISED');
    const { paymentId: _, ...ofBasket } = played(approved, { basketId: 'b' });
    expect(await confirmSca(session, ofBasket, expected)).toEqual({ scaStatus: 'FINALISED', psuId });
    expect(asked).toEqual([`read basket authorisation as ${psuId}`]);
    expect([(await ledger.basket('b'))?.psuId, (await ledger.payment('p'))?.psuId]).toEqual([psuId, psuId]);
  });
});

describe('an SCA that is not confirmed [S9-redirect-hint, C-failed-payment, C-sca-failed]', () => {
  it.each(['STARTED', 'FAILED'] as const)('because the bank says %s is not kept', async (scaStatus) => {
    expect(await faultOf(played(approved), scaStatus)).toMatchObject({
      code: 'SCA_FAILED',
      message: `The SCA a of payment p is ${statusInSentence(scaStatus)}; the payment is ACTC (authorised: not booked yet).`,
    });
    await expectNothingKept();
  });

  it('because it is under another session is not kept', async () => {
    const query = `psu-id=${psuId}&tpp-session-id=session-2&context=PRIVATE`;
    expect(await faultOf(played(query))).toMatchObject({ code: 'ANSWER_INVALID' });
    await expectNothingKept();
  });

  it('because the payment is of another PSU is not kept', async () => {
    await ledger.rememberPayment({ paymentId: 'p', service: 'payments', product: DOMESTIC, psuId: otherId });
    expect(await faultOf(played(approved))).toMatchObject({ code: 'ANSWER_INVALID' });
    expect(await ledger.psu()).toBeUndefined();
  });

  it('because the basket is of another PSU is not kept', async () => {
    await ledger.rememberBasket({ basketId: 'b', psuId: otherId });
    const { paymentId: _, ...ofBasket } = played(approved, { basketId: 'b' });
    expect(await faultOf(ofBasket)).toMatchObject({
      code: 'ANSWER_INVALID',
      message: expect.stringMatching(/not the one of basket b\.$/),
    });
    expect(await ledger.psu()).toBeUndefined();
  });

  it('because the redirect says so is told with code and message', async () => {
    const query = 'status=401&code=PSU_CREDENTIALS_INVALID&message=not%20theirs';
    const failed = played(query, { scaStatus: 'FAILED', transactionStatus: 'RJCT' });
    expect(await faultOf(failed)).toMatchObject({
      code: 'SCA_FAILED',
      message:
        'The SCA a of payment p is FAILED (ended without an approval): PSU_CREDENTIALS_INVALID, not theirs; the payment is RJCT (rejected).',
      details: { hint: expect.stringContaining('psd2 status p'), paymentId: 'p' },
    });
    await expectNothingKept();
  });

  it('because nobody was sent back is told without a reason', async () => {
    const { redirect: _, transactionStatus: __, ...rest } = played('', { scaStatus: 'STARTED' });
    expect(await faultOf(rest)).toMatchObject({
      code: 'SCA_FAILED',
      message: 'The SCA a of payment p is STARTED (the PSU is asked to confirm); nothing was approved.',
    });
  });
});
