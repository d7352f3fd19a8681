import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle } from '../../src/message.ts';
import type { ServerLimits } from '../../src/server/limits.ts';
import { serve } from '../../src/server/serve.ts';
import { RawClient, serveDoor, textAnswer, until } from '../support/served.ts';

const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody';

/** A door that takes its time: the client has ended its side long before the answer is there. */
const slow: Handle = async ({ target, body }) => {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return textAnswer(`${target} ${body.byteLength}`);
};

const slowDoor = (limits: Partial<ServerLimits> = {}) => serveDoor(slow, { limits });

const bodiesOf = (answers: readonly { readonly body: Buffer }[]) => answers.map(({ body }) => String(body));

describe('a client that has sent its last and still listens [S12-half-closed]', () => {
  it.each([
    ['one without a body', GET, ['/whole 0']],
    ['one with a body', POST, ['/body 4']],
    ['several, in order', GET + POST + GET, ['/whole 0', '/body 4', '/whole 0']],
  ])('is answered, and let go then: %s', async (_, bytes, expected) => {
    const server = await slowDoor();
    const client = await RawClient.connect(server.port);
    client.socket.end(bytes);
    expect(bodiesOf(await client.closed())).toEqual(expected);
    expect(server.unexpected).toEqual([]);
  });

  it('is answered without TLS, too', async () => {
    const onUnexpected = (fault: unknown) => expect(fault).toBeUndefined();
    const server = await serve({ handle: slow, clock: () => 0, onUnexpected, port: 0 });
    onTestFinished(() => server.close());
    const client = await RawClient.connectPlain(server.port);
    client.socket.end(GET + POST);
    expect(bodiesOf(await client.closed())).toEqual(['/whole 0', '/body 4']);
  });

  it('is answered what was whole, and of the half behind it nothing is done', async () => {
    const server = await slowDoor({ lingerMilliseconds: 100 });
    const client = await RawClient.connect(server.port);
    client.socket.end(`${GET}POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf`);
    const [first] = await client.closed();
    expect(String(first?.body)).toBe('/whole 0');
    expect(server.requests.map(({ target }) => target)).toEqual(['/whole']);
    expect(server.unexpected).toEqual([]);
  });

  it('is let go at once before hands are shaken', async () => {
    const server = await slowDoor();
    const mute = await RawClient.connectPlain(server.port);
    mute.socket.end();
    const garbled = await RawClient.connectPlain(server.port);
    garbled.socket.end(Buffer.from('16030100a5010000a1', 'hex'));
    await until(() => mute.isClosed && garbled.isClosed);
  });

  it('is let go at once where it is owed nothing', async () => {
    const server = await slowDoor();
    const idle = await RawClient.connect(server.port);
    idle.socket.end();
    const answered = await RawClient.connect(server.port);
    answered.write(GET);
    await answered.answers(1);
    answered.socket.end();
    await until(() => idle.isClosed && answered.isClosed);
  });
});
