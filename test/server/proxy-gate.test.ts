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
    expect((await say(`GET /api/v1?token=${TOKEN}`, [host])).status).toBe(403);
    expect((await say(`GET /api/${TOKEN}/v1/accounts?a=1`, [host])).status).toBe(200);
    expect(came.map(({ target }) => target)).toEqual(['/api/v1/accounts?a=1']);
    expect(JSON.stringify(came)).not.toContain(TOKEN);
  });

  it('keeps its token from the bank in headers too: the page a link was on, the URL that a tunnel was called by', async () => {
    const { say, host, came } = await proxied(answersOk, { token: TOKEN });
    const url = `http://127.0.0.1/${TOKEN}/v1/accounts`;
    const escaped = TOKEN.replace('t', '%74').replace('k', '%256b');
    const named = [
      ...[`Referer: ${url}`, `REFERER: ${url.toUpperCase()}`, `X-Forwarded-Prefix: /${escaped}`],
      ...[`X-${TOKEN}: 1`, `x-${TOKEN.toUpperCase()}: 1`],
      ...['Referer: https://tpp.example/', 'X-Own: 1'],
    ];
    expect((await say(`GET /${TOKEN}/v1/accounts`, [host, ...named])).status).toBe(200);
    expect(JSON.stringify(came).toLowerCase()).not.toContain(TOKEN);
    expect(came[0]?.headers.map(([name]) => name).join()).not.toContain('Prefix');
    expect(came[0]?.headers).toEqual(
      expect.arrayContaining([
        ['Referer', 'https://tpp.example/'],
        ['X-Own', '1'],
      ]),
    );
  });

  it.each([
    `/${TOKEN}/v1/${TOKEN}/accounts`,
    `/${TOKEN}/v1/${TOKEN.toUpperCase()}`,
    `/${TOKEN}/v1/accounts?token=${TOKEN}`,
    `/${TOKEN}/v1/accounts?${TOKEN.replace('t', '%74')}`,
    `/${TOKEN}/v1/accounts?a=${TOKEN.replace('t', '%2574')}`,
  ])('keeps its token from the bank in path and query: %s', async (target) => {
    const { say, host, came } = await proxied(answersOk, { token: TOKEN });
    const refused = await say(`GET ${target}`, [host]);
    expect([refused.status, came]).toEqual([403, []]);
    expect(refused.json.tppMessages[0].text).toContain("the proxy's token");
  });

  it('keeps its token from the bank in a body', async () => {
    const { say, host, came } = await proxied(answersOk, { token: TOKEN });
    const refused = await say(`POST /${TOKEN}/v1/payments`, [host], `{"a":"http://127.0.0.1/${TOKEN}/v1"}`);
    expect([refused.status, came]).toEqual([403, []]);
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
    'X-HTTP-Method-Override',
    'x-http-method',
    'X-Method-Override',
    'X.HTTP.Method.Override',
    'HTTP_X_HTTP_METHOD_OVERRIDE',
    'Method-Override',
    'X-HTTP-Verb',
    'X-Original-Method',
    'X-Rewrite-Method',
    'X-Forwarded-Method',
    'X-Request-Method',
    'X-Override-Method',
    '_method',
  ])('only reads there whatever a header has a server take for the method: no %s', async (name) => {
    const { say, host, came } = await proxied(answersOk, { readsOnly: true });
    const refused = await say(SHOW, [host, `${name}: DELETE`]);
    // That only GET is passed says nothing to who sent a GET.
    expect(refused).toMatchObject({ status: 403, json: { tppMessages: [{ path: name }] } });
    expect(came).toEqual([]);
  });

  it.each([
    '?_method=DELETE',
    '?%5Fmethod=DELETE',
    '?%255fmethod=DELETE',
    '?_method%5B%5D=DELETE',
    '?X-HTTP-Method-Override=DELETE',
    ';_method=DELETE',
    '%3B_method=DELETE',
    '?X-Original-URL=/admin',
  ])('only reads there whatever a parameter has a server take for the method: no %s', async (parameter) => {
    const { say, host, came } = await proxied(answersOk, { readsOnly: true });
    const refused = await say(`${SHOW}${parameter}`, [host]);
    expect([refused.status, came]).toEqual([403, []]);
    expect(refused.json.tppMessages[0].text).toContain('parameter');
  });

  it('only reads there without a body, which a server may read as another request', async () => {
    const { say, port, host, came } = await proxied(answersOk, { readsOnly: true });
    const refused = await say(SHOW, [host], 'DELETE /v1/consents/a HTTP/1.1\r\n\r\n');
    expect(refused).toMatchObject({ status: 403, json: { tppMessages: [{ code: 'FORBIDDEN' }] } });
    const client = await RawClient.connectPlain(port);
    client.write(`${SHOW} HTTP/1.1\r\n${host}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`);
    client.write('1\r\na\r\n0\r\n\r\n');
    expect((await client.closed())[0]?.startLine).toContain('403');
    expect(came).toEqual([]);
  });

  it.each([
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Original-URI',
    'X-Override-URL',
    'X-Forwarded-Path',
    'X-HTTP-DestinationURL',
    'X-Request-URI',
    'X-URL-Override',
    'X-HTTP-Path-Override',
    'HTTP_X_ORIGINAL_URL',
  ])('asks for no other path by a header, writes or not: no %s', async (name) => {
    const { say, host, came } = await proxied(answersOk);
    const refused = await say(SHOW, [host, `${name}: /admin`]);
    expect(refused).toMatchObject({ status: 403, json: { tppMessages: [{ path: name }] } });
    expect(came).toEqual([]);
  });

  it('may have headers and parameters that only look like those', async () => {
    const { say, host, came } = await proxied(answersOk, { readsOnly: true });
    const headers = [
      'TPP-Redirect-URI: https://tpp.example/',
      'PSU-HTTP-Method: GET',
      'X-Forwarded-For: 192.0.2.1',
    ];
    expect((await say(`${SHOW}?bookingStatus=both&limit=1`, [host, ...headers])).status).toBe(200);
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
    '/api',
    '/api/',
    '/api?a=../..',
    '/api/v1/accounts?next=%2e%2e//x',
    '/api/v1/payments/enc!!AB+/x-_=/status',
    '/api/v1/payments/enc!!AB%2FCD%3D%3D',
    '/api/v1/payments/enc!!AB%2F%2FCD',
    '/api/v1/a..b/..c/d..',
    '/api/v1/K%C3%B8benhavn',
  ])('is %s', (target) => {
    expect(isBelow(target, '/api')).toBe(true);
  });

  it.each([
    '/',
    '/apis/v1',
    '/API/v1',
    '//evil.example/api',
    '/api//evil.example',
    '/api/../admin',
    '/api/./v1',
    '/api/..',
    '/api/v1/..?a=1',
    '/api/%2e%2e/admin',
    '/api/.%2e/admin',
    '/api/..;/admin',
    '/api/..%2fadmin',
    '/api/%2fevil.example',
    '/api/..\\admin',
    '/api/..%5cadmin',
    '/api/%252e%252e/admin',
    '/api/%2525252525252525252e%2e/admin',
    '/%61pi/v1',
    '/api/%00',
    '/api/%0d%0aHost:evil',
    '/api/%zz',
    '/api/%c0%ae%c0%ae/admin',
    '/api/..%3fa=1',
    '/api/..%20/admin',
    '/api/%ef%bc%8e%ef%bc%8e/admin',
    '/api/..%ef%bc%8fadmin',
    '/api/..%ef%bc%bcadmin',
    '/api/v1#/../..',
    '/api/.%e2%80%8b./admin',
    '/api/..%e2%81%a0/admin',
    '/api/..%ef%bb%bf/admin',
    '/api/..%cd%8f/admin',
    '/api/..%e2%80%ae/admin',
    '/api/..%c2%85/admin',
    '/api/..%e2%80%a8/admin',
    '/api/..%ef%b8%8f/admin',
    '/api/..%e2%88%95admin',
    '/api/..%e2%81%84admin',
    '/api/..%e2%88%96admin',
    '/api/..%e2%a7%b5admin',
    '/api/..%e2%a7%b8admin',
    '/api/..%e2%a7%b9admin',
    '/api/%e2%80%a5/admin',
    '/api/.%cc%b8./admin',
    '/api/v1/k\u00f8',
  ])('is not %s', (target) => {
    expect(isBelow(target, '/api')).toBe(false);
  });

  it('is everything but ways out where the profile has no path', () => {
    expect(['/', '/v1/accounts'].map((target) => isBelow(target, ''))).toEqual([true, true]);
    expect(['', '//evil.example', '/../x', 'x'].map((target) => isBelow(target, ''))).toEqual(
      Array(4).fill(false),
    );
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
