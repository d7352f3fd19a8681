import { describe, expect, it } from 'vitest';
import { basketStatusOf, createBasket, received } from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { tagsOf } from '../../support/life/html.ts';
import { bankOfEach } from '../../support/life/life.ts';
import {
  AUTHORISATIONS,
  cancel,
  create,
  KARI,
  OLA,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { createAs } from '../../support/life/products.ts';
import { decide, identify, parametersOf, toDecision, walk } from '../../support/life/walk.ts';

const bank = bankOfEach();
const kari = { number: KARI };
const digits = (text: string) => text.replace(/[\s.,\u00a0]/gu, '');

describe('a basket on the pages [D5-pages, D5-one-sca, D6-site-steps]', () => {
  it('is approved with one walk through them', async () => {
    const payments = await received(bank(), 3);
    const basket = await createBasket(bank(), payments);
    const { link, authorisationId } = await start(bank(), basket);
    const end = parametersOf(await walk(bank(), link, kari, 'confirm'));
    expect(end).toEqual({
      'psu-id': expect.any(String),
      'tpp-session-id': 'test-session',
      context: 'PRIVATE',
    });
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('ACTC');
    expect(await scaStatusOf(bank(), basket, authorisationId)).toBe('FINALISED');
    expect(await basketStatusOf(bank(), basket)).toBe('ACTC');
  });

  it('is declined with one, and every payment is rejected', async () => {
    const payments = await received(bank());
    const { link } = await start(bank(), await createBasket(bank(), payments));
    const end = parametersOf(await walk(bank(), link, kari, 'decline'));
    expect(end).toMatchObject({ status: '401', code: 'SCA_INVALID' });
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('shows debtor, creditor and amount of every payment before it asks, and not before it knows the PSU', async () => {
    const names = ['Åse & Sønn <AS>', 'Ola Eksempel', 'Straks AS', 'Über GmbH'];
    const amounts = ['1234.50', '77.70', '3.10', '4.60'];
    const wish = (place: number) => ({
      psu: KARI,
      amount: amounts[place]!,
      body: { creditorName: names[place] },
    });
    const payments = [
      await create(bank(), wish(0)),
      await create(bank(), { ...wish(1), from: bank().accounts.debtorOther }),
      await createAs(bank(), 'instant', wish(2)),
      await createAs(bank(), 'cross-border', wish(3)),
    ];
    const { link } = await start(bank(), await createBasket(bank(), payments));
    const browser = new Browser(bank());
    const first = await browser.open(link);
    for (const name of names) expect(first.text).not.toContain(name);
    const last = await toDecision(browser, first, kari);
    const shown = browser.seen.map(({ text }) => text).join(' ');
    for (const name of names) expect(shown).toContain(name);
    for (const amount of amounts) expect(digits(shown)).toContain(digits(amount));
    for (const bban of [bank().accounts.debtor, bank().accounts.debtorOther, bank().accounts.foreign]) {
      expect(digits(shown)).toContain(bban);
    }
    for (const page of browser.seen.filter(({ status }) => status === 200)) {
      expect(tagsOf(page.html).filter(({ name, closes }) => name === 'h1' && !closes)).toHaveLength(1);
    }
    expect((await decide(browser, last, 'confirm')).leavesTo).toContain('psu-id=');
  });

  it('does not show what is not approved with it any more', async () => {
    const [first, second] = await received(bank(), [{ amount: '1234.50' }, { amount: '77.70' }]);
    const basket = await createBasket(bank(), [first!, second!]);
    const { link } = await start(bank(), basket);
    await cancel(bank(), first!);
    const browser = new Browser(bank());
    await toDecision(browser, await browser.open(link), kari);
    const shown = digits(browser.seen.map(({ text }) => text).join(' '));
    expect(shown).toContain(digits('77.70'));
    expect(shown).not.toContain(digits('1234.50'));
  });

  it('shows nothing of it to another PSU, and rejects it', async () => {
    const payments = [
      await create(bank(), { amount: '1234.50', body: { creditorName: 'Hemmelig AS' } }),
      await create(bank()),
    ];
    const basket = await createBasket(bank(), payments, { headers: { 'X-PSU-IDENTITY': null } });
    const { link } = await start(bank(), basket, AUTHORISATIONS, { headers: { 'X-PSU-IDENTITY': null } });
    const browser = new Browser(bank());
    const end = await toDecision(browser, await browser.open(link), { number: OLA });
    expect(parametersOf(end.leavesTo!)).toMatchObject({ code: 'PSU_CREDENTIALS_INVALID' });
    expect(browser.seen.map(({ text }) => text).join(' ')).not.toMatch(/Hemmelig|1\s?234/);
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('is rejected after three wrong numbers', async () => {
    const payments = await received(bank());
    const { link } = await start(bank(), await createBasket(bank(), payments));
    const browser = new Browser(bank());
    let page = await browser.open(link);
    for (let wrong = 0; wrong < 3; wrong += 1) page = await identify(browser, page, OLA);
    expect(parametersOf(page.leavesTo!)).toMatchObject({ status: '401', code: 'PSU_CREDENTIALS_INVALID' });
    for (const payment of payments) expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('is left by the PSU, and taken up again where it was', async () => {
    const basket = await createBasket(bank(), await received(bank()));
    const { link, authorisationId } = await start(bank(), basket);
    const browser = new Browser(bank());
    await identify(browser, await browser.open(link), KARI);
    const status = await scaStatusOf(bank(), basket, authorisationId);
    expect(['PSU_IDENTIFIED', 'PSU_AUTHENTICATED']).toContain(status);
    const again = await start(bank(), basket);
    expect(again.answer.json).toMatchObject({ scaStatus: status, authorisationId });
    const last = await toDecision(browser, await browser.open(link), kari);
    expect((await decide(browser, last, 'confirm')).leavesTo).toContain('psu-id=');
    expect(await basketStatusOf(bank(), basket)).toBe('ACTC');
  });
});
