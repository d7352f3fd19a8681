import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ledger } from '../../src/client/ledger/ledger.ts';
import type { CompletedSca, OpenWrite, SessionKey, WriteEntry } from '../../src/client/ledger/types.ts';
import { Child, script } from '../support/child.ts';
import { openTestLedger } from '../support/ledger.ts';
import { readStored } from '../support/stored.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [KARI, OLA] = ['15813963008', '24820096994'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DOMESTIC = { service: 'payments', product: 'domestic' } as const;
let file: string;
let ledger: Ledger;

beforeEach(() => {
  file = join(temporaryFolder(), 'client.db');
  ledger = openTestLedger(file);
  return () => ledger.end();
});

/** One of Kari, unless it says of whom. */
function sca(more: Partial<CompletedSca> = {}): CompletedSca {
  return { psuId: 'kari', context: 'PRIVATE', tppSessionId: 's', at: 1, ...more };
}

/** The id that is used. */
async function idOf(key: SessionKey = {}, now = 0): Promise<string> {
  return (await ledger.session(key, { now })).tppSessionId;
}

function entry(requestId: string, at = 1): WriteEntry {
  const target = '/v1/payments/norwegian-domestic-credit-transfers';
  return {
    ...{ requestId, operation: 'create payment', method: 'POST', target, bodyDigest: 'SHA-256=x', at },
    headers: [['X-Request-ID', requestId]],
    origin: 'https://bank.example',
    body: Buffer.from('{"a":"ø"}'),
  };
}

/** As it is told while its answer is not known. */
function pending(requestId: string, at?: number): OpenWrite {
  const { headers, body, method, target, bodyDigest: _, ...write } = entry(requestId, at);
  return { ...write, request: { method, target, headers, body } };
}

describe('the TPP-Session-ID of PSUs who are not known yet [S10-one-session]', () => {
  it('is one for those of whom nothing is known, and one for each customer number', async () => {
    const nobodys = await idOf();
    expect(await idOf({ psuId: 'never-seen' })).toBe(nobodys);
    const [karis, olas] = [await idOf({ customerNumber: KARI }), await idOf({ customerNumber: OLA })];
    expect(new Set([nobodys, karis, olas]).size).toBe(3);
    expect(await idOf({ customerNumber: KARI })).toBe(karis);
  });

  it('has no hour before an SCA', async () => {
    expect(await idOf({}, 400 * 24 * HOUR)).toBe(await idOf({}, 0));
  });

  it('becomes that of the PSU who completes an SCA under it', async () => {
    const shared = await idOf({ customerNumber: KARI });
    await ledger.rememberSca(sca({ tppSessionId: shared, customerNumber: KARI }));
    expect([await idOf({ psuId: 'kari' }), await idOf({ customerNumber: KARI })]).toEqual([shared, shared]);
    expect(await idOf({ customerNumber: OLA })).not.toBe(shared);
  });

  // Two commands at once: the other's request leaves when the PSU has just become known.
  it('is not made anew for who saw nobody, when somebody has become known since', async () => {
    const shared = await idOf();
    await ledger.rememberSca(sca({ tppSessionId: shared }));
    expect(await idOf()).toBe(shared);
  });
});

it('the hour of a TPP-Session-ID ends 60 s early, counted from the last SCA [I-authentication-7-hour, S10-one-session]', async () => {
  await ledger.rememberSca(sca({ at: 0 }));
  const last = 20 * MINUTE;
  await ledger.rememberSca(sca({ at: last }));
  const end = last + HOUR - MINUTE;
  expect(await ledger.session({ psuId: 'kari' }, { now: end - 1 })).toEqual({ tppSessionId: 's' });
  const next = await ledger.session({ psuId: 'kari' }, { now: end });
  expect(next).toEqual({ tppSessionId: expect.not.stringMatching(/^s$/) });
  expect(await idOf({ psuId: 'kari' }, end + 10 * HOUR)).toBe(next.tppSessionId);
});

