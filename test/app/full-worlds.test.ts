import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { markOf } from '../../src/bank/worlds/mark.ts';
import { collectClosed } from '../../src/store/sqlite/collect.ts';
import type { Send } from '../support/bank.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { signersOf } from '../support/seals.ts';
import { ONE, OTHER, type TestWorlds, testWorlds } from '../support/worlds.ts';

const LIST: Send = { method: 'GET', path: '/v1/sandbox/customers' };
const MAKE: Send = {
  path: '/v1/sandbox/customers',
  body: { customerNumber: '310999059', name: 'Holdbar AS', type: 'CORPORATE' },
};
const AROUND = Date.parse('2026-11-18T09:00:00Z');
const DAY = 86_400_000;

/** So few are open that the others are only files, as they are at a bank with a thousand. */
const FEW = { mostWorlds: 4, mostOpen: 1 };

const attackers = (count: number, first = 0) =>
  signersOf(
    Array.from({ length: count }, (_, place) => `PSDNO-FSA-4${String(first + place).padStart(7, '0')}`),
    AROUND,
  );

const stands = ({ folder }: TestWorlds, identity: string) =>
  existsSync(join(folder, `${markOf(identity)}.db`));

async function makeIn(worlds: TestWorlds, tpp: string): Promise<Send> {
  const made = await worlds.send(tpp, MAKE);
  expect(made.status, made.text).toBe(201);
  return { method: 'GET', path: `/v1/sandbox/customers/${made.json.customerId}` };
}

describe('a bank that has as many worlds as it can [S11-worlds]', () => {
  it('lets a new TPP in whoever has filled it with certificates of their own, and loses nothing that was made', async () => {
    const worlds = await testWorlds(FEW);
    const read = await makeIn(worlds, ONE);
    for (const signer of attackers(9)) expect((await worlds.send(signer, LIST)).status).toBe(200);
    expect((await worlds.send(OTHER, LIST)).status).toBe(200);
    expect((await worlds.send(ONE, read)).status).toBe(200);
    expect(readdirSync(worlds.folder).filter((name) => name.endsWith('.db'))).toHaveLength(4);
    expect(worlds.unexpected).toEqual([]);
  });

  it('gives up the one that was unused the longest, of which the next request finds the same again', async () => {
    const worlds = await testWorlds(FEW);
    const before = await worlds.send(ONE, LIST);
    const signers = attackers(8);
    for (const [place, signer] of signers.entries()) {
      // Whose files a closed store has yet to let go is passed over.
      await collectClosed();
      worlds.bank.now += 1000;
      await worlds.send(signer, LIST);
      if (place === 1) await worlds.send(ONE, LIST);
      if (place === 3) expect(stands(worlds, ONE)).toBe(true);
    }
    expect(stands(worlds, ONE)).toBe(false);
    expect((await worlds.send(ONE, LIST)).text).toBe(before.text);
  });

  it('says so when all are in use, and lets the TPP in that comes after 90 days', async () => {
    const worlds = await testWorlds(FEW);
    const [first, ...more] = ['1', '2', '3', '4'].map((end) => `PSDNO-FSA-3888881${end}`);
    for (const tpp of [first!, ...more]) {
      await makeIn(worlds, tpp);
      worlds.bank.now += DAY;
    }
    const refused = await worlds.send(OTHER, LIST);
    expect(refused).toMatchObject({ status: 503, json: { tppMessages: [{ code: 'SYSTEM_ERROR' }] } });
    expect(refused.text).toContain('all 4 worlds');
    expect(refused.headers['Retry-After']).toBe('86400');
    expect(stands(worlds, OTHER)).toBe(false);
    worlds.bank.now += 85 * DAY;
    expect((await worlds.send(first!, LIST)).status).toBe(200);
    worlds.bank.now += 4 * DAY;
    expect((await worlds.send(OTHER, LIST)).status).toBe(200);
    expect([first!, ...more].map((tpp) => stands(worlds, tpp))).toEqual([true, false, true, true]);
  });

  it('keeps what the PSU or the operator has done as what the TPP has made', async () => {
    const worlds = await testWorlds(FEW);
    await worlds.operate(ONE, 'POST', '/operator/clock/advance', { seconds: 60 });
    const headers = { 'TPP-Session-ID': 'own-session', 'X-PSU-IDENTITY': '15813963008' };
    const asked = await worlds.send(OTHER, { method: 'GET', path: '/v1/accounts', headers });
    const target = new URL(asked.json._links.scaRedirect.href).pathname;
    const page = await worlds.ask({ method: 'GET', target, headers: [], body: new Uint8Array(0) });
    expect(page.status).toBe(200);
    for (const signer of attackers(9)) await worlds.send(signer, LIST);
    expect([stands(worlds, ONE), stands(worlds, OTHER)]).toEqual([true, true]);
  });

  it('knows in its next process which were in use', async () => {
    const path = join(memoryFolder('psd2-full-'), 'bank.db.worlds');
    const before = await testWorlds({ ...FEW, path });
    const read = await makeIn(before, ONE);
    await before.send(OTHER, LIST);
    await before.opened.close();
    await collectClosed();
    const after = await testWorlds({ ...FEW, path });
    after.bank.now += 1000;
    for (const signer of attackers(9)) expect((await after.send(signer, LIST)).status).toBe(200);
    expect((await after.send(ONE, read)).status).toBe(200);
    expect(stands(after, OTHER)).toBe(false);
  });

  it('gives up none that another process has open', async () => {
    const path = join(memoryFolder('psd2-full-'), 'bank.db.worlds');
    const [here, there] = [await testWorlds({ ...FEW, path }), await testWorlds({ ...FEW, path })];
    await there.send(ONE, LIST);
    for (const signer of attackers(9)) expect((await here.send(signer, LIST)).status).toBe(200);
    expect((await there.send(ONE, MAKE)).status).toBe(201);
  });

  it('gives up one whose log a killed process has left', async () => {
    const path = join(memoryFolder('psd2-full-'), 'bank.db.worlds');
    const before = await testWorlds({ ...FEW, path });
    await before.send(ONE, LIST);
    await before.opened.close();
    await collectClosed();
    const [one] = attackers(1);
    for (const end of ['-wal', '-shm'])
      writeFileSync(join(path, `${markOf(ONE)}.db${end}`), '', { mode: 0o600 });
    const after = await testWorlds({ ...FEW, mostWorlds: 1, path });
    expect((await after.send(one!, LIST)).status).toBe(200);
    expect(stands(after, ONE)).toBe(false);
  });

  it('has no more than there can be, however many come at once', async () => {
    const worlds = await testWorlds({ mostWorlds: 8, mostOpen: 2 });
    await makeIn(worlds, ONE);
    const all = await Promise.all(attackers(24).map((signer) => worlds.send(signer, LIST)));
    for (const { status, text } of all) expect([200, 503], text).toContain(status);
    expect(readdirSync(worlds.folder).filter((name) => name.endsWith('.db')).length).toBeLessThanOrEqual(8);
    await collectClosed();
    expect((await worlds.send(OTHER, LIST)).status).toBe(200);
    expect(stands(worlds, ONE)).toBe(true);
    expect(worlds.unexpected).toEqual([]);
  });
});
