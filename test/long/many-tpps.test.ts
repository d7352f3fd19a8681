import { describe, expect, it } from 'vitest';
import { processorTime } from '../signing/soon.ts';
import { openTestBank, type Send } from '../support/bank.ts';
import { signersOf } from '../support/seals.ts';
import { testWorlds } from '../support/worlds.ts';

const LIST: Send = { method: 'GET', path: '/v1/sandbox/customers' };
const AROUND = Date.parse('2026-11-18T09:00:00Z');

describe('many TPPs [S11-worlds]', () => {
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
