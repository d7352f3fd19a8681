import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberGiven } from '../support/given.ts';
import { SEED } from '../support/seed.ts';
import { importsOf, sources } from '../support/sources.ts';
import { runs } from '../support/sweep.ts';
import {
  BASKET_STATUSES,
  CODES,
  Coverage,
  EDGES,
  KINDS_EDGES,
  OUT_OF_REACH,
  PART,
  REASONS,
  REDIRECTS,
  REFUSALS,
  SCA_STATES,
} from './coverage.ts';
import { WENT_WRONG } from './found.ts';
import { everyWay } from './histories/every-way.ts';
import { histories } from './histories/histories.ts';
import { weigh } from './histories/weigh.ts';
import { type Laboratory, openLaboratory } from './laboratory.ts';
import { type History, runHistory } from './trial.ts';
import { tryHistories, tryThese } from './try-histories.ts';

/** The history that a person who looks for a fault gives in the environment. */
function historyGiven(): readonly History[] {
  const value = process.env.PSD2_MODEL_HISTORY;
  return value === undefined ? [] : [JSON.parse(value) as History];
}

const RANDOM = numberGiven('PSD2_MODEL_RUNS') ?? runs(30, 8000);
/** How often each way is gone, and each story told; how often at least whatever is there is met. */
const [WAYS, STORIES, LEAST] = [runs(1, 10), runs(1, 4), runs(1, 10)];
/** Most histories are short, so that many are tried; one in twenty is long. */
const RANDOM_HISTORIES = weigh([19, histories(2)], [1, histories(8)]);
let laboratory: Laboratory;
const coverage = new Coverage();

beforeAll(async () => {
  laboratory = await openLaboratory(Date.parse('2027-03-15T09:00:00+01:00'));
});

afterAll(() => laboratory.close());

describe("a payment's life in random histories [D4-life-model, D4-products-model, D5-basket-model, D6-consent, D8-engaged-accounts, D8-delete-agreement, D8-natural-key, D9-invariants, D9-totals, S1-nothing-or-all, S5-run-goes-on, D9-change-balance, D2-status-codes]", () => {
  it('is what the model says, and the ten invariants hold after every step', async () => {
    await tryHistories({ arbitrary: RANDOM_HISTORIES, runs: RANDOM, seed: SEED, laboratory, coverage });
  }, 3_600_000);

  it('is so on every way to a status and on from there, and in every story of products, baskets and deaths [D4-acwc, D4-bulk-cancel, D4-date-at-approval, D4-psu-message, D5-basket-delete, D5-basket-freed, D5-own-start, D5-payment-right, D5-sca-failed, D6-agreement-consent, D9-reserved, D11-hold, D11-settle-late, I-basket-worst-case, S6-clock-and-runs]', async () => {
    await tryThese(everyWay(WAYS, STORIES), laboratory, coverage);
    process.stdout.write(`model: ${coverage.told()}\n`);
  });

  it('takes every one of the 30 transitions', () => {
    expect(EDGES).toHaveLength(30);
    expect(coverage.below(LEAST, EDGES)).toEqual([]);
  });

  it('takes every transition that a kind of payment has, and shows every status of a basket', () => {
    expect(coverage.below(LEAST, [...KINDS_EDGES, ...BASKET_STATUSES, PART])).toEqual([]);
  });

  it('meets every refusal that it can meet, every reason of a rejection, every redirect and every end of an SCA', () => {
    // What only one story meets is met as often as that is told.
    expect(coverage.below(STORIES, [...REFUSALS, ...REASONS, ...REDIRECTS, ...SCA_STATES])).toEqual([]);
    const reached = [...REFUSALS, ...REASONS, ...REDIRECTS].map((one) => one.split(' ').at(-1));
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

it('the model is written from the specification alone: it takes nothing from the program [A-model-apart]', () => {
  const files = sources((path) => path.startsWith('test/model/model/'));
  expect(files.length).toBeGreaterThan(0);
  const taken = files.flatMap((file) => importsOf(file).map(({ target }) => target));
  expect(taken.filter((target) => !target.startsWith('test/model/model/'))).toEqual([]);
});
