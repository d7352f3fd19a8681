import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { script } from '../support/child.ts';
import { memoryFolder } from '../support/memory-folder.ts';

// With so large a young generation the engine collects nothing by itself.
it('many TPPs holds a bounded number of descriptors while 500 worlds are opened and closed [S11-worlds, S3-closed-files]', () => {
  const home = memoryFolder('psd2-many-');
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const args = ['--max-semi-space-size=256', ...script('worlds-process'), join(home, 'worlds'), '500'];
  const most = Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  // 32 open worlds with 2 databases each, and 66 closed databases.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual((32 * 2 + 66) * 3);
}, 300_000);
