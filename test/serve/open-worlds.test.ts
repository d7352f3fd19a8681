import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashIdentity } from '../../src/bank/worlds.ts';
import type { HttpRequest } from '../../src/message.ts';
import { ResourcePool } from '../../src/serve/worlds/resource-pool.ts';
import { openTestBank, type Send, signerOf } from '../support/bank.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { signersOf } from '../support/seals.ts';
import { ONE, OTHER, testWorlds } from '../support/worlds.ts';

const LIST: Send = { method: 'GET', path: '/v1/sandbox/customers' };
const AROUND = Date.parse('2026-11-18T09:00:00Z');
const stores = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.db'));

/** Signers of as many TPPs, on one key. */
function tpps(count: number) {
  return signersOf(
    Array.from({ length: count }, (_, place) => `PSDNO-FSA-5${String(place).padStart(7, '0')}`),
    AROUND,
  );
}

it("when a world was used last isn't changed by a stranger who follows a link that nobody gave [S11-worlds]", async () => {
  const worlds = await testWorlds({ mostOpen: 1 });
  const usedBy = async (tpp: string): Promise<string> => {
    const { json } = await worlds.operate(undefined, 'GET', '/operator/worlds');
    return json.worlds.find(({ identity }: { identity: string }) => identity === tpp).lastUsedAt;
  };
  await worlds.send(ONE, LIST);
  // It is closed for the other one.
  await worlds.send(OTHER, LIST);
  const before = [await usedBy(ONE), await usedBy(OTHER)];
  worlds.bank.now += 86_400_000;
  const target = `/sca/${'A'.repeat(22)}/${hashIdentity(ONE)}${'0'.repeat(22)}`;
  const headers: HttpRequest['headers'] = [];
  const page = await worlds.ask({ method: 'GET', target, headers, body: new Uint8Array() });
  expect([page.status, worlds.opened.openNow()]).toEqual([404, [hashIdentity(ONE)]]);
  await worlds.send(OTHER, LIST);
  expect(await usedBy(ONE)).toBe(before[0]);
  expect(await usedBy(OTHER)).not.toBe(before[1]);
});

