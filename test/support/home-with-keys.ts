import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { emptyFolder, psd2 } from './program.ts';

/** A worker has them for all its files: one listener for all, or Node.js warns in the middle of what a program prints. */
const folders: string[] = [];
const removeFolders = () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
};

const originals = new Map<number | undefined, Promise<string>>();

/**
 * A home in which nothing but the keys was made, at the suite's time or when the clock stood: making them takes longer
 * than most commands, so each worker makes them once and each test has a copy.
 */
export async function homeWithKeys(clockAt?: number): Promise<string> {
  const home = join(emptyFolder(), 'home');
  await copyKeys(home, clockAt);
  return home;
}

/** The same, in a home of the caller's. */
export async function copyKeys(home: string, clockAt?: number): Promise<void> {
  const original = originals.get(clockAt) ?? makeKeys(clockAt);
  originals.set(clockAt, original);
  cpSync(await original, home, { recursive: true });
}

async function makeKeys(clockAt: number | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'psd2-keys-'));
  if (folders.length === 0) process.once('exit', removeFolders);
  folders.push(folder);
  const home = join(folder, 'home');
  expect((await psd2(['cert', 'inspect', '--quiet'], { home, cwd: folder, clockAt })).code).toBe(0);
  return home;
}
