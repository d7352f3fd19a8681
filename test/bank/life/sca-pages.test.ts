import { describe, expect, it } from 'vitest';
import { getHeader } from '../../../src/message.ts';
import { Browser, ORIGIN, type Page } from '../../support/life/browser.ts';
import { tagsOf } from '../../support/life/html.ts';
import { bankOfEach } from '../../support/life/life.ts';
import { CANCELLATIONS, create, KARI, start, type Wish } from '../../support/life/payments.ts';
import { chooseContext, decide, goOn, identify, toDecision, walk } from '../../support/life/walk.ts';

const bank = bankOfEach();

/** The four pages of one authorisation, in order. */
async function pagesOf(wish: Wish = {}): Promise<readonly [Page, Page, Page, Page]> {
  const headers = { 'PSU-Context': null, ...wish.headers };
  const { link } = await create(bank(), { psu: KARI, ...wish, headers });
  const browser = new Browser(bank());
  const first = await browser.open(link);
  const second = await identify(browser, first, KARI);
  const third = await chooseContext(browser, second, 'PRIVATE');
  return [first, second, third, await goOn(browser, third)];
}

function policyOf(page: Page): Record<string, string[]> {
  const directives = (getHeader(page.headers, 'Content-Security-Policy') ?? '').split(';');
  return Object.fromEntries(
    directives.filter(Boolean).map((directive) => {
      const [name = '', ...values] = directive.trim().split(/\s+/);
      return [name, values];
    }),
  );
}

const digits = (text: string) => text.replace(/[\s.\u00a0]/gu, '');

describe('the headers of every page [S9-page-headers]', () => {
  it('let nothing in, and forms only to the bank and the TPP', async () => {
    for (const page of await pagesOf()) {
      expect(policyOf(page)).toEqual({
        'default-src': ["'none'"],
        'style-src': ["'self'"],
        'form-action': ["'self'", 'https://tpp.example'],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
      });
      expect(getHeader(page.headers, 'X-Content-Type-Options')).toBe('nosniff');
      expect(getHeader(page.headers, 'Referrer-Policy')).toBe('no-referrer');
      expect(getHeader(page.headers, 'Cache-Control')).toBe('no-store');
      expect(getHeader(page.headers, 'Content-Type')).toMatch(/^text\/html; ?charset=utf-8$/i);
      expect(page.status).toBe(200);
    }
  });

  const actions: readonly (readonly [string, string])[] = [
    ['https://tpp.example:8443/cb?x=1', 'https://tpp.example:8443'],
    ['https://TPP.example:443/cb', 'https://tpp.example'],
    ['http://127.0.0.1:8910/cb/state', 'http://127.0.0.1:8910'],
    ['myapp://callback/x', 'myapp:'],
    ['no.example.app:cb', 'no.example.app:'],
    ['https://user@tpp.example/;script-src%20*', 'https://tpp.example'],
  ];
  it.each(actions)('name the origin or scheme of the redirect URI: %s', async (uri, source) => {
    const { link } = await create(bank(), { headers: { 'TPP-Redirect-URI': uri } });
    const page = await new Browser(bank()).open(link);
    expect(policyOf(page)['form-action']).toEqual(["'self'", source]);
  });

  it('are there for redirects, for refusals and for links that nobody has', async () => {
    const { link } = await create(bank());
    const browser = new Browser(bank());
    const first = await browser.open(link);
    const third = await identify(browser, first, KARI);
    const end = await decide(browser, await goOn(browser, third), 'confirm', { follow: false });
    const refused = await identify(browser, first, KARI, { follow: false });
    const unknown = await browser.get(`${ORIGIN}/sca/AAAAAAAAAAAAAAAAAAAAAA/x`);
    for (const page of [...browser.seen, end, refused, unknown]) {
      expect(getHeader(page.headers, 'Cache-Control')).toBe('no-store');
      expect(getHeader(page.headers, 'Referrer-Policy')).toBe('no-referrer');
      expect(getHeader(page.headers, 'X-Content-Type-Options')).toBe('nosniff');
      expect(policyOf(page)).toMatchObject({ 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] });
    }
  });
});

