import { describe, expect, it } from 'vitest';
import { proxyLog } from '../../src/proxy/start.ts';
import { isBelow } from '../../src/server/proxy/gate.ts';
import { answersOk, proxied } from '../support/proxied.ts';
import { RawClient } from '../support/served.ts';

const SHOW = 'GET /v1/accounts';
const TOKEN = 'the-token-of-this-test';
const HEX_TOKEN = 'a4e96137cd250f62922fe2d161b5a718';

describe('who gets through the proxy [S11-proxy]', () => {
  it('is a program that calls it by one of its three names, each with its port', async () => {
    const { say, port, came } = await proxied(answersOk);
    for (const name of ['127.0.0.1', 'localhost', 'LocalHost', '[::1]']) {
      expect((await say(SHOW, [`Host: ${name}:${port}`])).status, name).toBe(200);
    }
    const others = ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`];
    for (const name of [...others, `0.0.0.0:${port}`, `127.0.0.1.evil.example:${port}`, '']) {
      const answer = await say(SHOW, [`Host: ${name}`]);
      expect(answer, name).toMatchObject({ status: 421, json: { tppMessages: [{ path: 'Host' }] } });
      expect(answer.header('psd2-proxy'), name).toBe('refused');
    }
    expect((await say(SHOW, [`Host: 127.0.0.1:${port}`, 'Host: evil.example'])).status).toBe(421);
    expect((await say(SHOW, [])).status).toBe(400);
    expect(came).toHaveLength(4);
  });

  it.each([
    ['with an Origin', SHOW, ['Origin: https://evil.example']],
    ['with a hidden one', SHOW, ['Origin: null']],
    ['from another site', SHOW, ['Sec-Fetch-Site: cross-site']],
    ['from another port of loopback', SHOW, ['Sec-Fetch-Site: same-site']],
    ['from a page that the proxy itself brought', SHOW, ['Sec-Fetch-Site: same-origin']],
    ['that says both', SHOW, ['Sec-Fetch-Site: none', 'Sec-Fetch-Site: cross-site']],
    ['that asks first', 'OPTIONS /v1/accounts', ['Access-Control-Request-Method: POST']],
    ['for every path', 'OPTIONS *', []],
    ['for a tunnel', 'CONNECT bank.example:443', []],
    ['for another host', 'GET http://evil.example/v1/accounts', []],
  ])('is no request of a page, nor of a client of proxies: one %s', async (_, startLine, headers) => {
    const { say, host, came } = await proxied(answersOk);
    const answer = await say(startLine, [host, ...headers]);
    expect(answer).toMatchObject({ status: 403, json: { tppMessages: [{ code: 'FORBIDDEN' }] } });
    expect(answer.header('psd2-proxy')).toBe('refused');
    expect(answer.names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(came).toEqual([]);
  });

  // Whoever passes the URL as curl's --proxy looks in vain for the web page.
  it('is told which of these it was', async () => {
    const { say, host } = await proxied(answersOk);
    const said = async (startLine: string, ...headers: string[]) =>
      (await say(startLine, [host, ...headers])).json.tppMessages[0];
    expect(await said(SHOW, 'Origin: null')).toMatchObject({
      path: 'Origin',
      text: expect.stringContaining('web pages'),
    });
    expect(await said(SHOW, 'Sec-Fetch-Site: same-site')).toMatchObject({ path: 'Sec-Fetch-Site' });
    expect((await said('OPTIONS /v1')).text).toContain('OPTIONS');
    for (const line of ['CONNECT bank.example:443', 'GET http://bank.example/v1']) {
      expect((await said(line)).text, line).toContain("isn't a forward proxy");
    }
  });

  it('is a person who typed the address', async () => {
    const { say, host } = await proxied(answersOk);
    expect((await say(SHOW, [host, 'Sec-Fetch-Site: none'])).status).toBe(200);
  });

  it('has the token in the path where there is one, which the bank never sees', async () => {
    const { say, host, came } = await proxied(answersOk, { token: TOKEN, basePath: '/api' });
    for (const path of ['/api/v1/accounts', '/api/other/v1', `/api/${TOKEN}x/v1`, `/${TOKEN}/api/v1`]) {
      expect((await say(`GET ${path}`, [host])).status, path).toBe(403);
    }
    expect((await say(`GET /api/${TOKEN}/v1/accounts?a=1`, [host])).status).toBe(200);
    expect(came.map(({ target }) => target)).toEqual(['/api/v1/accounts?a=1']);
    expect(JSON.stringify(came)).not.toContain(TOKEN);
  });

  it('keeps its token from the bank in headers too: the page a link was on', async () => {
    const { say, host, came } = await proxied(answersOk, { token: TOKEN });
    const named = [`Referer: http://127.0.0.1/${TOKEN}/v1/accounts`, 'X-Own: 1'];
    expect((await say(`GET /${TOKEN}/v1/accounts`, [host, ...named])).status).toBe(200);
    expect(JSON.stringify(came)).not.toContain(TOKEN);
    expect(came[0]?.headers).toContainEqual(['X-Own', '1']);
  });

  it.each([
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'REPORT',
  ])('only reads where it may only read: no %s', async (method) => {
    const { say, host, came } = await proxied(answersOk, { readsOnly: true });
    expect((await say(`${method} /v1/accounts`, [host])).status).toBe(403);
    expect((await say(SHOW, [host])).status).toBe(200);
    expect(came).toHaveLength(1);
  });

  it.each([
    ['a coding before chunked', 'POST /v1 HTTP/1.1', ['Transfer-Encoding: gzip, chunked']],
    ['two codings', 'POST /v1 HTTP/1.1', ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked']],
    ['chunks on HTTP/1.0', 'POST /v1 HTTP/1.0', ['Transfer-Encoding: chunked']],
    ['HTTP/2.0', 'GET /v1 HTTP/2.0', []],
  ])('sends no body that a bank may read in another way [S12-smuggling]: %s', async (_, startLine, headers) => {
    const { port, host, came } = await proxied(answersOk);
    const client = await RawClient.connectPlain(port);
    client.write([startLine, host, ...headers, '', '0', '', ''].join('\r\n'));
    const [answer] = await client.closed();
    expect(answer?.startLine).toBe('HTTP/1.1 400 Bad Request');
    expect(answer?.headers).toContainEqual(['PSD2-Proxy', 'refused']);
    expect(came).toEqual([]);
  });

  it('is told when it is no HTTP that the proxy says so', async () => {
    const { say, told } = await proxied(answersOk);
    const answer = await say('GET /v1 HTTP/9.9 x', []);
    expect([answer.status, answer.header('psd2-proxy')]).toEqual([400, 'refused']);
    expect(told).toEqual([]);
  });
});

describe("what is below the profile's path [S11-proxy]", () => {
  it.each([
    ['/api', true],
    ['/api/', true],
    ['/api?a=../..', true],
    ['/api/v1/payments/enc!!AB%2FCD%3D%3D', true],
    ['/api/v1/a..b/..c/d..', true],
    ['/api/v1/../accounts', true],
    ['/', false],
    ['/apis/v1', false],
    ['/API/v1', false],
    ['/other/../api/v1', false],
    ['//evil.example/api', false],
    ['/api/../admin', false],
    ['/api/..', false],
    ['/api/%2e%2E/admin', false],
    ['/api/..\\admin', false],
  ])('%s: %s', (target, expected) => {
    expect(isBelow(target, '/api')).toBe(expected);
  });

  it('is everything where the profile has no path', () => {
    expect(['/', '/v1/accounts'].map((target) => isBelow(target, ''))).toEqual([true, true]);
  });

  it('is asked of each request before it is signed', async () => {
    const { say, host, came, told } = await proxied(answersOk, { basePath: '/api' });
    expect(await say('GET /api/%2e%2e/admin', [host])).toMatchObject({ status: 403 });
    expect(came).toEqual([]);
    expect(told).toMatchObject([{ verdict: 'refused', status: 403, isGone: false }]);
  });

  // Who reads the log could sign with the token.
  it.each([
    `/api/${HEX_TOKEN}/v1/accounts`,
    `/api/${HEX_TOKEN}`,
    `/api/${HEX_TOKEN}?a=1`,
    `/${HEX_TOKEN}/api/v1/accounts`,
    `/api/v1/${HEX_TOKEN}/accounts`,
    `/api/v1/accounts?token=${HEX_TOKEN}`,
    `/api/v1/accounts?${HEX_TOKEN}`,
    `/api/%2e%2e/${HEX_TOKEN}/v1`,
    `/api//${HEX_TOKEN}/v1`,
  ])('is logged without the token [S10-request-log]: %s', async (target) => {
    const { say, host, told } = await proxied(answersOk, {
      token: HEX_TOKEN,
      basePath: '/api',
      readsOnly: true,
    });
    await say(`DELETE ${target}`, [host, `Referer: http://127.0.0.1/api/${HEX_TOKEN}/v1`]);
    const lines: string[] = [];
    for (const one of told)
      proxyLog(
        (line) => lines.push(line),
        () => 0,
        '/api',
      ).onProxied(one);
    expect(lines.map((line): unknown => JSON.parse(line).status)).toEqual([403]);
    expect(lines.join()).not.toContain(HEX_TOKEN.slice(0, 22));
  });
});
