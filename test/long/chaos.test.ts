import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ChaosReport } from '../../src/chaos/report.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';

const SEEDS = Array.from({ length: 20 }, (_, index) => `soak ${index + 1}`);

async function reportOf(name: string, seed: string): Promise<ChaosReport> {
  const home = await homeWithKeys();
  const serve = ['serve', '--port', '0', '--operator', '--quiet', '--json', '--chaos', seed];
  const command = [process.execPath, join(ROOT, 'docs', 'examples', 'node', name)];
  const { stdout } = await spawnPsd2([...serve, '--', ...command], {
    ...{ home, env: temporaryFolderOf(home), trueClock: true },
  });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

it('twenty seeds of trouble show no harm in the careful client, which comes to its end, and some in the careless one [C-serve-chaos-harm, C-serve-chaos]', async () => {
  const met = new Set<string>();
  for (const seed of SEEDS) {
    const { harm, exitCode, met: outcomes } = await reportOf('careful.mjs', seed);
    expect({ seed, harm, exitCode }).toEqual({ seed, harm: [], exitCode: 0 });
    for (const outcome of outcomes) met.add(outcome);
  }
  expect([...met]).toEqual(expect.arrayContaining(['ACCP', 'PDNG', 'ACCESS_EXCEEDED', 'no funds', 'RJCT']));
  const careless = [];
  for (const seed of SEEDS.slice(0, 8)) careless.push(...(await reportOf('careless.mjs', seed)).harm);
  expect(new Set(careless.map(({ harm }) => harm))).toEqual(
    new Set(['payment-made-twice', 'payment-forgotten', 'dead-session-used', 'final-status-unread']),
  );
}, 300_000);
