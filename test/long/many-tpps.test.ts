import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processorTime } from '../signing/soon.ts';
import { openTestBank, type Send } from '../support/bank.ts';
import { script } from '../support/child.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { signersOf } from '../support/seals.ts';
import { testWorlds } from '../support/worlds.ts';

const LIST: Send = { method: 'GET', path: '/v1/sandbox/customers' };
const AROUND = Date.parse('2026-11-18T09:00:00Z');

describe('many TPPs [S11-worlds]', () => {
  // With so large a young generation the engine collects nothing by itself.
  it('holds a bounded number of descriptors while 500 worlds are opened and closed [S3-closed-files]', () => {
    const home = memoryFolder('psd2-many-');
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const args = ['--max-semi-space-size=256', ...script('worlds-process'), join(home, 'worlds'), '500'];
    const most = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
    // 32 open worlds with 2 databases each, and 66 closed databases.
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual((32 * 2 + 66) * 3);
  }, 300_000);

  it('takes little more for a request in an open world than in a shared one, and little to found one', async () => {
    const worlds = await testWorlds();
    const shared = await openTestBank();
    const [first, ...others] = signersOf(
      Array.from({ length: 21 }, (_, place) => `PSDNO-FSA-7${String(place).padStart(7, '0')}`),
      AROUND,
    );
    await worlds.send(first!, LIST);
    const peer = { address: '192.0.2.9', operator: false };
    const request = worlds.bank.signed({ ...LIST, as: first! });
    const timed = async (door: typeof shared.door) => {
      const begun = processorTime();
      for (let count = 0; count < 200; count += 1) await door(request, peer);
      return processorTime() - begun;
    };
    const ratios: number[] = [];
    for (let round = 0; round < 9; round += 1)
      ratios.push((await timed(worlds.opened.handle)) / (await timed(shared.door)));
    const middle = ratios.sort((a, b) => a - b)[4] ?? 0;
    const foundings: number[] = [];
    for (const signer of others) {
      const begun = processorTime();
      expect((await worlds.send(signer, LIST)).status).toBe(200);
      foundings.push(processorTime() - begun);
    }
    const founding = foundings.sort((a, b) => a - b)[10] ?? 0;
    await shared.close();
    expect(middle).toBeLessThan(1.5);
    expect(founding).toBeLessThan(500);
  }, 300_000);
});
