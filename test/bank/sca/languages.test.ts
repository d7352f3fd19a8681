import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { selectWords } from '../../../src/bank/sca/site/answers.ts';
import { Html } from '../../../src/bank/sca/site/html.ts';
import { EN } from '../../../src/bank/sca/site/words/en.ts';
import { NB } from '../../../src/bank/sca/site/words/nb.ts';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { askFor, KARI, SiteBrowser } from '../../support/site.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());

describe('the language of the site [D6-site-languages]', () => {
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
  ])('by Accept-Language %j is %s', (accepted, language) => {
    expect(selectWords(accepted).language).toBe(language);
  });
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
