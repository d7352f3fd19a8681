import { describe, expect, it } from 'vitest';
import { byPsuId } from '../../support/known-psu.ts';
import {
  allStatuses,
  basketStatusOf,
  createBasket,
  deleteBasket,
  idsOf,
  playBasket,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { accountId, bookedOn } from '../../support/life/books.ts';
import { FRIDAY, MINUTE, sleepUntil, THURSDAY, WEDNESDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, ask, play, runBatch } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  cancel,
  listed,
  OLA,
  type Payment,
  readStatus,
  scaStatusOf,
  start,
} from '../../support/life/payments.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };
const unknown = { status: 404, code: 'RESOURCE_UNKNOWN' };
const LINK = /^http:\/\/127\.0\.0\.1:8444\/sca\/[A-Za-z0-9]{22}\/[\w-]{22,}$/;
const made = async (payments = 2) => createBasket(bank(), await received(bank(), payments));

describe('starting the authorisation of a basket [D5-authorisation, D2-same-authorisation, I-basket-authorisation, D2-links, I-basket-authorisation-start]', () => {
  it('answers 201 with its status, its id and the links', async () => {
    const basket = await made();
    const { answer, authorisationId } = await start(bank(), basket);
    const self = `${basket.path}/${AUTHORISATIONS}/${authorisationId}`;
    expect(answer.json).toEqual({
      scaStatus: 'RECEIVED',
      authorisationId: expect.stringMatching(/^[A-Za-z0-9]{22}$/),
      _links: {
        scaRedirect: { href: expect.stringMatching(LINK), verbs: ['GET'] },
        scaStatus: { href: self, verbs: ['GET'] },
      },
    });
    expect(answer.header('Location')).toBe(self);
    expect(answer.header('ASPSP-SCA-Approach')).toBe('REDIRECT');
    expect(answer.json._links.scaRedirect.href).toContain(`/sca/${authorisationId}/`);
  });

  it('while one is open gives that one, with its link and its present status', async () => {
    const basket = await made();
    const first = await start(bank(), basket);
    expect((await start(bank(), basket)).answer.json).toEqual(first.answer.json);
    await play(bank(), 'abandon', basket.basketId);
    const third = await start(bank(), basket);
    expect(third.answer.json).toEqual({ ...first.answer.json, scaStatus: 'STARTED' });
    expect(third.answer.header('Location')).toBe(first.answer.header('Location'));
    expect(await listed(bank(), basket)).toEqual([first.authorisationId]);
  });

  it('leads back to where the start came from', async () => {
    const basket = await made();
    await start(bank(), basket);
    const headers = { 'TPP-Redirect-URI': 'https://tpp.example/retry' };
    await start(bank(), basket, AUTHORISATIONS, { headers });
    const { redirect } = await play(bank(), 'approve', basket.basketId);
    expect(redirect).toMatch(/^https:\/\/tpp\.example\/retry\?/);
  });

  it('does not make the quarter of an hour longer when it gives the open one', async () => {
    const basket = await made();
    await start(bank(), basket);
    bank().now += 10 * MINUTE;
    await start(bank(), basket);
    bank().now += 5 * MINUTE;
    expect(await basketStatusOf(bank(), basket)).toBe('RJCT');
  });
});

it.each([
  'approve',
  'decline',
  'expire',
  'fail',
] as const satisfies readonly Act[])('when the authorisation of a basket can be started not after its SCA: %s [D5-authorisation, D5-basket-delete]', async (act) => {
  const basket = await made();
  const { authorisationId } = await playBasket(bank(), act, basket);
  expectRefusal(await call(bank(), basket, 'POST', AUTHORISATIONS), conflict);
  expect(await listed(bank(), basket)).toEqual([authorisationId]);
});

it('a basket with an account that may not pay any more is not authorised until the account may again, or its payments wait no more [D5-payment-right]', async () => {
  const from = bank().accounts.debtorOther;
  const [first, second] = await received(bank(), [{}, { from }]);
  const basket = await createBasket(bank(), [first!, second!]);
  const right = (act: string) =>
    ask(bank(), 'POST', `/operator/accounts/${accountId(bank(), from)}/payment-right/${act}`);
  await right('take');
  const refused = await call(bank(), basket, 'POST', AUTHORISATIONS, { headers: byPsuId() });
  expect(refused.status, refused.text).toBe(403);
  expect(refused.json.tppMessages).toMatchObject([{ code: 'FORBIDDEN' }]);
  expect(await listed(bank(), basket)).toEqual([]);
  await right('give');
  await start(bank(), basket);
  expect((await deleteBasket(bank(), basket)).status).toBe(204);
  await right('take');
  const again = await createBasket(bank(), [first!, second!]);
  await cancel(bank(), second!);
  expect((await signBasket(bank(), again)).scaStatus).toBe('FINALISED');
});

