import { describe, expect, it } from 'vitest';
import { BATTERY } from './battery/battery.ts';
import { outcomeOf, wrongOf } from './battery/measure.ts';
import type { Row } from './battery/row.ts';

/** Rows that are not searched for long; all of them, with their rates, are in test/long/battery.test.ts. */
const QUICK = ['headers', 'keyIds', 'certificates', 'signatures', 'targets', 'written'];

describe.each(QUICK)('broken requests of outside readers: %s [G4-findings, G4-causes]', (group) => {
  it('get their code and cause, and no finding that is untrue', async () => {
    expect(await wrongOf(rowsOf(group))).toEqual([]);
  });
});

describe('broken strings, values and bodies of outside readers [G3-never-false, G4-findings]', () => {
  it('get their code and cause, and no finding that is untrue: a sample', async () => {
    const sample = ['strings', 'values', 'digests', 'together']
      .flatMap(rowsOf)
      .filter((_, at) => at % 6 === 0);
    const found = sample.filter(({ causes }) => !causes.includes('unknown'));
    expect(await wrongOf(found)).toEqual([]);
  });

  it('says of a request whose X-Request-ID was made anew no more than what is suspected', async () => {
    const row = rowsOf('values').find(({ name }) => name === 'X-Request-ID made anew when sending') as Row;
    const { shown } = await outcomeOf(row);
    expect(shown.findings[0]).toMatchObject({ code: 'signature-invalid', cause: 'unknown', proved: false });
    expect(shown.findings[0]?.header).toBeUndefined();
    expect(shown.findings[0]?.suspects?.[0]?.header).toBe('x-request-id');
  });
});

function rowsOf(group: string): readonly Row[] {
  return BATTERY[group] ?? [];
}
