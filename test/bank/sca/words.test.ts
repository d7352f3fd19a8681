import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/bank/sca/site/html.ts';
import { openTestBank, type Send, type TestBank } from '../../support/bank.ts';
import { askFor, KARI, SiteBrowser } from '../../support/site.ts';

let bank: TestBank;
beforeEach(async () => {
  bank = await openTestBank();
});
afterEach(() => bank.close());
const NBSP = '\u00a0';

/** The page that shows the payment, its no-break spaces as spaces. */
async function shown(body: object, headers: Send['headers'] = {}): Promise<string> {
  const browser = new SiteBrowser(bank, (await askFor(bank, body, headers)).link);
  await browser.open();
  return (await browser.identify(KARI)).html.replaceAll(NBSP, ' ');
}

/** What stands in the row of a name. */
function row(html: string, name: string): string | undefined {
  return new RegExp(`<dt>${name}</dt><dd>(.*)</dd>`).exec(html)?.[1]?.replaceAll(/<[^>]*>/g, '');
}

describe('the payment on its page [D6-site-steps, S9-owner-before-payment]', () => {
  it.each([
    ['0.01', 'NOK', '0.01 NOK'],
    ['999.99', 'NOK', '999.99 NOK'],
    ['1000.00', 'NOK', '1 000.00 NOK'],
    ['1234567.89', 'EUR', '1 234 567.89 EUR'],
    ['123456', 'JPY', '123 456 JPY'],
    ['1234.567', 'KWD', '1 234.567 KWD'],
  ])('has the amount in groups of three: %s %s', async (amount, currency, text) => {
    expect(row(await shown({ instructedAmount: { amount, currency } }), 'Amount')).toBe(text);
  });

  it('names creditor and debtor account, the latter by its own name', async () => {
    const html = await shown({ creditorName: 'Bjørk & Sønner' });
    const { debtor, foreign } = bank.accounts;
    const written = (bban: string) => `${bban.slice(0, 4)} ${bban.slice(4, 6)} ${bban.slice(6)}`;
    expect(row(html, 'To')).toBe(`Bjørk &amp; Sønner ${written(foreign)}`);
    expect(row(html, 'From')).toBe(`Brukskonto ${written(debtor)}`);
  });

  it('shows a card by its masked number', async () => {
    const { json } = await bank.send({ method: 'POST', path: '/v1/sandbox/initialize', rawBody: '' });
    const card = json.cardAccounts.find((one: { customerNumber: string }) => one.customerNumber === KARI);
    const html = await shown({ debtorAccount: { currency: 'NOK', other: card.relatedAccount } });
    expect(row(html, 'From')).toBe(`Kredittkort ${card.maskedPan}`);
  });

  it('has the execution date in force, and the one it was moved from', async () => {
    expect(row(await shown({}), 'Execution date')).toBe('18 November 2026');
    const saturday = await shown({ requestedExecutionDate: '2026-11-21' });
    expect(row(saturday, 'Execution date')).toBe('23 November 2026 moved from 21 November 2026');
    expect(saturday).toContain('<time datetime="2026-11-23">');
  });

  it('has the date that an approval now would come to', async () => {
    const { link } = await askFor(bank, { requestedExecutionDate: '2026-11-18' });
    bank.now = Date.parse('2026-11-18T15:25:00+01:00');
    const late = await askFor(bank, { requestedExecutionDate: '2026-11-18' });
    bank.now = Date.parse('2026-11-18T15:35:00+01:00');
    const browser = new SiteBrowser(bank, late.link);
    await browser.open();
    const { html } = await browser.identify(KARI);
    expect(row(html, 'Execution date')).toBe('19 November 2026 moved from 18 November 2026');
    expect((await new SiteBrowser(bank, link).open()).status).toBe(303);
  });

  it('has the message, or the KID, or all references', async () => {
    const message = await shown({ remittanceInformationUnstructured: 'Faktura 7' });
    expect([row(message, 'Message'), row(message, 'KID or reference')]).toEqual(['Faktura 7', undefined]);
    const one = { reference: '000123456782', referenceType: 'SCOR' };
    const single = await shown({
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: one,
    });
    expect([row(single, 'Message'), row(single, 'KID or reference')]).toEqual([undefined, '000123456782']);
    const several = await shown({
      remittanceInformationUnstructured: undefined,
      remittanceInformationStructured: one,
      remittanceInformationStructuredArray: [{ reference: 'A1' }, { reference: 'B2' }],
    });
    expect(several.match(/KID or reference/g)).toHaveLength(2);
    expect(several).toMatch(/A1[\s\S]*B2/);
    expect(several).not.toContain('000123456782');
  });
});

