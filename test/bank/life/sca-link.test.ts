import { describe, expect, it } from 'vitest';
import { getHeaderValues } from '../../../src/message.ts';
import { Browser, ORIGIN, type Page } from '../../support/life/browser.ts';
import { MINUTE } from '../../support/life/days.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { create, KARI, type Payment, scaStatusOf, start, statusOf } from '../../support/life/payments.ts';
import { decide, goOn, hiddenOf, identify, parametersOf, toDecision, walk } from '../../support/life/walk.ts';

const bank = bankOfEach();
const nobody = 'AAAAAAAAAAAAAAAAAAAAAA';
const statusNow = (payment: Payment) => scaStatusOf(bank(), payment);

/** Everything of a page but the time and the address it was asked for. */
function seenOf(page: Page) {
  const { pathname } = new URL(page.url);
  const anonymous = (text: string) => text.replaceAll(pathname, 'PATH');
  const headers = page.headers.filter(([name]) => name !== 'Date');
  return { status: page.status, headers, html: anonymous(page.html) };
}

function expectNoWayOn(page: Page): void {
  expect(page.leavesTo).toBeUndefined();
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(page.status).toBeLessThan(500);
}

describe('the secret of a link [S9-link-secret, S8-secrets]', () => {
  it('looks like an unknown id when it is wrong', async () => {
    const payment = await create(bank());
    const secret = payment.link.split('/').at(-1)!;
    const other = `${secret.startsWith('A') ? 'B' : 'A'}${secret.slice(1)}`;
    const unknown = await new Browser(bank()).get(`${ORIGIN}/sca/${nobody}/${secret}`);
    expectNoWayOn(unknown);
    expect(unknown.status).toBe(404);
    expect(getHeaderValues(unknown.headers, 'Set-Cookie')).toEqual([]);
    for (const wrong of [
      other,
      secret.slice(1),
      secret.toLowerCase().replace(/^./, 'z'),
      'x',
      `${secret}A`,
    ]) {
      const page = await new Browser(bank()).get(`${ORIGIN}/sca/${payment.authorisationId}/${wrong}`);
      expect(seenOf(page)).toEqual(seenOf(unknown));
    }
    expect(await statusNow(payment)).toBe('RECEIVED');
  });

  it('looks like an unknown id when it is of another authorisation', async () => {
    const [payment, other] = [await create(bank()), await create(bank())];
    const secret = other.link.split('/').at(-1)!;
    const page = await new Browser(bank()).get(`${ORIGIN}/sca/${payment.authorisationId}/${secret}`);
    const unknown = await new Browser(bank()).get(`${ORIGIN}/sca/${nobody}/${secret}`);
    expect(seenOf(page)).toEqual(seenOf(unknown));
  });

  it('looks like an unknown id for a form, too', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await browser.open(payment.link);
    const [form] = page.forms;
    const swap = (address: string) => address.replace(payment.authorisationId, nobody);
    const lost = { ...page, url: swap(page.url), forms: [{ ...form!, action: swap(form!.action) }] };
    expectNoWayOn(await identify(browser, lost, KARI, { follow: false }));
    expect(await statusNow(payment)).toBe('RECEIVED');
  });

  it.each(['PUT', 'DELETE', 'PATCH'])('lets no other method through: %s', async (method) => {
    const payment = await create(bank());
    const { pathname } = new URL(payment.link);
    const peer = { address: '127.0.0.1', operator: false };
    const request = { method, target: pathname, headers: [], body: Buffer.from('') };
    expect((await bank().door(request, peer)).status).toBe(405);
    expect(await statusNow(payment)).toBe('RECEIVED');
  });
});

describe('the cookie of a browser [S9-cookie]', () => {
  it('is set by the first GET: HttpOnly, SameSite=Lax, and not guessable', async () => {
    const payment = await create(bank());
    const page = await new Browser(bank()).get(payment.link);
    const cookies = getHeaderValues(page.headers, 'Set-Cookie');
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/;\s*HttpOnly(;|$)/i);
    expect(cookies[0]).toMatch(/;\s*SameSite=Lax(;|$)/i);
    expect(cookies[0]).toMatch(/;\s*Secure(;|$)/i);
    expect(cookies[0]?.split(';')[0]?.split('=')[1]?.length).toBeGreaterThanOrEqual(22);
    const again = await new Browser(bank()).get((await create(bank())).link);
    expect(getHeaderValues(again.headers, 'Set-Cookie')).not.toEqual(cookies);
  });

  it('is needed later: another browser can send none of the forms', async () => {
    const payment = await create(bank());
    const [own, other] = [new Browser(bank()), new Browser(bank())];
    const first = await own.open(payment.link);
    expectNoWayOn(await identify(other, first, KARI, { follow: false }));
    expect(await statusNow(payment)).toBe('RECEIVED');
    const third = await identify(own, first, KARI);
    expectNoWayOn(await goOn(other, third, { follow: false }));
    expect(await statusNow(payment)).toBe('PSU_AUTHENTICATED');
    const fourth = await goOn(own, third);
    expectNoWayOn(await decide(other, fourth, 'confirm', { follow: false }));
    expectNoWayOn(await decide(other, fourth, 'decline', { follow: false }));
    expect(await statusNow(payment)).toBe('STARTED');
    expect((await decide(own, fourth, 'confirm')).leavesTo).toBeDefined();
  });

  it('is needed later: a second browser with the link sees nothing and changes nothing', async () => {
    const payment = await create(bank(), { body: { creditorName: 'Nobody Must See' } });
    const [own, other] = [new Browser(bank()), new Browser(bank())];
    const third = await identify(own, await own.open(payment.link), KARI);
    const seen = await other.open(payment.link);
    expect(seen.text).not.toContain('Nobody Must See');
    if (seen.forms.length > 0) await identify(other, seen, KARI);
    expect(other.seen.map(({ text }) => text).join()).not.toContain('Nobody Must See');
    expect(await statusNow(payment)).toBe('PSU_AUTHENTICATED');
    const fourth = await goOn(own, third);
    expect((await decide(own, fourth, 'confirm')).leavesTo).toBeDefined();
  });
});

