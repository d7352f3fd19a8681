import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { exported } from '../../src/cli/resources/seed-export.ts';
import type { Seeded } from '../../src/cli/resources/seeded.ts';
import { PIPE } from '../support/looks.ts';

const NONE: Seeded['ids'] = {
  ...{ customers: {}, accounts: {}, bbans: {}, cards: {}, agreements: {}, engagements: {} },
};

/** What a shell has in a variable once it has read the export. */
function readByShell(ids: Seeded['ids'], name: string): string {
  const counts = { created: 0, changed: 0, unchanged: 0, differs: 0, deleted: 0 };
  const of = { customers: counts, accounts: counts, cards: counts };
  const bySort = { ...of, agreements: counts, engagements: counts, transactions: counts };
  const result = { ...counts, bySort, steps: [], ids, isPlan: false };
  const text = exported('env').text(result, PIPE);
  const script = `${text}\nprintf %s "$${name}"`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' });
}

describe('ids exported for a shell [C-seed-export]', () => {
  // Ids are the bank's words, and a script reads the file as its own.
  it.each(["a'b", "'; echo run; '", '$(echo run)', 'a b'])('are text, whatever a bank says: %s', (id) => {
    expect(readByShell({ ...NONE, customers: { '1': id } }, 'SEED_CUSTOMER_1')).toBe(id);
  });
});
