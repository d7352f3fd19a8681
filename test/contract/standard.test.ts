import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/sources.ts';
import { withDeviations } from './deviation.ts';
import { DEVIATIONS } from './deviations/all.ts';
import { isObject, type JsonObject } from './json.ts';
import { type Exchanged, Judge } from './judge.ts';
import { LIVES } from './lives/all.ts';
import { findOperation } from './operation.ts';
import { record } from './record.ts';
import { SEEN } from './seen.ts';
import { WRONG } from './wrong.ts';

/** The standard's OpenAPI file: read where it is, never copied (CC BY 4.0, not ours to ship). */
const STANDARD_FILE =
  process.env.PSD2_STANDARD_FILE ??
  join(ROOT, '..', 'shared', 'standards', 'berlin-group-psd2-api-1.3.11.yaml');

const hasStandardFile = existsSync(STANDARD_FILE);

function readStandardFile(): JsonObject {
  const document = parse(readFileSync(STANDARD_FILE, 'utf8'));
  if (!isObject(document)) throw new Error(`${STANDARD_FILE} is no OpenAPI file`);
  return document;
}

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

  beforeAll(async () => {
    for (const life of LIVES) {
      const [answers] = await Promise.allSettled([record(life)]);
      lived.set(life.what, answers);
    }
  });

  const answersIn = (what: string) => {
    const answers = lived.get(what);
    if (answers?.status !== 'fulfilled') throw answers?.reason ?? new Error(`nobody lived ${what}`);
    return answers.value;
  };

  const allAnswers = () =>
    [...lived.values()].flatMap((answers) => (answers.status === 'fulfilled' ? answers.value : []));

  const faultsIn = (document: typeof standard, answers: readonly Exchanged[]) =>
    answers.flatMap((answer) => {
      const said = `${answer.method} ${answer.target} ${answer.status}: ${answer.body}`;
      return judge.faultsOf(document, answer).map((fault) => `${fault}\n  ${said}`);
    });

  it('is about the edition that the specification names', () => {
    expect(standard).toMatchObject({
      openapi: '3.0.1',
      info: { version: expect.stringMatching(/^1\.3\.11/) },
    });
  });

  it.each(LIVES.map(({ what }) => what))('fits all answers in %s', (what) => {
    const answers = answersIn(what);
    expect(answers.length).toBeGreaterThan(0);
    expect(faultsIn(deviating, answers)).toEqual([]);
  });

  it('has seen every operation with every status that it can have', () => {
    const seen = allAnswers().map(({ method, target, status }) => {
      const operation = findOperation(deviating, method, target);
      return `${operation?.operationId} ${status}`;
    });
    expect([...new Set(seen)].sort()).toEqual(SEEN);
  });

  it('gives each deviation a reason that cites the specification', () => {
    const reasons = DEVIATIONS.map(({ reason }) => reason);
    expect(reasons.filter((reason) => !/^[ID]\d*-[a-z]/.test(reason))).toEqual([]);
  });

  it.each(WRONG.map((wrong) => [wrong.what, wrong] as const))('refuses %s', (_, {
    operation,
    status,
    change,
  }) => {
    const answer = allAnswers().find(
      (one) =>
        one.status === status && findOperation(deviating, one.method, one.target)?.operationId === operation,
    );
    expect(answer).toBeDefined();
    expect(judge.faultsOf(deviating, answer!)).toEqual([]);
    expect(judge.refuses(deviating, change(answer!))).toBe(true);
  });
});
