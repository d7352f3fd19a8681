import { readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testSigner } from '../support/bank.ts';
import { type ForkedBank, forkedBank } from '../support/forked-bank.ts';
import { numberGiven } from '../support/given.ts';
import { guestSocket } from '../support/guest-socket.ts';
import { MutatedGuest } from '../support/mutated-guest.ts';
import { drawFrom, wireOf } from '../support/mutated-requests.ts';
import { sendMutated } from '../support/mutated-wires.ts';
import { rowCounts } from '../support/row-counts.ts';
import { SEED } from '../support/seed.ts';
import { RawClient } from '../support/served.ts';
import { creation } from '../support/tpp.ts';

/** `npm run test:all -- --soak` gives more. */
const MUTATED = numberGiven('PSD2_TEST_MUTATED') ?? 20_000;
const AT_ONCE = 1000;
const GUESTS = 8;
const PATIENCE_MS = 60_000;
const CREATE = '/v1/payments/norwegian-domestic-credit-transfers';
const MIB = 1024 * 1024;
const READ = Buffer.from('GET /v1/accounts HTTP/1.1\r\nHost: a\r\n\r\n');

function openFiles({ child }: ForkedBank): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

describe('signed requests that were changed at random [A-server-mutated]', () => {
  it('do no harm: no fault, no leak', async () => {
    const bank = await forkedBank(['--expose-gc']);
    const draw = drawFrom(SEED);
    const guests = Array.from({ length: GUESTS }, () => new MutatedGuest(() => guestSocket(bank.port)));
    // Warm.
    await sendMutated(guests, AT_ONCE, draw);
    const quarters = [];
    for (let part = 0; part * AT_ONCE < MUTATED; part += 1) {
      await sendMutated(guests, AT_ONCE, draw);
      if (part % 5 === 0) await bank.ask('quarter');
      quarters.push({ ...(await bank.ask('usage')), files: openFiles(bank) });
    }
    for (const guest of guests) guest.close();
    const statuses = new Set(guests.flatMap((guest) => [...guest.statuses.keys()]));
    expect(bank.said()).toBe('');
    expect([...statuses].filter((status) => status.startsWith('5'))).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining(['200', '201', '400', '401', '404', '405']));
    const [early, late] = [quarters.slice(0, 10), quarters.slice(-10)].map((some) => ({
      heap: median(some.map(({ heapUsed }) => heapUsed)),
      files: median(some.map(({ files }) => files)),
    }));
    expect(late!.heap).toBeLessThan(early!.heap + 12 * MIB);
    expect(late!.files).toBeLessThanOrEqual(early!.files + GUESTS);
    // What was refused has left no row.
    expect(rowCounts(bank.path).payments).toBeLessThan(MUTATED / 5);
  });
});

describe('a server of a Node that was started with --insecure-http-parser [S12-smuggling]', () => {
  it('reads strictly all the same', async () => {
    const bank = await forkedBank(['--insecure-http-parser']);
    const client = await RawClient.connect(bank.port);
    const head = 'POST /v1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n';
    client.write(`${head}0\r\n\r\n`, READ);
    const answers = await client.closed();
    expect(answers.map(({ startLine }) => startLine)).toEqual(['HTTP/1.1 400 Bad Request']);
    expect(String(answers[0]?.body)).toContain("isn't HTTP/1.1");
  });
});

/** Sends a header by the byte until the test ends, on a new connection where the last one was closed. */
async function sendByTheByte(port: number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const socket = await guestSocket(port);
    socket.resume().write('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
    while (!isOver() && socket.writable) {
      socket.write('a');
      await pause(20);
    }
    socket.destroy();
  }
}

async function sendLargeBodies(port: number, isOver: () => boolean): Promise<void> {
  const head = `POST ${CREATE} HTTP/1.1\r\nHost: a\r\nContent-Length: ${MIB}\r\n\r\n`;
  const wire = Buffer.concat([Buffer.from(head), Buffer.alloc(MIB, 'x')]);
  const guest = new MutatedGuest(() => guestSocket(port), PATIENCE_MS);
  while (!isOver()) await guest.send(wire);
  guest.close();
}

describe('a bank beside 1,000 idle connections, 8 slow senders and 8 senders of 1 MB [S12-connections, A-server-mutated]', () => {
  it('goes on, in bounded memory, and answers an honest client', async () => {
    const bank = await forkedBank(['--max-old-space-size=256']);
    const before = (await bank.ask('usage')).rss;
    const idle: Socket[] = [];
    onTestFinished(() => {
      for (const socket of idle) socket.destroy();
    });
    while (idle.length < 1000)
      idle.push(...(await Promise.all(Array.from({ length: 50 }, () => guestSocket(bank.port)))));
    let isOver = false;
    const bad = [sendByTheByte, sendLargeBodies].flatMap((send) =>
      Array.from({ length: GUESTS }, () => send(bank.port, () => isOver)),
    );
    const honest = new MutatedGuest(() => guestSocket(bank.port), PATIENCE_MS);
    let most = 0;
    for (let count = 0; count < 40; count += 1) {
      await honest.send(wireOf(creation(testSigner(), { remittance: `honest ${count}` })));
      most = Math.max(most, (await bank.ask('usage')).rss);
    }
    isOver = true;
    await Promise.all(bad);
    honest.close();
    expect(Object.fromEntries(honest.statuses)).toEqual({ 201: 40 });
    expect(idle.filter(({ destroyed }) => destroyed)).toEqual([]);
    expect(most - before).toBeLessThan(400 * MIB);
    expect(bank.said()).toBe('');
  });
});

describe('memory of a bank [S12-connections, A-server-flat]', () => {
  const head = `POST ${CREATE} HTTP/1.1\r\nHost: a\r\n`;
  it.each([
    [
      '600 bodies that lack a byte',
      Buffer.from(`${head}Content-Length: ${MIB}\r\n\r\n${'x'.repeat(MIB - 1)}`),
      600,
    ],
    [
      '30 bodies in chunks of one byte',
      Buffer.from(`${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(200_000)}`),
      30,
    ],
    ['64 KiB of requests on each of 400 connections', Buffer.from(READ.toString().repeat(1600)), 400],
    [
      'the largest headers on each of 400 connections',
      Buffer.from(`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'x'.repeat(30_000)}\r\n\r\n`.repeat(8)),
      400,
    ],
  ])('is bounded under %s, and a client behind them is answered', async (_, bytes, connections) => {
    const bank = await forkedBank(['--max-old-space-size=256']);
    const before = (await bank.ask('usage')).rss;
    let most = 0;
    for (let count = 0; count < connections; count += 1) {
      const socket = await guestSocket(bank.port);
      onTestFinished(() => void socket.destroy());
      socket.resume().write(bytes);
      if (count % 25 === 0) most = Math.max(most, (await bank.ask('usage')).rss);
    }
    const other = new MutatedGuest(() => guestSocket(bank.port), PATIENCE_MS);
    await other.send(READ);
    most = Math.max(most, (await bank.ask('usage')).rss);
    other.close();
    expect(other.statuses.size).toBe(1);
    expect([...other.statuses.keys()][0]).toMatch(/^(?:400|503)$/);
    expect(most - before).toBeLessThan(550 * MIB);
    expect(bank.said()).toBe('');
  });
});
