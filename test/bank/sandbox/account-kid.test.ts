import { describe, expect, it } from 'vitest';
import { makeSession } from '../../support/known-psu.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { approve, runBatch } from '../../support/life/operator.ts';
import { bodyOf, create, send, statusOf, type Wish } from '../../support/life/payments.ts';
import { expectTotals } from '../../support/life/totals.ts';
import { SiteBrowser } from '../../support/site.ts';
import { balance, cardTransaction, get, made, NUMBER, ownAccount, ownCard, post, remove } from './calls.ts';

const BBAN = '99900510019';
const KID = { use: 'required', rules: [{ length: 12, method: 'MOD10' }] };
const ASKED = { customerNumber: NUMBER, accountName: 'Sparekonto', currency: 'NOK', bban: BBAN, kid: KID };

describe('what an account takes as KID [D8-account-kid]', () => {
  const bank = bankOfEach();

  async function paid(reference?: string) {
    const { remittanceInformationUnstructured: _, ...body } = bodyOf(bank(), { to: BBAN }) as Record<
      string,
      unknown
    >;
    const remittance =
      reference === undefined ? {} : { remittanceInformationStructuredArray: [{ reference }] };
    const answer = await bank().send({ body: { ...body, ...remittance } });
    return answer.status === 201 ? 'created' : answer.json.tppMessages[0].code;
  }

  it('is shown, and payments to it are held to it', async () => {
    await ownAccount(bank());
    const account = await made(bank(), '/accounts', { ...ASKED, kid: { ...KID, use: 'REQUIRED' } });
    expect(account.kid).toEqual(KID);
    expect((await get(bank(), `/accounts/${account.id}`)).json[0].kid).toEqual(KID);
    const listed = (await get(bank(), '/accounts')).json as { bban: string; kid?: object }[];
    expect(listed.filter(({ kid }) => kid !== undefined).map(({ bban }) => bban)).toEqual([BBAN]);
    expect([await paid(), await paid('000123456783'), await paid('000123456782')]).toEqual([
      ...['KID_MISSING', 'KID_INVALID', 'created'],
    ]);
  });

  it('goes with it: made again without one, the account takes anything', async () => {
    await ownAccount(bank());
    const { id } = await made(bank(), '/accounts', ASKED);
    await remove(bank(), `/accounts/${id}`);
    const { kid: _, ...without } = ASKED;
    expect(await made(bank(), '/accounts', without)).not.toHaveProperty('kid');
    expect(await paid()).toBe('created');
  });

  it.each([
    ['rules with use none', { use: 'none', rules: KID.rules }, 'kid.rules'],
    ['no rules with another use', { use: 'allowed', rules: [] }, 'kid.rules'],
    ['four rules', { use: 'allowed', rules: Array.from({ length: 4 }, () => KID.rules[0]) }, 'kid.rules'],
    ['a length of 1', { use: 'allowed', rules: [{ length: 1, method: 'MOD10' }] }, 'kid.rules[0].length'],
    ['an unknown method', { use: 'allowed', rules: [{ length: 8, method: 'MOD97' }] }, 'kid.rules[0].method'],
    ['an unknown use', { use: 'maybe', rules: [] }, 'kid.use'],
  ])('is refused with %s', async (_, kid, path) => {
    await ownAccount(bank());
    const answer = await post(bank(), '/accounts', { ...ASKED, kid });
    expect([answer.status, answer.json.tppMessages[0].code, answer.json.tppMessages[0].path]).toEqual([
      ...[400, 'FORMAT_ERROR', path],
    ]);
  });

  it("is refused of a number that the bank's register has, which stays when an account of it goes", async () => {
    await ownAccount(bank());
    const registered = { ...ASKED, bban: '99911200011' };
    const refused = await post(bank(), '/accounts', registered);
    expect([refused.status, refused.json.tppMessages[0].path]).toEqual([409, 'kid']);
    const { kid: _, ...without } = registered;
    const { id, kid } = await made(bank(), '/accounts', without);
    expect(kid).toMatchObject({ use: 'required' });
    await remove(bank(), `/accounts/${id}`);
    expect(await made(bank(), '/accounts', without)).toHaveProperty('kid');
  });
});

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
