import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { echo, holdHandler, RawClient, serveHandler, textAnswer, until } from '../support/served.ts';
import { connectTls } from '../support/tls.ts';

const GET = 'GET /whole HTTP/1.1\r\nHost: a\r\n\r\n';

describe('a server that closes [A-server-close]', () => {
  it('answers what runs, says that this was the last, and ends', async () => {
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle);
    const [one, two] = [await RawClient.connect(server.port), await RawClient.connect(server.port)];
    one.write(GET);
    two.write(GET, GET);
    await until(() => server.running() === 3);
    let isClosed = false;
    const closed = server.close().then(() => {
      isClosed = true;
    });
    await expect(connectTls(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(isClosed).toBe(false);
    release();
    const [answer] = await one.closed();
    expect(answer).toMatchObject({ startLine: 'HTTP/1.1 200 OK', body: Buffer.from('/whole 0') });
    expect(answer?.headers).toContainEqual(['Connection', 'close']);
    expect((await two.closed()).map(({ body }) => body.toString())).toEqual(['/whole 0', '/whole 0']);
    await closed;
  });

  it('lets idle connections go at once, and those that have only begun a request', async () => {
    const server = await serveHandler(echo, {
      limits: { closingMilliseconds: 60_000, lingerMilliseconds: 60_000 },
    });
    const idle = await RawClient.connect(server.port);
    idle.write(GET);
    await idle.answers(1);
    const fresh = await RawClient.connect(server.port);
    const begun = await RawClient.connect(server.port);
    begun.write('GET / HTTP/1.1\r\nHo');
    const from = Date.now();
    await server.close();
    expect(Date.now() - from).toBeLessThan(30_000);
    for (const client of [idle, fresh, begun]) await client.closed();
  });

  it('sends all of an answer to a client that takes its time', async () => {
    const large = Buffer.alloc(20_000_000, 'x');
    const server = await serveHandler(async () => ({ ...textAnswer(''), body: large }));
    const client = await RawClient.connect(server.port);
    client.write(GET);
    await once(client.socket, 'data');
    client.socket.pause();
    await until(() => server.running() === 0);
    const closed = server.close();
    client.socket.resume();
    expect((await client.closed())[0]?.body).toHaveLength(large.byteLength);
    await closed;
  });

  it('ends whatever is left after a while', async () => {
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle, { limits: { closingMilliseconds: 200 } });
    const client = await RawClient.connect(server.port);
    client.write(GET);
    await until(() => server.requests.length === 1);
    const shaking = connectTcp(server.port, '127.0.0.1');
    shaking.on('error', () => {});
    onTestFinished(() => void shaking.destroy());
    let isClosed = false;
    const closed = server.close().then(() => {
      isClosed = true;
    });
    await client.closed();
    expect(isClosed).toBe(false);
    release();
    await closed;
  });

  it('waits for calls of the handler whose client has gone', async () => {
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle);
    const client = await RawClient.connect(server.port);
    client.write(GET);
    await until(() => server.requests.length === 1);
    client.socket.destroy();
    await client.closed();
    const ends: string[] = [];
    const closed = server.close().then(() => ends.push('server'));
    await expect(connectTls(server.port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    ends.push('handler');
    release();
    await closed;
    expect(ends).toEqual(['handler', 'server']);
  });
});

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
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle);
    const client = await RawClient.connect(server.port);
    client.socket.end(bytes);
    await laterAnswer(RawClient.connect(server.port));
    release();
    expect(bodiesOf(await client.closed())).toEqual(expected);
    expect(server.unexpected).toEqual([]);
  });

  it('is answered what was whole, and of the half behind it nothing is done', async () => {
    const { handle, release } = holdHandler();
    const server = await serveHandler(handle, { limits: { lingerMilliseconds: 100 } });
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
    const server = await serveHandler(WHOLE);
    const mute = await RawClient.connectPlain(server.port);
    mute.socket.end();
    const garbled = await RawClient.connectPlain(server.port);
    garbled.socket.end(Buffer.from('16030100a5010000a1', 'hex'));
    await until(() => mute.isClosed && garbled.isClosed);
  });

  it('is let go at once where it is owed nothing', async () => {
    const server = await serveHandler(WHOLE);
    const idle = await RawClient.connect(server.port);
    idle.socket.end();
    const answered = await RawClient.connect(server.port);
    answered.write(GET);
    await answered.answers(1);
    answered.socket.end();
    await until(() => idle.isClosed && answered.isClosed);
  });
});