describe('a new TPP-Session-ID [S10-new-session, I-authentication-7-hour]', () => {
  it('says which one it ends, and is used from then on', async () => {
    await ledger.rememberSca(sca());
    const fresh = await ledger.session({ psuId: 'kari' }, { now: 1, fresh: true });
    expect(fresh).toEqual({ tppSessionId: expect.not.stringMatching(/^s$/), ended: 's' });
    expect(await idOf({ psuId: 'kari' }, 2)).toBe(fresh.tppSessionId);
  });

  it('ends none where there is none, and none whose hour is over', async () => {
    expect(await ledger.session({}, { now: 0, fresh: true })).toEqual({ tppSessionId: 'id-1' });
    await ledger.rememberSca(sca());
    const fresh = await ledger.session({ psuId: 'kari' }, { now: HOUR, fresh: true });
    expect(fresh).toEqual({ tppSessionId: 'id-2' });
  });

  it('gives way to an SCA under the old id that came after it, not to one before', async () => {
    await ledger.rememberSca(sca({ tppSessionId: 'old', at: 0 }));
    const { tppSessionId } = await ledger.session({ psuId: 'kari' }, { now: 10, fresh: true });
    await ledger.rememberSca(sca({ tppSessionId: 'old', at: 9 }));
    expect(await idOf({ psuId: 'kari' }, 11)).toBe(tppSessionId);
    await ledger.rememberSca(sca({ tppSessionId: 'old', at: 12 }));
    expect(await idOf({ psuId: 'kari' }, 13)).toBe('old');
  });
});

const [ONE, ANOTHER] = ['0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22', '1b7d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22'];
/** Told at another time by the bank's clock. */
const scaThere = (more: Partial<CompletedSca> = {}) => sca({ bankAt: 500, ...more });
const kari = { psuId: 'kari', context: 'PRIVATE', scaAt: 500, tppSessionId: 's', hourEndsAt: 1 + HOUR };

describe('what is remembered of an SCA [S10-stored-psu, C-session-list]', () => {
  it('is by the bank’s clock when it was, by ours when its hour ends', async () => {
    await ledger.rememberSca(scaThere({ customerNumber: KARI }));
    expect(await ledger.known()).toEqual([{ ...kari, customerNumber: KARI }]);
  });

  it('is the PSU’s last one, the last PSU first', async () => {
    await ledger.rememberSca(scaThere());
    await ledger.rememberSca(scaThere({ psuId: 'ola', at: 3, tppSessionId: 'o' }));
    const corporate = { psuCorporateId: ONE, context: 'CORPORATE' } as const;
    await ledger.rememberSca(scaThere({ ...corporate, at: 4, bankAt: 600 }));
    expect(await ledger.known()).toEqual([
      { ...kari, ...corporate, scaAt: 600, hourEndsAt: 4 + HOUR },
      expect.objectContaining({ psuId: 'ola', tppSessionId: 'o' }),
    ]);
  });

  it('has no session once the bank has let go of it, and no hour before an SCA in the new one', async () => {
    await ledger.rememberSca(scaThere());
    await ledger.endSession('s');
    const { tppSessionId: _, hourEndsAt: __, ...without } = kari;
    expect(await ledger.known()).toEqual([without]);
    const { tppSessionId } = await ledger.session({ psuId: 'kari' }, { now: 2 });
    expect(await ledger.known()).toEqual([{ ...without, tppSessionId }]);
  });
});

describe('consents [C-consent-show, S10-stored-psu]', () => {
  it('are one for each context in which accounts were chosen, whatever the last SCA was for', async () => {
    await ledger.rememberSca(scaThere({ consents: true }));
    await ledger.rememberSca(scaThere({ psuCorporateId: ONE, context: 'CORPORATE', consents: true }));
    await ledger.rememberSca(scaThere({ psuCorporateId: ANOTHER, context: 'CORPORATE' }));
    await ledger.rememberSca(scaThere());
    expect(await ledger.consents()).toEqual([kari, { ...kari, psuCorporateId: ONE, context: 'CORPORATE' }]);
  });

  it('go one by one, and with their PSU', async () => {
    await ledger.rememberSca(scaThere({ consents: true }));
    await ledger.rememberSca(scaThere({ psuCorporateId: ONE, context: 'CORPORATE', consents: true }));
    await ledger.forgetConsent('kari', ONE);
    expect(await ledger.consents()).toEqual([kari]);
    await ledger.forgetPsu('kari');
    expect(await ledger.consents()).toEqual([]);
    await ledger.rememberSca(scaThere());
    expect(await ledger.consents()).toEqual([]);
  });
});

