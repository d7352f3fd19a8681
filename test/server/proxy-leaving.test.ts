import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { answersOk, bankBehind, proxied, proxyTo } from '../support/proxied.ts';
import { RawClient, until } from '../support/served.ts';

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
