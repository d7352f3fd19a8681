import { describe, expect, it } from 'vitest';
import type { CallContext } from '../../src/client/operation.ts';
import {
  createSandboxAccount,
  createSandboxAgreement,
  createSandboxCardAccount,
  createSandboxCardTransactions,
  createSandboxCustomer,
  createSandboxEngagement,
  createSandboxTransactions,
  deleteSandboxAccount,
  deleteSandboxAgreement,
  deleteSandboxCardAccount,
  deleteSandboxCustomer,
  deleteSandboxEngagement,
  listSandboxAgreements,
  listSandboxCardAccounts,
  listSandboxCardTransactions,
  listSandboxTransactions,
  readSandboxAccount,
  readSandboxAgreement,
  readSandboxCardAccount,
  readSandboxCustomer,
  readSandboxEngagement,
  readSandboxTransaction,
  updateSandboxAccountBalances,
  updateSandboxCardAccountBalances,
} from '../../src/client/sandbox.ts';
import type { HttpResponse } from '../../src/message.ts';

const context: CallContext = {
  basePath: '/api-sandbox',
  requestId: 'request-1',
  acceptFix: 'amount-as-string',
  tppSessionId: 'session-1',
  tppRedirectUri: 'https://tpp.example/cb',
  psu: {},
};
const headers = [
  ['Accept', 'application/json'],
  ['X-Request-ID', 'request-1'],
];
const body = Buffer.from('{"a" : 1}');
const mockAccountId = 'a/b';
const mockCardAccountId = 'c/d';
const mockAgreementId = 'g/h';
const mockEngagementId = 'e/f';

function answer(value: unknown): HttpResponse {
  return { status: 200, headers: [], body: Buffer.from(JSON.stringify(value)) };
}

describe('sandbox data by the client [I-sandbox-operations]', () => {
  it.each([
    [createSandboxCustomer.request({ body }, context), 'POST', '/customers'],
    [createSandboxAccount.request({ body }, context), 'POST', '/accounts'],
    [
      updateSandboxAccountBalances.request({ mockAccountId, body }, context),
      'PUT',
      '/accounts/a%2Fb/balances',
    ],
    [
      createSandboxTransactions.request({ mockAccountId, body }, context),
      'POST',
      '/accounts/a%2Fb/transactions',
    ],
    [createSandboxCardAccount.request({ body }, context), 'POST', '/card-accounts'],
    [
      updateSandboxCardAccountBalances.request({ mockCardAccountId, body }, context),
      'PUT',
      '/card-accounts/c%2Fd/balances',
    ],
    [
      createSandboxCardTransactions.request({ mockCardAccountId, body }, context),
      'POST',
      '/card-accounts/c%2Fd/transactions',
    ],
    [createSandboxAgreement.request({ body }, context), 'POST', '/agreements'],
    [
      createSandboxEngagement.request({ mockAgreementId, body }, context),
      'POST',
      '/agreements/g%2Fh/engagements',
    ],
  ])('sends the body byte for byte (%#)', (request, method, path) => {
    expect(request).toEqual({
      method,
      target: `/api-sandbox/v1/sandbox${path}`,
      headers: [...headers, ['Content-Type', 'application/json']],
      body,
    });
    expect(request.body).toBe(body);
  });

  it.each([
    [readSandboxCustomer.request({ customerId: 'c' }, context), '/customers/c'],
    [readSandboxAccount.request({ mockAccountId }, context), '/accounts/a%2Fb'],
    [
      readSandboxTransaction.request({ mockAccountId, mockTransactionId: 't' }, context),
      '/accounts/a%2Fb/transactions/t',
    ],
    [listSandboxTransactions.request({ mockAccountId }, context), '/accounts/a%2Fb/transactions'],
    [
      listSandboxTransactions.request(
        { mockAccountId, fromDate: '2026-11-01', toDate: '2026-11-30', offset: 0, limit: 5 },
        context,
      ),
      '/accounts/a%2Fb/transactions?fromDate=2026-11-01&toDate=2026-11-30&offset=0&limit=5',
    ],
    [listSandboxCardAccounts.request(undefined, context), '/card-accounts'],
    [readSandboxCardAccount.request({ mockCardAccountId }, context), '/card-accounts/c%2Fd'],
    [
      listSandboxCardTransactions.request(
        { mockCardAccountId, bookingStatus: 'both', toDate: '2026-11-30', limit: 5 },
        context,
      ),
      '/card-accounts/c%2Fd/transactions?bookingStatus=both&toDate=2026-11-30&limit=5',
    ],
    [listSandboxAgreements.request(undefined, context), '/agreements'],
    [readSandboxAgreement.request({ mockAgreementId }, context), '/agreements/g%2Fh'],
    [
      readSandboxEngagement.request({ mockAgreementId, mockEngagementId }, context),
      '/agreements/g%2Fh/engagements/e%2Ff',
    ],
  ])('asks for what is there (%#)', (request, path) => {
    expect(request).toEqual({
      method: 'GET',
      target: `/api-sandbox/v1/sandbox${path}`,
      headers,
      body: new Uint8Array(),
    });
  });

  it.each([
    [deleteSandboxCustomer, deleteSandboxCustomer.request({ customerId: 'c' }, context), '/customers/c'],
    [deleteSandboxAccount, deleteSandboxAccount.request({ mockAccountId }, context), '/accounts/a%2Fb'],
    [
      deleteSandboxCardAccount,
      deleteSandboxCardAccount.request({ mockCardAccountId: 'd' }, context),
      '/card-accounts/d',
    ],
    [
      deleteSandboxAgreement,
      deleteSandboxAgreement.request({ mockAgreementId }, context),
      '/agreements/g%2Fh',
    ],
    [
      deleteSandboxEngagement,
      deleteSandboxEngagement.request({ mockAgreementId, mockEngagementId }, context),
      '/agreements/g%2Fh/engagements/e%2Ff',
    ],
  ])('deletes, and takes no body for an empty resource (%#)', async (operation, request, path) => {
    const target = `/api-sandbox/v1/sandbox${path}`;
    expect(request).toEqual({ method: 'DELETE', target, headers, body: new Uint8Array() });
    expect(await operation.resource({ status: 204, headers: [], body: new Uint8Array() })).toEqual({});
    expect(await operation.resource(answer({ a: 1 }))).toEqual({ a: 1 });
  });
});
