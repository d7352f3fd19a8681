import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle, HttpResponse } from '../../src/message.ts';
import { Line } from '../../src/server/line.ts';
import { RawClient, serveDoor, textAnswer, until } from '../support/served.ts';

const GOOD = 'GET /good HTTP/1.1\r\nHost: a\r\n\r\n';
const BAD = 'GET /bad HTTP/1.1\r\nHost: a\r\n\r\n';
const SMALL = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const HELD = 'GET /held HTTP/1.1\r\nHost: a\r\n\r\n';
/** The door takes long to look at it. */
const LARGE = `POST /large HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n${' '.repeat(20_000)}`;
const AHEAD = 300;

function answerTo(target: string): HttpResponse {
  return target === '/bad' ? { ...textAnswer('bad'), status: 400 } : textAnswer('good');
}

describe('a client whose requests are refused [S12-others-first]', () => {
  it('waits behind others, who may just have come, and is answered to each', async () => {
    const heard: string[] = [];
    let atBad = () => {};
    const handle: Handle = async ({ target }) => {
      heard.push(target);
      if (target === '/bad') atBad();
      return answerTo(target);
    };
    const server = await serveDoor(handle);
    const [honest, guest] = [await RawClient.connect(server.port), await RawClient.connect(server.port)];
    guest.write(BAD);
    await guest.answers(1);
    // With the second that is refused another one comes.
    atBad = () => {
      atBad = () => {};
      honest.write(GOOD);
    };
    guest.write(BAD.repeat(AHEAD));
    expect(await honest.answers(1)).toHaveLength(1);
    const answers = await guest.answers(AHEAD + 1);
    expect(answers.map(({ startLine }) => startLine)).toEqual(
      Array(AHEAD + 1).fill('HTTP/1.1 400 Bad Request'),
    );
    // Without a line all that came at once would be at the door at once.
    expect(heard.indexOf('/good')).toBeLessThan(AHEAD / 2);
  });

  it('has nothing run that waited when it went away', async () => {
    const heard: string[] = [];
    const gone: string[] = [];
    let atBad = () => {};
    const handle: Handle = async ({ target }) => {
      heard.push(target);
      atBad();
      return answerTo(target);
    };
    const server = await serveDoor(handle, { onGone: ({ target }) => void gone.push(target) });
    const guest = await RawClient.connect(server.port);
    guest.write(BAD);
    await guest.answers(1);
    atBad = () => void guest.socket.destroy();
    guest.write(BAD.repeat(AHEAD));
    await until(() => heard.length > 1 && server.connections() === 0);
    await server.close();
    expect(heard.length).toBeLessThan(AHEAD / 2);
    // The door was told of those alone that it had heard of.
    expect(gone.length).toBeLessThan(heard.length);
  });
});

/** A door that answers nobody until it is told to, and how many have begun before it. */
async function heldDoor() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const served = { begun: 0 };
  // What waits in line is begun too: Node has made a request and a response of it.
  const count = () => {
    served.begun += 1;
  };
  subscribe('http.server.request.start', count);
  onTestFinished(() => void unsubscribe('http.server.request.start', count));
  const server = await serveDoor(async () => {
    await held;
    return textAnswer('');
  });
  return { server, served, release };
}

/** Node reads at once what it has room for. */
const MOST_READ = 33;

