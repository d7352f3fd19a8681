import { describe, expect, it } from 'vitest';
import {
  type AnsweredOperation,
  type CallContext,
  getOperation,
  type Operation,
} from '../../src/client/operation.ts';
import {
  createPayment,
  type PaymentKind,
  readFeeInformation,
  readPayment,
} from '../../src/client/payments.ts';
import type { HttpResponse } from '../../src/message.ts';

const DOMESTIC = 'norwegian-domestic-credit-transfers';
const body = Buffer.from('{"a" : 1}');
const payment = { service: 'payments', product: DOMESTIC, paymentId: 'p' } as const;
const page = { accountId: 'a', bookingStatus: 'booked', limit: 5, offset: 0, page: 'p-_' } as const;

const context: CallContext = {
  basePath: '/api',
  requestId: 'request-1',
  acceptFix: 'amount-as-string',
  tppSessionId: 'session-1',
  tppRedirectUri: 'https://tpp.example/cb',
  psuIpAddress: '192.0.2.1',
  psu: { psuId: 'kari', corporateId: 'firm' },
};

/** Headers of every request, and those that say for whom a TPP asks. */
const OF_ALL = [
  ['Accept', 'application/json'],
  ['X-Request-ID', 'request-1'],
];
const OF_TPP = [
  ...OF_ALL,
  ['x-accept-fix', 'amount-as-string'],
  ['TPP-Session-ID', 'session-1'],
  ['TPP-Redirect-URI', 'https://tpp.example/cb'],
];
const ADDRESS = ['PSU-IP-Address', '192.0.2.1'];
const PSU = [['PSU-ID', 'kari'], ['PSU-Corporate-ID', 'firm'], ADDRESS];
const JSON_TYPE = ['Content-Type', 'application/json'];

function answer(status: number, value?: unknown): HttpResponse {
  return { status, headers: [], body: Buffer.from(value === undefined ? '' : JSON.stringify(value)) };
}

/** An operation, its input, and the request: method and target, and the JSON that is sent. */
type Row = readonly [operation: AnsweredOperation, input: unknown, line: string, sent?: string];

function expectRequest([name, input, line, sent = '']: Row, headers: readonly (readonly string[])[]): void {
  const [method, target] = line.split(' ');
  // biome-ignore lint/suspicious/noExplicitAny: each row has its own input
  const operation: Operation<any, unknown> = getOperation(name);
  expect(operation.request(input, context)).toEqual({
    method,
    target: `/api${target}`,
    headers: sent === '' ? headers : [...headers, JSON_TYPE],
    body: sent === '' ? new Uint8Array() : Buffer.from(sent),
  });
}

describe('an operation of a TPP [D1-paths, D1-payment-paths, D1-authorisations, D1-baskets, C-sent-by-default]', () => {
  const self = `/v1/payments/${DOMESTIC}/p`;

  it.each<Row>([
    ['read payment', payment, `GET ${self}`],
    ['delete basket', { basketId: 'b/c' }, 'DELETE /v1/signing-baskets/b%2Fc'],
    ['create basket', { paymentIds: ['p', 'q'] }, 'POST /v1/signing-baskets', '{"paymentIds":["p","q"]}'],
    [
      'list account transactions',
      page,
      'GET /v1/accounts/a/transactions?bookingStatus=booked&limit=5&offset=0&page=p-_',
    ],
  ])('$0 is $2, with who the PSU is', (...row) => expectRequest(row as unknown as Row, [...OF_TPP, ...PSU]));

  it.each([
    ['a/../b', 'a%2F..%2Fb'],
    ['..?x#y', '..%3Fx%23y'],
    ['æ %41', '%C3%A6%20%2541'],
  ])('writes the id %s so that it stays one segment of the path', (paymentId, written) => {
    const { target } = readPayment.request({ ...payment, paymentId }, context);
    expect(target).toBe(`/api/v1/payments/${DOMESTIC}/${written}`);
  });

  it('sends no PSU-IP-Address when the PSU is not there', () => {
    const { psuIpAddress: _, ...absent } = context;
    expect(readPayment.request(payment, { ...absent, psu: {} }).headers).toEqual(OF_TPP);
  });
});

