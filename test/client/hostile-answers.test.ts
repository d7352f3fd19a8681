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

/** Operations that no command calls. */
const UNCALLED = /^(?:create consent|read user by its other name|list worlds|view .*)$/;
const CALLED = OPERATIONS.filter(({ name, listener }) => listener !== 'site' && !UNCALLED.test(name)).map(
  ({ name }) => name as AnsweredOperation,
);
/** Operations that are answered without a body. */
const EMPTY: readonly string[] = [
  ...['basket', 'contact information', 'sandbox customer', 'sandbox account', 'sandbox card account'],
  ...['sandbox agreement', 'sandbox engagement'],
]
  .map((what) => `delete ${what}`)
  .concat('revoke consent');

const context: CallContext = {
  ...{ basePath: '', requestId: 'request-1', acceptFix: '', tppSessionId: 's', psu: {} },
  tppRedirectUri: 'https://tpp.example/cb',
};

/** The exchange as each command makes it. */
async function exchange(operation: AnsweredOperation, body: string, status: number): Promise<unknown> {
  const exchanged: Operation<undefined, unknown> = {
    ...{ operation, method: 'POST', path: '' },
    request: () => ({ method: 'POST', target: '/', headers: [], body: new Uint8Array() }),
    resource: (response) => readAnswer(operation, response),
  };
  const transport = async () => ({ status, headers: [], body: Buffer.from(body) });
  return (await call({ transport, stopwatch: () => 0 }, exchanged, undefined, context)).resource;
}

/** `accepted`, `refused: …` of a Fault that names the request, else `crashed: …`. */
async function outcomeOf(operation: AnsweredOperation, body: string, status = 200): Promise<string> {
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

/** Deeper than a recursion goes. */
const DEEP = `${'['.repeat(9_000)}${']'.repeat(9_000)}`;
const OBJECTS = ['{}', '{"__proto__": {}}', '{"other": 1}'];
const UNFIT = [
  ...[' ', 'null', 'true', '12', '"text"', '[null]', '[{}]', '[[]]', '{"cut":', '<p>', '\u0000'],
  `{"deep": ${DEEP}}`,
];

describe('hostile answers [C-answer-invalid]', () => {
  it('of another shape are refused: none crashes the client or passes in silence', async () => {
    const wrong: string[] = [];
    const expectOutcome = async (expected: string, ...answer: Parameters<typeof outcomeOf>) => {
      const outcome = await outcomeOf(...answer);
      if (!outcome.startsWith(expected)) wrong.push(`${answer[0]} ${answer[1].slice(0, 30)}: ${outcome}`);
    };
    for (const operation of CALLED) {
      const isEmpty = EMPTY.includes(operation);
      for (const body of UNFIT) await expectOutcome('refused', operation, body);
      for (const body of OBJECTS) await expectOutcome(isEmpty ? 'accepted' : 'refused', operation, body);
      const mayBeEmpty = isEmpty || operation === 'cancel payment';
      await expectOutcome(mayBeEmpty ? 'accepted' : 'refused', operation, '', 204);
      await expectOutcome(isEmpty ? 'accepted' : 'refused', operation, '', 201);
    }
    expect(wrong).toEqual([]);
    expect(CALLED.length).toBeGreaterThan(60);
  });

  it.each<readonly [AnsweredOperation, unknown, string]>([
    ['create payment', { transactionStatus: 'RCVD' }, 'paymentId'],
    ['list accounts', { accounts: [{ currency: 'NOK', _links: {} }] }, 'resourceId'],
    ['read account balances', { account: {}, balances: {} }, 'balances'],
    ['show clock', { now: 12 }, 'now'],
    ['list sandbox customers', [{ customerId: 'c' }], 'customerNumber'],
  ])('in which a required member lacks, or is of another kind, are refused by its name: %s', async (operation, body, name) => {
    expect(await outcomeOf(operation, JSON.stringify(body))).toMatch(new RegExp(`^refused: .*${name}`, 's'));
  });

  it('are none for null in an optional member, which counts as absent [D2-null]', async () => {
    const body = { paymentId: 'p', transactionStatus: 'RCVD', tppMessages: null, _links: null };
    const read = await exchange('create payment', JSON.stringify(body), 201);
    expect(read).toEqual({ paymentId: 'p', transactionStatus: 'RCVD' });
  });
});