it('agreements of a PSU are found by either name, of this PSU alone [S10-stored-psu]', async () => {
  await ledger.rememberSca(scaThere({ psuCorporateId: ONE, context: 'CORPORATE', agreement: 'mock' }));
  const known = { psuCorporateId: ONE, agreement: 'mock' };
  expect(await ledger.agreement('kari', 'mock')).toEqual(known);
  expect(await ledger.agreement('kari', ONE.toUpperCase())).toEqual(known);
  expect(await ledger.agreement('ola', 'mock')).toBeUndefined();
  expect(await ledger.agreement('kari', '')).toBeUndefined();
});

describe('the PSUs of a ledger [I-authentication-5-psu-id, S10-stored-psu]', () => {
  it('are found by customer number, by psu-id, and without either by the last SCA', async () => {
    await ledger.rememberSca(sca({ customerNumber: KARI, at: 3 }));
    await ledger.rememberSca(sca({ psuId: 'ola', customerNumber: OLA, at: 2 }));
    const [kari, ola] = [
      { psuId: 'kari', customerNumber: KARI, context: 'PRIVATE' },
      { psuId: 'ola', customerNumber: OLA, context: 'PRIVATE' },
    ];
    expect([await ledger.psu(KARI), await ledger.psu(OLA)]).toEqual([kari, ola]);
    expect([await ledger.psuById('kari'), await ledger.psuById('ola')]).toEqual([kari, ola]);
    expect(await ledger.psu()).toEqual(kari);
    await ledger.rememberSca(sca({ psuId: 'ola', at: 4 }));
    expect(await ledger.psu()).toEqual(ola);
  });

  it('have the context and the agreement of their last SCA', async () => {
    await ledger.rememberSca(sca({ context: 'CORPORATE', psuCorporateId: 'firm' }));
    expect(await ledger.psu()).toEqual({ psuId: 'kari', context: 'CORPORATE', psuCorporateId: 'firm' });
    await ledger.rememberSca(sca({ customerNumber: KARI, at: 2 }));
    expect(await ledger.psu()).toEqual({ psuId: 'kari', customerNumber: KARI, context: 'PRIVATE' });
  });
});

