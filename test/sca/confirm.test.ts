import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/client/ledger/ledger.ts';
import type { Session } from '../../src/client/session.ts';
import { Fault } from '../../src/errors.ts';
import { confirm, confirmPlayed } from '../../src/sca/confirm.ts';
import { DOMESTIC } from '../../src/values/products.ts';
import type { ScaStatus } from '../../src/values/statuses.ts';
import type { ScaPlayed } from '../../src/wire/answers/operator.ts';
import { statusInSentence } from '../../src/wire/explanations.ts';
import { faultOf } from '../support/fault-of.ts';
import { openTestLedger } from '../support/ledger.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

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

interface Bank {
  readonly scaStatus?: ScaStatus;
  /** Who the session's PSU is; undefined: it has had no SCA. */
  readonly user?: string | undefined;
  readonly agreements?: readonly string[];
}

/** A bank elsewhere that answers at a known Date. */
function sessionAt(bank: Bank = {}) {
  const { scaStatus = 'FINALISED', agreements = [] } = bank;
  const user = 'user' in bank ? bank.user : psuId;
  const asked: string[] = [];
  const answers: Readonly<Record<string, object>> = {
    'read user': { psuId: user, contexts: [], _links: {} },
    'list agreements': { agreements: agreements.map((psuCorporateId) => ({ psuCorporateId })) },
  };
  const session: Session = {
    ledger,
    place: { origin: 'https://bank.example', basePath: '' },
    redirectUri: 'http://127.0.0.1:8910/cb/state',
    tpp: 'PSDNO-FSA-39999990',
    hasOperator: true,
    certificate: '',
    call: async ({ operation }, _input, psu, { tppSessionId = 'none' } = {}) => {
      asked.push(`${operation} as ${psu?.psuId} in ${tppSessionId}`);
      if (operation === 'read user' && user === undefined) throw new Fault('SCA_NEEDED', 'No SCA.');
      return {
        resource: (answers[operation] ?? { scaStatus, _links: {} }) as never,
        meta: { requestId: 'r', status: 200, durationMs: 1 },
        answeredAt: ANSWERED,
        tppSessionId,
      };
    },
    begin: () => Promise.reject(new Error('nothing is begun here')),
    repeat: () => Promise.reject(new Error('nothing is repeated here')),
    lookUp: () => Promise.reject(new Error('nothing is looked up here')),
    ensure: () => Promise.reject(new Error('nothing is made here')),
    operate: () => Promise.reject(new Error('nothing is operated here')),
    close: async () => {},
  };
  return { session, asked };
}

const ANSWERED = Date.UTC(2026, 10, 21, 8, 30);
/** 180 days after. */
const validUntil = '2027-05-20T08:30:00.000Z';
const confirmed = { scaStatus: 'FINALISED', psuId, context: 'PRIVATE', validUntil };

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

function refused(sca: ScaPlayed, bank: Bank = {}): Promise<Fault> {
  return faultOf(confirmPlayed(sessionAt(bank).session, sca, expected));
}

async function expectNothingKept(): Promise<void> {
  expect(await ledger.psu()).toBeUndefined();
  expect((await ledger.payment('p'))?.psuId).toBeUndefined();
}

describe('an approved SCA [S9-redirect-hint]', () => {
  it('is kept once the bank has confirmed it in the name of the PSU', async () => {
    const { session, asked } = sessionAt();
    expect(await confirmPlayed(session, played(approved), expected)).toEqual(confirmed);
    expect(asked).toEqual([
      `read authorisation as ${psuId} in session-1`,
      `read user as ${psuId} in session-1`,
    ]);
    expect(await ledger.psu(KARI)).toEqual({ psuId, customerNumber: KARI, context: 'PRIVATE' });
    expect((await ledger.payment('p'))?.psuId).toBe(psuId);
    const key = { psuId };
    expect(await ledger.session(key, { now: Date.now() })).toEqual({ tppSessionId: 'session-1' });
  });

  it('is kept with its agreement', async () => {
    const query = `psu-id=${psuId}&psu-corporate-id=${otherId}&tpp-session-id=session-1&context=CORPORATE`;
    const { session, asked } = sessionAt({ agreements: [otherId.toUpperCase()] });
    const outcome = await confirmPlayed(session, played(query), { ...expected, agreement: 'theirs' });
    expect(outcome).toEqual({ ...confirmed, psuCorporateId: otherId, context: 'CORPORATE' });
    expect(asked.at(-1)).toBe(`list agreements as ${psuId} in session-1`);
    expect(await ledger.psu()).toMatchObject({ psuCorporateId: otherId, context: 'CORPORATE' });
    const known = { psuCorporateId: otherId, agreement: 'theirs' };
    expect([await ledger.agreement(psuId, 'theirs'), await ledger.agreement(psuId, otherId)]).toEqual([
      known,
      known,
    ]);
  });

  it('of a cancellation is read among the cancellation authorisations', async () => {
    const { session, asked } = sessionAt();
    await confirmPlayed(session, played(approved, { transactionStatus: 'CANC' }), expected);
    expect(asked[0]).toBe(`read cancellation authorisation as ${psuId} in session-1`);
  });

  it('of a basket is read of the basket, and kept for each of its payments', async () => {
    await ledger.rememberBasket({ basketId: 'b', paymentIds: ['p'], tppSessionId: 'session-1' });
    const { session, asked } = sessionAt();
    const { paymentId: _, ...ofBasket } = played(approved, { basketId: 'b' });
    expect(await confirmPlayed(session, ofBasket, expected)).toEqual(confirmed);
    expect(asked[0]).toBe(`read basket authorisation as ${psuId} in session-1`);
    expect([(await ledger.basket('b'))?.psuId, (await ledger.payment('p'))?.psuId]).toEqual([psuId, psuId]);
  });
});

