import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { leastTime } from '../support/least-time.ts';
import { MutatedGuest } from '../support/mutated-guest.ts';
import { drawFrom } from '../support/mutated-requests.ts';
import { mutatedTurns, toHost } from '../support/mutated-wires.ts';
import { processorTimeOf, timesBeside } from '../support/processor-share.ts';
import { speakerAt } from '../support/proxied.ts';
import { SEED } from '../support/seed.ts';
import { servedHome } from '../support/served-home.ts';
import { startProxy } from '../support/serving.ts';

/** More of them would be as many more in the queue of one processor, whatever they send. */
const GUESTS_BESIDE = 2;

async function plainSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** The program, in front of a bank that is served by another process. */
async function proxyOfItsOwn() {
  const { home } = await servedHome('sandbox', '');
  const { ready, child } = await startProxy(['--quiet'], home);
  const port = Number(new URL(ready.url).port);
  const ask = () => speakerAt(port)('GET /v1/sandbox/customers', [`Host: 127.0.0.1:${port}`]);
  return { port, ask, pid: child.pid! };
}

describe('bad guests of a proxy in a process of its own [S12-connections, A-server-mutated]', () => {
  it('that hold 1,100 connections and say nothing keep nobody waiting for a second', async () => {
    const { port, ask } = await proxyOfItsOwn();
    for (let count = 0; count < 1100; count += 1) await plainSocket(port);
    // All of them have come when one behind them is answered.
    expect((await ask()).status).toBe(200);
    expect(await leastTime(async () => expect((await ask()).status).toBe(200))).toBeLessThan(1000);
  });

  it('that send what was changed at random leave others within three times their time', async () => {
    const { port, ask, pid } = await proxyOfItsOwn();
    const draw = drawFrom(SEED);
    const guests = Array.from({ length: GUESTS_BESIDE }, () => new MutatedGuest(() => plainSocket(port)));
    const times = await timesBeside({
      used: async () => processorTimeOf(pid),
      client: async () => expect((await ask()).status).toBe(200),
      guests: guests.map((guest) => mutatedTurns(guest, draw, toHost(port))),
    });
    expect(times).toBeLessThan(3);
  });
});
