import { describe, expect, it } from 'vitest';
import { byPsuId, makeSession } from '../../support/known-psu.ts';
import { allStatuses, createBasket, playBasket, sendBasket, UNNAMED } from '../../support/life/baskets.ts';
import { accountId } from '../../support/life/books.ts';
import { accountOf, agree, agreementId, createOfFirm } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { ask, play } from '../../support/life/operator.ts';
import { call, create, FIRM, KARI, OLA, type Payment, readStatus } from '../../support/life/payments.ts';
import { approvedAs, CREATIONS, createAs, initiation, type Kind } from '../../support/life/products.ts';
import { TOO_MUCH } from '../../support/life/states.ts';
import { parametersOf, walk } from '../../support/life/walk.ts';
import { SiteBrowser } from '../../support/site.ts';
import { readStored } from '../../support/stored.ts';

const bank = bankOfEach();
const NOBODYS = '99900000000';

/** What is wrong with the debtor account, and what the PSU's redirect and the payment's status then say. */
const WRONGS: readonly (readonly [
  what: string,
  wrong: () => Promise<object>,
  status: string,
  code: string,
])[] = [
  ['nobody’s', async () => debtor(NOBODYS), '401', 'PSU_CREDENTIALS_INVALID'],
  ['another customer’s', async () => debtor(await accountOf(bank(), FIRM)), '401', 'PSU_CREDENTIALS_INVALID'],
  ['in another currency', async () => debtor(bank().accounts.debtor, 'EUR'), '400', 'FORMAT_ERROR'],
  ['without the right to pay', withoutRight, '403', 'FORBIDDEN'],
];

function debtor(bban: string, currency = 'NOK') {
  return { debtorAccount: { bban, currency } };
}

async function withoutRight() {
  await right('take');
  return debtor(bank().accounts.debtor);
}

function right(act: 'take' | 'give') {
  const id = accountId(bank(), bank().accounts.debtor);
  return ask(bank(), 'POST', `/operator/accounts/${id}/payment-right/${act}`);
}

/** The reason of an RJCT, as its status tells it. */
async function reasonOf(payment: Payment) {
  const { json } = await readStatus(bank(), payment);
  return { status: json.transactionStatus, messages: json.tppMessages, toPsu: json.psuMessage };
}

describe('a debtor account that nobody was told of, on the page [D4-debtor-later, D4-disclosure, D4-rejection-reason, S9-owner-before-payment]', () => {
  const rows = WRONGS.flatMap((row) => (['instant', 'bulk'] as const).map((kind) => [kind, ...row] as const));

  it.each(
    rows,
  )('fails the SCA as soon as the PSU has identified: %s, %s', async (kind, _, wrong, status, code) => {
    const body = await wrong();
    const payment = await createAs(bank(), kind, { body: { ...body, ...secretly(kind, body) } });
    const browser = new SiteBrowser(bank(), new URL(payment.link).pathname);
    expect((await browser.open()).html).not.toMatch(/Nobody Must See|100[.,]50/);
    const left = await browser.press('identify', { number: KARI });
    expect(left.html).not.toMatch(/Nobody Must See|100[.,]50/);
    const { message, ...told } = parametersOf(left.header('Location') ?? '');
    expect(told).toEqual({ status, code });
    expect(await reasonOf(payment)).toEqual({
      status: 'RJCT',
      messages: [{ category: 'ERROR', code, text: message }],
      toPsu: expect.stringMatching(/./),
    });
  });

  it('is what is approved, when it is the PSU’s, and is then the account that pays', async () => {
    const cases: Record<string, string>[] = [{}, { 'X-PSU-IDENTITY': KARI, 'TPP-Session-ID': 'by-number' }];
    for (const headers of cases) {
      const payment = await create(bank(), { headers });
      expect(debtorIn(payment)).toBeNull();
      await walk(bank(), payment.link, { number: KARI }, 'confirm');
      expect(debtorIn(payment)).toBe(accountId(bank(), bank().accounts.debtor));
      expect((await reasonOf(payment)).status).toBe('ACTC');
    }
  });

  it('is the agreement owner’s in the corporate context, and no other', async () => {
    await agree(bank());
    const noContext = { headers: { 'PSU-Context': null } };
    const ofKari = await create(bank(), { psu: FIRM, ...noContext });
    const failed = await play(bank(), 'approve', ofKari.paymentId, { agreementId });
    expect(failed.redirect).toContain('code=PSU_CREDENTIALS_INVALID');
    const theirs = await createOfFirm(bank(), noContext);
    const played = await play(bank(), 'approve', theirs.paymentId, { agreementId });
    expect(played).toMatchObject({ scaStatus: 'FINALISED', context: 'CORPORATE' });
  });

  it('is looked at again when the PSU confirms: a right that was taken meanwhile', async () => {
    const payment = await create(bank());
    await play(bank(), 'abandon', payment.paymentId);
    await right('take');
    expect((await play(bank(), 'approve', payment.paymentId)).redirect).toContain('code=FORBIDDEN');
    expect(await reasonOf(payment)).toMatchObject({ status: 'RJCT', messages: [{ code: 'FORBIDDEN' }] });
  });

  it('says nothing of its money to a PSU who declines', async () => {
    const payment = await createAs(bank(), 'instant', { amount: TOO_MUCH });
    const redirect = await walk(bank(), payment.link, { number: KARI }, 'decline');
    expect(parametersOf(redirect)).toMatchObject({ code: 'SCA_INVALID' });
    const { json } = await readStatus(bank(), payment);
    expect(json).not.toHaveProperty('fundsAvailable');
    expect(json.tppMessages).toMatchObject([{ code: 'SCA_INVALID' }]);
  });
});