describe('the SCA of a consent [S9-redirect-hint, D15-confirmed, C-consent-grant]', () => {
  const hint = { ok: true, psuId, tppSessionId: 'session-1', context: 'PRIVATE' } as const;

  it('is confirmed by who the bank says that the PSU of the session is', async () => {
    const { session, asked } = sessionAt();
    expect(await confirm(session, hint, { ...expected, kind: 'consent' })).toEqual(confirmed);
    expect(asked).toEqual([`read user as ${psuId} in session-1`]);
    expect(await ledger.consents()).toEqual([
      {
        ...{ psuId, customerNumber: KARI, context: 'PRIVATE', scaAt: ANSWERED, tppSessionId: 'session-1' },
        hourEndsAt: expect.any(Number),
      },
    ]);
  });

  it('of a session alone leaves no consent', async () => {
    await confirm(sessionAt().session, hint, { ...expected, kind: 'session' });
    expect(await ledger.consents()).toEqual([]);
    expect(await ledger.known()).toHaveLength(1);
  });

  it.each<[string, Bank, object]>([
    ['the session has had no SCA', { user: undefined }, {}],
    ['the bank names another psu-id', { user: otherId }, {}],
    ['the agreement is not theirs', {}, { psuCorporateId: otherId, context: 'CORPORATE' }],
  ])('is not kept when %s', async (_, bank, more) => {
    const { session } = sessionAt(bank);
    const confirming = confirm(session, { ...hint, ...more }, { ...expected, kind: 'consent' });
    await expect(confirming).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
    expect([await ledger.known(), await ledger.consents()]).toEqual([[], []]);
  });
});

it('an SCA begun in a session that has ended since approves its payment; nobody is kept of it, and the id is used no more [D6-session-replaced, S10-one-session]', async () => {
  const dead = await ledger.session({ customerNumber: KARI }, { now: 0 });
  const { session } = sessionAt({ user: undefined });
  const query = `psu-id=${psuId}&tpp-session-id=${dead.tppSessionId}&context=PRIVATE`;
  const outcome = await confirmPlayed(session, played(query), { ...expected, ...dead });
  expect(outcome).toEqual({ scaStatus: 'FINALISED' });
  await expectNothingKept();
  const next = await ledger.session({ customerNumber: KARI }, { now: 1 });
  expect(next.tppSessionId).not.toBe(dead.tppSessionId);
});

describe('an SCA that is not confirmed [S9-redirect-hint, C-failed-payment, C-sca-failed]', () => {
  it.each(['STARTED', 'FAILED'] as const)('because the bank says %s is not kept', async (scaStatus) => {
    expect(await refused(played(approved), { scaStatus })).toMatchObject({
      code: 'SCA_FAILED',
      message: `The SCA a of payment p is ${statusInSentence(scaStatus)}, and the payment is ACTC (authorised: not booked yet).`,
    });
    await expectNothingKept();
  });

  it('because it is under another session is not kept', async () => {
    const query = `psu-id=${psuId}&tpp-session-id=session-2&context=PRIVATE`;
    expect(await refused(played(query))).toMatchObject({ code: 'ANSWER_INVALID' });
    await expectNothingKept();
  });

  it('because the payment is of another PSU is not kept', async () => {
    await ledger.rememberPayment({ paymentId: 'p', service: 'payments', product: DOMESTIC, psuId: otherId });
    expect(await refused(played(approved))).toMatchObject({ code: 'ANSWER_INVALID' });
    expect(await ledger.psu()).toBeUndefined();
  });

  it('because the basket is of another PSU is not kept', async () => {
    await ledger.rememberBasket({ basketId: 'b', psuId: otherId });
    const { paymentId: _, ...ofBasket } = played(approved, { basketId: 'b' });
    expect(await refused(ofBasket)).toMatchObject({
      code: 'ANSWER_INVALID',
      message: expect.stringMatching(/isn't the PSU of basket b\.$/),
    });
    expect(await ledger.psu()).toBeUndefined();
  });

  it('because another PSU is said to be the session’s is not kept, though its payment is approved', async () => {
    expect(await refused(played(approved), { user: otherId })).toMatchObject({ code: 'ANSWER_INVALID' });
    await expectNothingKept();
  });

  it.each([
    ['status=401&code=SCA_INVALID', '401 SCA_INVALID, the PSU declined'],
    ['code=NEW_CODE', 'NEW_CODE'],
    [
      'status=401&code=PSU_CREDENTIALS_INVALID&message=not%20theirs',
      '401 PSU_CREDENTIALS_INVALID, not theirs',
    ],
    [
      'system=sca&status=500&code=SYSTEM_ERROR&message=later',
      "500 SYSTEM_ERROR of the bank's system sca, later",
    ],
  ])('because the redirect says %s is told in words', async (query, words) => {
    const failed = played(query, { scaStatus: 'FAILED', transactionStatus: 'RJCT' });
    expect(await refused(failed)).toMatchObject({
      code: 'SCA_FAILED',
      message: `The SCA a of payment p is FAILED (ended without approval): ${words}, and the payment is RJCT (rejected).`,
      details: { hint: expect.stringContaining('psd2 status p'), paymentId: 'p' },
    });
    await expectNothingKept();
  });

  it('because nobody was sent back is told without a reason', async () => {
    const { redirect: _, transactionStatus: __, ...rest } = played('', { scaStatus: 'STARTED' });
    expect(await refused(rest)).toMatchObject({
      code: 'SCA_FAILED',
      message: 'The SCA a of payment p is STARTED (the PSU is asked to confirm), and nothing was approved.',
    });
  });
});
