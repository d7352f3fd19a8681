import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selectWords } from '../../../src/bank/sca/site/answers.ts';
import { Html } from '../../../src/bank/sca/site/html.ts';
import { STYLE } from '../../../src/bank/sca/site/style.ts';
import { EN } from '../../../src/bank/sca/site/words/en.ts';
import { NB } from '../../../src/bank/sca/site/words/nb.ts';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { createBasket } from '../../support/life/baskets.ts';
import { create, start } from '../../support/life/payments.ts';
import { askFor, KARI, SiteBrowser } from '../../support/site.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());
const BRAND = { 'TPP-Brand-Logging-Information': 'Betal' };

async function opened(headers = {}) {
  const browser = new SiteBrowser(bank, (await askFor(bank, {}, { ...BRAND, ...headers })).link);
  return { browser, first: (await browser.open()).html };
}

/** The step that a page says it is, or undefined. */
function stepOf(html: string): readonly (string | undefined)[] {
  const present = /<li aria-current="step">(.*)<\/li>/.exec(html)?.[1];
  return [/<ol class="steps" aria-label="(.*)">/.exec(html)?.[1], present];
}

/** Each button as its class and what it sends. */
function buttonsOf(html: string): readonly string[] {
  return [...html.matchAll(/<button(?: class="(\w+)")? name="step" value="([^"]+)"/g)].map(
    ([, look, step]) => `${look ?? 'first'} ${step}`,
  );
}

describe('what is always in sight [A-site-look, D3-brand]', () => {
  it('is the bank and who asks, in the header of each page of a link', async () => {
    const { browser, first } = await opened();
    const pages = [first, (await browser.identify(KARI)).html, (await browser.go('continue')).html];
    pages.push(
      (await browser.press('nothing')).html,
      (await new SiteBrowser(bank, browser.link).open()).html,
    );
    for (const html of pages) {
      const header = /<header>[\s\S]*<\/header>/.exec(html)?.[0] ?? '';
      expect(header).toMatch(/<div class="bank"><svg class="mark"[\s\S]*<\/svg>Testbanken<\/div>/);
      expect(header).toContain('Request from <strong><bdi>Test TPP AS</bdi></strong> (<bdi>Betal</bdi>)');
    }
  });

  it('is which of three steps it is, on the pages of the way and on no other', async () => {
    const { browser, first } = await opened({ 'PSU-Context': null, 'X-PSU-IDENTITY': KARI });
    expect(stepOf(first)).toEqual(['Step 1 of 3', 'Identify']);
    expect(stepOf((await browser.identify(KARI)).html)).toEqual(['Step 1 of 3', 'Identify']);
    expect(stepOf((await browser.go('private')).html)).toEqual(['Step 2 of 3', 'Check']);
    expect(stepOf((await browser.go('continue')).html)).toEqual(['Step 3 of 3', 'Confirm']);
    expect(stepOf((await browser.press('nothing')).html)).toEqual([undefined, undefined]);
  });
});

describe('what comes first [A-site-look]', () => {
  it('is the amount, then who gets it, then all else', async () => {
    const { html } = await (await opened()).browser.identify(KARI);
    const names = [...html.matchAll(/<div(?: class="(\w+)")?><dt>(.*?)<\/dt>/g)];
    expect(names.slice(0, 3).map(([, look, name]) => [look, name])).toEqual([
      ['amount', 'Amount'],
      ['payee', 'To'],
      [undefined, 'From'],
    ]);
  });

  it('is of several payments the sum in each currency', async () => {
    const payments = [];
    for (const [amount, currency] of [
      ['1000.01', 'NOK'],
      ['7.50', 'EUR'],
      ['0.99', 'NOK'],
    ] as const) {
      payments.push(await create(bank, { psu: KARI, amount, currency }));
    }
    const { link } = await start(bank, await createBasket(bank, payments));
    const browser = new SiteBrowser(bank, new URL(link).pathname);
    await browser.open();
    const identified = (await browser.identify(KARI)).html;
    const html = identified.includes('value="private"') ? (await browser.go('private')).html : identified;
    const [first] = /<dl>[\s\S]*?<\/dl>/.exec(html) ?? [];
    expect(first?.replaceAll('\u00a0', ' ')).toContain(
      '<dt>Total of 3 payments</dt><dd><span class="number">1 001.00 NOK</span><span class="number">7.50 EUR</span></dd>',
    );
    expect(html.match(/<li><dl>/g)).toHaveLength(3);
  });
});

describe('what stands out [A-site-look]', () => {
  it('is the one way on; to decline comes after it, and second', async () => {
    const { browser, first } = await opened();
    expect(buttonsOf(first)).toEqual(['first identify', 'second decline']);
    expect(buttonsOf((await browser.identify(KARI)).html)).toEqual(['first continue', 'second decline']);
    expect(buttonsOf((await browser.go('continue')).html)).toEqual(['first confirm', 'second decline']);
  });

  it('is what was wrong, between its label and its field, which then has the focus', async () => {
    const { browser, first } = await opened();
    expect(first).not.toContain('autofocus');
    expect((await browser.identify('1')).html).toMatch(
      /<label for="number">[\s\S]*<p class="hint" id="hint">[\s\S]*<p class="alert" id="wrong" role="alert">.*<\/p>\n<input id="number"[^>]* aria-invalid="true" aria-describedby="wrong hint" autofocus>/,
    );
  });
});

