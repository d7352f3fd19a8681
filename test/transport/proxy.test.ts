import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/errors.ts';
import type { HttpRequest } from '../../src/message.ts';
import { proxyFor } from '../../src/transport/https/proxy.ts';
import type { HttpsOptions } from '../../src/transport/https.ts';
import { faultOf } from '../support/fault-of.ts';
import { openTransport } from '../support/https.ts';
import { testProxy } from '../support/proxy.ts';
import { rawTcpServer, rawTlsServer } from '../support/tls.ts';

const get: HttpRequest = { method: 'GET', target: '/', headers: [], body: new Uint8Array(0) };
const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
/** The certificate of the tests names this machine alone. */
const BANK = 'https://localhost.bank.example';

function faultAt(
  origin: string,
  env: Readonly<Record<string, string>>,
  more: Partial<HttpsOptions> = {},
): Promise<Fault> {
  return faultOf(openTransport(origin, { env, ...more }).send({ ...get, method: 'POST' }));
}

describe('which proxy leads to a host [S10-proxy]', () => {
  const proxied = (url: string, env: Readonly<Record<string, string>>) =>
    proxyFor(new URL(url), { HTTPS_PROXY: 'http://proxy.example:3128', ...env });

  it('is the one of HTTPS_PROXY, and the variable in small letters goes first', () => {
    expect(proxied('https://bank.example', {})).toEqual({
      protocol: 'http:',
      hostname: 'proxy.example',
      port: 3128,
    });
    const small = { https_proxy: 'https://other.example' };
    expect(proxied('https://bank.example', small)).toMatchObject({ hostname: 'other.example', port: 443 });
    expect(proxyFor(new URL('https://bank.example'), { HTTP_PROXY: 'http://proxy.example' })).toBeUndefined();
    expect(proxyFor(new URL('https://bank.example'), { HTTPS_PROXY: '' })).toBeUndefined();
  });

  it('is written without a scheme, too, and has its password percent-decoded', () => {
    const bare = { https_proxy: 'ola:p%40ss%@[2001:db8::1]:8080' };
    const authorization = `Basic ${Buffer.from('ola:p@ss%').toString('base64')}`;
    expect(proxied('https://bank.example', bare)).toMatchObject({ hostname: '2001:db8::1', port: 8080 });
    expect(proxied('https://bank.example', { https_proxy: 'ola:p%40ss%25@proxy.example' })).toMatchObject({
      authorization,
      port: 80,
    });
  });

  it.each([
    ['https://bank.example', 'bank.example', true],
    ['https://api.bank.example', 'bank.example', true],
    ['https://api.bank.example', '.bank.example', true],
    ['https://api.bank.example', '*.bank.example', true],
    ['https://otherbank.example', 'bank.example', false],
    ['https://bank.example', 'other.example, Bank.Example', true],
    ['https://bank.example', '*', true],
    ['https://bank.example:8443', 'bank.example:8443', true],
    ['https://bank.example', 'bank.example:443', true],
    ['https://bank.example', 'bank.example:8443', false],
    ['https://192.0.2.7', '192.0.2.0/24', true],
    ['https://192.0.3.7', '192.0.2.0/24', false],
    ['https://192.0.2.7', '192.0.2.7', true],
    ['https://192.0.2.7', '2.7', false],
    ['https://[2001:db8::7]', '2001:db8::/32', true],
    ['https://[2001:db8::7]', '[2001:db8::7]:443', true],
    ['https://192.0.2.7', '192.0.2.0/99', false],
  ])('%s and NO_PROXY %s: an exception is %s', (url, list, isExcepted) => {
    expect(proxied(url, { NO_PROXY: list }) === undefined).toBe(isExcepted);
  });

  it.each([
    ...['https://localhost:8443', 'https://127.0.0.1', 'https://127.8.8.8', 'https://[::1]:8443'],
  ])('is none for this machine: %s', (url) => {
    expect(proxied(url, {})).toBeUndefined();
  });

  it.each([
    ...['socks5://proxy.example', 'http://', 'ftp://proxy.example', 'http://ola:secret@:80'],
  ])('%s is refused without repeating it', (text) => {
    const ask = () => proxied('https://bank.example', { https_proxy: text });
    expect(ask).toThrow(
      expect.objectContaining({
        code: 'INPUT_INVALID',
        message: "https_proxy isn't the address of an HTTP proxy.",
      }),
    );
  });
});

describe('the way through a proxy [S10-proxy]', () => {
  it('is a CONNECT with the name as it is, and TLS to the bank itself', async () => {
    const proxy = await testProxy(await rawTlsServer((socket) => socket.on('data', () => socket.write(OK))));
    const fault = await faultAt(BANK, { HTTPS_PROXY: proxy.url });
    // The name is not this machine's to look up, and its certificate is the bank's to show.
    expect(fault.message).toBe('The TLS certificate of localhost.bank.example is for another host.');
    expect(proxy.heads).toEqual([
      'CONNECT localhost.bank.example:443 HTTP/1.1\r\nHost: localhost.bank.example:443\r\n\r\n',
    ]);
  });

  it('ends in time with a proxy that takes the connection and says nothing', async () => {
    const silent = await rawTcpServer(() => {});
    const env = { HTTPS_PROXY: `http://ola:secret@127.0.0.1:${silent}` };
    expect(await faultAt(BANK, env, { limits: { connectMilliseconds: 200 } })).toMatchObject({
      code: 'NETWORK',
      message: `The proxy 127.0.0.1:${silent} didn't answer within 0.2 s.`,
      details: { sent: false, hint: expect.stringContaining('HTTPS_PROXY') },
    });
  });

  it.each([
    ['refuses', 'HTTP/1.1 403 Forbidden\r\n\r\n', 'refused to connect to localhost.bank.example (403).'],
    ['is no proxy', '+OK POP3 ready\r\n\r\n', "doesn't answer like an HTTP proxy."],
    ['has no end', 'x'.repeat(20_000), "doesn't answer like an HTTP proxy."],
    ['breaks off', '', 'closed the connection before answering.'],
  ])('is told when it %s', async (_, answer, words) => {
    const port = await rawTcpServer((socket) => socket.once('data', () => socket.end(answer)));
    const fault = await faultAt(BANK, { HTTPS_PROXY: `http://127.0.0.1:${port}` });
    expect(fault.message).toBe(`The proxy 127.0.0.1:${port} ${words}`);
    expect(fault).toMatchObject({ code: 'NETWORK', details: { sent: false } });
  });

  it('is told when nothing is listening there', async () => {
    const fault = await faultAt(BANK, { HTTPS_PROXY: 'http://127.0.0.1:9' });
    expect(fault.message).toBe("Can't connect to the proxy 127.0.0.1:9: nothing is listening there.");
  });
});

it('a proxy with TLS is the name in the handshake, not the bank [S10-proxy]', async () => {
  const names: string[] = [];
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  const port = await rawTlsServer(() => {}, { SNICallback });
  await faultAt(BANK, { HTTPS_PROXY: `https://localhost:${port}` });
  expect(names).toEqual(['localhost']);
});