describe('the token of a form [S9-form-token]', () => {
  it('is one per page, and never that of before', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const first = await browser.open(payment.link);
    const third = await identify(browser, first, KARI);
    const fourth = await goOn(browser, third);
    const tokens = [first, third, fourth].map((page) => Object.values(hiddenOf(page)).join());
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(token.length).toBeGreaterThanOrEqual(22);
  });

  it('is refused when it is old, and nothing changes', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const first = await browser.open(payment.link);
    const third = await identify(browser, first, KARI);
    expectNoWayOn(await identify(browser, first, KARI, { follow: false }));
    expect(await statusNow(payment)).toBe('PSU_AUTHENTICATED');
    const fourth = await goOn(browser, third);
    const old = { ...fourth, forms: fourth.forms.map((form) => withHidden(form, hiddenOf(third))) };
    expectNoWayOn(await decide(browser, old, 'confirm', { follow: false }));
    expect(await statusNow(payment)).toBe('STARTED');
    expect((await decide(browser, fourth, 'confirm')).leavesTo).toBeDefined();
  });

  it('is refused when it is of another authorisation or left out, and nothing changes', async () => {
    const [payment, other] = [await create(bank()), await create(bank())];
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    const foreign = await toDecision(browser, await browser.open(other.link), { number: KARI });
    const emptied = Object.fromEntries(Object.keys(hiddenOf(page)).map((name) => [name, '']));
    for (const hidden of [hiddenOf(foreign), emptied]) {
      const forged = { ...page, forms: page.forms.map((form) => withHidden(form, hidden)) };
      expectNoWayOn(await decide(browser, forged, 'confirm', { follow: false }));
      expect(await statusNow(payment)).toBe('STARTED');
    }
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    expect((await decide(browser, page, 'confirm')).leavesTo).toBeDefined();
  });
});

function withHidden(form: Page['forms'][number], hidden: Readonly<Record<string, string>>) {
  const controls = form.controls.map((control) =>
    control.type === 'hidden' ? { ...control, value: hidden[control.name ?? ''] ?? '' } : control,
  );
  return { ...form, controls };
}

describe('the time of a link [D6-opened-too-late, S9-confirm-repeated]', () => {
  const expired = { status: '401', code: 'SCA_EXPIRED', message: expect.stringMatching(/./) };

  it('is a quarter of an hour: opened later it leads back at once', async () => {
    const payment = await create(bank());
    bank().now += 15 * MINUTE;
    const page = await new Browser(bank()).open(payment.link);
    expect(parametersOf(page.leavesTo!)).toEqual(expired);
    expect(await statusNow(payment)).toBe('FAILED');
    expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('can run out on the way', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    bank().now += 15 * MINUTE;
    const end = await decide(browser, page, 'confirm');
    expect(parametersOf(end.leavesTo!)).toEqual(expired);
    expect(await statusOf(bank(), payment)).toBe('RJCT');
  });

  it('is enough until its last millisecond', async () => {
    const payment = await create(bank());
    bank().now += 15 * MINUTE - 1;
    await walk(bank(), payment.link, { number: KARI }, 'confirm');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
  });

  it('gives the same redirect to a repeated confirm for a minute, then none', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    const first = await decide(browser, page, 'confirm');
    bank().now += MINUTE - 1000;
    const repeated = await decide(browser, page, 'confirm');
    expect(repeated.leavesTo).toBe(first.leavesTo);
    bank().now += 2000;
    expectNoWayOn(await decide(browser, page, 'confirm'));
    expect(await statusNow(payment)).toBe('FINALISED');
    expect(await statusOf(bank(), payment)).toBe('ACTC');
  });

  it('ends with the start of another: the old link approves nothing', async () => {
    const payment = await create(bank());
    const browser = new Browser(bank());
    const page = await toDecision(browser, await browser.open(payment.link), { number: KARI });
    const { authorisationId } = await start(bank(), payment);
    const end = await decide(browser, page, 'confirm');
    if (end.leavesTo !== undefined) expect(parametersOf(end.leavesTo).status).not.toBe('200');
    expect(end.leavesTo ?? '').not.toContain('psu-id');
    expect(await statusOf(bank(), payment)).toBe('RCVD');
    expect(await statusNow(payment)).toBe('FAILED');
    expect(await scaStatusOf(bank(), payment, authorisationId)).toBe('RECEIVED');
  });
});
