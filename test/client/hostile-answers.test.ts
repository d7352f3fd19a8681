import { describe, expect, it } from 'vitest';
import { call } from '../../src/client/call.ts';
import {
  type AnsweredOperation,
  type CallContext,
  type Operation,
  readAnswer,
} from '../../src/client/operation.ts';
import { Fault } from '../../src/errors.ts';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { REQUIRED_ANSWERS } from '../support/required-answers.ts';

const ANSWERED_OPERATIONS = Object.keys(REQUIRED_ANSWERS) as AnsweredOperation[];

const context: CallContext = {
  ...{ basePath: '', requestId: 'request-1', acceptFix: '', tppSessionId: 's', psu: {} },
  tppRedirectUri: 'https://tpp.example/cb',
};

/** The exchange as each command makes it. */
async function exchange(operation: string, body: string, status: number): Promise<unknown> {
  const exchanged: Operation<undefined, unknown> = {
    ...{ operation, method: 'POST', path: '' },
    request: () => ({ method: 'POST', target: '/', headers: [], body: new Uint8Array() }),
    resource: (response) => readAnswer(operation, response),
  };
  const transport = async () => ({ status, headers: [], body: Buffer.from(body) });
  return (await call({ transport, stopwatch: () => 0 }, exchanged, undefined, context)).resource;
}

/** `accepted`, `refused: …` of a Fault that names the request, else `crashed: …`. */
async function outcomeOf(operation: string, body: string, status = 200): Promise<string> {
  try {
    await exchange(operation, body, status);
    return 'accepted';
  } catch (error) {
    const isTold = error instanceof Fault && error.code === 'ANSWER_INVALID';
    return isTold && error.details.requestId === 'request-1'
      ? `refused: ${error.message}`
      : `crashed: ${error}`;
  }
}

function requiresBody(operation: AnsweredOperation): boolean {
  return REQUIRED_ANSWERS[operation] !== undefined;
}

/** Deeper than a recursion goes. */
const DEEP = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
const OBJECTS = ['{}', '{"__proto__": {}}', '{"other": 1}'];
const UNFIT = [
  ...[' ', 'null', 'true', '12', '"text"', '[null]', '[{}]', '[[]]', '{"cut":', '<p>', '\u0000'],
  `{"deep": ${DEEP}}`,
];

type Step = string | number;

/** A value of which the member at a path is another; undefined leaves it out. */
function changed(value: unknown, [step, ...rest]: readonly Step[], to: unknown): unknown {
  if (step === undefined) return to;
  if (Array.isArray(value)) return value.map((item, i) => (i === step ? changed(item, rest, to) : item));
  return { ...(value as object), [step]: changed((value as Record<string, unknown>)[step], rest, to) };
}

function pathsIn(value: unknown): Step[][] {
  if (typeof value !== 'object' || value === null) return [[]];
  const steps: readonly Step[] = Array.isArray(value) ? value.map((_, i) => i) : Object.keys(value);
  const below = steps.flatMap((step) =>
    pathsIn((value as Record<Step, unknown>)[step]).map((path) => [step, ...path]),
  );
  return [[], ...below];
}

function at(value: unknown, path: readonly Step[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<Step, unknown>)[step], value);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

const OTHERS = [undefined, null, 12.5, 'text', []];

/** Values of another kind than the required one; money may be a number, and no link is required. */
function othersFor(required: unknown, path: readonly Step[]): readonly unknown[] {
  const isText = path.at(-1) === 'amount' && typeof required === 'string';
  const isOptional = path.at(-1) === 'booked';
  const isLink = path.at(-1) === 'self';
  return OTHERS.filter((other) => {
    if (isText && other === 12.5) return false;
    if (other === undefined && isLink) return false;
    return kindOf(other) !== kindOf(required) && !(isOptional && (other ?? undefined) === undefined);
  });
}

describe('hostile answers [C-answer-invalid]', () => {
  it('are looked for at every operation but those that no command calls', () => {
    const called: readonly string[] = ANSWERED_OPERATIONS;
    const uncalled = OPERATIONS.filter(({ name, door }) => door !== 'site' && !called.includes(name));
    expect(uncalled.map(({ name }) => name)).toEqual([
      ...['create consent', 'read user by its other name', 'list worlds'],
    ]);
  });

  it('of another shape are refused: none crashes the client or passes in silence', async () => {
    const wrong: string[] = [];
    let runs = 0;
    const expectOutcome = async (expected: string, ...answer: Parameters<typeof outcomeOf>) => {
      runs += 1;
      const outcome = await outcomeOf(...answer);
      if (!outcome.startsWith(expected)) wrong.push(`${answer[0]} ${answer[1].slice(0, 30)}: ${outcome}`);
    };
    for (const operation of ANSWERED_OPERATIONS) {
      const isEmpty = !requiresBody(operation);
      for (const body of UNFIT) await expectOutcome('refused', operation, body);
      for (const body of OBJECTS) await expectOutcome(isEmpty ? 'accepted' : 'refused', operation, body);
      const mayBeEmpty = isEmpty || operation === 'cancel payment';
      await expectOutcome(mayBeEmpty ? 'accepted' : 'refused', operation, '', 204);
      await expectOutcome(isEmpty ? 'accepted' : 'refused', operation, '', 201);
    }
    expect(wrong).toEqual([]);
    expect(runs).toBeGreaterThan(1_000);
  });

  it('in which a required member lacks, or is of another kind, are refused by its name', async () => {
    const wrong: string[] = [];
    let runs = 0;
    for (const operation of ANSWERED_OPERATIONS.filter(requiresBody)) {
      const required = REQUIRED_ANSWERS[operation];
      expect(await outcomeOf(operation, JSON.stringify(required)), operation).toBe('accepted');
      for (const path of pathsIn(required)) {
        for (const other of othersFor(at(required, path), path)) {
          const body = JSON.stringify(changed(required, path, other));
          if (body === undefined) continue;
          runs += 1;
          const outcome = await outcomeOf(operation, body);
          const name = path.findLast((step) => typeof step === 'string') ?? '';
          if (outcome.startsWith('refused: ') && outcome.includes(`${name}`)) continue;
          wrong.push(`${operation} ${path.join('.')} = ${JSON.stringify(other)}: ${outcome}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(runs).toBeGreaterThan(1_000);
  });

  it('are none for members that the interface does not know: these are given as they came', async () => {
    for (const operation of ANSWERED_OPERATIONS) {
      const required = REQUIRED_ANSWERS[operation];
      if (required === undefined || Array.isArray(required)) continue;
      const body = JSON.stringify({ more: [{ a: null }], ...(required as object) });
      expect(JSON.stringify(await exchange(operation, body, 200))).toBe(body);
    }
  });

  it('are none for null in an optional member, which counts as absent [D2-null]', async () => {
    const body = { paymentId: 'p', transactionStatus: 'RCVD', tppMessages: null, _links: null };
    const read = await exchange('create payment', JSON.stringify(body), 201);
    expect(read).toEqual({ paymentId: 'p', transactionStatus: 'RCVD' });
  });
});
