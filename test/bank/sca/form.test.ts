import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Header } from '../../../src/message.ts';
import { openTestBank, type TestBank } from '../../support/bank.ts';
import { askFor, FORM, KARI, SiteBrowser, scaIn } from '../../support/site.ts';

let bank: TestBank;
beforeAll(async () => {
  bank = await openTestBank();
});
afterAll(() => bank.close());

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