describe('requests that are sent ahead without end [S12-pipelining]', () => {
  it('are read no further than some, however many come at once, until answers are given', async () => {
    const { server, served, release } = await heldDoor();
    const client = await RawClient.connect(server.port);
    client.write(SMALL.repeat(400_000));
    await until(() => served.begun > 0);
    await pause(500);
    // The system takes some megabytes that nobody has read: the rest is still the client's.
    expect(client.socket.writableLength).toBeGreaterThan(0);
    expect(served.begun).toBeLessThanOrEqual(MOST_READ);
    release();
    await until(() => served.begun > 10 * MOST_READ);
  });

  it.each([
    ['large headers', `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(30_000)}\r\n\r\n`],
    ['a long path', `GET /${'x'.repeat(30_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('are no more where each has %s', async (_, request) => {
    const { server, served, release } = await heldDoor();
    const client = await RawClient.connect(server.port);
    client.write(request.repeat(20));
    await until(() => served.begun > 0);
    await pause(200);
    // 64 KiB of paths and headers, and what had come with the last.
    expect(served.begun).toBeLessThanOrEqual(4);
    release();
    expect(await client.answers(20)).toHaveLength(20);
  });

  it('are no more behind chunks, or behind a body that is nothing but blank lines', async () => {
    const { server, served, release } = await heldDoor();
    const client = await RawClient.connect(server.port);
    const blank = '\r\n'.repeat(50_000);
    const known = `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: ${blank.length}\r\n\r\n${blank}`;
    const chunks = `${blank.length.toString(16)}\r\n${blank}\r\n0\r\n\r\n`;
    const chunked = `POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`;
    client.write(known + chunked + known + SMALL.repeat(4000));
    await until(() => served.begun > 3);
    await pause(200);
    // With the end of the chunks comes up to a KiB of what is behind them.
    expect(served.begun).toBeLessThanOrEqual(MOST_READ + 30);
    release();
    const answers = await client.answers(4003);
    expect(new Set(answers.map(({ startLine }) => startLine))).toEqual(new Set(['HTTP/1.1 200 OK']));
    const bodies = server.requests.flatMap(({ method, body }) => (method === 'POST' ? [String(body)] : []));
    expect(bodies.map((body) => body === blank)).toEqual([true, true, true]);
  });

  it('are all answered with their bodies, wherever they were cut', async () => {
    const { server, release } = await heldDoor();
    const client = await RawClient.connect(server.port);
    const [body, count] = ['{\r\n\r\n}', 100];
    const request = `POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const bytes = Buffer.from(request.repeat(count));
    for (let at = 0; at < bytes.byteLength; at += 97) client.write(bytes.subarray(at, at + 97));
    await pause(100);
    release();
    const answers = await client.answers(count);
    expect(new Set(answers.map(({ startLine }) => startLine))).toEqual(new Set(['HTTP/1.1 200 OK']));
    expect(server.requests.map((sent) => String(Buffer.from(sent.body)))).toEqual(Array(count).fill(body));
  });

  it.each([
    ['', `GET / HTTP/1.1\r\nHost: a\r\nX-Padding: ${'x'.repeat(700)}\r\n\r\n`],
    [' in a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}'],
  ])('are not too slow where it is the server that reads no further%s', async (_, request) => {
    const limits = { headersMilliseconds: 100, requestMilliseconds: 200, checkMilliseconds: 20 };
    const server = await serveDoor(
      async () => {
        await pause(30);
        return textAnswer('');
      },
      { limits },
    );
    const client = await RawClient.connect(server.port);
    client.write(request.repeat(50));
    const answers = await client.answers(50);
    expect(new Set(answers.map(({ startLine }) => startLine))).toEqual(new Set(['HTTP/1.1 200 OK']));
    expect(answers).toHaveLength(50);
  });
});

describe('who has the place of somebody who has just come [S12-connections]', () => {
  it.each([
    ['was refused', BAD],
    ['has not shown who it is', LARGE],
  ])('is a client that %s and waits, not one whose request is at the door', async (_, request) => {
    let now = 0;
    let release = (_: HttpResponse) => {};
    const held = new Promise<HttpResponse>((resolve) => (release = resolve));
    const handle: Handle = async ({ target }) => {
      if (target === '/held') return held;
      now += 50;
      return answerTo(target);
    };
    const server = await serveDoor(handle, { limits: { connections: 3 }, line: new Line(() => now) });
    const [served, atDoor, waiting] = [
      await RawClient.connect(server.port),
      await RawClient.connect(server.port),
      await RawClient.connect(server.port),
    ];
    for (const [client, first] of [
      [atDoor, BAD],
      [waiting, request],
    ] as const) {
      client.write(first);
      await client.answers(1);
    }
    atDoor.write(HELD);
    await until(() => server.requests.length === 3);
    // While another is at the door the line stays closed: the clock stands still from here on.
    served.write(HELD);
    waiting.write(request);
    await waiting.answers(2);
    waiting.write(request);
    await until(() => server.requests.length === 5);
    await pause(50);
    const newcomer = await RawClient.connect(server.port);
    newcomer.write(GOOD);
    expect(await newcomer.answers(1)).toHaveLength(1);
    expect([served, atDoor, waiting].map(({ isClosed }) => isClosed)).toEqual([false, false, true]);
    release(textAnswer('held'));
    for (const [client, count] of [
      [served, 1],
      [atDoor, 2],
    ] as const)
      expect(await client.answers(count)).toHaveLength(count);
  });
});