describe('what the TPP wrote [D3-brand, A-html-escaped]', () => {
  const evil = `"><script>alert('1')</script>&amp;`;
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;';

  it('is escaped on every page', async () => {
    const body = { creditorName: evil, remittanceInformationUnstructured: evil };
    const { link } = await askFor(bank, body, { 'TPP-Brand-Logging-Information': evil });
    const browser = new SiteBrowser(bank, link);
    const pages = [await browser.open(), await browser.identify('999'), await browser.identify(KARI)];
    pages.push(await browser.go('continue'), await new SiteBrowser(bank, link).open());
    for (const { html } of pages) {
      expect(html).toContain(escaped);
      expect(html).not.toContain('<script');
    }
    expect(pages[2]?.html.split(escaped)).toHaveLength(4);
  });

  it('is on every page beside who the TPP is, whatever becomes of the link', async () => {
    const { link } = await askFor(bank, {}, { 'TPP-Brand-Logging-Information': 'Betal 4.2' });
    const browser = new SiteBrowser(bank, link);
    const pages = [await browser.open(), await browser.press('nothing'), await browser.identify(KARI)];
    await browser.press('decline');
    bank.now += 61_000;
    pages.push(await browser.open(), await new SiteBrowser(bank, link).open());
    for (const { html } of pages) {
      expect(html).toContain('<strong><bdi>Test TPP AS</bdi></strong> (<bdi>Betal 4.2</bdi>)');
    }
  });

  it.each([
    ['UTF-8', Buffer.from('Blåbær', 'utf8')],
    ['ISO-8859-1', Buffer.from('Blåbær', 'latin1')],
  ])('is read as the octets say: %s', async (_, octets) => {
    const brand = { 'TPP-Brand-Logging-Information': octets.toString('latin1') };
    const { link } = await askFor(bank, {}, brand);
    expect((await new SiteBrowser(bank, link).open()).html).toContain('<bdi>Blåbær</bdi>');
  });
});

describe('each page for who reads it [A-site-accessible]', () => {
  it('is whole: language, width, title, one heading, no script, no style of its own', async () => {
    const { link } = await askFor(bank, {}, { 'PSU-Context': null, 'X-PSU-IDENTITY': KARI });
    const browser = new SiteBrowser(bank, link);
    const pages = [
      await browser.open(),
      await browser.identify(KARI),
      await browser.go('private'),
      await browser.go('continue'),
      await browser.press('nothing'),
      await new SiteBrowser(bank, link).open(),
      await new SiteBrowser(bank, '/sca/a/x').open(),
    ];
    for (const { html } of pages) {
      expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
      expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
      const heading = /<h1>(.*)<\/h1>/.exec(html)?.[1];
      expect(html).toContain(`<title>${heading} – Testbanken</title>`);
      expect(html.match(/<h1/g)).toHaveLength(1);
      expect(html).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=|undefined|\[object/);
    }
  });

  it('labels and explains its one field, which remembers nothing', async () => {
    const { html } = await new SiteBrowser(bank, (await askFor(bank)).link).open();
    expect(html).toContain('<label for="number">Customer number</label>');
    expect(html).toMatch(/<input id="number" name="number" type="text"[^>]* autocomplete="off"/);
    expect(html).toMatch(/<p class="hint" id="hint">[\s\S]*aria-describedby="hint"/);
  });

  it('has its own button before the one that declines, for who presses Enter', async () => {
    const { html } = await new SiteBrowser(bank, (await askFor(bank)).link).open();
    expect(html.indexOf('value="identify"')).toBeLessThan(html.indexOf('value="decline"'));
    expect(html).toMatch(/value="decline" formnovalidate/);
  });
});

describe('the html template tag [A-html-escaped]', () => {
  it('escapes every character that means something in text and in a quoted attribute', () => {
    const foreign = `<b title="x" class='y'>&amp;</b>`;
    const escaped = '&lt;b title=&quot;x&quot; class=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;';
    expect(renderHtml`<p title="${foreign}">${foreign}</p>`.text).toBe(
      `<p title="${escaped}">${escaped}</p>`,
    );
  });

  it('puts html into html as it is, one or a list', () => {
    const items = ['a<', 'b'].map((text) => renderHtml`<li>${text}</li>`);
    expect(renderHtml`<ul>${items}</ul>${renderHtml`<hr>`}`.text).toBe(
      '<ul><li>a&lt;</li><li>b</li></ul><hr>',
    );
  });

  it('writes numbers, and nothing for undefined and for an empty list', () => {
    expect(renderHtml`${0}|${1.5}|${undefined}|${[]}|${''}`.text).toBe('0|1.5|||');
  });

  it('takes text that looks like html, or like an object of it, for text', () => {
    expect(renderHtml`${renderHtml`<i>`.text}`.text).toBe('&lt;i&gt;');
    expect(renderHtml`${JSON.stringify({ text: '<i>' })}`.text).toBe(
      '{&quot;text&quot;:&quot;&lt;i&gt;&quot;}',
    );
  });
});
