import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { withHealth } from '../../src/serve/listeners.ts';
import { testSigner } from '../support/bank.ts';
import { speakerAt } from '../support/proxied.ts';
import { echo, RawClient } from '../support/served.ts';
import { served } from '../support/served-bank.ts';
import { ROOT } from '../support/sources.ts';
import { creation, signedCreation } from '../support/tpp.ts';

const BASE = '/api-sandbox';

/** A bank with its site on a port of its own, and a payment that waits there. */
async function withSite() {
  const { server, send } = await served({ sitePort: 0, basePath: BASE });
  const body = JSON.parse(Buffer.from(creation(testSigner(), { remittance: 'Site' }).body).toString());
  const request = signedCreation({ body, at: Date.now(), basePath: BASE });
  const { json } = await send(request);
  return { server, send, request, link: new URL(json._links.scaRedirect.href) };
}

async function at(origin: string, { method, target, headers, body }: HttpRequest) {
  const port = Number(new URL(origin).port);
  const lines = [`Host: 127.0.0.1:${port}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  const { status, header, text } = await speakerAt(port)(`${method} ${target}`, lines, Buffer.from(body));
  return { status, cookie: header('set-cookie'), text };
}

const PEER = { address: '127.0.0.1', operator: false };
const NO_BODY = { headers: [], body: new Uint8Array(0) };

describe("the PSU's site over plain HTTP [D14-site-over-http]", () => {
  it('is where links lead, below the base path', async () => {
    const { server, link } = await withSite();
    expect(link.origin).toBe(server.siteUrl);
    expect(server.siteUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(link.pathname.startsWith(`${BASE}/sca/`)).toBe(true);
  });

  it('gives a cookie that a browser sends back over HTTP', async () => {
    const { server, link } = await withSite();
    const { status, cookie } = await at(server.siteUrl, { method: 'GET', target: link.pathname, ...NO_BODY });
    expect(status).toBe(200);
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toMatch(/Secure/i);
  });

  it('keeps the cookie to TLS on the port of the interface, where the site is too', async () => {
    const { server, link } = await withSite();
    const client = await RawClient.connect(server.port);
    client.write(`GET ${link.pathname} HTTP/1.1\r\nHost: a\r\n\r\n`);
    const [answer] = await client.answers(1);
    expect(answer?.headers.find(([name]) => name === 'Set-Cookie')?.[1]).toMatch(/; Secure; SameSite=Lax$/);
  });

  it('has nothing else there: an operation is a path that nobody knows, health too', async () => {
    const { server, request } = await withSite();
    const unknown = await at(server.siteUrl, { method: 'GET', target: `${BASE}/nothing/here`, ...NO_BODY });
    expect(unknown.status).toBe(404);
    const notBuilt = { method: 'GET', target: `${BASE}/v1/accounts`, ...NO_BODY };
    const clock = { method: 'GET', target: `${BASE}/operator/clock`, ...NO_BODY };
    const wrongMethod = { ...request, method: 'PUT' };
    const health = { method: 'GET', target: '/health', ...NO_BODY };
    for (const asked of [request, notBuilt, clock, wrongMethod, health]) {
      expect(await at(server.siteUrl, asked), asked.target).toEqual(unknown);
    }
  });
});

it('the OpenAPI document is below the base path, for who signs nothing [C-serve-openapi]', async () => {
  const openApiFile = join(ROOT, 'docs', 'openapi.yaml');
  const { server } = await served({ basePath: BASE, openApiFile });
  const { stdout } = await promisify(execFile)('curl', ['-sSk', `${server.url}${BASE}/openapi.yaml`]);
  expect(stdout).toEqual(readFileSync(openApiFile, 'utf8'));
});

describe('health [C-serve-health]', () => {
  it('is told at the root, whatever the base path is, to who signs nothing', async () => {
    const { send } = await served({ basePath: BASE });
    const ask = (target: string, method = 'GET') => send({ method, target, ...NO_BODY });
    expect(await ask('/health')).toEqual({ status: 200, json: { status: 'ok' } });
    expect(await ask(`${BASE}/health`)).toMatchObject({ status: 404 });
    expect(await ask('/health', 'POST')).toMatchObject({ status: 404 });
  });

  it('is none while the store can not be used, and says no more of it', async () => {
    const check = () => Promise.reject(new Error('/home/somebody/bank.db is damaged'));
    const handle = withHealth(echo, check, Date.now);
    const { status, body } = await handle({ method: 'GET', target: '/health', ...NO_BODY }, PEER);
    expect({ status, text: Buffer.from(body).toString() }).toEqual({
      status: 503,
      text: '{"status":"store unavailable"}',
    });
  });
});