describe('the pages [D6-site-steps, D3-brand, S9-owner-before-payment]', () => {
  it('show debtor, creditor and amount before they ask for the decision', async () => {
    const { debtor, foreign } = bank().accounts;
    const [first, second, third] = await pagesOf({ amount: '1234.50', body: { creditorName: 'Ola Ås' } });
    for (const page of [first, second]) expect(digits(page.text)).not.toContain(debtor);
    expect(digits(third.text)).toContain(debtor);
    expect(digits(third.text)).toContain(foreign);
    expect(third.text).toContain('Ola Ås');
    expect(digits(third.text)).toMatch(/1234[.,]?50/);
    expect(third.text).toContain('NOK');
  });

  it('show the payment that is to be cancelled, and that it is', async () => {
    const payment = await create(bank(), { psu: KARI, amount: '77.70' });
    await walk(bank(), payment.link, { number: KARI }, 'confirm');
    const { link } = await start(bank(), payment, CANCELLATIONS);
    const browser = new Browser(bank());
    await toDecision(browser, await browser.open(link), { number: KARI });
    const shown = browser.seen.map(({ text }) => text).join(' ');
    expect(shown).toMatch(/77[.,]70/);
    expect(shown).toMatch(/cancel/i);
    expect(digits(shown)).toContain(bank().accounts.debtor);
  });

  it("show the TPP's name on each, and its brand beside it", async () => {
    const brand = 'Betal & Glad <AS>';
    for (const page of await pagesOf({ headers: { 'TPP-Brand-Logging-Information': brand } })) {
      expect(page.text).toContain('Test TPP AS');
      expect(page.text).toContain(brand);
    }
    for (const page of await pagesOf()) expect(page.text).not.toContain('Betal');
  });

  it('escape what the TPP wrote', async () => {
    const evil = `<script>alert("1")</script><img src=x onerror='a'>&amp;`;
    const headers = { 'TPP-Brand-Logging-Information': evil };
    const body = { creditorName: evil, remittanceInformationUnstructured: evil, ultimateDebtor: evil };
    const pages = await pagesOf({ headers, body });
    for (const page of pages) {
      const names = tagsOf(page.html).map(({ name }) => name);
      expect(names).not.toContain('script');
      expect(names).not.toContain('img');
      expect(page.text).toContain(evil);
    }
    expect(pages[2].text.split(evil).length).toBeGreaterThan(2);
  });

  it('need no script, no inline style and nothing from elsewhere', async () => {
    for (const page of await pagesOf()) {
      expect(page.html).toMatch(/^<!doctype html>/i);
      for (const { name, attributes } of tagsOf(page.html)) {
        expect(['script', 'iframe', 'object', 'embed', 'base', 'style']).not.toContain(name);
        expect(Object.keys(attributes).filter((attribute) => /^on|^style$/.test(attribute))).toEqual([]);
        for (const address of [attributes.href, attributes.src, attributes.action]) {
          if (address !== undefined) expect(new URL(address, page.url).origin).toBe(ORIGIN);
        }
      }
      for (const form of page.forms) expect(form.method).toBe('POST');
    }
  });

  it('have a style sheet of their own where they name one', async () => {
    const [page] = await pagesOf();
    const links = tagsOf(page.html).filter(({ attributes }) => attributes.rel === 'stylesheet');
    for (const { attributes } of links) {
      const sheet = await new Browser(bank()).get(new URL(attributes.href!, page.url).href);
      expect(sheet.status).toBe(200);
      expect(getHeader(sheet.headers, 'Content-Type')).toMatch(/^text\/css/);
      expect(getHeader(sheet.headers, 'X-Content-Type-Options')).toBe('nosniff');
    }
    expect(page.html).toContain('<title>');
  });

  it('say on each what is asked, in a heading, and label the field', async () => {
    for (const page of await pagesOf()) {
      const tags = tagsOf(page.html);
      expect(tags.filter(({ name, closes }) => name === 'h1' && !closes)).toHaveLength(1);
      const fields = tags.filter(
        ({ name, attributes }) =>
          name === 'input' && !['hidden', 'submit', 'radio'].includes(attributes.type ?? ''),
      );
      const labelled = tags.filter(({ name }) => name === 'label').map(({ attributes }) => attributes.for);
      for (const { attributes } of fields) {
        expect(attributes.id === undefined || labelled.includes(attributes.id)).toBe(true);
      }
    }
  });
});
