import { describe, expect, it, onTestFinished } from 'vitest';
import type { Handle, HttpResponse } from '../../src/message.ts';
import type { ServerLimits } from '../../src/server/limits.ts';
import { Pieces } from '../../src/server/pieces.ts';
import { serve } from '../../src/server/serve.ts';
import { collected } from '../support/collected.ts';
import type { RawMessage } from '../support/raw-http.ts';
import { RawClient, SERVED_AT, type Served, serveDoor, textAnswer, until } from '../support/served.ts';

const KIB = 1024;
/** A thousandth of what the bank holds. */
const LIMITS: Partial<ServerLimits> = { heldBodyBytes: 64 * KIB, lingerMilliseconds: 200 };
const SMALL = 16 * KIB;

function head(announced: number | 'chunked'): string {
  const length = announced === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${announced}`;
  return `POST /b HTTP/1.1\r\nHost: a\r\n${length}\r\n\r\n`;
}

function chunk(bytes: number): string {
  return `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
}

/** A door that answers each request with the length of its body when the test says so. */
async function heldDoor(limits: Partial<ServerLimits> = LIMITS) {
  const waiting: (() => void)[] = [];
  const handle: Handle = ({ body }) =>
    new Promise<HttpResponse>((resolve) => {
      waiting.push(() => resolve(textAnswer(String(body.byteLength))));
    });
  const server = await serveDoor(handle, { limits });
  const open = () => {
    for (const answer of waiting.splice(0)) answer();
  };
  return { server, open };
}

/** Someone whose body of so many bytes is there and waits for the bank. */
async function holding(server: Served, bytes: number): Promise<RawClient> {
  const client = await RawClient.connect(server.port);
  const before = server.requests.length;
  client.write(head(bytes), 'x'.repeat(bytes));
  await until(() => server.requests.length > before);
  return client;
}

async function sending(server: Served, ...bytes: string[]): Promise<RawClient> {
  const client = await RawClient.connect(server.port);
  client.write(...bytes);
  return client;
}

const statusOf = (answer: RawMessage | undefined) => answer?.startLine.split(' ')[1];

describe('bodies that were received and not answered [S12-held-bytes]', () => {
  it.each([
    ['with its length announced', [head(1000 * KIB), 'x'.repeat(20 * KIB)]],
    ['in chunks', [head('chunked'), chunk(20 * KIB)]],
  ])('are bounded: above it one that is not whole and not small gets 503 and the end, %s', async (_, bytes) => {
    const { server, open } = await heldDoor();
    const first = await holding(server, 60 * KIB);
    const [answer, ...others] = await (await sending(server, ...bytes)).closed();
    expect(others).toEqual([]);
    expect(answer?.startLine).toBe('HTTP/1.1 503 Service Unavailable');
    expect(answer?.headers).toContainEqual(['Retry-After', '1']);
    expect(answer?.headers).toContainEqual(['Connection', 'close']);
    expect(JSON.parse(answer!.body.toString())).toEqual({
      tppMessages: [
        {
          category: 'ERROR',
          code: 'SYSTEM_ERROR',
          text: expect.stringMatching(/too much at once: send .* the same X-Request-ID$/),
        },
      ],
    });
    open();
    expect((await first.answers(1))[0]?.body.toString()).toBe(String(60 * KIB));
    expect(server.requests).toHaveLength(1);
    expect(server.unexpected).toEqual([]);
  });

  it('let small ones in all the same, and one that is whole with what came', async () => {
    const { server, open } = await heldDoor();
    await holding(server, 63 * KIB);
    const small = await sending(server, head(SMALL), 'x'.repeat(SMALL));
    const cut = await sending(server, head('chunked'), chunk(SMALL - 1));
    const whole = await sending(server, head(SMALL + 1), 'x'.repeat(SMALL));
    await until(() => server.requests.length === 2);
    cut.write(chunk(1), '0\r\n\r\n');
    await until(() => server.requests.length === 3);
    whole.write('x');
    await until(() => server.requests.length === 4);
    open();
    for (const client of [small, cut, whole]) expect(statusOf((await client.answers(1))[0])).toBe('200');
  });

  it('are counted as they come, not as they are announced', async () => {
    const { server, open } = await heldDoor();
    const slow = [];
    for (let count = 0; count < 10; count += 1)
      slow.push(await sending(server, head(1000 * KIB), 'x'.repeat(KIB)));
    const client = await holding(server, 40 * KIB);
    open();
    expect(statusOf((await client.answers(1))[0])).toBe('200');
    for (const one of slow) expect(await one.answers(0)).toEqual([]);
  });

  it('are bounded on one connection too: small ones sent ahead of the answers are refused with the end', async () => {
    const { server, open } = await heldDoor();
    await holding(server, 60 * KIB);
    const small = head(4 * KIB) + 'x'.repeat(4 * KIB);
    const client = await RawClient.connect(server.port);
    // Each comes whole.
    for (let count = 1; count <= 4; count += 1) {
      client.write(small);
      await until(() => server.requests.length === 1 + count);
    }
    client.write(small);
    const answers = client.closed();
    await pause();
    const opening = setInterval(open, 10);
    expect((await answers).map(statusOf)).toEqual(['200', '200', '200', '200', '503']);
    clearInterval(opening);
    expect(server.requests).toHaveLength(5);
  });
});

