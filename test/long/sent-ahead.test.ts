import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { guestSocket } from '../support/bad-guests.ts';
import { type ForkedBank, forkedBank } from '../support/forked-bank.ts';
import { MutatedGuest } from '../support/mutated-guest.ts';
import { connectTls } from '../support/tls.ts';

const GUESTS = 400;
const READ = Buffer.from('GET /v1/accounts HTTP/1.1\r\nHost: a\r\n\r\n');
/** As much as a connection sends at once. */
const MOST_BYTES = 64 * 1024;
const MIB = 1024 * 1024;

/** Guests that have come. */
async function arrived({ port }: ForkedBank): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < GUESTS) {
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, () => guestSocket(port)))));
  }
  return sockets;
}

async function residentOf(bank: ForkedBank): Promise<number> {
  return (await bank.ask('usage')).rss;
}

describe(`${GUESTS} connections that send all they can ahead [S12-pipelining, A-server-flat, A-server-mutated]`, () => {
  it.each([
    ['as many requests as it holds', READ],
    ['the longest paths', Buffer.from(`GET /${'x'.repeat(32_000)} HTTP/1.1\r\nHost: a\r\n\r\n`)],
    ['the largest headers', Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(30_000)}\r\n\r\n`)],
  ])('end no bank that has 256 MB, and keep nobody out: %s', async (_, request) => {
    const bank = await forkedBank(['--max-old-space-size=256']);
    const guests = await arrived(bank);
    const before = await residentOf(bank);
    const ahead = Buffer.concat(Array(Math.floor(MOST_BYTES / request.byteLength)).fill(request));
    for (const guest of guests) guest.write(ahead);
    const begun = performance.now();
    const stranger = new MutatedGuest(() => connectTls(bank.port));
    await stranger.send(READ);
    expect([...stranger.statuses.keys()]).toEqual(['400']);
    expect(performance.now() - begun).toBeLessThan(5000);
    // 64 KiB of each are in the socket, and some of them with the parser.
    expect((await residentOf(bank)) - before).toBeLessThan(400 * MIB);
    expect(bank.said()).toBe('');
  });
});
