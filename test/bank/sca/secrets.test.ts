import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Header } from '../../../src/message.ts';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { askFor, FORM, KARI, OLA, paymentStatusIn, SiteBrowser, scaIn } from '../../support/site.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());
const unknownId = 'AAAAAAAAAAAAAAAAAAAAAA';

describe('the secret of a link [S9-link-secret]', () => {
  it('looks like an unknown id when it is wrong, byte for byte but for the date, and sets nothing', async () => {
    const { link, secret, authorisationId } = await askFor(bank);
    const unknown = await new SiteBrowser(bank, `/sca/${unknownId}/${secret}`).open();
    expect(unknown.status).toBe(404);
    expect(unknown.header('Set-Cookie')).toBeUndefined();
    expect(unknown.html).toContain('<h1>Unknown link</h1>');
    const before = scaIn(bank, authorisationId);
    for (const wrong of [`${link}A`, link.slice(0, -1), link.toLowerCase(), `/sca/${authorisationId}/x`]) {
      expect(await withoutDate(new SiteBrowser(bank, wrong).open())).toEqual(
        await withoutDate(Promise.resolve(unknown)),
      );
      expect(await withoutDate(new SiteBrowser(bank, wrong).press('decline'))).toEqual(
        await withoutDate(Promise.resolve(unknown)),
      );
    }
    expect(scaIn(bank, authorisationId)).toEqual(before);
  });

  it('lets no other method in', async () => {
    const { link } = await askFor(bank);
    const peer = { address: '127.0.0.1', operator: false };
    for (const method of ['PUT', 'DELETE', 'HEAD']) {
      const { status } = await bank.handle(
        { method, target: link, headers: [], body: Buffer.from('') },
        peer,
      );
      expect(status).toBe(405);
    }
  });
});

async function withoutDate(page: ReturnType<SiteBrowser['open']>) {
  const { status, headers, html } = await page;
  return { status, html, headers: headers.filter(([name]) => name !== 'Date') };
}

describe('the cookie of the browser [S9-cookie]', () => {
  it('is set by the first GET, for this authorisation, and only its SHA-256 is kept', async () => {
    const { link, authorisationId } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    expect((await browser.open()).header('Set-Cookie')).toBe(
      `sca=${browser.cookie}; Path=/sca/${authorisationId}; HttpOnly; Secure; SameSite=Lax`,
    );
    expect(browser.cookie).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(Object.values(scaIn(bank, authorisationId))).not.toContain(browser.cookie);
    expect((await browser.open()).header('Set-Cookie')).toBeUndefined();
  });

  it('is found among others of its name', async () => {
    const browser = new SiteBrowser(bank, (await askFor(bank)).link);
    await browser.open();
    const own = browser.cookie;
    browser.cookie = `evil; sca=${own}; sca=worse`;
    expect((await browser.open()).status).toBe(200);
    browser.cookie = `${own}x`;
    expect((await browser.open()).status).toBe(403);
  });

  it.each(['first', 'number', 'check', 'confirm'])('is asked for on each page: %s', async (at) => {
    const { link, authorisationId, paymentId } = await askFor(bank, { creditorName: 'Nobody Must See' });
    const own = new SiteBrowser(bank, link);
    await own.open();
    if (at !== 'first') await own.identify('999');
    if (at === 'check' || at === 'confirm') await own.identify(KARI);
    if (at === 'confirm') await own.go('continue');
    const before = scaIn(bank, authorisationId);
    const other = new SiteBrowser(bank, link);
    other.token = own.token;
    const steps = ['identify', 'continue', 'confirm', 'decline'].map((step) => () => {
      return other.press(step, { number: KARI });
    });
    for (const act of [() => other.open(), ...steps]) {
      const page = await act();
      expect(page.status).toBe(403);
      expect(page.header('Set-Cookie')).toBeUndefined();
      expect(page.html).toContain('This link was first opened in another browser');
      expect(page.html).not.toMatch(/Nobody Must See|<form/);
    }
    expect(scaIn(bank, authorisationId)).toEqual(before);
    expect(paymentStatusIn(bank, paymentId)).toBe('RCVD');
  });

  it('does not let a new browser go on from where the operator played the PSU', async () => {
    const { link, authorisationId } = await askFor(bank);
    await bank.transport({
      method: 'POST',
      target: `/operator/sca/${authorisationId}/abandon`,
      headers: [],
      body: Buffer.from(''),
    });
    expect(scaIn(bank, authorisationId)).toMatchObject({ sca_status: 'STARTED', browser: null });
    expect((await new SiteBrowser(bank, link).open()).status).toBe(403);
  });
});

