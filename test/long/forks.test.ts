import { execFileSync } from 'node:child_process';
import { expect, inject, it } from 'vitest';
import { ROOT } from '../support/sources.ts';

/** Uses each fork, so that its store is opened; nothing here collects garbage but the library. */
const LOOP = `
  import { createBank } from '@psd2-tool/cli/bank';
  const world = await createBank();
  const statuses = new Set();
  for (let turn = 0; turn < 400; turn += 1) {
    const fork = await world.fork();
    statuses.add((await (await fork.tpp()).fetch('/v1/sandbox/accounts')).status);
    await fork.clock.advance('1h');
    await fork.close();
  }
  await world.close();
  console.log([...statuses].join(), typeof globalThis.gc);`;

// The driver closes files when the engine collects its statements, which a process with memory to spare never asks for.
it('400 forks in one process with 1,024 descriptors all answer [A-library-tidy]', () => {
  expect(inject('buildFailure')).toBe('');
  const env = { ...process.env, NODE_OPTIONS: '--max-semi-space-size=256', LOOP };
  const script = 'ulimit -n 1024 && exec "$0" --input-type=module --eval "$LOOP"';
  const said = execFileSync('sh', ['-c', script, process.execPath], { cwd: ROOT, encoding: 'utf8', env });
  expect(said).toBe('200 undefined\n');
});
