import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChaosReport } from '../../src/chaos/report.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { spawnPsd2 } from '../support/program.ts';
import { temporaryFolderOf } from '../support/serving.ts';
import { ROOT } from '../support/sources.ts';

/** A client of docs/examples, at a bank that makes the trouble of a seed. */
async function client(name: string, seed: string) {
  const home = await homeWithKeys();
  const serve = ['serve', '--port', '0', '--operator', '--quiet', '--json', '--chaos', seed];
  const command = [process.execPath, join(ROOT, 'docs', 'examples', 'node', name)];
  const outcome = await spawnPsd2([...serve, '--', ...command], {
    ...{ home, env: temporaryFolderOf(home), trueClock: true },
  });
  const report: ChaosReport = JSON.parse(outcome.stdout.trimEnd().split('\n').at(-1) ?? '');
  return { ...outcome, report };
}

describe('psd2 serve --chaos [C-serve-chaos, C-serve-chaos-seed, C-serve-chaos-met, C-serve-chaos-harm]', () => {
  it('catches a careless client making a payment twice, and says the same of the same seed', async () => {
    const [once, again] = [await client('careless.mjs', '1'), await client('careless.mjs', '1')];
    expect(once.report.harm).toContainEqual({
      harm: 'payment-made-twice',
      payments: [expect.any(String), expect.any(String)],
    });
    expect(once.report.harm.map(({ harm }) => harm)).toContain('dead-session-used');
    expect(once).toMatchObject({ code: 6, stderr: '' });
    expect(again.report).toEqual(once.report);
  });

  // A job whose client calls another bank by mistake would be green.
  it('ends with 6 where the command never called the bank, and keeps the code of one that failed', async () => {
    const home = await homeWithKeys();
    const serve = ['serve', '--port', '0', '--quiet', '--chaos', '1', '--', 'sh', '-c'];
    const ended = await spawnPsd2([...serve, 'exit 0'], {
      home,
      env: temporaryFolderOf(home),
      trueClock: true,
    });
    expect(ended).toMatchObject({ code: 6, stderr: expect.stringContaining('Nothing was tested') });
    const failed = await spawnPsd2([...serve, 'exit 3'], {
      home,
      env: temporaryFolderOf(home),
      trueClock: true,
    });
    expect(failed.code).toBe(3);
  });
});