/** How a request with 30 KiB of body may end. */
const ENDS: Readonly<Record<string, (server: Served, open: () => void) => Promise<void>>> = {
  'with its answer': async (server, open) => {
    const client = await holding(server, 30 * KIB);
    open();
    await client.answers(1);
  },
  'with its client, in the middle of the body': async (server) => {
    const client = await sending(server, head(40 * KIB), 'x'.repeat(30 * KIB));
    await pause();
    client.socket.destroy();
    await pause();
  },
  'with its client, at the door': async (server, open) => {
    const client = await holding(server, 30 * KIB);
    client.socket.destroy();
    await pause();
    open();
  },
  'with its client, behind another one that waits': async (server, open) => {
    const client = await sending(server, head(1), 'x', head(30 * KIB), 'x'.repeat(30 * KIB));
    await until(() => server.requests.length === 2);
    client.socket.destroy();
    await pause();
    open();
  },
  'with 413': async (server, open) => {
    const client = await sending(server, head('chunked'), chunk(30 * KIB), chunk(11 * KIB));
    await until(() => server.requests.length === 1);
    open();
    expect(statusOf((await client.closed())[0])).toBe('200');
  },
  'with 408': async (server) => {
    const client = await sending(server, head(40 * KIB), 'x'.repeat(30 * KIB));
    expect(statusOf((await client.closed())[0])).toBe('408');
  },
  'with 503': async (server, open) => {
    const first = await holding(server, 39 * KIB);
    const client = await sending(server, head(40 * KIB), 'x'.repeat(30 * KIB));
    expect(statusOf((await client.closed())[0])).toBe('503');
    open();
    await first.answers(1);
  },
  'with 400, at a chunk that is none': async (server) => {
    const client = await sending(server, head('chunked'), chunk(30 * KIB), 'nonsense\r\n');
    expect(statusOf((await client.closed())[0])).toBe('400');
  },
};

const FAST: Partial<ServerLimits> = {
  requestMilliseconds: 1000,
  headersMilliseconds: 1000,
  checkMilliseconds: 20,
};

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

describe('what a request held is let go once, however it ends [S12-held-bytes]', () => {
  it.each(Object.entries(ENDS))('%s', async (how, end) => {
    const limits = how === 'with 408' ? FAST : {};
    const { server, open } = await heldDoor({ ...LIMITS, bodyBytes: 40 * KIB, ...limits });
    await end(server, open);
    await pause();
    // As much as may be held, to the byte; then one byte more.
    const [one, two] = [await holding(server, 40 * KIB), await holding(server, 24 * KIB - SMALL - 1)];
    const exact = await sending(server, head('chunked'), chunk(SMALL + 1));
    await pause();
    expect(await exact.answers(0)).toEqual([]);
    exact.write(chunk(1));
    expect(statusOf((await exact.closed())[0])).toBe('503');
    open();
    for (const client of [one, two]) expect(statusOf((await client.answers(1))[0])).toBe('200');
    expect(server.unexpected).toEqual([]);
  });
});

describe('a body in pieces [S12-held-bytes]', () => {
  it('is the same bytes however it was cut', () => {
    const body = Buffer.from(Array.from({ length: 200_000 }, (_, place) => (place * 7) % 251));
    for (const sizes of [[1], [1, 1023, 1024, 1025], [16_384], [3, 70_000], [200_000]]) {
      const pieces = new Pieces();
      for (let place = 0, turn = 0; place < body.length; turn += 1) {
        const size = sizes[turn % sizes.length] ?? 1;
        pieces.add(Buffer.from(body.subarray(place, place + size)));
        place += size;
      }
      expect(body.equals(pieces.joined())).toBe(true);
    }
    expect(new Pieces().joined()).toHaveLength(0);
  });

  it('keeps no large buffer for a small part of it, and no small ones at all', () => {
    const large = Buffer.alloc(16 * KIB, 'a');
    const pieces = new Pieces();
    pieces.add(large.subarray(100, 5000));
    const byte = Buffer.allocUnsafeSlow(1).fill('a');
    pieces.add(byte);
    large.fill('b');
    byte.fill('b');
    expect(Buffer.from(pieces.joined()).toString()).toBe('a'.repeat(4901));
  });
});

describe('a connection whose requests are answered [S12-held-bytes]', () => {
  it('holds nothing of their bodies', async () => {
    const bodies: WeakRef<Uint8Array>[] = [];
    const server = await serve({
      handle: async ({ body }) => {
        bodies.push(new WeakRef(body));
        return textAnswer('');
      },
      ...{ clock: () => SERVED_AT, onUnexpected: () => {}, port: 0 },
    });
    onTestFinished(() => server.close());
    const client = await RawClient.connectPlain(server.port);
    client.write(head(100_000), 'x'.repeat(100_000));
    await client.answers(1);
    await collected();
    expect(bodies.map((body) => body.deref())).toEqual([undefined]);
    expect(client.isClosed).toBe(false);
  });
});
