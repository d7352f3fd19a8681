import { describe, expect, it } from 'vitest';
import { BATTERY } from '../signing/battery/battery.ts';
import { type Outcome, outcomeOf, ratesOf, textOf } from '../signing/battery/measure.ts';
import type { Kind } from '../signing/battery/row.ts';

const outcomes = (async () => {
  const all: Outcome[] = [];
  for (const row of Object.values(BATTERY).flat()) all.push(await outcomeOf(row));
  return all;
})();

const of = async (kind: Kind) => (await outcomes).filter(({ row }) => row.kind === kind);
const wrong = (all: readonly Outcome[]) => all.filter(({ isCauseRight }) => !isCauseRight).map(textOf);

describe('all broken requests of outside readers [G3-never-false, G3-search-limit]', () => {
  it('have no finding that is untrue', async () => {
    const untrue = (await outcomes).filter((one) => one.untrue.length > 0);
    expect(untrue.map(textOf)).toEqual([]);
  });

  it('have no finding that only follows from a header that could not be read', async () => {
    const unfolded = (await outcomes).filter((one) => one.unfolded.length > 0);
    expect(unfolded.map(textOf)).toEqual([]);
  });
});

/** Groups of which each row gets its code and cause. */
const RIGHT = ['every', 'headers', 'keyIds', 'certificates', 'signatures', 'targets', 'written'];

describe.each(
  RIGHT,
)('broken requests of outside readers: %s [G4-findings, G4-causes, G4-said-once]', (group) => {
  it('all get their code and cause', async () => {
    expect(wrong((await outcomes).filter(({ row }) => BATTERY[group]?.includes(row)))).toEqual([]);
  });
});

describe('the rates of outside readers [G4-findings, G4-causes]', () => {
  it('are 98 % right codes and 95 % right causes of the usual ones', async () => {
    const usual = await of('usual');
    const { codes, causes } = ratesOf(usual);
    expect({ codes: codes >= 0.98, causes: causes >= 0.95, wrong: wrong(usual) }).toMatchObject({
      codes: true,
      causes: true,
    });
  });

  it('are 90 % right causes of the rare ones, and of two or three faults at once', async () => {
    for (const kind of ['rare', 'several'] as const) {
      const outcomes = await of(kind);
      expect({ causes: ratesOf(outcomes).causes >= 0.9, wrong: wrong(outcomes) }).toMatchObject({
        causes: true,
      });
    }
  });
});