describe('creating a payment [I-payment-creation, I-payment-status, C-create-kinds, C-fees, C-payment-product]', () => {
  const request = (kind: PaymentKind, allowLogicalDuplicate = false) =>
    createPayment.request({ kind, body, allowLogicalDuplicate }, context);

  it.each<readonly [PaymentKind, string]>([
    ['domestic', `payments/${DOMESTIC}`],
    ['cross-border', 'payments/norwegian-cross-border-credit-transfers'],
    ['instant', 'payments/instant-norwegian-credit-transfers-straks'],
    ['periodic', `periodic-payments/${DOMESTIC}`],
    ['bulk', `bulk-payments/${DOMESTIC}`],
  ])('%s is a POST of the body, byte for byte, to %s', (kind, target) => {
    expect(request(kind)).toMatchObject({ method: 'POST', target: `/api/v1/${target}` });
    expect(request(kind).headers).toEqual([...OF_TPP, ...PSU, JSON_TYPE]);
    expect(request(kind).body).toBe(body);
  });

  it('says in the query, and only when asked, that logical duplicates are allowed', () => {
    expect(request('domestic', true).target).toMatch(/\?allowLogicalDuplicate=true$/);
    expect(request('domestic').target).not.toContain('?');
  });

  it('asks for the fees of an instant payment below its product', () => {
    expect(readFeeInformation.request({ body }, context)).toMatchObject({
      ...{ method: 'POST', body },
      target: '/api/v1/payments/instant-norwegian-credit-transfers-straks/fee-information',
    });
  });

  it('names the PSU by number and context where that is known', () => {
    const psu = { identity: '15813963008', context: 'PRIVATE' } as const;
    const input = { kind: 'domestic', body, allowLogicalDuplicate: false } as const;
    expect(createPayment.request(input, { ...context, psu }).headers).toEqual([
      ...OF_TPP,
      ['X-PSU-IDENTITY', '15813963008'],
      ['PSU-Context', 'PRIVATE'],
      ADDRESS,
      JSON_TYPE,
    ]);
  });
});

describe('sandbox data and acts of the operator [I-sandbox-operations, D1-sandbox-paths, D1-operator-paths, D15-directly]', () => {
  it.each<Row>([
    [
      'create sandbox account transactions',
      { mockAccountId: 'a/b', body },
      'POST /v1/sandbox/accounts/a%2Fb/transactions',
      '{"a" : 1}',
    ],
    [
      'grant consent',
      { as: '1', accounts: 'all', tpp: 'PSDNO-FSA-1' },
      'POST /operator/consents/grant',
      '{"as":"1","accounts":"all","tpp":"PSDNO-FSA-1"}',
    ],
  ])('$0 is $2, with nothing of the TPP', (...row) => expectRequest(row as unknown as Row, OF_ALL));
});

describe('the resource of an answer [D4-cancel, C-answer-invalid]', () => {
  it('is given as it came, with what the interface does not know', async () => {
    const started = { more: 1, scaStatus: 'RECEIVED', authorisationId: 'a', _links: {} };
    expect(JSON.stringify(await getOperation('start authorisation').resource(answer(201, started)))).toBe(
      JSON.stringify(started),
    );
  });

  it('is empty where the bank answers without a body, and only where it may', async () => {
    const pending = { transactionStatus: 'ACTC', _links: {} };
    expect(await getOperation('cancel payment').resource(answer(204))).toBeUndefined();
    expect(await getOperation('cancel payment').resource(answer(202, pending))).toEqual(pending);
    await expect(getOperation('cancel payment').resource(answer(202))).rejects.toMatchObject({
      code: 'ANSWER_INVALID',
    });
    expect(await getOperation('delete basket').resource(answer(204))).toEqual({});
  });
});
