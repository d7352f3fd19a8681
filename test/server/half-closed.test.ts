import { describe, expect, it } from 'vitest';
import { holdDoor, RawClient, serveDoor, textAnswer, until } from '../support/served.ts';

const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody';

/** Resolves when a client that came later is answered: the server has seen that the first one has ended its side. */
async function laterAnswer(connecting: Promise<RawClient>): Promise<void> {
  const next = await connecting;
  next.write('GET /next HTTP/1.1\r\nHost: a\r\n\r\n');
  await next.answers(1);
}

const WHOLE = async () => textAnswer('whole');

const bodiesOf = (answers: readonly { readonly body: Buffer }[]) => answers.map(({ body }) => String(body));

describe('a client that has sent its last and still listens [S12-half-closed]', () => {
  it.each([
    ['one without a body', GET, ['/whole 0']],
    ['one with a body', POST, ['/body 4']],
    ['several, in order', GET + POST + GET, ['/whole 0', '/body 4', '/whole 0']],
  ])('is answered, and let go then: %s', async (_, bytes, expected) => {
    const { handle, release } = holdDoor();
    const server = await serveDoor(handle);
    const client = await RawClient.connect(server.port);
    client.socket.end(bytes);
    await laterAnswer(RawClient.connect(server.port));
    release();
    expect(bodiesOf(await client.closed())).toEqual(expected);
    expect(server.unexpected).toEqual([]);
  });

  it('is answered what was whole, and of the half behind it nothing is done', async () => {
    const { handle, release } = holdDoor();
    const server = await serveDoor(handle, { limits: { lingerMilliseconds: 100 } });
    const client = await RawClient.connect(server.port);
    client.socket.end(`${GET}POST /half HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf`);
    await laterAnswer(RawClient.connect(server.port));
    release();
    const [first] = await client.closed();
    expect(String(first?.body)).toBe('/whole 0');
    expect(server.requests.map(({ target }) => target)).toEqual(['/whole', '/next']);
    expect(server.unexpected).toEqual([]);
  });

  it('is let go at once before hands are shaken', async () => {
    const server = await serveDoor(WHOLE);
    const mute = await RawClient.connectPlain(server.port);
    mute.socket.end();
    const garbled = await RawClient.connectPlain(server.port);
    garbled.socket.end(Buffer.from('16030100a5010000a1', 'hex'));
    await until(() => mute.isClosed && garbled.isClosed);
  });

  it('is let go at once where it is owed nothing', async () => {
    const server = await serveDoor(WHOLE);
    const idle = await RawClient.connect(server.port);
    idle.socket.end();
    const answered = await RawClient.connect(server.port);
    answered.write(GET);
    await answered.answers(1);
    answered.socket.end();
    await until(() => idle.isClosed && answered.isClosed);
  });
});
