import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBank } from '../../../src/library.ts';
import { sign } from '../../../src/signing/sign.ts';
import { openTestBank, type TestBank, testSigner } from '../../support/bank.ts';
import { askFor, KARI, SiteBrowser, type SitePage } from '../../support/site.ts';
import { changeStore } from '../../support/store-work.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

const policy = (sources: string) =>
  `default-src 'none'; style-src 'self'; form-action ${sources}; base-uri 'none'; frame-ancestors 'none'`;

function expectHeaders(page: SitePage, type: string, sources: string): void {
  const expected = {
    'Content-Type': type,
    'Content-Security-Policy': policy(sources),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  };
  for (const [name, value] of Object.entries(expected)) {
    expect(page.headers.filter(([given]) => given === name)).toEqual([[name, value]]);
  }
}

const HTML = 'text/html; charset=utf-8';

describe('the headers of every answer of the site [S9-page-headers]', () => {
  it('are on pages and redirects', async () => {
    const { link } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    const answers = [
      await browser.open(),
      await new SiteBrowser(bank, link).open(),
      await browser.press('nothing'),
      await browser.press('identify', { number: KARI }),
      await browser.open(),
      await browser.press('decline'),
      await new SiteBrowser(bank, link).open(),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 409, 303, 200, 303, 410]);
    for (const answer of answers) expectHeaders(answer, HTML, "'self' https://tpp.example");
  });

  it('let forms go only to the bank where the link is nobody’s, or the form no form', async () => {
    const nobody = await new SiteBrowser(bank, '/sca/a/b').open();
    const formless = await new SiteBrowser(bank, (await askFor(bank)).link).post('', []);
    expect([nobody.status, formless.status]).toEqual([404, 415]);
    for (const answer of [nobody, formless]) expectHeaders(answer, HTML, "'self'");
  });

  it.each([
    ['https://TPP.example:443/cb?x=1', "'self' https://tpp.example"],
    ['https://tpp.example:8443', "'self' https://tpp.example:8443"],
    ['http://127.0.0.1:8910/cb/state', "'self' http://127.0.0.1:8910"],
    ['https://user:word@tpp.example/', "'self' https://tpp.example"],
    ['MyApp://callback/x', "'self' myapp:"],
    ['no.example.app:/cb;script-src', "'self' no.example.app:"],
    ['app://[no-host', "'self' app:"],
    ['https://tpp.example;sandbox/', "'self'"],
    ['https://tpp.example,*/', "'self'"],
  ])('name the origin or scheme of the redirect URI, and nothing that it smuggles: %s', async (uri, sources) => {
    const { link } = await askFor(bank, {}, { 'TPP-Redirect-URI': uri });
    expectHeaders(await new SiteBrowser(bank, link).open(), HTML, sources);
  });

  it('are on the style sheet, which names nothing from elsewhere', async () => {
    const sheet = await new SiteBrowser(bank, '/sca/style.css').open();
    expect(sheet.status).toBe(200);
    expectHeaders(sheet, 'text/css; charset=utf-8', "'self'");
    expect(sheet.html).toContain('prefers-color-scheme: dark');
    expect(sheet.html).not.toMatch(/url\(|@import|@font-face/);
  });
});

describe('a fault of the bank on the site [S9-page-headers, A-site-fault]', () => {
  it('is a page without inner detail, and the SCA stays as it is', async () => {
    const { link, paymentId } = await askFor(bank);
    const browser = new SiteBrowser(bank, link);
    await browser.toDecision();
    await changeStore(bank.path, `UPDATE payments SET currency = 'QQQ' WHERE id = ?`, paymentId);
    for (const fault of [await browser.open(), await browser.press('confirm')]) {
      expect(fault.status).toBe(503);
      expectHeaders(fault, HTML, "'self'");
      expect(fault.html).toContain('<h1>The bank is busy</h1>');
      expect(fault.html).not.toMatch(/QQQ|currency|tppMessages|Error:.*payment/);
    }
    await changeStore(bank.path, `UPDATE payments SET currency = 'NOK' WHERE id = ?`, paymentId);
    expect((await browser.press('confirm')).header('Location')).toContain('psu-id=');
  });

  it('that is not there for long says so, with Retry-After', async () => {
    const { link } = await askFor(bank);
    const closing = await openTestBank();
    await closing.close();
    const page = await new SiteBrowser(closing, link).open();
    expect(page.status).toBe(503);
    expectHeaders(page, HTML, "'self'");
    expect(page.header('Retry-After')).toBe('1');
    expect(page.html).toContain('<h1>The bank is busy</h1>');
  });
});

it('the site below a base path has it in the link, the cookie, the forms and the style sheet [S9-cookie, S9-page-headers]', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-site-'));
  const opened = openBank({
    path: join(folder, 'bank.db'),
    basePath: '/api-sandbox',
    clock: () => bank.now,
    onUnexpected: (fault) => {
      throw fault;
    },
  });
  const below = { ...bank, handle: opened.handle };
  try {
    const request = {
      method: 'POST',
      target: '/api-sandbox/v1/payments/norwegian-domestic-credit-transfers',
      headers: Object.entries({
        'X-Request-ID': 'below',
        'x-accept-fix': '',
        'TPP-Session-ID': 'below',
        'TPP-Redirect-URI': 'https://tpp.example/cb',
        'PSU-Context': 'PRIVATE',
        'PSU-IP-Address': '192.0.2.1',
      }),
      body: Buffer.from(JSON.stringify(bank.payment())),
    };
    const signed = sign(request, testSigner(), { date: bank.now }).request;
    const created = await opened.handle(signed, { address: '127.0.0.1', operator: false });
    const { _links } = JSON.parse(Buffer.from(created.body).toString('utf8'));
    const { pathname } = new URL(_links.scaRedirect.href);
    const browser = new SiteBrowser(below, pathname);
    const page = await browser.open();
    expect(page.header('Set-Cookie')).toMatch(/; Path=\/api-sandbox\/sca\/[A-Za-z0-9]+; /);
    expect(page.html).toContain(`action="${pathname}"`);
    expect(page.html).toContain('href="/api-sandbox/sca/style.css"');
    await browser.identify(KARI);
    expect((await new SiteBrowser(below, '/api-sandbox/sca/style.css').open()).status).toBe(200);
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
