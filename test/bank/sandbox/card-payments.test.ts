import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { create, send, statusOf, type Wish } from '../../support/life/payments.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { SiteBrowser } from '../../support/site.ts';
import { balance, cardTransaction, get, NUMBER, ownCard, post } from './calls.ts';

interface Card {
  readonly resourceId: string;
  readonly relatedAccount: { readonly identification: string };
}

/** NOK from the card, named as its card account says. */
function from({ relatedAccount }: Card, amount: string, more: object = {}): Wish {
  const debtorAccount = { currency: 'NOK', other: relatedAccount };
  return { amount, body: { debtorAccount, ...more }, psu: NUMBER };
}

describe('a payment from a card made by hand [I-domestic-card, I-sandbox-card-transactions, D7-card-available, D4-disclosure, D9-expected-balance, D9-available]', () => {
  const bank = bankOfEach();
  const balances = async ({ resourceId }: Card) =>
    (await get(bank(), `/card-accounts/${resourceId}`)).json.balances;

  it('is approved on the page, which shows the card, and booked by the run', async () => {
    const card = await ownCard(bank(), { balances: [balance('closingBooked', -500)] });
    const payment = await create(bank(), from(card, '150.50'));
    const browser = new SiteBrowser(bank(), new URL(payment.link).pathname);
    const { html } = await browser.toDecision(NUMBER);
    // A card that was given no name is called so.
    expect(html).toContain('<bdi>Card</bdi> <span class="number">4925xxxxxxxx1234</span>');
    expect((await browser.press('confirm')).status).toBe(303);
    expect(await statusOf(bank(), payment)).toBe('ACTC');
    expect(await balances(card)).toEqual([balance('closingBooked', -500), balance('expected', -651)]);
    expectTotals(bank());
    expect(await runBatch(bank())).toMatchObject({ settled: 1 });
    expect(await statusOf(bank(), payment)).toBe('ACSC');
    expect(await balances(card)).toEqual([balance('closingBooked', -651), balance('expected', -651)]);
    expectTotals(bank());
  });

  it("is not in the sandbox's list, which has what was made there alone", async () => {
    const card = await ownCard(bank());
    await post(bank(), `/card-accounts/${card.resourceId}/transactions`, [cardTransaction()]);
    await approve(bank(), await create(bank(), from(card, '10.00')));
    await runBatch(bank());
    const list = await get(bank(), `/card-accounts/${card.resourceId}/transactions`, 'bookingStatus=both');
    const { booked, pending } = list.json.cardTransactions;
    expect([booked.length, pending]).toEqual([1, []]);
  });

  it('is told of the card as of one of the initial data: to whom is told, and to nobody else', async () => {
    const card = await ownCard(bank(), { currency: 'EUR', creditLimit: { currency: 'EUR', amount: 10 } });
    // Who is not told gets the same for a card that is somebody else's, in another currency or not there.
    const [initial] = (await get(bank(), '/card-accounts')).json;
    const nobodys = { relatedAccount: { ...card.relatedAccount, identification: 'nobody' } } as Card;
    for (const one of [card, initial, nobodys]) {
      expect((await send(bank(), from(one, '1.00'))).status).toBe(201);
    }
    await makeSession(bank(), NUMBER, 'of-siri');
    const known = (one: Card) => send(bank(), { ...from(one, '1.00'), session: 'of-siri' });
    expect((await known(card)).json.tppMessages).toMatchObject([
      { code: 'FORMAT_ERROR', path: 'debtorAccount.currency' },
    ]);
    for (const one of [initial, nobodys]) {
      expect((await known(one)).json.tppMessages).toMatchObject([
        { code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.other.identification' },
      ]);
    }
  });
});
