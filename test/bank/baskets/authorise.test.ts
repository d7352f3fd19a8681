import { describe, expect, it } from 'vitest';
import { allStatuses, createBasket, idsOf, received, signBasket } from '../../support/life/baskets.ts';
import { FRIDAY, sleepUntil, THURSDAY } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  listed,
  type Payment,
  scaStatusOf,
  start,
} from '../../support/life/payments.ts';
import { readStored } from '../../support/stored.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
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

it('an SCA of a basket on a later day than its payments looks at each date again [D5-later-day, D4-date-at-approval]', async () => {
  const payments = await received(bank(), [{ date: THURSDAY }, { date: FRIDAY }, { date: '2026-12-01' }]);
  const basket = await createBasket(bank(), payments);
  sleepUntil(bank(), THURSDAY, '16:00');
  await signBasket(bank(), basket);
  expect(await allStatuses(bank(), payments)).toBe('ACWC ACTC ACTC');
  sleepUntil(bank(), FRIDAY, '05:31');
  expect(await allStatuses(bank(), payments)).toBe('ACSC ACSC ACTC');
});
