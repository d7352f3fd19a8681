import { describe, expect, it } from 'vitest';
import {
  allStatuses,
  basketStatusOf,
  createBasket,
  EXPLICIT,
  idsOf,
  received,
  signBasket,
} from '../../support/life/baskets.ts';
import { bookedOn } from '../../support/life/books.ts';
import { Browser } from '../../support/life/browser.ts';
import { sleepUntil, WEDNESDAY } from '../../support/life/days.ts';
import { tagsOf } from '../../support/life/html.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import {
  AUTHORISATIONS,
  call,
  cancel,
  create,
  KARI,
  listed,
  type Payment,
  scaStatusOf,
  start,
  type Wish,
} from '../../support/life/payments.ts';
import { createAs, FEES, type Kind, type ProductWish } from '../../support/life/products.ts';
import { asksForDecision, decide, numberField, toDecision } from '../../support/life/walk.ts';

const bank = bankOfEach();
const statusesOf = (payments: readonly Payment[]) => allStatuses(bank(), payments);

async function ofKinds(kinds: readonly Kind[], wish: ProductWish = {}): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (const kind of kinds)
    payments.push(await createAs(bank(), kind, { psu: KARI, amount: '100.00', ...wish }));
  return payments;
}

it('payments of several products in one basket are approved by one SCA, and each lives as its product does [D5-products, D5-one-sca, D5-not-atomic, I-basket-not-atomic]', async () => {
  const before = await bookedOn(bank(), bank().accounts.debtor);
  const payments = await ofKinds(['domestic', 'instant', 'cross-border', 'card']);
  const basket = await createBasket(bank(), payments);
  expect((await call(bank(), basket, 'GET')).json).toMatchObject({
    payments: idsOf(payments),
    transactionStatus: 'RCVD',
  });
  expect(await signBasket(bank(), basket)).toMatchObject({
    scaStatus: 'FINALISED',
    transactionStatus: 'ACTC',
  });
  expect(await statusesOf(payments)).toBe('ACTC ACSC ACTC ACTC');
  sleepUntil(bank(), WEDNESDAY, '11:31');
  expect(await statusesOf(payments)).toBe('ACSC ACSC ACWP ACSC');
  expect(await basketStatusOf(bank(), basket)).toBe('ACWP');
  sleepUntil(bank(), WEDNESDAY, '13:31');
  expect(await statusesOf(payments)).toBe('ACSC ACSC ACSC ACSC');
  expect(await basketStatusOf(bank(), basket)).toBe('ACSC');
  // The card's own account pays for the fourth.
  const fees = FEES.instant + FEES['cross-border'];
  expect(await bookedOn(bank(), bank().accounts.debtor)).toBe(before - 300 - fees);
});

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

it('a basket whose session has its SCA is not asked for the number, and is approved as usual [D5-identified, D6-session]', async () => {
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

it('a basket of exempt payments is EXEMPTED: no link, and every payment approved at once [D5-exempted, I-exempted]', async () => {
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
