import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { openTestBank } from '../support/bank.ts';
import { approvedAs } from '../support/life/products.ts';
import { emptyFolder } from '../support/program.ts';
import { copyOf } from '../support/stored.ts';
import { atTerminal } from '../support/terminal.ts';

/** Bulks of 500: their run takes longer than a second. */
const BULKS = 30;

/** A home whose bank finds the run of them all due. */
async function homeAsleep(): Promise<string> {
  const bank = await openTestBank();
  for (let made = 0; made < BULKS; made += 1) {
    await approvedAs(bank, 'bulk', { amounts: Array.from({ length: 500 }, () => '1.00') });
  }
  const home = join(emptyFolder(), 'home');
  const { store } = buildProfilePaths(home, 'offline');
  mkdirSync(dirname(store), { recursive: true, mode: 0o700 });
  writeFileSync(store, copyOf(bank.path), { mode: 0o600 });
  await bank.close();
  return home;
}

it('a command that catches up with a long run at a terminal shows how far it is on one line, which the result takes the place of [C-progress, S5-progress]', async () => {
  const { code, all } = await atTerminal(['sandbox', 'account', 'list'], [], { home: await homeAsleep() });
  expect(code, all).toBe(0);
  const [progress = '', result = ''] = all.split('\r\u001b[K').slice(-2);
  expect(progress).toMatch(/^\rcatching up: the run of 2026-11-18 11:30 has processed \d+ of 15000 payments/);
  expect(all.match(/catching up/g)?.length).toBeGreaterThan(1);
  expect(result).not.toContain('catching up');
  expect(result).toContain('Brukskonto');
});
