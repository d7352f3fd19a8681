import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { buildProfilePaths, type ProfilePaths } from '../../src/settings/home.ts';
import { emptyFolder, psd2 } from './program.ts';

export interface HomeInUse extends ProfilePaths {
  readonly home: string;
  /** The one payment that was made there. */
  readonly paymentId: string;
}

let original: Promise<{ home: string; paymentId: string }> | undefined;

/** A home in which the program has made keys, a world and one payment: made once, copied for each test. */
export async function homeInUse(): Promise<HomeInUse> {
  original ??= makeOriginal();
  const { home: from, paymentId } = await original;
  const home = join(emptyFolder(), 'home');
  cpSync(from, home, { recursive: true });
  return { home, paymentId, ...buildProfilePaths(home, 'offline') };
}

async function makeOriginal(): Promise<{ home: string; paymentId: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-test-'));
  // A worker has one for all its files.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, 'home');
  const { code, stdout } = await psd2(['payments', 'create', '--domestic', '--example', '--quiet'], { home });
  expect(code).toBe(0);
  return { home, paymentId: stdout.trim() };
}
