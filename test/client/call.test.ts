import { describe, expect, it } from 'vitest';
import { call, type Writes } from '../../src/client/call.ts';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import { Fault } from '../../src/errors.ts';
import type { HttpRequest, HttpResponse } from '../../src/message.ts';
import { OPERATIONS } from '../../src/wire/operations.ts';
import { faultOf } from '../support/fault-of.ts';

const context: CallContext = {
  basePath: '',
  requestId: 'request-1',
  acceptFix: '',
  tppSessionId: 's',
  tppRedirectUri: 'https://tpp.example/cb',
  psu: {},
};

const operation: Operation<string, { read: string }> = {
  operation: 'read thing',
  method: 'GET',
  path: '/v1/thing',
  request: (target) => ({ method: 'GET', target, headers: [], body: new Uint8Array() }),
  resource: async ({ body }) => ({ read: Buffer.from(body).toString() }),
};

function bankThatAnswers(status: number, value: unknown = '') {
  const seen: HttpRequest[] = [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const transport = async (request: HttpRequest): Promise<HttpResponse> => {
    seen.push(request);
    return { status, headers: [], body: Buffer.from(text) };
  };
  let elapsed = 0;
  const stopwatch = () => {
    elapsed += 12.3456;
    return elapsed;
  };
  return { seen, call: () => call({ transport, stopwatch }, operation, '/v1/thing', context) };
}

function refused(status: number, value?: unknown): Promise<Fault> {
  return faultOf(bankThatAnswers(status, value).call());
}

const refusal = (code: string, path?: string) => ({
  tppMessages: [{ category: 'ERROR', code, ...(path === undefined ? {} : { path }), text: 'look' }],
});

it.each([
  200, 201, 202, 204,
])('a call that is answered with %i gives the resource and what is said beside it [C-meta]', async (status) => {
  const bank = bankThatAnswers(status, 'hello');
  expect(await bank.call()).toEqual({
    resource: { read: 'hello' },
    meta: { requestId: 'request-1', status, durationMs: 12.3 },
  });
  expect(bank.seen).toEqual([{ method: 'GET', target: '/v1/thing', headers: [], body: new Uint8Array() }]);
});

describe('a refusal of the bank [C-exit-codes, C-refusal-fault]', () => {
  it.each([400, 403, 404, 405, 406, 409, 413, 415, 429])('with %i is BANK_REFUSED', async (status) => {
    const fault = await refused(status, refusal('FORMAT_ERROR', 'creditorName'));
    expect(fault.code).toBe('BANK_REFUSED');
    expect(fault.details).toEqual({
      status,
      tppMessages: refusal('FORMAT_ERROR', 'creditorName').tppMessages,
      requestId: 'request-1',
    });
    expect(fault.message).toContain('read the thing');
    expect(fault.message).toContain(`${status} FORMAT_ERROR`);
  });

  it('with 401 is SCA_NEEDED, with the link to authorise at', async () => {
    const scaRedirect = { href: 'https://bank.example/sca/a/b', verbs: ['GET'] };
    const fault = await refused(401, { ...refusal('SCA_EXPIRED'), _links: { scaRedirect } });
    expect(fault).toMatchObject({
      code: 'SCA_NEEDED',
      details: { status: 401, scaRedirect: 'https://bank.example/sca/a/b' },
    });
  });

  it.each([500, 502, 503])('with %i is BANK_FAILED', async (status) => {
    expect(await refused(status, refusal('SYSTEM_ERROR'))).toMatchObject({
      code: 'BANK_FAILED',
      details: { status, requestId: 'request-1' },
    });
  });

  it.each([
    101, 301, 302, 307,
  ])('is none with %i: nothing is followed, the answer is invalid', async (status) => {
    expect(await refused(status)).toMatchObject({ code: 'ANSWER_INVALID', details: { status } });
  });

  it.each([
    ['', []],
    ['{"tppMessages":"no","_links":null}', ['no']],
    ['{"tppMessages":[null,1],"_links":{"scaRedirect":null}}', [1]],
    ['{"_links":{"scaRedirect":{"href":12}}}', []],
  ])('without the JSON of the interface, %s, keeps its status and what is there', async (text, tppMessages) => {
    for (const [status, code] of [
      [400, 'BANK_REFUSED'],
      [401, 'SCA_NEEDED'],
      [502, 'BANK_FAILED'],
    ] as const) {
      const fault = await refused(status, text);
      expect(fault.code).toBe(code);
      expect(fault.details).toEqual({ status, tppMessages, requestId: 'request-1' });
      expect(fault.message.endsWith(String(status))).toBe(true);
    }
  });
});

it.each(
  '<html>Forbidden</html> null 12 []'.split(' '),
)("an answer that is not the interface's own: %s refuses nothing, and fails as ever [S10-foreign-answer]", async (text) => {
  for (const status of [400, 401, 404]) {
    expect(await refused(status, text)).toMatchObject({ code: 'ANSWER_INVALID', details: { status } });
  }
  expect(await refused(502, text)).toMatchObject({ code: 'BANK_FAILED', details: { status: 502 } });
});

describe('the clock of this machine [S10-clock-told]', () => {
  const NOW = Date.parse('2026-11-18T09:00:00Z');

  async function behind(bankTime: number, message: object): Promise<unknown> {
    const body = Buffer.from(
      JSON.stringify({ tppMessages: [{ category: 'ERROR', code: 'BAD_REQUEST', ...message }] }),
    );
    const date = ['Date', new Date(bankTime).toUTCString()] as const;
    const transport = async () => ({ status: 400, headers: [date], body });
    const caller = { transport, stopwatch: () => 0, clock: () => NOW };
    return (await faultOf(call(caller, operation, '/v1/thing', context))).details.clockBehindSeconds;
  }

  it('is told where it is off by over a minute and the bank refuses Date, or does not say what', async () => {
    for (const message of [{ text: 'date-skew: by much' }, { path: 'Date', text: 'wrong' }, {}]) {
      expect(await behind(NOW + 61_000, message)).toBe(61);
      expect(await behind(NOW - 3_600_000, message)).toBe(-3600);
      expect(await behind(NOW + 60_000, message)).toBeUndefined();
    }
  });

  it('is not told where the bank refuses something else', async () => {
    expect(await behind(NOW + 3_600_000, { text: 'key-mismatch: made with another key' })).toBeUndefined();
  });
});

describe('a write [S10-write-ledger]', () => {
  const writing: Operation<string, { read: string }> = {
    ...operation,
    operation: 'write thing',
    request: (target) => ({ method: 'POST', target, headers: [], body: Buffer.from('{}') }),
  };

  /** What has happened, in order. */
  function recorded(method: string, transport: () => Promise<HttpResponse>, resource = operation.resource) {
    const events: unknown[] = [];
    const writes: Writes = {
      begin: async (write) => void events.push(['begin', write]),
      close: async (requestId, status) => void events.push(['close', requestId, status]),
      drop: async (requestId) => void events.push(['drop', requestId]),
    };
    const sending = () => {
      events.push('sent');
      return transport();
    };
    const request: typeof writing.request = (...given) => ({ ...writing.request(...given), method });
    const called = call(
      { transport: sending, stopwatch: () => 0, writes },
      { ...writing, request, resource },
      '/v1/thing?a=b',
      context,
    );
    return { events, called };
  }

  const answer = (status: number) => async () => ({ status, headers: [], body: new Uint8Array() });
  const begun = (method: string) => [
    'begin',
    {
      requestId: 'request-1',
      operation: 'write thing',
      method,
      target: '/v1/thing?a=b',
      bodyDigest: 'SHA-256=RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=',
      headers: [],
      body: Buffer.from('{}'),
    },
  ];

  it.each(['POST', 'PUT', 'DELETE'])('by %s is begun before it is sent and closed after', async (method) => {
    const { events, called } = recorded(method, answer(200));
    await called;
    expect(events).toEqual([begun(method), 'sent', ['close', 'request-1', 200]]);
  });

  it.each([202, 400, 401, 409])('is closed by the answer %i', async (status) => {
    const { events, called } = recorded('POST', answer(status));
    await called.catch(() => {});
    expect(events.at(-1)).toEqual(['close', 'request-1', status]);
  });

  it.each([
    ['is lost', () => Promise.reject(new Fault('NETWORK', 'no answer')), operation.resource],
    ['is a redirect', answer(302), operation.resource],
    ['is 500', answer(500), operation.resource],
    ['is 503', answer(503), operation.resource],
    ["can't be read", answer(201), () => Promise.reject(new Fault('ANSWER_INVALID', 'no JSON'))],
  ])('stays open when its answer %s', async (_, transport, resource) => {
    const { events, called } = recorded('POST', transport, resource as typeof operation.resource);
    await expect(called).rejects.toBeInstanceOf(Fault);
    expect(events).toEqual([begun('POST'), 'sent']);
  });

  it.each([
    ['no connection was there', new Fault('NETWORK', 'no connection', { sent: false })],
    ['nobody signed', new Fault('INPUT_INVALID', 'the signer failed')],
  ])('is forgotten when %s: nothing has left', async (_, fault) => {
    const { events, called } = recorded('POST', () => Promise.reject(fault));
    await expect(called).rejects.toMatchObject({ code: fault.code, message: fault.message });
    expect(events).toEqual([begun('POST'), 'sent', ['drop', 'request-1']]);
  });

  it('names its X-Request-ID where it may have arrived', async () => {
    const fault = new Fault('NETWORK', 'no answer', { sent: true });
    const { events, called } = recorded('POST', () => Promise.reject(fault));
    await expect(called).rejects.toMatchObject({
      code: 'NETWORK',
      details: { sent: true, requestId: 'request-1' },
    });
    expect(events).toEqual([begun('POST'), 'sent']);
  });

  it('is not sent when it can not be begun', async () => {
    const full = new Fault('STORE_BUSY', 'the disk is full');
    const seen: string[] = [];
    const caller = {
      stopwatch: () => 0,
      transport: async () => {
        seen.push('sent');
        return answer(200)();
      },
      writes: {
        begin: () => Promise.reject(full),
        close: async () => void seen.push('closed'),
        drop: async () => {},
      },
    };
    await expect(call(caller, writing, '/v1/thing', context)).rejects.toBe(full);
    expect(seen).toEqual([]);
  });

  it('is what a GET is not', async () => {
    const { events, called } = recorded('GET', answer(200));
    await called;
    expect(events).toEqual(['sent']);
  });
});

it('the TPP-Session-ID of an operation is none of the sandbox, of contact information, of the operator and of the site [D3-operations-without-session]', () => {
  const without = OPERATIONS.filter(({ hasSession }) => !hasSession);
  const kept = OPERATIONS.filter(({ hasSession }) => hasSession);
  const plain = /^\/(v1\/(sandbox|tpps)|operator|sca)\//;
  expect(without.filter(({ path }) => !plain.test(path))).toEqual([]);
  expect(kept.filter(({ path }) => plain.test(path))).toEqual([]);
  expect(without.length * kept.length).toBeGreaterThan(0);
});