describe('how fast worlds are founded [S11-worlds-rate]', () => {
  it('is limited for new TPPs, and not for those that have a world', async () => {
    let now = 1000;
    const worlds = await testWorlds({ worldsPerMinute: 2, stopwatch: () => now, mostOpen: 1 });
    const [one, other, third, fourth] = tpps(4);
    expect((await worlds.send(one!, LIST)).status).toBe(200);
    now += 20_500;
    // Many requests of one TPP found one world.
    const first = await Promise.all([worlds.send(other!, LIST), worlds.send(other!, LIST)]);
    expect(first.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await worlds.send(third!, LIST);
    expect([refused.status, refused.headers['Retry-After']]).toEqual([429, '40']);
    expect(refused.json.tppMessages).toMatchObject([
      { code: 'ACCESS_EXCEEDED', text: expect.stringContaining('2 new TPPs a minute') },
    ]);
    expect(worlds.opened.openNow()).toHaveLength(1);
    expect((await worlds.send(one!, LIST)).status).toBe(200);
    now += 39_500;
    const again = await Promise.all([worlds.send(third!, LIST), worlds.send(fourth!, LIST)]);
    expect(again.map(({ status }) => status)).toEqual([200, 429]);
    expect(stores(worlds.folder)).toHaveLength(3);
    expect(worlds.unexpected).toEqual([]);
  });

  it('has no limit at 0', async () => {
    const worlds = await testWorlds({ worldsPerMinute: 0 });
    const all = await Promise.all(tpps(12).map((tpp) => worlds.send(tpp, LIST)));
    expect(all.map(({ status }) => status)).toEqual(Array(12).fill(200));
  });
});

describe('a world is founded [S11-worlds]', () => {
  it('once, by many first requests of one TPP at once', async () => {
    const worlds = await testWorlds();
    const all = await Promise.all(Array.from({ length: 16 }, () => worlds.send(ONE, LIST)));
    expect(new Set(all.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(all[0]?.status).toBe(200);
    expect(stores(worlds.folder)).toEqual([`${hashIdentity(ONE)}.db`]);
    expect(readdirSync(worlds.folder).join()).not.toContain(ONE);
    expect(worlds.unexpected).toEqual([]);
  });

  it('by no request that the guards refuse, whose answer is that of a shared bank', async () => {
    const worlds = await testWorlds();
    const shared = await openTestBank();
    onTestFinished(() => shared.close());
    const spoilt = (request: HttpRequest): HttpRequest => ({
      ...request,
      headers: request.headers.map(([name, value]) => [name, name === 'Digest' ? `${value}x` : value]),
    });
    const refused: Send[] = [
      { ...LIST, headers: { Signature: null } },
      { ...LIST, headers: { Date: new Date(AROUND - 86_400_000).toUTCString() } },
      { body: worlds.bank.payment(), afterSigning: spoilt },
      { ...LIST, headers: { 'X-Request-ID': 'a b' } },
      { path: '/v1/sandbox/customers', rawBody: '{' },
      { method: 'GET', path: '/v1/nothing' },
      { method: 'PUT', path: '/v1/accounts' },
      { method: 'GET', path: '/operator/clock' },
    ];
    for (const what of refused) {
      const request = worlds.bank.signed({ ...what, as: signerOf(ONE) });
      const ask = async ({ handle }: { handle: typeof worlds.opened.handle }) =>
        handle(request, { address: '192.0.2.9', operator: false });
      const [here, there] = [await ask(worlds.opened), await ask({ handle: shared.handle })];
      expect(here, what.path).toEqual(there);
      expect(here.status).toBeGreaterThanOrEqual(400);
    }
    expect(stores(worlds.folder)).toEqual([]);
  });

  it('up to a limit, and who has one already is not concerned', async () => {
    const worlds = await testWorlds({ mostWorlds: 2 });
    const [one, two, three] = tpps(3);
    for (const signer of [one!, two!]) expect((await worlds.send(signer, LIST)).status).toBe(200);
    const refused = await worlds.send(three!, LIST);
    expect(refused).toMatchObject({ status: 403, json: { tppMessages: [{ code: 'FORBIDDEN' }] } });
    expect(refused.text).toContain('2 worlds');
    expect((await worlds.send(one!, LIST)).status).toBe(200);
    expect(stores(worlds.folder)).toHaveLength(2);
    expect(worlds.unexpected).toEqual([]);
  });

  it('with what fills it, wholly or not at all', async () => {
    let fails = true;
    const worlds = await testWorlds({
      fill: async ({ path }) => {
        writeFileSync(path, '');
        if (fails) throw new Error('half way');
      },
    });
    expect((await worlds.send(ONE, LIST)).status).toBe(500);
    expect(readdirSync(worlds.folder).filter((name) => name.startsWith(hashIdentity(ONE)))).toEqual([]);
    fails = false;
    expect((await worlds.send(ONE, LIST)).status).toBe(200);
  });
});

describe('worlds are open [S11-worlds]', () => {
  it('32 at once of 40, each answered out of its own', async () => {
    const worlds = await testWorlds();
    const signers = tpps(40);
    const first = await Promise.all(signers.map((signer) => worlds.send(signer, LIST)));
    const ids = first.map(({ json }) => json?.[0]?.customerId);
    expect(new Set(ids).size).toBe(40);
    expect(worlds.opened.openNow().length).toBeLessThanOrEqual(32);
    // Twice each, at once and in another order: some are open, some are opened again.
    const again = [...signers, ...signers].reverse();
    const second = await Promise.all(again.map((signer) => worlds.send(signer, LIST)));
    expect(second.map(({ json }) => json?.[0]?.customerId)).toEqual([...ids, ...ids].reverse());
    expect(worlds.opened.openNow().length).toBeLessThanOrEqual(32);
    expect(worlds.unexpected).toEqual([]);
  });

  it('until the last request is answered, when they are closed under load', async () => {
    const worlds = await testWorlds({ mostOpen: 2 });
    const signers = tpps(3);
    const sent = signers.map((signer) => worlds.send(signer, { body: worlds.bank.payment() }));
    await Promise.resolve();
    await worlds.opened.close();
    for (const { status } of await Promise.all(sent)) expect([201, 401, 503]).toContain(status);
    expect(readdirSync(worlds.folder).filter((name) => name.includes('.new'))).toEqual([]);
    expect((await worlds.send(signers[0]!, LIST)).status).toBe(503);
  });

  it('again by another process, with what they had: ids, secrets and whose they are', async () => {
    const path = join(memoryFolder('psd2-again-'), 'bank.db.worlds');
    const before = await testWorlds({ path });
    const customer = { customerNumber: '310999059', name: 'Igjen AS', type: 'CORPORATE' };
    const made = await before.send(ONE, { path: '/v1/sandbox/customers', body: customer });
    await before.send(OTHER, LIST);
    await before.opened.close();
    const after = await testWorlds({ path });
    const { json } = await after.operate(undefined, 'GET', '/operator/worlds');
    expect(json.worlds.map(({ identity }: { identity: string }) => identity).sort()).toEqual([ONE, OTHER]);
    const read = { method: 'GET', path: `/v1/sandbox/customers/${made.json.customerId}` };
    expect((await after.send(ONE, read)).status).toBe(200);
    expect((await after.send(OTHER, read)).status).toBe(404);
    // Another key with the same name came second, although this process has seen no other.
    const [stranger] = signersOf([ONE], AROUND);
    expect((await after.send(stranger!, LIST)).status).toBe(403);
  });

  it('after a process that was killed while it founded one', async () => {
    const path = join(memoryFolder('psd2-half-'), 'bank.db.worlds');
    mkdirSync(path, { mode: 0o700 });
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    const half = join(path, `${hashIdentity(ONE)}.${gone.pid}.1.new`);
    for (const name of [half, `${half}-wal`]) writeFileSync(name, 'half', { mode: 0o600 });
    const theirs = join(path, `${hashIdentity(OTHER)}.${process.ppid}.1.new`);
    writeFileSync(theirs, 'being made', { mode: 0o600 });
    const worlds = await testWorlds({ path });
    expect(existsSync(half) || existsSync(`${half}-wal`)).toBe(false);
    // That process is there and goes on.
    expect(readFileSync(theirs, 'utf8')).toBe('being made');
    expect((await worlds.send(ONE, LIST)).status).toBe(200);
  });

  it('in two processes at once, where one world is made', async () => {
    const path = join(memoryFolder('psd2-two-'), 'bank.db.worlds');
    const [here, there] = [await testWorlds({ path }), await testWorlds({ path })];
    const [one, other] = await Promise.all([here.send(ONE, LIST), there.send(ONE, LIST)]);
    expect(one.status).toBe(200);
    expect(other.text).toBe(one.text);
    const customer = { customerNumber: '310999059', name: 'Felles AS', type: 'CORPORATE' };
    const made = await here.send(ONE, { path: '/v1/sandbox/customers', body: customer });
    const read = { method: 'GET', path: `/v1/sandbox/customers/${made.json.customerId}` };
    expect((await there.send(ONE, read)).status).toBe(200);
  });
});

describe('the world that the operator names [S11-worlds]', () => {
  const OFFICE = 'VATNO-310999016';

  it('is with or without PSD what PSD2 has with it', async () => {
    const worlds = await testWorlds();
    await worlds.send(ONE, LIST);
    await worlds.send(OTHER, LIST);
    for (const name of [ONE, ONE.slice(3)]) {
      expect((await worlds.operate(name, 'GET', '/operator/clock')).status, name).toBe(200);
    }
    expect((await worlds.operate('NO-FSA-0', 'GET', '/operator/clock')).status).toBe(404);
  });

  it('is never that of a stranger who put PSD before the name of another', async () => {
    const worlds = await testWorlds();
    await worlds.send(`PSD${OFFICE}`, LIST);
    expect((await worlds.operate(OFFICE, 'GET', '/operator/clock')).status).toBe(404);
    await worlds.send(OFFICE, LIST);
    await worlds.operate(OFFICE, 'POST', '/operator/clock/advance', { seconds: 60 });
    const offsetOf = async (name: string) =>
      (await worlds.operate(name, 'GET', '/operator/clock')).json.offsetSeconds;
    expect([await offsetOf(OFFICE), await offsetOf(`PSD${OFFICE}`)]).toEqual([60, 0]);
  });
});

describe('places that are open [S11-worlds]', () => {
  function places(most: number) {
    const log: string[] = [];
    const open = new ResourcePool<string>({
      most,
      open: async (key) => {
        log.push(`+${key}`);
        return key;
      },
      close: async (key) => void log.push(`-${key}`),
      closedFault: () => new Error('closed'),
      onUnexpected: (fault) => log.push(String(fault)),
    });
    return { open, log };
  }

  it('are closed least recently used first, and never one where somebody is', async () => {
    const { open, log } = places(2);
    let leave = () => {};
    const stays = open.within(
      'a',
      () =>
        new Promise<void>((resolve) => {
          leave = resolve;
        }),
    );
    for (const key of ['b', 'c', 'd']) await open.within(key, async () => {});
    expect(log).toEqual(['+a', '+b', '+c', '-b', '+d', '-c']);
    leave();
    await stays;
    await open.close();
    expect(log.slice(6).sort()).toEqual(['-a', '-d']);
    await expect(open.within('a', async () => {})).rejects.toThrow('closed');
  });

  it('are as many more as are in use at once, and are closed again', async () => {
    const { open, log } = places(1);
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const both = [open.within('a', () => left), open.within('b', () => left)];
    expect(open.keys).toEqual(['a', 'b']);
    leave();
    await Promise.all(both);
    expect(open.keys).toHaveLength(1);
    // One that is being closed is opened again after that, and takes the place of the other.
    await open.within('a', async () => {});
    expect(log).toEqual(['+a', '+b', '-a', '-b', '+a']);
  });
});
