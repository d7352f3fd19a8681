import { request } from 'node:http';
import { connect } from 'node:net';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Callback, listenForCallback } from '../../../src/client/callback/listen.ts';

const STATE = 'p5GEoZafKuPe1fEmD0ZXWA';
const PSU = 'a6920608-8f02-4bdb-8114-fa4632dbdfa4';
const SAID = `psu-id=${PSU}&tpp-session-id=session-1&context=PRIVATE`;
let callback: Callback;
let port: number;

beforeEach(async () => {
  callback = await listenForCallback({ state: STATE });
  port = Number(new URL(callback.redirectUri).port);
  return async () => {
    // The page that it would wait for a moment for.
    await send('/done').catch(() => {});
    await callback.close();
  };
});

interface Sent {
  readonly method?: string;
  readonly host?: string;
}

/** Status, Location and text of what the listener answers. */
function send(path: string, { method = 'GET', host = `127.0.0.1:${port}` }: Sent = {}) {
  return new Promise<{ status: number; location: string | undefined; text: string }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers: { Host: host } }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, text }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Whether something has arrived by now. */
async function hasArrived(): Promise<boolean> {
  return Promise.race([
    callback.arrived.then(() => true),
    new Promise<boolean>((r) => setImmediate(r, false)),
  ]);
}

describe('the callback of an SCA [S9-callback]', () => {
  it('takes the redirect that is waited for, and sends the browser to a page without it', async () => {
    const answer = await send(`/cb/${STATE}?${SAID}`);
    expect(answer).toEqual({ status: 303, location: '/done', text: '' });
    expect(await callback.arrived).toBe(`${callback.redirectUri}?${SAID}`);
    const done = await send('/done');
    expect(done.status).toBe(200);
    expect(done.text).toContain('You can close this page and go back to the terminal');
    expect(done.text).not.toContain(PSU);
  });

  it('takes a refusal, too', async () => {
    await send(`/cb/${STATE}?status=401&code=SCA_INVALID&message=declined`);
    expect(await callback.arrived).toMatch(/\?status=401&code=SCA_INVALID&message=declined$/);
  });

  it.each<[string, () => [string, Sent?]]>([
    ['a wrong state', () => [`/cb/${STATE.toLowerCase()}?${SAID}`]],
    ['a longer state', () => [`/cb/${STATE}x?${SAID}`]],
    ['no state', () => [`/cb/?${SAID}`]],
    ['another path', () => [`/${STATE}?${SAID}`]],
    ['a path below it', () => [`/cb/${STATE}/?${SAID}`]],
    ['an encoded path', () => [`/cb%2f${STATE}?${SAID}`]],
    ['a path with dots', () => [`/x/../cb/${STATE}?${SAID}`]],
    ['another Host', () => [`/cb/${STATE}?${SAID}`, { host: `localhost:${port}` }]],
    ['a Host of the attacker', () => [`/cb/${STATE}?${SAID}`, { host: 'evil.example' }]],
    ['a Host without its port', () => [`/cb/${STATE}?${SAID}`, { host: '127.0.0.1' }]],
    ['POST', () => [`/cb/${STATE}?${SAID}`, { method: 'POST' }]],
    ['HEAD', () => [`/cb/${STATE}?${SAID}`, { method: 'HEAD' }]],
    ['OPTIONS', () => [`/cb/${STATE}?${SAID}`, { method: 'OPTIONS' }]],
    ['a parameter twice', () => [`/cb/${STATE}?${SAID}&psu-id=${PSU}`]],
    [
      'a parameter of 513 characters',
      () => [`/cb/${STATE}?psu-id=${PSU}&context=PRIVATE&tpp-session-id=${'s'.repeat(513)}`],
    ],
    ['CR LF in a parameter', () => [`/cb/${STATE}?psu-id=${PSU}&context=PRIVATE&tpp-session-id=s%0d%0aX:y`]],
    ['a broken encoding', () => [`/cb/${STATE}?${SAID}&x=%zz`]],
    ['no parameters', () => [`/cb/${STATE}`]],
    ['a psu-id that is none', () => [`/cb/${STATE}?psu-id=1&tpp-session-id=s&context=PRIVATE`]],
    ['/done before anything came', () => ['/done']],
  ])('answers %s with 404, and waits on', async (_, sent) => {
    expect((await send(...sent())).status).toBe(404);
    expect(await hasArrived()).toBe(false);
    expect((await send(`/cb/${STATE}?${SAID}`)).status).toBe(303);
  });

  it('takes no second one', async () => {
    await send(`/cb/${STATE}?${SAID}`);
    expect((await send(`/cb/${STATE}?${SAID.replace('session-1', 'session-2')}`)).status).toBe(404);
    expect(await callback.arrived).toBe(`${callback.redirectUri}?${SAID}`);
  });

  it('takes no absolute-form target and no second Host', async () => {
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(text));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('end', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
        socket.on('error', reject);
      });
    const host = `Host: 127.0.0.1:${port}\r\n`;
    expect(await raw(`GET http://127.0.0.1:${port}/cb/${STATE}?${SAID} HTTP/1.1\r\n${host}\r\n`)).toMatch(
      / 404 /,
    );
    expect(await raw(`GET /cb/${STATE}?${SAID} HTTP/1.1\r\n${host}Host: evil.example\r\n\r\n`)).toMatch(
      / 40[04] /,
    );
    expect(await hasArrived()).toBe(false);
  });
});

it.each([
  ['as it is', (uri: string) => `${uri}?${SAID}`, true],
  ['with spaces around it', (uri: string) => ` ${uri}?${SAID}\n`, true],
  ['of another state', (uri: string) => `${uri}x?${SAID}`, false],
  ['of another host', (uri: string) => `${uri}?${SAID}`.replace('127.0.0.1', 'localhost'), false],
  ['of HTTPS', (uri: string) => `${uri}?${SAID}`.replace('http:', 'https:'), false],
  ['with a user', (uri: string) => `${uri}?${SAID}`.replace('//', '//a@'), false],
  ['with a password', (uri: string) => `${uri}?${SAID}`.replace('//', '//:b@'), false],
  ['that is none', () => 'nothing', false],
])('a URL that was pasted: %s passes the same checks [S9-callback]', async (_, url, isTaken) => {
  expect(callback.take(url(callback.redirectUri))).toBe(isTaken);
  expect(await hasArrived()).toBe(isTaken);
});

describe('the listener of a callback [S9-callback]', () => {
  it('is on 127.0.0.1 alone, and gone when it is closed', async () => {
    expect(callback.redirectUri).toBe(`http://127.0.0.1:${port}/cb/${STATE}`);
    await callback.close();
    await expect(send('/done')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('lets the browser in beside any number of silent connections: the oldest of them is closed', async () => {
    const silent = Array.from({ length: 40 }, () => connect(port, '127.0.0.1'));
    const closed = silent.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    await Promise.all(silent.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect((await send(`/cb/${STATE}?${SAID}`)).status).toBe(303);
    await Promise.all(closed.slice(0, 20));
    expect(silent.at(-1)?.destroyed).toBe(false);
    for (const socket of silent) socket.destroy();
  });

  it.each([
    '',
    'GET /cb',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n',
  ])('closes a connection that sends %j and no more after 5 s', async (sent) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.resume().once('close', resolve));
    socket.write(sent);
    // This one is newer: the listener knows the other by now.
    expect((await send('/')).status).toBe(404);
    vi.advanceTimersByTime(4_999);
    expect((await send('/')).status).toBe(404);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    await closed;
  });
});
