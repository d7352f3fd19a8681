import { describe, expect, it } from 'vitest';
import {
  askForConsent,
  listAccounts,
  listAccountTransactions,
  listAgreements,
  listCardAccounts,
  listCardAccountTransactions,
  readAccount,
  readAccountBalances,
  readAccountTransaction,
  readCardAccount,
  readCardAccountBalances,
  readUser,
} from '../../src/client/information.ts';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import { getHeader } from '../../src/message.ts';

const context: CallContext = {
  basePath: '/api',
  requestId: 'r',
  acceptFix: 'amount-as-string',
  tppSessionId: 's',
  tppRedirectUri: 'https://tpp.example/cb',
  psuIpAddress: '192.0.2.1',
  psu: { psuId: 'p', corporateId: 'c' },
};

const rows: readonly (readonly [string, Operation<never, unknown>, object | undefined, string])[] = [
  ['GET', listAccounts, {}, '/api/v1/accounts'],
  ['GET', listAccounts, { withBalance: true }, '/api/v1/accounts?withBalance=true'],
  ['GET', readAccount, { accountId: 'a/b' }, '/api/v1/accounts/a%2Fb'],
  ['GET', readAccount, { accountId: 'a', withBalance: true }, '/api/v1/accounts/a?withBalance=true'],
  ['GET', readAccountBalances, { accountId: 'a' }, '/api/v1/accounts/a/balances'],
  [
    'GET',
    listAccountTransactions,
    { accountId: 'a', bookingStatus: 'booked', dateFrom: '2026-01-01', limit: 5, offset: 0, page: 'p-_' },
    '/api/v1/accounts/a/transactions?bookingStatus=booked&dateFrom=2026-01-01&limit=5&offset=0&page=p-_',
  ],
  [
    'GET',
    readAccountTransaction,
    { accountId: 'a', transactionId: 't/1' },
    '/api/v1/accounts/a/transactions/t%2F1',
  ],
  [
    'GET',
    listCardAccountTransactions,
    { cardAccountId: 'a', bookingStatus: 'both' },
    '/api/v1/card-accounts/a/transactions?bookingStatus=both',
  ],
  ['GET', listCardAccounts, {}, '/api/v1/card-accounts'],
  ['GET', readCardAccount, { cardAccountId: 'a' }, '/api/v1/card-accounts/a'],
  ['GET', readCardAccountBalances, { cardAccountId: 'a' }, '/api/v1/card-accounts/a/balances'],
  ['POST', askForConsent, undefined, '/api/v1/bank-offered-consents'],
  ['GET', readUser, undefined, '/api/v1/user'],
  ['GET', listAgreements, undefined, '/api/v1/agreements'],
];

describe('an operation of account information [D1-paths, C-sent-by-default]', () => {
  it.each(
    rows,
  )('%s $1.operation is sent with who the PSU is, and no body', (method, operation, input, target) => {
    const request = operation.request(input as never, context);
    expect({ ...request, headers: undefined, body: request.body.length }).toEqual({
      method,
      target,
      body: 0,
    });
    const sent = ['PSU-ID', 'PSU-Corporate-ID', 'PSU-IP-Address', 'TPP-Session-ID', 'TPP-Redirect-URI'];
    expect(sent.map((name) => getHeader(request.headers, name))).toEqual([
      ...['p', 'c', '192.0.2.1', 's', 'https://tpp.example/cb'],
    ]);
    expect(getHeader(request.headers, 'x-accept-fix')).toBe('amount-as-string');
  });
});

function answer(json: object) {
  return { status: 200, headers: [], body: Buffer.from(JSON.stringify(json)) };
}

describe('an answer of account information [C-answer-invalid]', () => {
  it('is given as it came, with what the interface does not know', async () => {
    const user = { new: 1, psuId: 'p', contexts: ['PRIVATE'], _links: {} };
    expect(await readUser.resource(answer(user))).toEqual(user);
    expect(Object.keys(await readUser.resource(answer(user)))[0]).toBe('new');
  });
});
