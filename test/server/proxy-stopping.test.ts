import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { answersOk, bankBehind, proxied, proxyTo, type Wanted } from '../support/proxied.ts';
import { RawClient, until } from '../support/served.ts';

const SOON: Wanted = { server: { limits: { closingMilliseconds: 100 } } };
const ID = '20b519e9-eae5-e686-a234-0dc8b55a3c9d';
/** A bank that begins no answer, or one that it doesn't end. */
const silent = () => {};

async function ask(proxy: Awaited<ReturnType<typeof proxied>>, method: string, more: readonly string[] = []) {
  const client = await RawClient.connectPlain(proxy.port);
  client.write(`${[`${method} /v1/a HTTP/1.1`, proxy.host, ...more].join('\r\n')}\r\n\r\n`);
  return client;
}

const SENT = { isGone: false, failed: expect.stringMatching(/^The proxy stopped before the bank's answer/) };

describe('a proxy that ends before the bank has answered [C-proxy, A-server-close]', () => {
  it('answers a write itself, says that its outcome is unknown, and how to find out', async () => {
    const proxy = await proxied(silent, SOON);
    const client = await ask(proxy, 'PUT', [`X-Request-ID: ${ID}`]);
    await until(() => proxy.came.length === 1);
    await proxy.close();
    const [answer] = await client.closed();
    expect(answer?.startLine).toBe('HTTP/1.1 502 Bad Gateway');
    expect(answer?.headers).toContainEqual(['PSD2-Proxy', 'no-answer']);
    const [{ code, text }] = JSON.parse(String(answer?.body)).tppMessages;
    expect(code).toBe('SYSTEM_ERROR');
    expect(text).toMatch(/outcome is unknown\. To find out, .* X-Request-ID 20b519e9-/);
    expect(proxy.told).toMatchObject([
      { ...SENT, verdict: 'signed', status: 502, bytesOut: answer?.body.length },
    ]);
    // A log has the id of the request where it is a UUID.
    expect(proxy.told[0]?.failed).not.toContain(ID);
    expect(proxy.unexpected).toEqual([]);
  });

  it('answers a read itself, and says that nothing was changed', async () => {
    const proxy = await proxied(silent, SOON);
    const client = await ask(proxy, 'GET');
    await until(() => proxy.came.length === 1);
    await proxy.close();
    expect(String((await client.closed())[0]?.body)).toContain('Nothing was changed. Send it again.');
  });

  it('breaks off an answer whose head has gone on, and says so', async () => {
    const proxy = await proxied((_, response) => void response.writeHead(200).write('abc'), SOON);
    const client = await ask(proxy, 'GET');
    const bytes: Buffer[] = [];
    client.socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    await until(() => Buffer.concat(bytes).includes('abc'));
    const closed = once(client.socket, 'close');
    await proxy.close();
    await closed;
    expect(Buffer.concat(bytes).toString()).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(proxy.told).toMatchObject([{ ...SENT, verdict: 'signed', status: 200, bytesOut: 3 }]);
  });

  it('sends nothing any more: what is not signed yet, and what waits its turn, is refused', async () => {
    const proxy = await proxied(silent, { ...SOON, sign: () => new Promise(() => {}) });
    const client = await ask(proxy, 'POST', ['Content-Length: 0']);
    client.write(`GET /v1/b HTTP/1.1\r\n${proxy.host}\r\n\r\n`);
    await until(() => proxy.running() === 2);
    await proxy.close();
    const answers = await client.closed();
    expect(answers.map(({ startLine }) => startLine)).toEqual([
      'HTTP/1.1 503 Service Unavailable',
      'HTTP/1.1 503 Service Unavailable',
    ]);
    for (const { headers } of answers) expect(headers).toContainEqual(['PSD2-Proxy', 'refused']);
    expect(proxy.came).toEqual([]);
    const refused = 'the proxy is stopping: nothing was sent to the bank';
    for (const { body } of answers) expect(String(body)).toContain(refused);
    expect(proxy.told).toMatchObject([
      { verdict: 'refused', refused, status: 503, isGone: false, request: { method: 'POST' } },
      { verdict: 'refused', refused, status: 503, isGone: false, request: { method: 'GET' } },
    ]);
  });

  it('tells of what it has sent before it ends at once, and of nothing twice', async () => {
    const proxy = await proxied(silent, SOON);
    const gone = await ask(proxy, 'GET');
    await until(() => proxy.came.length === 1);
    gone.socket.destroy();
    await until(() => proxy.told.length === 1);
    const client = await ask(proxy, 'PUT');
    await until(() => proxy.came.length === 2);
    proxy.cutOff();
    expect(proxy.told).toMatchObject([{ isGone: true }, { ...SENT, verdict: 'signed', bytesOut: 0 }]);
    expect(proxy.told[1]).not.toHaveProperty('status');
    client.socket.destroy();
    await proxy.close();
    expect(proxy.told).toHaveLength(2);
  });
});

it('what the log counts of a HEAD is no body, not of a refusal either [C-proxy]', async () => {
  const proxy = await proxied((_, response) => void response.setHeader('Content-Length', 5).end());
  const client = await ask(proxy, 'HEAD');
  await until(() => proxy.told.length === 1);
  client.write(`HEAD /v1/../x HTTP/1.1\r\n${proxy.host}\r\nConnection: close\r\n\r\n`);
  await until(() => proxy.told.length === 2);
  expect(proxy.told.map(({ status, bytesOut }) => [status, bytesOut])).toEqual([
    [200, 0],
    [403, 0],
  ]);
});

const GET = 'GET /v1/accounts';

describe('a client that leaves [C-proxy]', () => {
  it('takes the request to the bank with it, and the proxy goes on', async () => {
    const closed: string[] = [];
    const bank = await bankBehind((request, response) => {
      if (request.url === '/whole') return void response.end('ok');
      response.once('close', () => closed.push(request.url ?? ''));
      if (request.url === '/half') response.write('abc');
    });
    const proxy = await proxyTo(bank);
    const host = `Host: 127.0.0.1:${proxy.port}`;
    for (const path of ['/none', '/half']) {
      const client = await RawClient.connectPlain(proxy.port);
      const heard = once(client.socket, 'data');
      client.write(`GET ${path} HTTP/1.1\r\n${host}\r\n\r\n`);
      await until(() => bank.came.at(-1)?.target === path);
      if (path === '/half') await heard;
      client.socket.destroy();
      await until(() => closed.at(-1) === path && proxy.told.at(-1)?.request.target === path);
    }
    expect(proxy.told).toMatchObject([
      { verdict: 'signed', isGone: true },
      { verdict: 'signed', isGone: true, status: 200, bytesOut: 3 },
    ]);
    const client = await RawClient.connectPlain(proxy.port);
    client.write(`GET /whole HTTP/1.1\r\n${host}\r\n\r\n`);
    await until(() => proxy.told.length === 3);
    expect(proxy.told[2]).toMatchObject({ verdict: 'signed', isGone: false, status: 200 });
    expect(proxy.unexpected).toEqual([]);
  });

  it('leaves nothing at the bank when its body is not whole', async () => {
    const { port, host, came, say, running } = await proxied(answersOk);
    const client = await RawClient.connectPlain(port);
    client.write(`POST /v1 HTTP/1.1\r\n${host}\r\nContent-Length: 10\r\n\r\nabc`);
    await until(() => running() === 1);
    client.socket.destroy();
    expect((await say(GET, [host])).status).toBe(200);
    expect(came.map(({ method }) => method)).toEqual(['GET']);
  });
});
