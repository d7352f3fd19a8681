import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  basketStatusOf,
  createBasket,
  deleteBasket,
  EXPLICIT,
  received,
  sendBasket,
} from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { HOUR, MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, ask, play, runBatch } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  cancel,
  create,
  KARI,
  listed,
  scaStatusOf,
  start,
  type Wish,
} from '../../support/life/payments.ts';
import {
  asksForDecision,
  contextControl,
  decide,
  numberField,
  toDecision,
  walk,
} from '../../support/life/walk.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const conflict = { status: 409, code: 'CONFLICT' };

/** From Kari's account to her other one, and no authorisation with it. */
const own = (wish: Wish = {}): Wish => ({
  to: bank().accounts.debtorOther,
  amount: '500.00',
  ...EXPLICIT,
  ...wish,
});

async function sessionWithSca(): Promise<void> {
  await approve(bank(), await create(bank(), { psu: KARI }));
}

describe('a basket whose session has its SCA [D5-identified, D6-session]', () => {
  it('starts at PSU_IDENTIFIED', async () => {
    await sessionWithSca();
    const basket = await createBasket(bank(), await received(bank()));
    const { answer, authorisationId } = await start(bank(), basket);
    expect(answer.json.scaStatus).toBe('PSU_IDENTIFIED');
    expect(answer.json._links.scaRedirect.verbs).toEqual(['GET']);
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('PSU_IDENTIFIED');
    expect(await basketStatusOf(bank(), basket)).toBe('RCVD');
  });

  it('is not asked for the number, and is approved as usual', async () => {
    await sessionWithSca();
    const basket = await createBasket(bank(), await received(bank()));
    const { link } = await start(bank(), basket);
    const browser = new Browser(bank());
    const last = await toDecision(browser, await browser.open(link), { number: 'never asked for' });
    for (const page of browser.seen) expect(numberField(page)).toBeUndefined();
    expect(asksForDecision(last)).toBe(true);
    expect((await decide(browser, last, 'confirm')).leavesTo).toContain('psu-id=');
    expect(await basketStatusOf(bank(), basket)).toBe('ACTC');
  });

  it('is not asked for the context either when a header settled it', async () => {
    await sessionWithSca();
    const basket = await createBasket(bank(), await received(bank()));
    const headers = { 'PSU-Context': 'PRIVATE' };
    const { link } = await start(bank(), basket, AUTHORISATIONS, { headers });
    const browser = new Browser(bank());
    const last = await toDecision(browser, await browser.open(link), { number: 'never asked for' });
    for (const page of browser.seen) expect(contextControl(page, 'PRIVATE')).toBeUndefined();
    expect((await decide(browser, last, 'confirm')).leavesTo).toContain('psu-id=');
  });

  it('is approved and declined by the operator as usual', async () => {
    await sessionWithSca();
    for (const [act, status] of [
      ['approve', 'ACTC'],
      ['decline', 'RJCT'],
    ] as const) {
      const basket = await createBasket(bank(), await received(bank()));
      await start(bank(), basket);
      expect((await play(bank(), act, basket.basketId)).transactionStatus).toBe(status);
    }
  });

  const without: readonly (readonly [string, () => Promise<unknown>, string])[] = [
    ['has none', async () => {}, 'test-session'],
    [
      'has one that is over an hour old',
      async () => {
        await sessionWithSca();
        bank().now += HOUR + 1000;
      },
      'test-session',
    ],
    ['is another', sessionWithSca, 'another-session'],
  ];
  it.each(without)('starts at RECEIVED when the session %s', async (_, prepare, session) => {
    await prepare();
    const basket = await createBasket(bank(), await received(bank()));
    const headers = { 'TPP-Session-ID': session };
    const { answer } = await start(bank(), basket, AUTHORISATIONS, { headers });
    expect(answer.json.scaStatus).toBe('RECEIVED');
  });
});

describe('a basket of exempt payments [D5-exempted, I-exempted]', () => {
  it('is EXEMPTED: no link, and every payment approved at once', async () => {
    await sessionWithSca();
    const payments = await received(bank(), [own(), own({ amount: '0.01' }), own()]);
    const basket = await createBasket(bank(), payments);
    const { answer, authorisationId } = await start(bank(), basket);
    const self = `${basket.path}/${AUTHORISATIONS}/${authorisationId}`;
    expect(answer.json).toEqual({
      scaStatus: 'EXEMPTED',
      authorisationId,
      _links: { scaStatus: { href: self, verbs: ['GET'] } },
    });
    expect(answer.header('Location')).toBe(self);
    expect(await allStatuses(bank(), payments)).toBe('ACTC ACTC ACTC');
    expect(await basketStatusOf(bank(), basket)).toBe('ACTC');
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('EXEMPTED');
    expect(await listed(bank(), basket)).toEqual([authorisationId]);
    await runBatch(bank());
    expect(await basketStatusOf(bank(), basket)).toBe('ACSC');
  });

  it('has had its SCA then: no start, no DELETE, nothing to play, and not live', async () => {
    await sessionWithSca();
    const payments = await received(bank(), [own(), own()]);
    const basket = await createBasket(bank(), payments);
    await start(bank(), basket);
    expectRefusal(await call(bank(), basket, 'POST', AUTHORISATIONS), conflict);
    expectRefusal(await deleteBasket(bank(), basket), conflict);
    expectRefusal(await ask(bank(), 'POST', `/operator/sca/${basket.basketId}/approve`), conflict);
    expectRefusal(await sendBasket(bank(), [payments[0]!]), { ...conflict, path: 'paymentIds[0]' });
    bank().now += 20 * MINUTE;
    expect(await allStatuses(bank(), payments)).toBe('ACTC ACTC');
  });

  it('is EXEMPTED for what still waits in it', async () => {
    await sessionWithSca();
    const payments = await received(bank(), [{}, own()]);
    const basket = await createBasket(bank(), payments);
    await cancel(bank(), payments[0]!);
    expect((await start(bank(), basket)).answer.json.scaStatus).toBe('EXEMPTED');
    expect(await allStatuses(bank(), payments)).toBe('CANC ACTC');
  });

  const broken: readonly (readonly [string, () => Wish])[] = [
    ['one øre more', () => own({ amount: '500.01' })],
    ['to another customer', () => own({ to: bank().accounts.foreign })],
    ['500 of a dearer currency', () => own({ currency: 'EUR' })],
  ];
  it.each(broken)('is not EXEMPTED when one of them is not: %s', async (_, wish) => {
    await sessionWithSca();
    const payments = await received(bank(), [own(), wish(), own()]);
    const basket = await createBasket(bank(), payments);
    const { answer, link } = await start(bank(), basket);
    expect(answer.json.scaStatus).toBe('PSU_IDENTIFIED');
    expect(await allStatuses(bank(), payments)).toBe('RCVD RCVD RCVD');
    await walk(bank(), link, { number: KARI }, 'confirm');
    expect(await allStatuses(bank(), payments)).toBe('ACTC ACTC ACTC');
  });

  it('is not EXEMPTED without an SCA of the session', async () => {
    const basket = await createBasket(bank(), await received(bank(), [own(), own()]));
    expect((await start(bank(), basket)).answer.json.scaStatus).toBe('RECEIVED');
  });

  it('counts no authorisation as open', async () => {
    await sessionWithSca();
    const basket = await createBasket(bank(), await received(bank(), [own(), own()]));
    await received(bank(), 20);
    expect((await start(bank(), basket)).answer.json.scaStatus).toBe('EXEMPTED');
  });
});