describe('reading the authorisations of a basket [D5-authorisation, D1-authorisations]', () => {
  it('answers its status and links as it goes on', async () => {
    const basket = await made();
    const { answer, authorisationId } = await start(bank(), basket);
    const path = `${AUTHORISATIONS}/${authorisationId}`;
    const open = await call(bank(), basket, 'GET', path);
    expect(open.json).toMatchObject({ scaStatus: 'RECEIVED', _links: answer.json._links });
    await play(bank(), 'abandon', basket.basketId);
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('STARTED');
    await play(bank(), 'approve', basket.basketId);
    const ended = await call(bank(), basket, 'GET', path);
    expect(ended.json.scaStatus).toBe('FINALISED');
    expect(ended.json._links).not.toHaveProperty('scaRedirect');
  });

  it('knows only its own', async () => {
    const [basket, other] = [await made(), await made()];
    const { authorisationId } = await start(bank(), other);
    const [payment] = await received(bank(), 1);
    for (const id of [authorisationId, payment!.authorisationId, basket.basketId, 'x']) {
      expectRefusal(await call(bank(), basket, 'GET', `${AUTHORISATIONS}/${id}`), unknown);
    }
    expectRefusal(await call(bank(), payment!, 'GET', `${AUTHORISATIONS}/${authorisationId}`), unknown);
  });
});
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const statusesOf = (payments: readonly Payment[]) => allStatuses(bank(), payments);

describe('the one SCA of a basket [D5-one-sca, D6-session]', () => {
  it('approves every payment', async () => {
    const payments = await received(bank(), 5);
    const basket = await createBasket(bank(), payments);
    const { authorisationId } = await start(bank(), basket);
    expect(await play(bank(), 'approve', authorisationId)).toEqual({
      authorisationId,
      scaStatus: 'FINALISED',
      basketId: basket.basketId,
      transactionStatus: 'ACTC',
      redirect: expect.stringMatching(/^https:\/\/tpp\.example\/cb\?/),
      psuId: expect.stringMatching(UUID),
      context: 'PRIVATE',
    });
    expect(await statusesOf(payments)).toBe('ACTC ACTC ACTC ACTC ACTC');
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('FINALISED');
  });

  it('approves them in the order of paymentIds, whenever they were made', async () => {
    const [a, b, c] = (await received(bank(), 3)) as [Payment, Payment, Payment];
    await signBasket(bank(), await createBasket(bank(), [b, c, a]));
    const approved = readStored(
      bank().path,
      'SELECT id FROM payments WHERE approval IS NOT NULL ORDER BY approval',
    );
    expect(approved.map(({ id }) => id)).toEqual(idsOf([b, c, a]));
  });
});

/** What each act leaves: of the SCA, of the basket, and the code that its redirect carries. */
const OUTCOMES: Readonly<Record<Exclude<Act, 'approve'>, readonly [string, string, string?]>> = {
  decline: ['FAILED', 'RJCT', 'SCA_INVALID'],
  abandon: ['STARTED', 'RCVD'],
  expire: ['FAILED', 'RJCT'],
  fail: ['FAILED', 'RJCT', 'SYSTEM_ERROR'],
};

describe('an SCA of a basket that is not finished [D5-sca-failed, D11-play-sca]', () => {
  it.each(Object.entries(OUTCOMES))('%s', async (act, [scaStatus, transactionStatus, code]) => {
    const payments = await received(bank());
    const basket = await createBasket(bank(), payments);
    const played = await playBasket(bank(), act as Act, basket);
    expect(played).toMatchObject({ scaStatus, basketId: basket.basketId, transactionStatus });
    expect(played).not.toHaveProperty('psuId');
    expect(played).not.toHaveProperty('paymentId');
    expect(await statusesOf(payments)).toBe(`${transactionStatus} ${transactionStatus}`);
    expect(await basketStatusOf(bank(), basket)).toBe(transactionStatus);
    if (code === undefined) expect(played).not.toHaveProperty('redirect');
    else expect(parametersOf(played.redirect!)).toMatchObject({ code });
  });

  it('is not played by another PSU', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    await start(bank(), basket);
    const answer = await ask(bank(), 'POST', `/operator/sca/${basket.basketId}/approve`, { as: OLA });
    expectRefusal(answer, { status: 400, code: 'RESOURCE_UNKNOWN', path: 'as' });
    expect(await basketStatusOf(bank(), basket)).toBe('RCVD');
  });
});

it('the payments of a signed basket, each by itself one settles, one lacks funds [D5-not-atomic, D5-basket-status, I-basket-worst-case]', async () => {
  const { debtor } = bank().accounts;
  const before = await bookedOn(bank(), debtor);
  const payments = await received(bank(), [{ amount: TOO_MUCH }, { amount: '100.00' }]);
  const basket = await createBasket(bank(), payments);
  await signBasket(bank(), basket);
  expect(await runBatch(bank())).toMatchObject({ settled: 1, waiting: 1 });
  expect(await statusesOf(payments)).toBe('ACCP ACSC');
  expect((await readStatus(bank(), payments[0]!)).json).toMatchObject({ fundsAvailable: false });
  expect(await basketStatusOf(bank(), basket)).toBe('ACCP');
  expect(await bookedOn(bank(), debtor)).toBe(before - 100);
  sleepUntil(bank(), WEDNESDAY, '15:31');
  expect(await statusesOf(payments)).toBe('RJCT ACSC');
  expect(await basketStatusOf(bank(), basket)).toBe('RJCT');
});

it('an SCA of a basket on a later day than its payments looks at each date again [D5-later-day, D4-date-at-approval]', async () => {
  const payments = await received(bank(), [{ date: THURSDAY }, { date: FRIDAY }, { date: '2026-12-01' }]);
  const basket = await createBasket(bank(), payments);
  sleepUntil(bank(), THURSDAY, '16:00');
  await signBasket(bank(), basket);
  expect(await statusesOf(payments)).toBe('ACWC ACTC ACTC');
  sleepUntil(bank(), FRIDAY, '05:31');
  expect(await statusesOf(payments)).toBe('ACSC ACSC ACTC');
});
