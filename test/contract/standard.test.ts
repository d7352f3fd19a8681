import { beforeAll, describe, expect, it } from 'vitest';
import { oneIn, sweep } from '../support/sweep.ts';
import { lacks, withDeviations, withPatches } from './deviation.ts';
import { DEVIATIONS } from './deviations/all.ts';
import { BEFORE_AMOUNT_AS_STRING } from './deviations/before-amount-as-string.ts';
import { type Exchanged, Judge } from './judge.ts';
import { LIVES } from './lives/all.ts';
import { EARLY_LIVES } from './lives/before-amount-as-string.ts';
import { findOperation } from './operation.ts';
import { type Life, record } from './record.ts';
import { SEEN } from './seen.ts';
import { hasStandardFile, readStandardFile, STANDARD_FILE } from './standard-file.ts';
import { WRONG } from './wrong.ts';

const EARLY_DEVIATIONS = [...DEVIATIONS, ...BEFORE_AMOUNT_AS_STRING];
const ABSENT = hasStandardFile ? '' : `; skipped: there is no file ${STANDARD_FILE}`;

// The one test of the project that may be skipped, and says so.
describe(`answers of payments, baskets, authorisations and account information, held to the standard${ABSENT} [A-standard-contract, A-contract-reading, D2-status-codes]`, {
  skip: !hasStandardFile,
}, () => {
  const judge = new Judge();
  /** A life that fails is a failure of its own test. */
  const lived = new Map<string, PromiseSettledResult<readonly Exchanged[]>>();
  const standard = hasStandardFile ? readStandardFile() : {};
  const deviating = hasStandardFile ? withDeviations(standard, DEVIATIONS) : {};
  const early = hasStandardFile ? withDeviations(standard, EARLY_DEVIATIONS) : {};

  beforeAll(async () => {
    for (const life of [...LIVES, ...EARLY_LIVES]) {
      const [answers] = await Promise.allSettled([record(life)]);
      lived.set(life.what, answers);
    }
  });

  const answersIn = (what: string) => {
    const answers = lived.get(what);
    if (answers?.status !== 'fulfilled') throw answers?.reason ?? new Error(`nobody lived ${what}`);
    return answers.value;
  };

  const answersOf = (lives: readonly Life[]) => {
    const settled = lives.map(({ what }) => lived.get(what));
    return settled.flatMap((answers) => (answers?.status === 'fulfilled' ? answers.value : []));
  };

  const faultsIn = (document: typeof standard, answers: readonly Exchanged[]) =>
    answers.flatMap((answer) => {
      const said = `${answer.method} ${answer.target} ${answer.status}: ${answer.body}`;
      return judge.faultsOf(document, answer).map((fault) => `${fault}\n  ${said}`);
    });

  /** Whether some answer fits the file with its deviations, and not this version of it. */
  const isNeeded = (lacking: typeof standard, whole: typeof standard, answers: readonly Exchanged[]) =>
    answers.some((answer) => judge.refuses(lacking, answer) && !judge.refuses(whole, answer));

  it('is about the edition that the specification names', () => {
    expect(standard).toMatchObject({
      openapi: '3.0.1',
      info: { version: expect.stringMatching(/^1\.3\.11/) },
    });
  });

  it.each([
    ...LIVES.map(({ what }) => [what, deviating] as const),
    ...EARLY_LIVES.map(({ what }) => [what, early] as const),
  ])('fits all answers in %s', (what, document) => {
    const answers = answersIn(what);
    expect(answers.length).toBeGreaterThan(0);
    expect(faultsIn(document, answers)).toEqual([]);
  });

  it('has seen every operation with every status that it can have', () => {
    const seen = answersOf(LIVES).map(({ method, target, status }) => {
      const operation = findOperation(deviating, method, target);
      return `${operation?.operationId} ${status}`;
    });
    expect([...new Set(seen)].sort()).toEqual(SEEN);
  });

  // A deviation that is not needed any more is old, not wrong: a quarter of them here, all in test:all.
  it.each(
    sweep(lacks(DEVIATIONS), oneIn(4)).map(({ title, patches }) => [title, patches] as const),
  )('needs that %s', (_, patches) => {
    expect(isNeeded(withPatches(standard, patches), deviating, answersOf(LIVES))).toBe(true);
  });

  it('needs that amounts are JSON numbers before amount-as-string', () => {
    expect(BEFORE_AMOUNT_AS_STRING.flatMap(({ patches }) => patches)).toHaveLength(1);
    expect(isNeeded(deviating, early, answersOf(EARLY_LIVES))).toBe(true);
  });

  it('gives each deviation a reason that cites the specification', () => {
    const reasons = EARLY_DEVIATIONS.map(({ reason }) => reason);
    expect(reasons.filter((reason) => !/^[ID]\d*-[a-z]/.test(reason))).toEqual([]);
  });

  it.each(WRONG.map((wrong) => [wrong.what, wrong] as const))('refuses %s', (_, {
    operation,
    status,
    change,
  }) => {
    const answer = answersOf(LIVES).find(
      (one) =>
        one.status === status && findOperation(deviating, one.method, one.target)?.operationId === operation,
    );
    expect(answer).toBeDefined();
    expect(judge.faultsOf(deviating, answer!)).toEqual([]);
    expect(judge.refuses(deviating, change(answer!))).toBe(true);
  });
});
