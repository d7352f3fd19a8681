/**
 * Random histories on a bank, and a model of the specification beside it (the folder model, which takes nothing from
 * the program). `npm run test:long` tries a hundred times as many (test/model/long-run.ts).
 *
 * When one goes wrong, the message has fast-check's seed and the history, shortened, as it can be tried again:
 *   PSD2_MODEL_HISTORY='{"start":…,"commands":[…]}' npx vitest run test/model/life-model.test.ts -t 'went wrong'
 * To draw the same histories again, or others: PSD2_MODEL_SEED=… PSD2_MODEL_RUNS=… with the same command, without -t.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importsOf, sources } from '../support/sources.ts';
import { CODES, Coverage, EDGES, OUT_OF_REACH, REDIRECTS, REFUSALS, SCA_STATES } from './coverage.ts';
import { WENT_WRONG } from './found.ts';
import { historyGiven, numberGiven } from './given.ts';
import { histories } from './histories/histories.ts';
import { type Laboratory, openLaboratory } from './laboratory.ts';
import { runHistory } from './trial.ts';
import { tryHistories } from './try-histories.ts';

const RUNS = numberGiven('PSD2_MODEL_RUNS') ?? 1000;
const SEED = numberGiven('PSD2_MODEL_SEED') ?? 11;
/** Ways to a status and single commands, in one history at most. */
const PIECES = 6;
const LEAST = (10 * RUNS) / 1000;

let laboratory: Laboratory;
const coverage = new Coverage();

beforeAll(async () => {
  laboratory = await openLaboratory(Date.parse('2027-03-15T09:00:00+01:00'));
});

afterAll(() => laboratory.close());

describe("a payment's life in random histories [D4-life-model, D9-invariants, S1-nothing-or-all, S5-run-goes-on]", () => {
  it('is what the model says, and the ten invariants hold after every step', {
    timeout: 300_000,
  }, async () => {
    const arbitrary = histories(PIECES);
    await tryHistories({ arbitrary, runs: RUNS, seed: SEED, laboratory, coverage });
  });

  it('takes every one of the 30 transitions at least ten times', () => {
    expect(EDGES).toHaveLength(30);
    expect(coverage.below(LEAST, EDGES)).toEqual([]);
  });

  it('meets every refusal that it can meet, every redirect and every end of an SCA, at least ten times', () => {
    expect(coverage.below(LEAST, [...REFUSALS, ...REDIRECTS, ...SCA_STATES])).toEqual([]);
    const reached = [...REFUSALS, ...REDIRECTS].map((one) => one.split(' ').at(-1));
    const others = CODES.filter((code) => !reached.includes(code));
    expect(others.sort()).toEqual(Object.keys(OUT_OF_REACH).sort());
  });

  it('goes well where it once went wrong', async () => {
    for (const history of [...Object.values(WENT_WRONG), ...historyGiven()]) {
      await runHistory(history, laboratory, new Coverage());
    }
    expect(laboratory.bank.unexpected).toEqual([]);
  });
});

describe('the model [A-model-apart]', () => {
  it('is written from the specification alone: it takes nothing from the program', () => {
    const files = sources((path) => path.startsWith('test/model/model/'));
    expect(files.length).toBeGreaterThan(0);
    const taken = files.flatMap((file) => importsOf(file).map(({ target }) => target));
    expect(taken.filter((target) => !target.startsWith('test/model/model/'))).toEqual([]);
  });
});
