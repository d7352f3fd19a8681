import { describe, expect, it } from 'vitest';
import { BATTERY } from './battery/battery.ts';
import { wrongOf } from './battery/measure.ts';
import type { Row } from './battery/row.ts';

/** Rows that are not searched for long; all of them, with their rates, are in test/long/battery.test.ts. */
const QUICK = ['headers', 'keyIds', 'certificates', 'signatures', 'targets', 'written'];

describe.each(
  QUICK,
)('broken requests of outside readers: %s [G4-findings, G4-causes, G4-said-once]', (group) => {
  it('get their code and cause, and no finding that is untrue', async () => {
    expect(await wrongOf(rowsOf(group))).toEqual([]);
  });
});

describe('broken strings, values and bodies of outside readers [G3-never-false, G4-findings]', () => {
  it('get their code and cause, and no finding that is untrue: a sample', async () => {
    const sample = ['strings', 'values', 'digests', 'together']
      .flatMap(rowsOf)
      .filter((_, at) => at % 12 === 0);
    const found = sample.filter(({ causes }) => !causes.includes('unknown'));
    expect(await wrongOf(found)).toEqual([]);
  });
});

function rowsOf(group: string): readonly Row[] {
  return BATTERY[group] ?? [];
}
