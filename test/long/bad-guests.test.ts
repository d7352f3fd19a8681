import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect as connectTcp, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { guestSocket } from '../support/bad-guests.ts';
import { type ForkedBank, forkedBank } from '../support/forked-bank.ts';
import { numberGiven } from '../support/given.ts';
import { leastTime } from '../support/least-time.ts';
import { MutatedGuest } from '../support/mutated-guest.ts';
import { drawFrom } from '../support/mutated-requests.ts';
import { sendMutated } from '../support/mutated-wires.ts';
import { rowCounts } from '../support/row-counts.ts';
import { SEED } from '../support/seed.ts';
import { RawClient } from '../support/served.ts';
import { connectTls } from '../support/tls.ts';

/** `npm run test:all -- --soak` gives more. */
const MUTATED = numberGiven('PSD2_TEST_MUTATED') ?? 50_000;
const AT_ONCE = 1000;
const GUESTS = 8;
const MIB = 1024 * 1024;
const READ = Buffer.from('GET /v1/accounts HTTP/1.1\r\nHost: a\r\n\r\n');

function openFiles({ child }: ForkedBank): number {
  return readdirSync(`/proc/${child.pid}/fd`).length;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

async function tcpSocket(port: number): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

describe('50,000 signed requests that were changed at random [A-server-mutated]', () => {
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

describe('1,100 connections on which nothing is said [S12-connections]', () => {
  it.each([
    ['before hands are shaken', tcpSocket],
    ['after', guestSocket],
  ])('keep nobody waiting for a second: %s', async (_, arrive) => {
    const bank = await forkedBank();
    const mutes: Socket[] = [];
    onTestFinished(() => {
      for (const mute of mutes) mute.destroy();
    });
    for (let count = 0; count < 1100; count += 1) {
      const mute = await arrive(bank.port);
      mute.on('error', () => {});
      mutes.push(mute);
    }
    // All of them have come when one behind them is answered.
    await new MutatedGuest(() => connectTls(bank.port)).send(READ);
    const ask = async () => {
      const guest = new MutatedGuest(() => connectTls(bank.port));
      await guest.send(READ);
      expect([...guest.statuses.keys()]).toEqual(['400']);
    };
    expect(await leastTime(ask)).toBeLessThan(1000);
    expect(openFiles(bank)).toBeLessThan(1060);
    expect(bank.said()).toBe('');
  });
});
