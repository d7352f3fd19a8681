import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/sources.ts';
import { withDeviations } from './deviation.ts';
import { DEVIATIONS } from './deviations/all.ts';
import { findOperation, isObject, type JsonObject } from './json.ts';
import { type Exchanged, Judge } from './judge.ts';
import { ACCOUNT_INFORMATION_LIVES } from './lives/account-information.ts';
import { BASKET_LIVES } from './lives/baskets.ts';
import { CANCELLATION_LIVES, DOMESTIC_LIVES } from './lives/domestic.ts';
import { PRODUCT_LIVES } from './lives/products.ts';
import { FAULT_LIVES, REFUSAL_LIVES } from './lives/refusals.ts';
import { type Life, record } from './record.ts';
import { WRONG } from './wrong.ts';

const LIVES: readonly Life[] = [
  ...DOMESTIC_LIVES,
  ...PRODUCT_LIVES,
  ...CANCELLATION_LIVES,
  ...BASKET_LIVES,
  ...REFUSAL_LIVES,
  ...FAULT_LIVES,
  ...ACCOUNT_INFORMATION_LIVES,
];

/** By operationId of the standard: the statuses that the lives of test/contract/lives meet. */
const STATUSES: Readonly<Record<string, string>> = {
  initiatePayment: '201 400 401 403 404 406 409 413 415 503',
  getPaymentInformation: '200 400 401 404 503',
  cancelPayment: '202 204 400 401 404 409',
  getPaymentInitiationStatus: '200 400 401 404',
  startPaymentAuthorisation: '201 400 401 403 404 409',
  getPaymentInitiationAuthorisation: '200 400 401 404',
  getPaymentInitiationScaStatus: '200 400 401 404',
  updatePaymentPsuData: '405',
  startPaymentInitiationCancellationAuthorisation: '201 400 401 404 409',
  getPaymentInitiationCancellationAuthorisationInformation: '200 400 401 404',
  getPaymentCancellationScaStatus: '200 400 401 404',
  updatePaymentCancellationPsuData: '405',
  createSigningBasket: '201 400 401 406 409 413 415 503',
  getSigningBasket: '200 400 401 404 503',
  deleteSigningBasket: '204 400 401 404 409',
  getSigningBasketStatus: '200 400 401 404',
  startSigningBasketAuthorisation: '201 400 401 403 404 409',
  getSigningBasketAuthorisation: '200 400 401 404',
  getSigningBasketScaStatus: '200 400 401 404',
  updateSigningBasketPsuData: '405',
  getAccountList: '200 400 401 406 503',
  readAccountDetails: '200 400 401 404 406 429 503',
  getBalances: '200 400 401 404 406 429',
  getTransactionList: '200 400 401 404 406 429',
  getTransactionDetails: '200 400 401 404 406 429',
  getCardAccountList: '200 400 401 406',
  readCardAccountDetails: '200 400 401 404 406 429',
  getCardAccountBalances: '200 400 401 404 406 429',
  getCardAccountTransactionList: '200 400 401 404 406 429',
  createConsent: '201 400 401 406 413',
  askForBankOfferedConsent: '201 400 401',
  readUser: '200 400 401',
  listAgreements: '200 400 401',
  requestFeeInformation: '200 400 401 403 404 406 413 415',
};

const SEEN: readonly string[] = Object.entries(STATUSES)
  .flatMap(([operation, statuses]) => statuses.split(' ').map((status) => `${operation} ${status}`))
  .sort();

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
      return `${findOperation(deviating, method, target)?.operationId} ${status}`;
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
