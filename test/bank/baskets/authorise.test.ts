import { describe, expect, it } from 'vitest';
import { byPsuId } from '../../support/known-psu.ts';
import {
  basketStatusOf,
  createBasket,
  deleteBasket,
  playBasket,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { accountId } from '../../support/life/books.ts';
import { MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { type Act, ask, play } from '../../support/life/operator.ts';
import { AUTHORISATIONS, call, cancel, listed, scaStatusOf, start } from '../../support/life/payments.ts';
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
    const second = await start(bank(), basket);
    expect(second.answer.json).toEqual(first.answer.json);
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

describe('when the authorisation of a basket can be started [D5-authorisation, D5-basket-delete]', () => {
  it.each([
    'approve',
    'decline',
    'expire',
    'fail',
  ] as const satisfies readonly Act[])('not after its SCA: %s', async (act) => {
    const basket = await made();
    const { authorisationId } = await playBasket(bank(), act, basket);
    expectRefusal(await call(bank(), basket, 'POST', AUTHORISATIONS), conflict);
    expect(await listed(bank(), basket)).toEqual([authorisationId]);
  });
});

describe('a basket with an account that may not pay any more [D5-payment-right]', () => {
  it('is not authorised until the account may again, or its payments wait no more', async () => {
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
