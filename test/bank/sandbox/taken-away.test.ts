import { beforeEach, describe, expect, it } from 'vitest';
import { createBasket } from '../../support/life/baskets.ts';
import { accountOf, agree, agreementId, engage, inAgreement, waysOfTaking } from '../../support/life/firm.ts';
import { bankOfEach } from '../../support/life/life.ts';
import {
  AUTHORISATIONS,
  call,
  create,
  FIRM,
  KARI,
  readStatus,
  type Wish,
} from '../../support/life/payments.ts';
import { parametersOf } from '../../support/life/walk.ts';
import { paymentStatusIn, SiteBrowser, scaIn } from '../../support/site.ts';
import { expectRefusal } from '../refusals/expectations.ts';

const bank = bankOfEach();
const DENIED = { status: '401', code: 'PSU_CREDENTIALS_INVALID', message: expect.stringMatching(/./) };
const noContext = { 'PSU-Context': null };
let engagement: string;
let from: string;
beforeEach(async () => {
  await agree(bank());
  engagement = await engage(bank(), KARI);
  from = await accountOf(bank(), FIRM);
});

const WAYS = waysOfTaking(() => ({ bank: bank(), engagement }));
const STEPS = [
  { at: 'RECEIVED', steps: 0 },
  { at: 'PSU_IDENTIFIED', steps: 1 },
  { at: 'PSU_AUTHENTICATED', steps: 2 },
  { at: 'STARTED', steps: 3 },
] as const;

const asked = (more: Wish = {}) => create(bank(), { psu: KARI, from, headers: noContext, ...more });

/** The pages of an SCA in the agreement up to one of them. */
async function upTo(link: string, steps: number): Promise<SiteBrowser> {
  const browser = new SiteBrowser(bank(), new URL(link).pathname);
  await browser.open();
  const all = [
    () => browser.identify(KARI),
    () => browser.go(`corporate:${agreementId}`),
    () => browser.go('continue'),
  ];
  for (const step of all.slice(0, steps)) await step();
  return browser;
}

describe('an open SCA of a payment, when the agreement is taken away [D8-delete-agreement, S9-owner-before-payment, D4-rejection-reason]', () => {
  const rows = WAYS.flatMap((way) => STEPS.map((step) => ({ ...way, ...step })));

  it.each(rows)('at $at is not confirmed: $name', async ({ steps, take, at }) => {
    const payment = await asked();
    const browser = await upTo(payment.link, steps);
    expect(scaIn(bank(), payment.authorisationId).sca_status).toBe(at);
    await take();
    const step = ['identify', `corporate:${agreementId}`, 'continue', 'confirm'][steps]!;
    const pressed = await browser.press(step, { number: KARI });
    // The button of an agreement that is gone is one of an old page.
    expect(pressed.status).toBe(steps === 1 ? 409 : 303);
    const next = pressed.header('Location') === browser.link ? await browser.open() : pressed;
    expect(next.html).not.toMatch(/100[.,]50|Driftskonto|corporate:/);
    const end = steps < 2 ? await endedPrivately(browser) : next;
    expect(parametersOf(end.header('Location') ?? '')).toEqual(DENIED);
    expect(scaIn(bank(), payment.authorisationId).sca_status).toBe('FAILED');
    const { json } = await readStatus(bank(), payment);
    expect(json).toMatchObject({ transactionStatus: 'RJCT', tppMessages: [{ code: DENIED.code }] });
  });

  /** Where no agreement was chosen the page offers what is left. */
  async function endedPrivately(browser: SiteBrowser) {
    const { html } = await browser.open();
    expect(html).toContain('value="private"');
    expect(html).not.toContain('corporate:');
    return browser.press('private');
  }

  it.each(WAYS)('is shown no more to a browser that comes again: $name', async ({ take }) => {
    const payment = await asked();
    const browser = await upTo(payment.link, 3);
    await take();
    const again = await browser.open();
    expect(again.status).toBe(303);
    expect(parametersOf(again.header('Location') ?? '')).toEqual(DENIED);
    expect(paymentStatusIn(bank(), payment.paymentId)).toBe('RJCT');
  });
});

it.each(
  WAYS,
)('the app of a PSU who had the agreement when the payment was made does not know them there any more, and shows nothing: $name [D8-delete-agreement, S9-owner-before-payment, D3-redirect-preferred]', async ({
  take,
}) => {
  const headers = { ...(await inAgreement(bank(), KARI)), 'TPP-Redirect-Preferred': 'false' };
  const body = { creditorName: 'Nobody Must See' };
  const { link } = await create(bank(), { from, headers, body });
  await take();
  const browser = new SiteBrowser(bank(), new URL(link).pathname);
  const { html } = await browser.open();
  expect(html).toContain('name="number"');
  expect(html).not.toContain('Nobody Must See');
  expect(parametersOf((await browser.press('identify', { number: KARI })).header('Location') ?? '')).toEqual(
    DENIED,
  );
});
const UNKNOWN_THERE = { status: 401, code: 'PSU_CREDENTIALS_INVALID', path: 'PSU-Corporate-ID' };

it.each(
  WAYS,
)('the psu-corporate-id of an agreement that is taken away is unknown to every operation: $name [D8-delete-agreement, D3-corporate-user]', async ({
  take,
}) => {
  const headers = await inAgreement(bank(), KARI);
  const payment = await create(bank(), { from, headers });
  const basket = await createBasket(bank(), [await create(bank(), { from, headers })], { headers });
  await take();
  const named = { headers };
  const answers = [
    await bank().send({ headers, body: bank().payment() }),
    await bank().send({ path: '/v1/signing-baskets', headers, body: { paymentIds: [payment.paymentId] } }),
    await readStatus(bank(), payment, named),
    await call(bank(), payment, 'DELETE', '', named),
    await call(bank(), payment, 'POST', AUTHORISATIONS, named),
    await call(bank(), basket, 'GET', 'status', named),
    await call(bank(), basket, 'POST', AUTHORISATIONS, named),
  ];
  for (const answer of answers) {
    expect(answer.json._links.scaRedirect.href).toMatch(/\/sca\//);
    const { _links, ...json } = answer.json;
    expectRefusal({ ...answer, json }, UNKNOWN_THERE);
  }
});
