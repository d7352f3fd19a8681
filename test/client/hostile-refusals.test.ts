import { describe, expect, it } from 'vitest';
import { describeFailure, formatFailure, formatMessage } from '../../src/cli/failure.ts';
import { call } from '../../src/client/call.ts';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import { Fault } from '../../src/errors.ts';
import { judgeTrial } from '../../src/profiles/probe.ts';
import { hintFor } from '../../src/session/hints.ts';
import { readMessages } from '../../src/wire/errors.ts';
import { OPERATIONS } from '../../src/wire/operations.ts';

const context: CallContext = {
  ...{ basePath: '', requestId: 'request-1', acceptFix: '', tppSessionId: 's', psu: {} },
  tppRedirectUri: 'https://tpp.example/cb',
};

const VALUES: readonly unknown[] = [
  undefined,
  null,
  7,
  true,
  '',
  'date-skew',
  [],
  ['a'],
  {},
  { toString: 1, toJSON: 2 },
];

const LISTS: readonly unknown[] = [
  ...['text', 7, {}, { code: 'CONFLICT' }, [null], [7], ['text'], [[]], [{}], [{ code: 'CONFLICT' }, null]],
  ...VALUES.flatMap((value) => [
    [{ code: value, path: 'creditorName', text: 'look' }],
    [{ code: 'FORMAT_ERROR', path: value, text: 'look' }],
    [{ code: 'FORMAT_ERROR', path: 'creditorName', text: value }],
    [{ category: value, code: 'CONFLICT' }],
  ]),
];

const BODIES = [
  ...LISTS.map((tppMessages) => ({ tppMessages })),
  ...VALUES.map((links) => ({ tppMessages: [], _links: links })),
  ...VALUES.map((scaRedirect) => ({ tppMessages: [], _links: { scaRedirect } })),
  ...VALUES.map((href) => ({ tppMessages: [], _links: { scaRedirect: { href } } })),
];

async function faultOf(status: number, body: unknown): Promise<unknown> {
  const operation: Operation<undefined, unknown> = {
    ...{ operation: 'create payment', method: 'POST', path: '' },
    request: () => ({ method: 'POST', target: '/', headers: [], body: new Uint8Array() }),
    resource: async () => ({}),
  };
  const transport = async () => ({ status, headers: [], body: Buffer.from(JSON.stringify(body)) });
  const caller = { transport, stopwatch: () => 0, clock: () => 0 };
  return call(caller, operation, undefined, context).catch((error: unknown) => error);
}

const look = { paint: { red: String, dim: String, bold: String }, width: 80 } as never;

describe('refusals of any shape [C-refusal-fault]', () => {
  it('crash neither the client nor what explains, judges and prints them', async () => {
    let runs = 0;
    for (const status of [400, 401, 403, 404, 409, 429, 500]) {
      for (const body of BODIES) {
        const fault = await faultOf(status, body);
        runs += 1;
        expect(fault, JSON.stringify(body)).toBeInstanceOf(Fault);
        const { details } = fault as Fault;
        expect(details).toMatchObject({ status, requestId: 'request-1' });
        expect(formatFailure(describeFailure(fault), look)).not.toMatch(/undefined|\[object/);
        for (const asked of ['payments', 'accounts'] as const) judgeTrial(fault as Fault, asked);
        const messages = readMessages(details.tppMessages);
        for (const operation of status === 400 ? OPERATIONS : []) hintFor(operation.name, messages, {}, true);
      }
    }
    expect(runs).toBeGreaterThan(500);
  });

  it('show what is there', async () => {
    const tppMessages = [{ code: 42, path: ['a'], text: { why: 'no' } }, 'closed', { text: 'at night' }];
    const fault = (await faultOf(403, { tppMessages })) as Fault;
    expect(fault.message).toMatch(/403 42$/);
    expect(fault.details.tppMessages).toEqual(tppMessages);
    expect(formatFailure(describeFailure(fault), look).split('\n').slice(1, 4)).toEqual([
      '  42 at ["a"]: {"why":"no"}',
      '  closed',
      '  at night',
    ]);
    expect(formatMessage({ code: { toString: 1 } })).toBe('{"toString":1}: the bank gave no explanation');
  });

  it('of a 500 accept nothing, whatever they say [C-profile-trial]', async () => {
    for (const code of ['RESOURCE_UNKNOWN', 'SCA_NOT_FOUND', 'PERIOD_INVALID']) {
      const fault = (await faultOf(500, { tppMessages: [{ category: 'ERROR', code }] })) as Fault;
      for (const asked of ['payments', 'accounts'] as const) {
        expect(judgeTrial(fault, asked)).toMatchObject({ ok: false, found: 'unclear' });
      }
    }
  });
});
