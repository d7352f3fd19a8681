import { describe, expect, it } from 'vitest';
import { createBasket, received } from '../../support/life/baskets.ts';
import { Browser } from '../../support/life/browser.ts';
import { tagsOf } from '../../support/life/html.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { cancel, create, KARI, start } from '../../support/life/payments.ts';
import { createAs } from '../../support/life/products.ts';
import { decide, toDecision } from '../../support/life/walk.ts';

const bank = bankOfEach();
const kari = { number: KARI };
const digits = (text: string) => text.replace(/[\s.,\u00a0]/gu, '');

describe('a basket on the pages [D5-pages, D5-one-sca, D6-site-steps]', () => {
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
});
