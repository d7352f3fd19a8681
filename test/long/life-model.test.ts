/**
 * 100,000 histories of test/model, drawn from a seed that is printed: most short, so that they take no longer than 20
 * minutes of one processor, and one in ten long. PSD2_MODEL_SEED and PSD2_MODEL_RUNS are taken here too.
 */
import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Coverage, EDGES, REDIRECTS, REFUSALS } from '../model/coverage.ts';
import { numberGiven } from '../model/given.ts';
import { histories } from '../model/histories/histories.ts';
import { type Laboratory, openLaboratory } from '../model/laboratory.ts';
import { tryHistories } from '../model/try-histories.ts';

const RUNS = numberGiven('PSD2_MODEL_RUNS') ?? 100_000;
const SEED = numberGiven('PSD2_MODEL_SEED') ?? randomInt(2 ** 31);
const TOLD_EVERY = 10_000;

const arbitrary = fc.oneof({ weight: 9, arbitrary: histories(3) }, { weight: 1, arbitrary: histories(8) });

let laboratory: Laboratory;

beforeAll(async () => {
  laboratory = await openLaboratory(Date.parse('2027-03-15T09:00:00+01:00'));
});

afterAll(() => laboratory.close());

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}

describe("a payment's life in very many random histories [D4-life-model, D9-invariants]", () => {
  it('is what the model says, and the ten invariants hold after every step', {
    timeout: 3_600_000,
  }, async () => {
    const coverage = new Coverage();
    tell(`${RUNS} histories of seed ${SEED}`);
    const started = Date.now();
    await tryHistories({
      arbitrary,
      runs: RUNS,
      seed: SEED,
      laboratory,
      coverage,
      done: (runs) => {
        if (runs % TOLD_EVERY === 0)
          tell(`${runs} histories in ${Math.round((Date.now() - started) / 1000)} s`);
      },
    });
    expect(coverage.below(RUNS / 1000, [...EDGES, ...REFUSALS, ...REDIRECTS])).toEqual([]);
  });
});
