import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Random } from '../../src/seed/random.ts';
import { buildProfilePaths } from '../../src/settings/home.ts';
import { BOTH } from '../seed/apply/worlds.ts';
import { homeWithKeys } from '../support/home-with-keys.ts';
import { emptyFolder, spawnPsd2, startPsd2 } from '../support/program.ts';
import { SEED } from '../support/seed.ts';
import { until } from '../support/served.ts';
import { readStored } from '../support/stored.ts';

const POINTS = 10;

const LISTS = [
  ...[
    'customer list',
    'account list',
    'card-account list',
    'agreement list',
    'transactions list 99905012343',
  ],
];

/** Every account with enough transactions that a request isn't all of it. */
const LARGE = Object.entries(BOTH).map(
  ([name, text]) =>
    [name, text.replaceAll(/generate: \{ transactions: \d+/g, 'generate: { transactions: 3000')] as const,
);

async function stateOf(home: string, files: readonly string[]) {
  const lines = [
    ['seed', ...files, '--export', 'json'],
    ...LISTS.map((line) => [...line.split(' '), '--json']),
  ];
  const outcomes = [];
  for (const line of lines) {
    const { code, stdout } = await spawnPsd2(['sandbox', ...line], { home });
    outcomes.push({ code, stdout: stdout.replace(/"_meta": \{[^}]*\}/, '') });
  }
  return outcomes;
}

/** Counts what a seed has made at the bank of a home, which may not be there yet. */
function countTransactions(home: string): number {
  const path = buildProfilePaths(home, 'offline').store;
  if (!existsSync(path)) return 0;
  const [table] = readStored(path, "SELECT name FROM sqlite_schema WHERE name = 'transactions'");
  if (table === undefined) return 0;
  return Number(readStored(path, 'SELECT COUNT(*) AS n FROM transactions')[0]?.n);
}

describe('a seed that is killed or interrupted at ten random points [C-seed-converges]', () => {
  it('is finished by the next: exports and lists are those of one that was left alone', async () => {
    const folder = emptyFolder();
    const files = LARGE.map(([name, text]) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const whole = await homeWithKeys();
    expect((await spawnPsd2(['sandbox', 'seed', ...files], { home: whole })).code).toBe(0);
    const total = countTransactions(whole);
    const expected = await stateOf(whole, files);
    const random = new Random(SEED);
    const cut: (number | null)[] = [];
    for (let point = 0; point < POINTS; point += 1) {
      const home = await homeWithKeys();
      const child = startPsd2(['sandbox', 'seed', ...files], { home });
      child.stdout.resume();
      child.stderr.resume();
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
      const signal = point % 2 === 0 ? 'SIGKILL' : 'SIGINT';
      const enough = (total * random.between(5, 60)) / 100;
      await until(() => child.exitCode !== null || countTransactions(home) >= enough);
      child.kill(signal);
      cut.push(await ended);
      expect(await stateOf(home, files)).toEqual(expected);
    }
    // One that had ended before is no point at which anything was interrupted.
    expect(cut.filter((code) => code === null || code === 130).length).toBeGreaterThanOrEqual(POINTS / 2);
  }, 600_000);
});
