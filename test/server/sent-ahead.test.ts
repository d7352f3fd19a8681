import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Handle } from '../../src/message.ts';
import { Connection } from '../../src/server/connection.ts';
import { echo, RawClient, serveDoor, textAnswer, until } from '../support/served.ts';

const GET = 'GET /get HTTP/1.1\r\nHost: a\r\n\r\n';
const CHUNKED = 'POST /chunked HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
const SOON = { headersMilliseconds: 100, requestMilliseconds: 200, checkMilliseconds: 20 };

function post(body: string, length = body.length): string {
  return `POST /post HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

/** A door that answers nobody until it is told to. */
function heldDoor() {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const handle: Handle = async ({ target }) => {
    await held;
    return textAnswer(target);
  };
  return { handle, release };
}

const lines = (answers: Awaited<ReturnType<RawClient['answers']>>) =>
  answers.map(({ startLine }) => startLine.split(' ')[1]);

describe('requests that come at once [S12-pipelining]', () => {
  it('come to the door in their order, whether they have bodies or not', async () => {
    const server = await serveDoor(echo);
    const client = await RawClient.connect(server.port);
    client.write(post('{}') + GET + post('{}') + GET);
    expect(lines(await client.answers(4))).toEqual(['200', '200', '200', '200']);
    expect(server.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST', 'GET']);
  });

  it.each([
    ['too slow', post('b', 9), '', '408'],
    ['no chunks', `${CHUNKED}3\r\nabc\r\n`, 'zz\r\n', '400'],
  ])('are held to their times and their form behind one with a body: %s', async (_, second, more, status) => {
    const server = await serveDoor(echo, { limits: status === '408' ? SOON : {} });
    const client = await RawClient.connect(server.port);
    client.write(post('{}') + second);
    await client.answers(1);
    client.write(more);
    expect(lines(await client.closed())).toEqual(['200', status]);
    expect(server.running()).toBe(0);
  });

  it.each([
    ['comes in chunks', `${GET.repeat(31)}${CHUNKED}bb8\r\n`, `${'x'.repeat(3000)}\r\n0\r\n\r\n`, 32],
    [
      'has a body that begins behind chunks',
      `${GET.repeat(30)}${CHUNKED}0\r\n\r\n${post('', 3000)}`,
      'x'.repeat(3000),
      32,
    ],
    [
      'is followed by half a head',
      `${GET.repeat(31)}${CHUNKED}0\r\n\r\n${GET.slice(0, 20)}`,
      GET.slice(20),
      33,
    ],
  ])('are not too slow where the last there is room for %s', async (_, first, rest, count) => {
    const { handle, release } = heldDoor();
    const server = await serveDoor(handle, { limits: SOON });
    const client = await RawClient.connect(server.port);
    client.write(first);
    await until(() => server.running() >= 31);
    client.write(rest);
    await pause(500);
    release();
    expect(new Set(lines(await client.answers(count)))).toEqual(new Set(['200']));
    expect(server.requests).toHaveLength(count);
  });

  it('are heard no longer behind what is no HTTP: each piece of it would be refused again', async () => {
    const { handle, release } = heldDoor();
    const refuse = vi.spyOn(Connection.prototype, 'refuse');
    onTestFinished(() => refuse.mockRestore());
    const server = await serveDoor(handle);
    const client = await RawClient.connect(server.port);
    client.write(GET, 'nonsense\r\n\r\n'.repeat(100));
    await until(() => refuse.mock.calls.length > 0);
    client.write('x\r\n\r\n'.repeat(1000));
    await pause(100);
    expect(refuse).toHaveBeenCalledTimes(1);
    release();
    expect(lines(await client.closed())).toEqual(['200', '400']);
  });

  it('are given to nobody when their connection has ended', async () => {
    const uncaught: unknown[] = [];
    const note = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtExceptionMonitor', note);
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', note));
    const { handle, release } = heldDoor();
    const server = await serveDoor(handle, { limits: { closingMilliseconds: 50 } });
    const client = await RawClient.connect(server.port);
    // More than are read ahead: the rest is put back.
    client.write(GET.repeat(100));
    await until(() => server.running() === 32);
    const closed = server.close();
    await client.closed();
    release();
    await closed;
    expect(uncaught).toEqual([]);
  });
});
