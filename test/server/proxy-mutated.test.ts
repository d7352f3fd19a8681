import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { sign } from '../../src/signing/sign.ts';
import { testSigner } from '../support/bank.ts';
import { MutatedGuest } from '../support/mutated-guest.ts';
import { drawFrom } from '../support/mutated-requests.ts';
import { sendMutated, toHost } from '../support/mutated-wires.ts';
import { proxyTo, speakerAt } from '../support/proxied.ts';
import { SEED } from '../support/seed.ts';
import { served } from '../support/served-bank.ts';
import { runs } from '../support/sweep.ts';
import { testTls } from '../support/tls.ts';

const GUESTS = 8;
/** Who ends its side gets no answer of the proxy's, and on a busy machine an answer takes long. */
const PATIENCE_MS = 400;

async function plainSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Signatures that were changed on the way are another proxy's: half the guests leave signing to this one. */
function unsigned(wire: Buffer): Buffer {
  return Buffer.from(wire.toString('latin1').replace(/^(?:signature|digest): .*\r\n/gim, ''), 'latin1');
}

describe('requests to the proxy that were changed at random [A-server-mutated, S11-proxy]', () => {
  it.each([
    ['signed already', (wire: Buffer) => wire],
    ['left to it to sign', unsigned],
  ])('get no fault of its own or the bank’s, and the next client is served: %s', async (_, given) => {
    const bank = await served();
    const proxy = await proxyTo(
      { origin: bank.server.url, ca: testTls().ca },
      { sign: async (request) => sign(request, testSigner(), { date: Date.now() }).request },
    );
    const named = toHost(proxy.port);
    const guests = Array.from(
      { length: GUESTS },
      () => new MutatedGuest(() => plainSocket(proxy.port), PATIENCE_MS),
    );
    await sendMutated(guests, runs(200, 10_000), drawFrom(SEED), (wire) => named(given(wire)));
    for (const guest of guests) guest.close();
    const statuses = [...new Set(guests.flatMap((guest) => [...guest.statuses.keys()]))];
    expect(proxy.unexpected).toEqual([]);
    expect(bank.unexpected).toEqual([]);
    expect(statuses.filter((status) => status.startsWith('5'))).toEqual([]);
    // Some got through to the bank, some not even through the gate.
    expect(statuses).toEqual(expect.arrayContaining(['400', '403']));
    expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
    const headers = [`Host: 127.0.0.1:${proxy.port}`, 'X-Request-ID: 5b2f0c52-6a0e-4a6b-9a5e-0d0f6b6f1c11'];
    expect((await speakerAt(proxy.port)('GET /v1/sandbox/customers', headers)).status).toBe(200);
  });
});
