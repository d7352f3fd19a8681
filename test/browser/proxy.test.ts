import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fileBrowser } from '../support/chromium.ts';
import { serveHttp } from '../support/http-server.ts';
import { proxied } from '../support/proxied.ts';

const chromium = fileBrowser();

/** A bank that would let every page read, were it asked. */
const bank = () =>
  proxied((_, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' });
    response.end('<title>The bank</title>1234,00 NOK');
  });

/** A page of somebody else's, on a port of loopback. */
async function foreignPage(): Promise<Page> {
  const origin = await serveHttp((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Foreign</title>');
  });
  const page = await chromium.page();
  await page.goto(`${origin}/`);
  return page;
}

type Fetched = RequestInit & { readonly headers?: Record<string, string> };

/** What a script of the page hears. */
function fetchIn(page: Page, url: string, init: Fetched): Promise<string> {
  return page.evaluate(
    async ([address, how]) => {
      try {
        const answer = await fetch(address, how);
        return `${answer.type} ${answer.status} ${await answer.text()}`;
      } catch (error) {
        return String(error);
      }
    },
    [url, init] as const,
  );
}

describe('a page in a browser at the proxy [S11-proxy]', () => {
  it.each<[string, Fetched]>([
    ['a GET', {}],
    ['a POST', { method: 'POST', body: '{}' }],
    ['a POST of JSON, which asks first', { method: 'POST', headers: { 'Content-Type': 'application/json' } }],
    ['a DELETE', { method: 'DELETE' }],
    ['a GET with a header of its own', { headers: { 'PSU-ID': '1' } }],
  ])('can neither read nor write by fetch: %s', async (_, init) => {
    const { url, came, told } = await bank();
    expect(await fetchIn(await foreignPage(), `${url}/v1/accounts`, init)).toBe('TypeError: Failed to fetch');
    expect(came).toEqual([]);
    expect(told.map(({ verdict }) => verdict)).toEqual(told.map(() => 'refused'));
  });

  it('can write nothing where it wants to hear nothing', async () => {
    const { url, came, told } = await bank();
    const page = await foreignPage();
    const init = { method: 'POST', mode: 'no-cors', body: '{}' } as const;
    expect(await fetchIn(page, `${url}/v1/payments`, init)).toBe('opaque 0 ');
    await page.evaluate(`navigator.sendBeacon('${url}/v1/payments', 'x')`);
    await expect.poll(() => told.length).toBe(2);
    expect(told.map(({ status }) => status)).toEqual([403, 403]);
    expect(came).toEqual([]);
  });

  it('can send no form, load nothing and lead nobody there', async () => {
    const { url, came, told } = await bank();
    const page = await foreignPage();
    const home = page.url();
    const html = [
      `<form method="post" action="${url}/v1/payments" enctype="text/plain"><button>Go</button></form>`,
      ...['img', 'script', 'iframe'].map((name) => `<${name} src="${url}/v1/accounts"></${name}>`),
      `<link rel="stylesheet" href="${url}/v1/accounts">`,
    ];
    await page.setContent(html.join(''), { waitUntil: 'domcontentloaded' });
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(4);
    await page.getByRole('button').click();
    await page.waitForURL(`${url}/v1/payments`);
    expect(await page.textContent('body')).toContain('FORBIDDEN');
    await page.goto(home);
    await page.evaluate(`window.location.assign('${url}/v1/accounts')`);
    await page.waitForURL(`${url}/v1/accounts`);
    expect(await page.textContent('body')).toContain('FORBIDDEN');
    expect(new Set(told.map(({ status }) => status))).toEqual(new Set([403]));
    expect(came).toEqual([]);
  });

  it('reaches nothing under a name that leads to loopback', async () => {
    const { port, came } = await bank();
    const page = await chromium.page();
    expect((await page.goto(`http://rebound.localhost:${port}/v1/accounts`))?.status()).toBe(421);
    expect(came).toEqual([]);
  });

  it('brought by the proxy itself to a person who typed the address, can ask for no more', async () => {
    const { url, came } = await bank();
    const page = await chromium.page();
    await page.goto(`${url}/v1/accounts`);
    expect(await page.title()).toBe('The bank');
    const before = came.length;
    expect(await fetchIn(page, '/v1/accounts', {})).toMatch(/^basic 403 /);
    expect(await fetchIn(page, '/v1/payments', { method: 'POST' })).toMatch(/^basic 403 /);
    expect(came).toHaveLength(before);
  });
});
