import { describe, expect, it } from 'vitest';
import { allStatuses, basketStatusOf, createBasket, EXPLICIT, received } from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  create,
  KARI,
  listed,
  scaStatusOf,
  start,
  type Wish,
} from '../../support/life/payments.ts';
import { asksForDecision, decide, numberField, toDecision, walk } from '../../support/life/walk.ts';

const bank = bankOfEach();

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
});