it.each([
  ['for the same customer', 'somebody', KARI],
  ['for a different customer', 'kari', OLA],
])('another psu-id than the stored one is refused %s, and nothing is changed [S9-psu-id-unchanging]', async (_, psuId, customerNumber) => {
  await ledger.rememberPayment({ paymentId: 'p', service: 'payments', product: 'domestic' });
  await ledger.rememberSca(sca({ customerNumber: KARI, paymentId: 'p' }));
  const other = sca({ psuId, customerNumber, tppSessionId: 't', paymentId: 'p', at: 2 });
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

const BULK = { service: 'bulk-payments', product: 'domestic' } as const;

describe('the payments of a ledger [C-payment-product]', () => {
  it('keep their service and product, and their PSU once it is known', async () => {
    expect(await ledger.payment('p')).toBeUndefined();
    await ledger.rememberPayment({ paymentId: 'p', ...DOMESTIC });
    await ledger.rememberPayment({ paymentId: 'q', ...BULK, psuId: 'ola' });
    expect(await ledger.payment('p')).toEqual(DOMESTIC);
    expect(await ledger.payment('q')).toEqual({ ...BULK, psuId: 'ola' });
    await ledger.rememberSca(sca({ paymentId: 'p' }));
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
    await ledger.rememberSca(sca({ paymentId: 'unknown' }));
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
    await ledger.rememberSca(sca({ basketId: 'b' }));
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

it('the baskets that a profile made are listed newest first with their payments and last status, without those of others and deleted ones [C-basket-list]', async () => {
  for (const paymentId of ['p', 'q', 'r']) await ledger.rememberPayment({ paymentId, ...DOMESTIC });
  const made = { at: 9, transactionStatus: 'RCVD' };
  await ledger.rememberBasket({ basketId: 'old', paymentIds: ['r'], made: { ...made, at: 8 } });
  for (const basketId of ['b', 'deleted']) await ledger.rememberBasket({ basketId, made });
  await ledger.rememberBasket({ basketId: 'b', paymentIds: ['p', 'q'], tppSessionId: 's' });
  await ledger.rememberBasket({ basketId: 'other', tppSessionId: 's' });
  await ledger.rememberStatus('b', 'ACTC', 20);
  await ledger.rememberStatus('other', 'ACTC', 20);
  await ledger.hideBasket('deleted');
  expect(await ledger.madeBaskets()).toEqual([
    { basketId: 'b', paymentIds: ['p', 'q'], at: 9, transactionStatus: 'ACTC', statusAt: 20 },
    { basketId: 'old', paymentIds: ['r'], at: 8, transactionStatus: 'RCVD', statusAt: 8 },
  ]);
});

const amount = { amount: '1.00', currency: 'NOK' };

describe('payments that a profile made [C-payments-list]', () => {
  it('are none that it only asked for', async () => {
    await ledger.rememberPayment({ ...DOMESTIC, paymentId: 'other' });
    await ledger.rememberStatus('other', 'ACSC', 5);
    expect(await ledger.madePayments()).toEqual([]);
  });

  it('are listed newest first, of one millisecond too, and keep their place', async () => {
    for (const paymentId of ['a', 'b'])
      await ledger.rememberPayment({ ...DOMESTIC, paymentId, made: { at: 9 } });
    await ledger.rememberPayment({
      ...DOMESTIC,
      paymentId: 'old',
      made: { at: 8, transactionStatus: 'RCVD' },
    });
    await ledger.rememberPayment({ ...DOMESTIC, paymentId: 'a', tppSessionId: 's' });
    expect((await ledger.madePayments()).map(({ paymentId }) => paymentId)).toEqual(['b', 'a', 'old']);
    await ledger.rememberStatus('old', 'ACTC', 20);
    expect((await ledger.madePayments()).at(-1)).toEqual({
      ...{ paymentId: 'old', ...DOMESTIC, at: 8 },
      ...{ transactionStatus: 'ACTC', statusAt: 20 },
    });
    expect(await ledger.madePayments({ limit: 1 })).toHaveLength(1);
  });

  it('tell nothing of persons once their PSU is forgotten', async () => {
    const made = { at: 1, amount, creditorName: 'Ola Eksempel' };
    await ledger.rememberPayment({ ...DOMESTIC, paymentId: 'a', psuId: 'kari', made });
    await ledger.rememberPayment({ ...DOMESTIC, paymentId: 'b', psuId: 'ola', made });
    await ledger.forgetPsu('kari');
    const [ofOla, ofKari] = await ledger.madePayments();
    expect(ofOla).toMatchObject(made);
    expect(ofKari).toEqual({ paymentId: 'a', ...DOMESTIC, at: 1 });
  });
});

const ORIGIN = 'https://bank.example';
const OTHER = 'https://other.example';
const [FIRST, SECOND] = ['a'.repeat(64), 'b'.repeat(64)];

describe("what is known of a bank's certificate [D10-response-check]", () => {
  it('is the first one, until somebody says that it is another', async () => {
    expect(await ledger.pin(ORIGIN)).toBeUndefined();
    expect(await ledger.keepFirstPin(ORIGIN, { fingerprint: FIRST, at: 1 })).toBe(FIRST);
    expect(await ledger.keepFirstPin(ORIGIN, { fingerprint: SECOND, at: 2 })).toBe(FIRST);
    expect(await ledger.pin(ORIGIN)).toEqual({ fingerprint: FIRST, at: 1 });
    expect(await ledger.replacePin(ORIGIN, { fingerprint: SECOND, at: 3 })).toEqual({
      fingerprint: FIRST,
      at: 1,
    });
    expect(await ledger.pin(ORIGIN)).toEqual({ fingerprint: SECOND, at: 3 });
  });

  it('is of one bank: another has its own', async () => {
    await ledger.keepFirstPin(ORIGIN, { fingerprint: FIRST, at: 1 });
    expect(await ledger.replacePin(OTHER, { fingerprint: SECOND, at: 2 })).toBeUndefined();
    expect((await ledger.pin(ORIGIN))?.fingerprint).toBe(FIRST);
  });

  it('is one, of all that several processes see at once, and each is told which', async () => {
    const others = [openTestLedger(file), openTestLedger(file), openTestLedger(file)];
    const kept = await Promise.all(
      [ledger, ...others].map((one, place) =>
        one.keepFirstPin(ORIGIN, { fingerprint: String(place).repeat(64), at: place }),
      ),
    );
    expect(new Set(kept).size).toBe(1);
    expect((await ledger.pin(ORIGIN))?.fingerprint).toBe(kept[0]);
    await Promise.all(others.map((one) => one.end()));
  });
});

describe('the writes of a ledger [S10-write-ledger]', () => {
  it('are open until their answer is known, oldest first', async () => {
    for (const requestId of ['c', 'a', 'b']) await ledger.begin(entry(requestId));
    expect(await ledger.open(1)).toEqual([pending('c'), pending('a'), pending('b')]);
    await ledger.close('a', 201);
    await ledger.close('b', 503);
    await ledger.close('never-begun', 200);
    expect(await ledger.open(1)).toEqual([pending('c')]);
  });

  it('are forgotten when they did not leave, unless they did once before', async () => {
    await ledger.begin(entry('unsent', 5));
    await ledger.drop('unsent', 5);
    await ledger.begin(entry('lost', 6));
    await ledger.begin(entry('lost', 7));
    await ledger.drop('lost', 7);
    expect(await ledger.open(7)).toEqual([pending('lost', 6)]);
  });

  it('are open again, under their first time, when they are sent once more', async () => {
    await ledger.begin(entry('again', 1));
    await ledger.begin(entry('again', 2));
    expect(await ledger.open(1)).toEqual([pending('again', 1)]);
    await ledger.close('again', 500);
    await ledger.begin(entry('again', 3));
    expect(await ledger.open(1)).toEqual([pending('again', 1)]);
  });

  it('are forgotten 24 h after they left when they have an answer, and 30 days after it without', async () => {
    for (const requestId of ['answered', 'lost']) await ledger.begin(entry(requestId, 0));
    await ledger.close('answered', 201);
    const kept = async () => {
      const rows = readStored(file, 'SELECT request_id FROM writes ORDER BY sequence');
      return rows.map(({ request_id }) => request_id);
    };
    await ledger.begin(entry('late', 24 * HOUR - 1));
    expect(await kept()).toEqual(['answered', 'lost', 'late']);
    await ledger.begin(entry('later', 24 * HOUR));
    expect(await kept()).toEqual(['lost', 'late', 'later']);
    expect(await ledger.open(30 * 24 * HOUR - 1)).toHaveLength(3);
    expect((await ledger.open(30 * 24 * HOUR)).map(({ requestId }) => requestId)).toEqual(['late', 'later']);
  });
});

describe('what a repeat of a write needs [D13-repeat]', () => {
  const contents = (file: string) =>
    readStored(file, 'SELECT method, target, body_digest, headers, body FROM writes ORDER BY sequence');
  const NOTHING = { method: '', target: '', body_digest: '', headers: null, body: null };

  it('is erased by the answer', async () => {
    await ledger.begin(entry('answered'));
    await ledger.close('answered', 201);
    expect(contents(file)).toEqual([NOTHING]);
  });

  it('is erased after 24 h, by the next write and by whoever asks; the write stays', async () => {
    await ledger.begin(entry('lost', 0));
    expect((await ledger.open(24 * HOUR - 1))[0]?.request).toBeDefined();
    expect((await ledger.open(24 * HOUR)).map(({ requestId, request }) => [requestId, request])).toEqual([
      ['lost', undefined],
    ]);
    expect(contents(file)).toEqual([NOTHING]);
    await ledger.begin(entry('old', 24 * HOUR));
    await ledger.begin(entry('new', 48 * HOUR));
    expect(contents(file).map(({ body }) => body)).toEqual([null, null, expect.any(String)]);
  });

  it('is erased after 24 h by a command that sends no write', async () => {
    await ledger.begin(entry('lost', 0));
    await ledger.session({}, { now: 24 * HOUR });
    expect(contents(file)).toEqual([NOTHING]);
  });
});

it('a write whose process was killed is in the ledger as soon as its message has left, whole [S10-write-ledger]', async () => {
  const child = new Child(process.execPath, [...script('ledger-process'), file, 'request-1']);
  expect(await child.line(0)).toBe('left');
  await child.kill();
  expect(await ledger.open(1)).toEqual([
    {
      requestId: 'request-1',
      operation: 'make thing',
      at: 1,
      origin: 'https://bank.example',
      request: expect.objectContaining({
        method: 'POST',
        target: '/v1/things?a=b',
        body: Buffer.from('{}'),
      }),
    },
  ]);
});