function secretly(kind: Kind, body: object): object {
  const named = { creditorName: 'Nobody Must See' };
  if (kind !== 'bulk') return named;
  const { payments } = initiation(bank(), 'bulk', { amounts: ['1.00', '2.00'], body }) as {
    payments: object[];
  };
  return { payments: payments.map((item) => ({ ...item, ...named })) };
}

function debtorIn({ paymentId }: Payment) {
  const sql = `SELECT debtor_account FROM payments WHERE id = '${paymentId}'`;
  return readStored(bank().path, sql)[0]?.debtor_account;
}

it.each([
  ['nobody’s', debtor(NOBODYS), 'PSU_CREDENTIALS_INVALID'],
  ['in another currency', { debtorAccount: undefined }, 'FORMAT_ERROR'],
])('the debtor accounts of a basket that nobody was told of must all be the PSU’s, or none of the payments is approved: one is %s [D4-debtor-later, D5-one-sca, S9-owner-before-payment]', async (_, body, code) => {
  const own = bank().accounts.debtor;
  const wrong = code === 'FORMAT_ERROR' ? debtor(own, 'EUR') : body;
  const payments = [await create(bank()), await create(bank(), { body: wrong })];
  const basket = await createBasket(bank(), payments, UNNAMED);
  const { authorisationId } = (await call(bank(), basket, 'POST', 'authorisations', UNNAMED)).json;
  expect(authorisationId).toMatch(/./);
  const played = await playBasket(bank(), 'approve', basket, { as: KARI });
  expect(played.redirect).toContain(`code=${code}`);
  expect(await allStatuses(bank(), payments)).toBe('RJCT RJCT');
  for (const payment of payments) expect((await reasonOf(payment)).messages).toMatchObject([{ code }]);
});

describe('a payment made by number, in a session with an SCA since [D4-exempted, D4-disclosure]', () => {
  const explicit = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
  const own = () => ({ psu: KARI, to: bank().accounts.debtorOther, headers: explicit });
  const start = (payment: Payment) => call(bank(), payment, 'POST', 'authorisations');

  it('is exempt when its account is the PSU’s, and is then paid from it', async () => {
    const payment = await create(bank(), own());
    await makeSession(bank());
    expect((await start(payment)).json.scaStatus).toBe('EXEMPTED');
    expect(debtorIn(payment)).toBe(accountId(bank(), bank().accounts.debtor));
  });

  it.each([
    ['nobody’s', NOBODYS, 'NOK'],
    ['in another currency', undefined, 'EUR'],
  ])('needs its SCA when its account is %s', async (_, bban, currency) => {
    const payment = await create(bank(), {
      ...own(),
      body: debtor(bban ?? bank().accounts.debtor, currency),
    });
    await makeSession(bank());
    expect((await start(payment)).json.scaStatus).toBe('RECEIVED');
  });
});

it('a payment that needs no SCA and has no money is its PSU’s, and no other can read why it was rejected [D3-psu-of-payment, D4-exempted]', async () => {
  await approvedAs(bank(), 'instant', { amount: '249700.00' });
  const headers = { 'TPP-Explicit-Authorisation-Preferred': 'true' };
  const small = { amount: '400.00', to: bank().accounts.debtorOther, headers };
  const payment = await createAs(bank(), 'instant', small);
  expect((await call(bank(), payment, 'POST', 'authorisations')).json.scaStatus).toBe('EXEMPTED');
  expect(await reasonOf(payment)).toMatchObject({ status: 'RJCT', messages: [{ code: 'PAYMENT_FAILED' }] });
  expect((await call(bank(), { ...payment, psu: OLA }, 'GET', 'status')).status).toBe(404);
});

describe('a creation with PSU-ID [D4-debtor, D4-debtor-currency, D4-disclosure]', () => {
  it('settles the account at once, and a start by number is told nothing of its right', async () => {
    const payment = await create(bank(), { psu: KARI, headers: byPsuId() });
    expect(debtorIn(payment)).toBe(accountId(bank(), bank().accounts.debtor));
    await right('take');
    expect((await call(bank(), payment, 'POST', 'authorisations')).status).toBe(201);
    const told = await call(bank(), payment, 'POST', 'authorisations', { headers: byPsuId() });
    expect(told.json.tppMessages).toMatchObject([{ code: 'FORBIDDEN', path: 'debtorAccount.bban' }]);
  });

  it('is refused with every fault of the body, as before', async () => {
    const body = { ...initiation(bank(), 'domestic', { date: '2026-11-17' }), ...debtor(NOBODYS) };
    const answer = await bank().send({ path: CREATIONS.domestic, headers: byPsuId(), body });
    expect(answer.json.tppMessages).toMatchObject([
      { code: 'RESOURCE_UNKNOWN', path: 'debtorAccount.bban' },
      { code: 'EXECUTION_DATE_INVALID', path: 'requestedExecutionDate' },
    ]);
  });
});

it('payments of a bulk in a basket are refused as the bulk itself is [I-basket-mix, D1-bulk-items]', async () => {
  const bulk = await createAs(bank(), 'bulk', { amounts: ['1.00', '2.00'] });
  const [{ paymentId }] = (await readStatus(bank(), bulk)).json.payments;
  const answer = await sendBasket(bank(), [{ paymentId }]);
  expect(answer.status).toBe(400);
  expect(answer.json.tppMessages).toMatchObject([{ code: 'REFERENCE_MIX_INVALID', path: 'paymentIds[0]' }]);
});
