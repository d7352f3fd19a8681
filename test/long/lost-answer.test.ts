import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, spawnPsd2, startPsd2 } from '../support/program.ts';
import { CREATE, writeProfile } from '../support/remote-home.ts';
import { startServe } from '../support/serving.ts';
import { storedPayments } from '../support/stored.ts';
import { rawTcpServer } from '../support/tls.ts';

/** Stands before a bank and can keep its answers from the client; it ends with the test. */
interface HoldingRelay {
  readonly port: number;
  /** The port of the bank; it may come back at another. */
  leadsTo: number;
  /** Whether the client gets the handshake and nothing after it. */
  holds: boolean;
}

async function holdingRelay(leadsTo: number): Promise<HoldingRelay> {
  const relay = { leadsTo, holds: true };
  const port = await rawTcpServer((client) => {
    const bank = connect({ host: '127.0.0.1', port: relay.leadsTo });
    const { holds } = relay;
    // The first is the client's hello; what follows goes out once it knows the bank, and the request is in it.
    let spoken = 0;
    client.on('data', (chunk: Buffer) => {
      spoken += 1;
      bank.write(chunk);
    });
    bank.on('data', (chunk: Buffer) => {
      if (!holds || spoken < 2) client.write(chunk);
    });
    bank.on('error', () => client.destroy());
    bank.on('close', () => client.destroy());
    client.on('close', () => bank.destroy());
  });
  return Object.assign(relay, { port });
}

const portOf = (url: string) => Number(new URL(url).port);

/** A command killed after the bank has answered it, and before it heard. */
async function killUnheard(home: string, serving: { readonly stderr: () => string }): Promise<void> {
  const command = startPsd2([...CREATE, '--sca', 'none'], { home });
  const ended = once(command, 'close');
  while (!serving.stderr().includes('"operation":"create payment"')) {
    if (command.exitCode !== null) throw new Error('it has ended before the bank answered');
    await sleep(20);
  }
  command.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** A bank with its one payment, and a home that does not know that it is made. */
async function lostPayment() {
  const store = join(emptyFolder(), 'bank.db');
  const serving = await startServe(['--store', store]);
  const relay = await holdingRelay(portOf(serving.ready.url));
  const home = await homeWithKeys();
  const baseUrl = `https://127.0.0.1:${relay.port}`;
  writeProfile(home, { baseUrl, caFile: serving.ready.caFile, psuIpAddress: '192.0.2.1' });
  await killUnheard(home, serving);
  return { store, serving, relay, home, made: storedPayments(store) };
}

async function json(line: readonly string[], home: string) {
  return JSON.parse((await spawnPsd2([...line, '--json'], { home })).stdout);
}

async function expectResumed(home: string, relay: HoldingRelay, store: string, made: readonly string[]) {
  relay.holds = false;
  const { items } = await json(['payments', 'pending'], home);
  expect(items).toMatchObject([{ operation: 'create payment', requestId: expect.any(String) }]);
  const [{ requestId }] = items;
  const resumed = await json(['payments', 'resume', requestId, '--yes'], home);
  expect(resumed).toMatchObject({ paymentId: made[0], _meta: { requestId, status: 201 } });
  expect(storedPayments(store)).toEqual(made);
  expect(await json(['payments', 'pending'], home)).toEqual({ items: [] });
}

describe('kill -9 of a command between its request and the answer of a served bank [C-payments-resume, D13-repeat, S1-durable]', () => {
  it('leaves the payment pending; resumed, it has the first answer, and one exists', async () => {
    const { home, relay, store, made } = await lostPayment();
    expect(made).toHaveLength(1);
    await expectResumed(home, relay, store, made);
  });

  it('and the same once the bank was killed, too, and has been started again', async () => {
    const { home, relay, store, made, serving } = await lostPayment();
    serving.child.kill('SIGKILL');
    await serving.ended();
    const again = await startServe(['--store', store], serving.home);
    relay.leadsTo = portOf(again.ready.url);
    await expectResumed(home, relay, store, made);
  });
});
