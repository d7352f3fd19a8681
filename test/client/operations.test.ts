import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/client/operation.ts';
import { createPayment, readPayment, readPaymentStatus } from '../../src/client/payments.ts';
import { initialiseSandbox, listSandboxAccounts, listSandboxCustomers } from '../../src/client/sandbox.ts';
import type { HttpResponse } from '../../src/message.ts';
import { hintFor } from '../../src/session/hints.ts';
import type { ErrorCode } from '../../src/wire/errors.ts';

const product = 'norwegian-domestic-credit-transfers';
const paymentId = 'kQ3nV0b1cT8sYpR5dW2xZa';
const body = Buffer.from('{"a" : 1}');

const context: CallContext = {
  basePath: '/api-sandbox',
  requestId: 'request-1',
  acceptFix: 'amount-as-string',
  tppSessionId: 'session-1',
  tppRedirectUri: 'https://tpp.example/cb',
  psuIpAddress: '192.0.2.1',
  psu: {},
};

const ofAll = [
  ['Accept', 'application/json'],
  ['X-Request-ID', 'request-1'],
];
const ofPayments = [
  ...ofAll,
  ['x-accept-fix', 'amount-as-string'],
  ['TPP-Session-ID', 'session-1'],
  ['TPP-Redirect-URI', 'https://tpp.example/cb'],
];
const address = ['PSU-IP-Address', '192.0.2.1'];

function answer(value: unknown): HttpResponse {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { status: 200, headers: [], body: Buffer.from(text) };
}

describe('creating a payment [I-payment-creation, C-sent-by-default]', () => {
  const request = (allowLogicalDuplicate = false, psu: CallContext['psu'] = {}) =>
    createPayment.request({ kind: 'domestic', body, allowLogicalDuplicate }, { ...context, psu });

  it('is a POST of the body, byte for byte', () => {
    expect(request()).toEqual({
      method: 'POST',
      target: `/api-sandbox/v1/payments/${product}`,
      headers: [...ofPayments, address, ['Content-Type', 'application/json']],
      body,
    });
    expect(request().body).toBe(body);
  });

  it('says in the query, and only when asked, that logical duplicates are allowed', () => {
    expect(request(true).target).toBe(`/api-sandbox/v1/payments/${product}?allowLogicalDuplicate=true`);
    expect(request(false).target).not.toContain('?');
  });

  it('names the PSU as it is known', () => {
    const uuid = '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11';
    const corporateId = '0a6d5b1e-4b8f-4a53-8d9c-7c1f8a3f6e22';
    const psu = { psuId: uuid, corporateId, identity: '15813963008', context: 'PRIVATE' } as const;
    expect(request(false, psu).headers).toEqual([
      ...ofPayments,
      ['PSU-ID', uuid],
      ['PSU-Corporate-ID', corporateId],
      ['X-PSU-IDENTITY', '15813963008'],
      ['PSU-Context', 'PRIVATE'],
      address,
      ['Content-Type', 'application/json'],
    ]);
  });

  it('names the flags of what the bank refuses, and --as for an account that may be another PSU’s', () => {
    const input = { kind: 'domestic', body, allowLogicalDuplicate: false } as const;
    const hint = (code: ErrorCode, path: string) =>
      hintFor(createPayment.operation, [{ category: 'ERROR', code, path }], input);
    expect(hint('FORMAT_ERROR', 'instructedAmount.amount')).toBe('Change --amount.');
    expect(hint('FORMAT_ERROR', 'PSU-IP-Address')).toBe('Change --psu-ip.');
    expect(hint('HTTP_HEADER_REQUIRED', 'PSU-IP-Address')).toMatch(
      /^Pass the PSU's own address with --psu-ip,/,
    );
    expect(hint('RESOURCE_UNKNOWN', 'debtorAccount.bban')).toBe(
      "Change --from-bban, or add --as with the account's owner.",
    );
    expect(hint('FORMAT_ERROR', 'debtorAccount.bban')).toBe('Change --from-bban.');
    expect(hint('FORMAT_ERROR', 'unknownMember')).toBeUndefined();
  });

  it('reads the creation response as it came', async () => {
    const created = { paymentId, transactionStatus: 'RCVD', unknownMember: [1], _links: {} };
    expect(await createPayment.resource(answer(created))).toEqual(created);
  });
});

describe('reading a payment [I-payment-status, D1-payment-paths]', () => {
  it.each([
    ['its details', readPayment, ''],
    ['its status', readPaymentStatus, '/status'],
  ] as const)('asks for %s', async (_, operation, rest) => {
    expect(operation.request({ service: 'payments', product, paymentId }, context)).toEqual({
      method: 'GET',
      target: `/api-sandbox/v1/payments/${product}/${paymentId}${rest}`,
      headers: [...ofPayments, address],
      body: new Uint8Array(),
    });
    expect(await operation.resource(answer({ paymentId, transactionStatus: 'XYZW' }))).toEqual({
      paymentId,
      transactionStatus: 'XYZW',
    });
  });

  it('sends no PSU-IP-Address when the PSU is not there', () => {
    const { psuIpAddress: _, ...absent } = context;
    expect(readPayment.request({ service: 'payments', product, paymentId }, absent).headers).toEqual(
      ofPayments,
    );
  });

  it.each([
    ['a/../b', 'a%2F..%2Fb'],
    ['..?x#y', '..%3Fx%23y'],
    ['enc!!a==', 'enc!!a%3D%3D'],
    ['æ %41', '%C3%A6%20%2541'],
  ])('writes the id %s so that it stays one segment of the path', (id, written) => {
    const { target } = readPayment.request({ service: 'payments', product, paymentId: id }, context);
    expect(target).toBe(`/api-sandbox/v1/payments/${product}/${written}`);
  });
});

describe('sandbox operations [I-sandbox-operations, D1-sandbox-paths]', () => {
  const withoutBasePath = { ...context, basePath: '' };

  it.each([
    ['POST', '/v1/sandbox/initialize', initialiseSandbox],
    ['GET', '/v1/sandbox/customers', listSandboxCustomers],
    ['GET', '/v1/sandbox/accounts', listSandboxAccounts],
  ] as const)('%s %s has none of the headers of a payment', (method, target, operation) => {
    expect(operation.request(undefined, withoutBasePath)).toEqual({
      method,
      target,
      headers: ofAll,
      body: new Uint8Array(),
    });
    expect(operation.request(undefined, context).target).toBe(`/api-sandbox${target}`);
  });
});
