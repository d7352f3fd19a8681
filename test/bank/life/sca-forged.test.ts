import { describe, expect, it } from 'vitest';
import type { Header, HttpResponse } from '../../../src/message.ts';
import { Browser, type Page } from '../../support/life/browser.ts';
import { MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { play } from '../../support/life/operator.ts';
import {
  cancel,
  create,
  KARI,
  type Payment,
  scaStatusOf,
  start,
  statusOf,
} from '../../support/life/payments.ts';
import { decide, hiddenOf, identify, numberField, toDecision, walk } from '../../support/life/walk.ts';

const bank = bankOfEach();
const kari = { number: KARI };

/** Sends bytes of the test's own as a form of the page, with the cookie of whoever opened it. */
function post(
  page: Page,
  cookie: string,
  body: string | Uint8Array,
  contentType?: string,
): Promise<HttpResponse> {
  const url = new URL(page.forms[0]?.action ?? '', page.url);
  const headers: Header[] = [
    ['Cookie', cookie],
    ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
  ];
  const request = { method: 'POST', target: url.pathname, headers, body: Buffer.from(body) };
  return bank().door(request, { address: '127.0.0.1', operator: false });
}

function cookieOf(page: Page): string {
  const [, line = ''] = page.headers.find(([name]) => name.toLowerCase() === 'set-cookie') ?? [];
  return line.split(';')[0] ?? '';
}

const FORM = 'application/x-www-form-urlencoded';

describe('a form that no page made [S9-form-token, S12-limits-site]', () => {
  const bodies: readonly (readonly [string, (fields: string) => string | Uint8Array, string | undefined])[] =
    [
      ['nothing', () => '', FORM],
      ['nothing, of no type', () => '', undefined],
      ['only noise', () => '&&&===%%%', FORM],
      ['bytes that are no UTF-8', () => Uint8Array.from([0xff, 0xfe, 0x3d, 0xc3]), FORM],
      ['percent signs that are no bytes', (fields) => `${fields}&x=%zz%ff%`, FORM],
      ['JSON', () => '{"token":"x"}', 'application/json'],
      ['the right fields as plain text', (fields) => fields, 'text/plain'],
      ['more than a mebibyte', (fields) => `${fields}&x=${'x'.repeat(1024 * 1024)}`, FORM],
      ['a thousand fields', (fields) => `${Array(1000).fill('a=b').join('&')}&y=${fields.length}`, FORM],
      ['names of the prototype', () => '__proto__=1&constructor=2&toString=3', FORM],
    ];
  it.each(bodies)('is refused, and nothing changes: %s', async (_, bodyOf, contentType) => {
    const payment = await create(bank());
    const page = await new Browser(bank()).open(payment.link);
    const fields = new URLSearchParams(hiddenOf(page)).toString();
    const answer = await post(page, cookieOf(page), bodyOf(fields), contentType);
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.filter(([name]) => name === 'Location')).toEqual([]);
    expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
  });

  it('is refused with each field twice', async () => {
    const payment = await create(bank());
    const page = await new Browser(bank()).open(payment.link);
    const fields = new URLSearchParams({
      ...hiddenOf(page),
      [numberField(page)?.name ?? '']: KARI,
    }).toString();
    const answer = await post(page, cookieOf(page), `${fields}&${fields}`, FORM);
    expect(answer.status).toBeLessThan(500);
    expect(await statusOf(bank(), payment)).toBe('RCVD');
  });

  const cookies = ['', 'x', '=', ';;;', 'sca', 'other=1', `sca=${'x'.repeat(5000)}`];
  it.each(cookies)('is refused with a cookie of its own: %#', async (cookie) => {
    const payment = await create(bank());
    const page = await new Browser(bank()).open(payment.link);
    const fields = new URLSearchParams({
      ...hiddenOf(page),
      [numberField(page)?.name ?? '']: KARI,
    }).toString();
    const answer = await post(page, cookie, fields, FORM);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await scaStatusOf(bank(), payment)).toBe('RECEIVED');
  });

  it('is no more shown than sent with a cookie of its own', async () => {
    const payment = await create(bank(), { body: { creditorName: 'Nobody Must See' } });
    const browser = new Browser(bank());
    const first = await browser.open(payment.link);
    const [name, value = ''] = cookieOf(first).split('=');
    const third = await identify(browser, first, KARI);
    expect(third.text).toContain('Nobody Must See');
    const shown = async (cookie: string) => {
      const target = new URL(payment.link).pathname;
      const request = {
        method: 'GET',
        target,
        headers: [['Cookie', cookie]] as Header[],
        body: Buffer.from(''),
      };
      const { body } = await bank().door(request, { address: '127.0.0.1', operator: false });
      return Buffer.from(body).toString('utf8');
    };
    for (const wrong of ['', 'x', value.slice(1), `${value}x`, value.toLowerCase()]) {
      expect(await shown(`${name}=${wrong}`)).not.toContain('Nobody Must See');
    }
    expect(await shown(`other=1; ${name}=x; ${name}=${value}`)).toContain('Nobody Must See');
    expect(await scaStatusOf(bank(), payment)).toBe('PSU_AUTHENTICATED');
  });

  it('can not skip the number: a later step’s choice is refused on the first page', async () => {
    const payment = await create(bank());
    const other = new Browser(bank());
    const last = await toDecision(other, await other.open((await create(bank())).link), kari);
    const browser = new Browser(bank());
    const first = await browser.open(payment.link);
    const forms = last.forms.map((form) => ({
      ...form,
      action: first.forms[0]?.action ?? '',
      controls: form.controls.map((control) =>
        control.type === 'hidden'
          ? { ...control, value: hiddenOf(first)[control.name ?? ''] ?? '' }
          : control,
      ),
    }));
    const answer = await decide(browser, { ...first, forms }, 'confirm', { follow: false });
    expect(answer.leavesTo ?? '').not.toContain('psu-id');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    expect(await scaStatusOf(bank(), payment)).not.toBe('FINALISED');
  });
});

