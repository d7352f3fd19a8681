import { describe, expect, it } from 'vitest';
import type { Answer, Send, TestBank } from '../../support/bank.ts';
import { initiation } from '../../support/life/products.ts';
import { sweep } from '../../support/sweep.ts';
import { faults } from '../refusals/expectations.ts';
import { bankOf } from '../refusals/rows.ts';
import { EXTRA, MATRIX, namesOf, OPERATIONS, type Operation } from './operations.ts';

const bank = bankOf();
/** Nobody's 20 open authorisations. */
const explicit = { 'TPP-Explicit-Authorisation-Preferred': 'true' };

function bodyOf(of: TestBank, { body, kind }: Operation): { body?: object } {
  if (body === 'none') return {};
  if (body === 'initiation') return { body: initiation(of, kind) };
  const { instructedAmount: amount, creditorAccount, debtorAccount } = of.payment();
  return { body: { amount, creditorAccount, debtorAccount } };
}

function ask(operation: Operation, headers: NonNullable<Send['headers']>): Promise<Answer> {
  const { method, path } = operation;
  const query = operation.row === 'creation' ? 'allowLogicalDuplicate=true' : '';
  return bank().send({
    ...{ method, path, query },
    ...bodyOf(bank(), operation),
    headers: { ...explicit, ...headers },
  });
}

/** An answer in a line: its status, and its faults. */
function said(answer: Answer): string {
  return [answer.status, ...(answer.status < 300 ? [] : faults(answer))].join(' ');
}

/** What it says once no header lacks. */
function passed({ body }: Operation): string {
  if (body === 'none') return '404 RESOURCE_UNKNOWN -';
  return body === 'fee' ? '200' : '201';
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
const named = OPERATIONS.map((operation) => [nameOf(operation), operation] as const);

/** Once for each row of the matrix and each way of a creation all of it is tried, header by header. */
function isFirstOfItsRow({ row, body }: Operation, place: number): boolean {
  return OPERATIONS.findIndex((one) => one.row === row && one.body === body) === place;
}

const firsts = sweep(OPERATIONS, isFirstOfItsRow);
const oneByOne = firsts.map((operation) => [nameOf(operation), operation] as const);
/** Every operation requires those that it signs with; when one lacks, the bank searches for what was signed. */
const OF_SIGNING = ['Date', 'Digest', 'TPP-Signature-Certificate', 'Signature'];

describe('the headers of every payment operation [I-headers-required, D3-required, D3-required-reading, D3-optional-reading, D3-payment-operations]', () => {
  it.each(named)('must each be there when required: %s', async (_, operation) => {
    const isTold = (name: string) => firsts.includes(operation) || !OF_SIGNING.includes(name);
    const required = sweep(namesOf(operation.row, 'R'), isTold);
    const seen: [string, string][] = [];
    for (const name of required) {
      seen.push([name, said(await ask(operation, { ...EXTRA, [name]: null }))]);
    }
    expect(seen).toEqual(required.map((name) => [name, `400 HTTP_HEADER_REQUIRED ${name}`]));
  });

  it.each(oneByOne)('may each lack when optional: %s', async (_, operation) => {
    const optional = [...namesOf(operation.row, 'O'), 'X-PSU-IDENTITY'];
    const seen: [string, string][] = [];
    for (const name of optional) seen.push([name, said(await ask(operation, { ...EXTRA, [name]: null }))]);
    expect(seen).toEqual(optional.map((name) => [name, passed(operation)]));
  });

  it.each(named)('may all lack but the required ones: %s', async (_, operation) => {
    const none = Object.fromEntries(namesOf(operation.row, 'O').map((name) => [name, null]));
    const psu: Record<string, string> = operation.row === 'creation' ? { 'PSU-Context': 'PRIVATE' } : {};
    expect(said(await ask(operation, { ...none, ...psu }))).toBe(passed(operation));
  });

  it.each(named)('may all be there: %s', async (_, operation) => {
    expect(said(await ask(operation, EXTRA))).toBe(passed(operation));
  });

  it.each(named)('must name a PSU in one of three ways when something is made: %s', async (_, operation) => {
    const nobody = { 'PSU-Context': null, 'X-PSU-IDENTITY': null };
    const needsPsu = operation.row === 'creation';
    const refused = '400 HTTP_HEADER_REQUIRED PSU-ID';
    expect(said(await ask(operation, nobody))).toBe(needsPsu ? refused : passed(operation));
    for (const psu of [{ 'X-PSU-IDENTITY': EXTRA['X-PSU-IDENTITY'] ?? '' }, { 'PSU-Context': 'PRIVATE' }]) {
      expect(said(await ask(operation, { ...nobody, ...psu }))).toBe(passed(operation));
    }
  });
});

it('the table of the operations has the three services, and every header once [D1-paths, D3-required]', () => {
  expect(OPERATIONS).toHaveLength(2 + 6 * 10);
  expect(new Set(OPERATIONS.map(({ path }) => path.split('/')[2]))).toEqual(
    new Set(['payments', 'periodic-payments', 'bulk-payments']),
  );
  const names = MATRIX.map(({ name }) => name.toLowerCase());
  expect(names).toEqual([...new Set(names)]);
});