describe('the token of a form [S9-form-token]', () => {
  it('is another on each page, also after a wrong number', async () => {
    const browser = new SiteBrowser(bank, (await askFor(bank)).link);
    const tokens = [
      await browser.open(),
      await browser.identify('999'),
      await browser.identify(KARI),
      await browser.go('continue'),
    ].map(({ html }) => /name="token" value="([^"]+)"/.exec(html)?.[1]);
    expect(new Set(tokens).size).toBe(4);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('is refused when it is old, wrong, empty or left out, and nothing changes', async () => {
    const { link, authorisationId } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    await browser.open();
    const old = browser.token;
    await browser.identify('999');
    const present = browser.token;
    const before = scaIn(bank, authorisationId);
    for (const token of [old, `${present}A`, present.slice(1), present.toLowerCase(), '']) {
      browser.token = token;
      const page = await browser.press('identify', { number: KARI });
      expect(page.status).toBe(409);
      expect(page.html).toContain(`<a class="button" href="${link}">Continue from where you are</a>`);
      expect((await browser.press('decline')).status).toBe(409);
    }
    expect((await browser.post(`number=${KARI}&step=identify`)).status).toBe(409);
    expect(scaIn(bank, authorisationId)).toEqual(before);
    browser.token = present;
    expect((await browser.press('identify', { number: KARI })).status).toBe(303);
  });

  it('counts no second wrong number when a form is sent twice', async () => {
    const { link, authorisationId } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    await browser.open();
    const twice = [
      browser.press('identify', { number: OLA.slice(1) }),
      browser.press('identify', { number: '1' }),
    ];
    expect((await Promise.all(twice)).map(({ status }) => status).sort()).toEqual([303, 409]);
    expect(scaIn(bank, authorisationId).wrong_numbers).toBe(1);
  });

  it('of another authorisation in the same browser is refused', async () => {
    const [one, other] = [await askFor(bank), await askFor(bank)];
    const browsers = [new SiteBrowser(bank, one.link), new SiteBrowser(bank, other.link)] as const;
    for (const browser of browsers) await browser.toDecision();
    browsers[0].token = browsers[1].token;
    expect((await browsers[0].press('confirm')).status).toBe(409);
    expect(paymentStatusIn(bank, one.paymentId)).toBe('RCVD');
  });
});

const type = (value: string): Header[] => [['Content-Type', value]];

async function opened(): Promise<{ browser: SiteBrowser; status: () => unknown; good: string }> {
  const { link, authorisationId } = await askFor(bank);
  const browser = new SiteBrowser(bank, link);
  await browser.open();
  const good = `token=${browser.token}&number=${KARI}&step=identify`;
  return { browser, good, status: () => scaIn(bank, authorisationId).sca_status };
}

describe("a page's form [S9-form-fields, S12-limits-site]", () => {
  it.each([
    ['as browsers send it', (good: string) => good, [FORM]],
    ['with a charset', (good: string) => good, type('application/x-www-form-urlencoded; charset=UTF-8')],
    ['in other case', (good: string) => good, type('Application/X-WWW-Form-URLencoded')],
    ['percent-encoded', (good: string) => good.replace('number=1', 'n%75mber=%31'), [FORM]],
    ['with spaces in the number', (good: string) => good.replace('=15', '=+15+').replace('-', '-'), [FORM]],
    ['with fields that nobody asked for', (good: string) => `${good}&__proto__=1&x`, [FORM]],
  ])('is taken: %s', async (_, change, headers) => {
    const { browser, good, status } = await opened();
    expect((await browser.post(change(good), headers)).status).toBe(303);
    expect(status()).toBe('PSU_AUTHENTICATED');
  });

  it.each<[string, number, (good: string) => string, Header[]]>([
    ['without a type', 415, (good) => good, []],
    ['as text', 415, (good) => good, type('text/plain')],
    ['as JSON', 415, () => '{}', type('application/json')],
    ['as multipart', 415, (good) => good, type('multipart/form-data; boundary=x')],
    ['in another charset', 415, (good) => good, type('application/x-www-form-urlencoded; charset=latin1')],
    ['compressed', 415, (good) => good, [FORM, ['Content-Encoding', 'gzip']]],
    ['with two types', 400, (good) => good, [FORM, FORM]],
    ['with a field twice', 400, (good) => `${good}&number=1`, [FORM]],
    ['with a field twice, once encoded', 400, (good) => `${good}&n%75mber=1`, [FORM]],
    ['with no percent-encoding', 400, (good) => `${good}&a=å`, [FORM]],
    ['with half a percent-encoding', 400, (good) => `${good}&a=%`, [FORM]],
    ["with what isn't UTF-8", 400, (good) => `${good}&a=%E5`, [FORM]],
    ['larger than 1 MiB', 413, (good) => `${good}&a=${'x'.repeat(1024 * 1024)}`, [FORM]],
  ])('is refused in a page, and nothing changes: %s', async (_, status, change, headers) => {
    const { browser, good, status: scaStatus } = await opened();
    const page = await browser.post(change(good), headers);
    expect(page.status).toBe(status);
    expect(page.header('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.html).toContain('<h1>We couldn’t read the form</h1>');
    expect(scaStatus()).toBe('RECEIVED');
    expect((await browser.post(good)).status).toBe(303);
  });
});
