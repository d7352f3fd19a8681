import { once } from 'node:events';
import { expect, it } from 'vitest';
import type { HttpRequest } from '../../src/message.ts';
import { Random } from '../../src/seed/random.ts';
import { testSigner } from '../support/bank.ts';
import { SEED } from '../support/seed.ts';
import { served } from '../support/served-bank.ts';
import { runs } from '../support/sweep.ts';
import { connectTls } from '../support/tls.ts';
import { creation } from '../support/tpp.ts';

const AT_ONCE = 40;
const PIECES = ['%00', '/../', '?a=%', '"', '{', '\\u0000', '1e999', '__proto__', '\r\n', ' ', '', 'é'];

/** A request as it stands on the wire, its length told truly. */
function buildWire({ method, target, headers, body }: HttpRequest): Buffer {
  const lines = [...headers, ['Host', 'a'], ['Content-Length', String(body.byteLength)]];
  const head = [`${method} ${target} HTTP/1.1`, ...lines.map((line) => line.join(': '))].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), body]);
}

/** Ways in which a signed request is made another one. */
const MUTATIONS: readonly ((request: HttpRequest, random: Random) => Buffer)[] = [
  buildWire,
  (request, random) => {
    const wire = buildWire(request);
    for (let flips = random.between(1, 4); flips > 0; flips -= 1)
      wire[random.between(0, wire.length - 1)]! ^= 1 << random.between(0, 7);
    return wire;
  },
  (request, random) => buildWire(request).subarray(0, random.between(1, 2000)),
  (request, random) => {
    const place = random.between(0, request.headers.length - 1);
    return buildWire({ ...request, headers: request.headers.toSpliced(place, 1) });
  },
  (request, random) => {
    const place = random.between(0, request.headers.length - 1);
    return buildWire({ ...request, headers: [...request.headers, request.headers[place]!] });
  },
  (request, random) => {
    const text = buildWire(request).toString('latin1');
    const place = random.between(0, text.length);
    const piece = PIECES[random.between(0, PIECES.length - 1)];
    return Buffer.from(text.slice(0, place) + piece + text.slice(place), 'latin1');
  },
];

/** The status of what is answered to bytes on a connection of their own; `none` when that ends without one. */
async function statusOf(port: number, wire: Uint8Array): Promise<string> {
  const socket = await connectTls(port);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
  });
  const closed = once(socket, 'close');
  socket.end(wire);
  await closed;
  return /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 'none';
}

it('signed requests that were changed at random are answered, none with the bank’s own fault, or end their connection; the next client is served [A-server-mutated, S12-not-http]', async () => {
  const { server, send, unexpected } = await served();
  const random = new Random(SEED);
  const statuses = new Set<string>();
  for (let round = 0; round < runs(10, 100); round += 1) {
    const wires = Array.from({ length: AT_ONCE }, (_, place) => {
      const request = creation(testSigner(), { remittance: `mutated ${round} ${place}` });
      return MUTATIONS[(round + place) % MUTATIONS.length]!(request, random);
    });
    for (const status of await Promise.all(wires.map((wire) => statusOf(server.port, wire))))
      statuses.add(status);
  }
  expect(unexpected).toEqual([]);
  expect([...statuses].filter((status) => status.startsWith('5'))).toEqual([]);
  // Some were still what was signed, and some no HTTP at all.
  expect([...statuses]).toEqual(expect.arrayContaining(['201', '400']));
  expect((await send(creation(testSigner(), { remittance: 'Honest' }))).status).toBe(201);
});