it('a page that leads nowhere says what to do now [A-site-look]', async () => {
  const { browser } = await opened();
  const texts: string[] = [];
  const keep = (page: { html: string }) =>
    texts.push(/<h1>.*<\/h1>([\s\S]*)<\/main>/.exec(page.html)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '');
  keep(await new SiteBrowser(bank, '/sca/a/b').open());
  keep(await new SiteBrowser(bank, browser.link).open());
  keep(await browser.press('nothing'));
  keep(await browser.post('x', []));
  await browser.press('decline');
  bank.now += 61_000;
  keep(await browser.open());
  for (const [place, what] of [
    'go back to where you came from and start again.',
    'Continue in the browser where you first opened the link.',
    'Continue from where you are',
    'Open the link again and fill in the form.',
    'To see the result, go back to where you came from.',
  ].entries()) {
    expect(texts[place]).toContain(what);
  }
});

it('the style sheet has each colour light and dark, and uses no other [A-site-look]', () => {
  const named = (text: string) => new Set([...text.matchAll(/(--[a-z-]+):/g)].map(([, name]) => name));
  const [light = '', dark = ''] = [...STYLE.matchAll(/:root \{([^}]*)\}/g)].map(([, text]) => text);
  expect(named(dark)).toEqual(named(light));
  expect(named(light).size).toBeGreaterThan(10);
  const used = new Set([...STYLE.matchAll(/var\((--[a-z-]+)\)/g)].map(([, name]) => name));
  expect(used).toEqual(named(light));
  expect(STYLE.replaceAll(/:root \{[^}]*\}/g, '')).not.toMatch(/#[0-9a-f]{3,8}\b|rgb|hsl/);
});

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['nb', 'nb'],
  ['nb-NO,nb;q=0.9,no;q=0.8,nn;q=0.6,en-US;q=0.5,en;q=0.4', 'nb'],
  ['NN-no', 'nb'],
  ['no', 'nb'],
  ['en-GB,en;q=0.9,nb;q=0.8', 'en'],
  ['de,nb;q=0.1', 'nb'],
  ['de', 'en'],
  ['nb;q=0.5, en;q=0.7', 'en'],
  ['nb;q=0, en;q=0.1', 'en'],
  ['nb;q=0', 'en'],
  ['*', 'en'],
  ['nb;q=what, en', 'en'],
  [' nb ; q=1 ', 'nb'],
  ['constructor,__proto__,nb', 'nb'],
  [`${'x,'.repeat(60)}nb`, 'en'],
])('the language of the site by Accept-Language %j is %s [D6-site-languages]', (accepted, language) => {
  expect(selectWords(accepted).language).toBe(language);
});

/** Every text of a table of words, functions with something put in. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (words instanceof Html) return [words.text];
  if (typeof words === 'function') return textsOf(words('7', 'mars', '2026'));
  return typeof words === 'object' && words !== null ? Object.values(words).flatMap(textsOf) : [];
}

/** What only an English page may hold; short words are parts of Norwegian ones. */
const ENGLISH = textsOf(EN).filter((text) => text.length > 5 && !textsOf(NB).includes(text));

describe('the pages in bokmål [D6-site-languages]', () => {
  it('say nothing in English, from the first to the last', async () => {
    const body = {
      instructedAmount: { amount: '1234.50', currency: 'NOK' },
      requestedExecutionDate: '2026-11-21',
    };
    const { link } = await askFor(bank, body);
    const browser = new SiteBrowser(bank, link);
    browser.language = 'nb';
    const pages = [
      await browser.open(),
      await browser.go('identify', { number: '1' }),
      await browser.identify(KARI),
      await browser.go('continue'),
      await browser.press('nowhere'),
    ];
    const other = new SiteBrowser(bank, link);
    other.language = 'nb';
    pages.push(await other.open());
    await browser.press('decline');
    browser.cookie = undefined;
    pages.push(await browser.open());
    const unknown = new SiteBrowser(bank, `${link}x`);
    unknown.language = 'nb';
    pages.push(await unknown.open());
    const english = pages.flatMap(({ html }) => ENGLISH.filter((text) => html.includes(text)));
    expect(english).toEqual([]);
    expect(pages.map(({ html }) => /<html lang="(\w+)">/.exec(html)?.[1])).toEqual(pages.map(() => 'nb'));
  });

  it('write amounts and dates as Norwegians do', async () => {
    const body = {
      instructedAmount: { amount: '1234.50', currency: 'NOK' },
      requestedExecutionDate: '2026-11-21',
    };
    const browser = new SiteBrowser(bank, (await askFor(bank, body)).link);
    browser.language = 'nb';
    await browser.open();
    const { html } = await browser.identify(KARI);
    expect(html).toContain('1\u00a0234,50\u00a0NOK');
    expect(html).toContain('23. november 2026');
    expect(html).toContain('flyttet fra 21. november 2026');
  });
});
