import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { Seeded } from '../../src/sandbox/seed.ts';
import { createExportView } from '../../src/sandbox/seed-output.ts';
import { PIPE } from '../support/looks.ts';

const NONE: Seeded['ids'] = {
  ...{ customers: {}, accounts: {}, bbans: {}, cards: {}, agreements: {}, engagements: {} },
};

async function exportedLines(ids: Seeded['ids']): Promise<readonly string[]> {
  const counts = { created: 0, changed: 0, unchanged: 0, differs: 0, deleted: 0 };
  const of = { customers: counts, accounts: counts, cards: counts };
  const bySort = { ...of, agreements: counts, engagements: counts, transactions: counts };
  const result = { ...counts, bySort, steps: [], ids, isPlan: false };
  return (await createExportView('env').text(result, PIPE)).split('\n');
}

/** What a shell has in a variable once it has read the export. */
async function readByShell(ids: Seeded['ids'], name: string): Promise<string> {
  const script = `set -eu\n${(await exportedLines(ids)).join('\n')}\nprintf %s "$${name}"`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' });
}

describe('ids exported for a shell [C-seed-export]', () => {
  // Ids are the bank's words, and a script reads the file as its own.
  it.each([
    "a'b",
    "'; echo run; '",
    '$(echo run)',
    'a b',
  ])('are text, whatever a bank says: %s', async (id) => {
    expect(await readByShell({ ...NONE, customers: { '1': id } }, 'SEED_CUSTOMER_1')).toBe(id);
  });

  it('are lines that a shell takes one by one, whatever the files name', async () => {
    const names = [
      'Bruks-konto',
      'bruks konto',
      'bruks konto 2',
      '貯金',
      '預金',
      'Æ Ø Å',
      "it's $(run)",
      '=',
      'é\n',
      '1',
    ];
    const bbans = { '1': Object.fromEntries(names.map((name, at) => [name, `b${at}`])) };
    const accounts = Object.fromEntries(names.map((_, at) => [`b${at}`, `id${at}`]));
    const ids = { ...NONE, bbans, accounts };
    const lines = await exportedLines(ids);
    expect(lines).toHaveLength(2 * names.length);
    const variables = lines.map((line) => line.split('=')[0] ?? '');
    expect(variables.filter((name) => !/^SEED_[A-Z0-9_]*[A-Z0-9_]$/.test(name))).toEqual([]);
    expect(new Set(variables).size).toBe(variables.length);
    expect(variables).toEqual(
      expect.arrayContaining([
        'SEED_BBAN_1_BRUKS_KONTO',
        'SEED_BBAN_1_BRUKS_KONTO_2',
        'SEED_BBAN_1_BRUKS_KONTO_2_2',
        'SEED_BBAN_1_X',
        'SEED_BBAN_1_X_2',
      ]),
    );
    expect(await readByShell(ids, 'SEED_BBAN_1_BRUKS_KONTO_2')).toBe('b1');
    expect(await readByShell(ids, 'SEED_BBAN_1_X_2')).toBe('b4');
  });
});