/** How an SCA ends, or does not; the browser is the PSU's, which saw the last page. */
const ends: readonly (readonly [
  string,
  (payment: Payment, browser: Browser, page: Page) => Promise<unknown>,
])[] = [
  ['approved', (_, browser, page) => decide(browser, page, 'confirm')],
  ['declined', (_, browser, page) => decide(browser, page, 'decline')],
  ['approved by the operator', (payment) => play(bank(), 'approve', payment.paymentId)],
  ['expired', (payment) => play(bank(), 'expire', payment.paymentId)],
  ['failed', (payment) => play(bank(), 'fail', payment.paymentId)],
  ['replaced by another start', (payment) => start(bank(), payment)],
  ['of a payment that was cancelled', (payment) => cancel(bank(), payment)],
];

describe('a link whose SCA is over [S9-cookie, S9-confirm-repeated, D6-final-stays]', () => {
  it.each(ends)('changes nothing more, and tells another browser nothing: %s', async (_, end) => {
    const payment = await create(bank(), { body: { creditorName: 'Nobody Must See' } });
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), kari);
    await end(payment, browser, page);
    const now = async () => [await statusOf(bank(), payment), await scaStatusOf(bank(), payment)];
    const before = await now();
    bank().now += 2 * MINUTE;
    const stranger = new Browser(bank());
    const opened = await stranger.open(payment.link);
    expect(opened.status).toBeLessThan(500);
    expect(opened.text).not.toContain('Nobody Must See');
    expect(opened.leavesTo ?? '').not.toMatch(/psu-id/);
    if (opened.forms.length > 0) await identify(stranger, opened, KARI);
    for (const decision of ['confirm', 'decline'] as const) {
      const answer = await decide(browser, page, decision, { follow: false });
      expect(answer.status).toBeLessThan(500);
      expect(answer.leavesTo ?? '').not.toMatch(/psu-id/);
    }
    expect((await browser.open(payment.link)).status).toBeLessThan(500);
    expect(await now()).toEqual(before);
  });

  it('leads nowhere once the sandbox was initialised', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), kari);
    await bank().send({ method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' });
    expect((await decide(browser, page, 'confirm', { follow: false })).status).toBe(404);
    expect((await browser.open(payment.link)).status).toBe(404);
  });

  it('of one payment approves no other', async () => {
    const [first, second] = [await create(bank()), await create(bank())];
    await walk(bank(), first.link, kari, 'confirm');
    expect(await statusOf(bank(), second)).toBe('RCVD');
    expect(await scaStatusOf(bank(), second)).toBe('RECEIVED');
  });
});
