import { describe, expect, it } from 'vitest';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import {
  abandonSca,
  advanceClock,
  approveSca,
  declineSca,
  expireSca,
  failSca,
  givePaymentRight,
  grantConsent,
  holdPayment,
  rejectPayment,
  releasePayment,
  releaseTpp,
  resetClock,
  revokeConsent,
  runBatch,
  setClock,
  settlePayment,
  settlePaymentLate,
  showClock,
  takePaymentRight,
} from '../../src/client/operator.ts';
import { hintFor } from '../../src/session/hints.ts';
import type { ErrorCode } from '../../src/wire/errors.ts';

const context: CallContext = {
  basePath: '/api-sandbox',
  requestId: 'request-1',
  acceptFix: 'amount-as-string',
  tppSessionId: 'session-1',
  tppRedirectUri: 'https://tpp.example/cb',
  psuIpAddress: '192.0.2.1',
  psu: { identity: '15813963008' },
};

const plain = [
  ['Accept', 'application/json'],
  ['X-Request-ID', 'request-1'],
];

const id = 'kQ3nV0b1cT8sYpR5dW2xZa';
const act = { id, as: '15813963008', context: 'CORPORATE', agreementId: 'a/b' };

type AnyOperation = Operation<unknown, unknown>;

describe('acts of the operator [D1-operator-paths, D15-directly]', () => {
  it.each([
    ['POST', `/operator/sca/${id}/expire`, expireSca, { id }],
    ['POST', `/operator/sca/${id}/fail`, failSca, { id }],
    ['POST', '/operator/batch/run', runBatch, undefined],
    ['GET', '/operator/clock', showClock, undefined],
    ['POST', '/operator/clock/reset', resetClock, undefined],
    ['POST', `/operator/payments/${id}/hold`, holdPayment, { paymentId: id }],
    ['POST', `/operator/payments/${id}/release`, releasePayment, { paymentId: id }],
    ['POST', `/operator/payments/${id}/reject`, rejectPayment, { paymentId: id }],
    ['POST', `/operator/payments/${id}/settle-late`, settlePaymentLate, { paymentId: id }],
    ['POST', `/operator/payments/${id}/settle`, settlePayment, { paymentId: id }],
    ['POST', `/operator/accounts/${id}/payment-right/take`, takePaymentRight, { accountId: id }],
    ['POST', `/operator/accounts/${id}/payment-right/give`, givePaymentRight, { accountId: id }],
    ['POST', '/operator/tpps/NO-FSA-1/release', releaseTpp, { tppId: 'NO-FSA-1' }],
  ] as const)('%s %s has no body and nothing of the TPP', (method, path, operation, input) => {
    expect((operation as AnyOperation).request(input, context)).toEqual({
      method,
      target: `/api-sandbox${path}`,
      headers: plain,
      body: new Uint8Array(),
    });
  });

  it.each([
    ['/operator/sca/a%2Fb/approve', approveSca, { id: 'a/b' }, '{}'],
    [
      `/operator/sca/${id}/approve`,
      approveSca,
      act,
      '{"as":"15813963008","context":"CORPORATE","agreementId":"a/b"}',
    ],
    [`/operator/sca/${id}/decline`, declineSca, { id, as: '1' }, '{"as":"1"}'],
    [`/operator/sca/${id}/abandon`, abandonSca, { id }, '{}'],
    [`/operator/sca/${id}/approve`, approveSca, { id, accounts: ['a', 'b'] }, '{"accounts":["a","b"]}'],
    [
      '/operator/consents/grant',
      grantConsent,
      { as: '1', accounts: 'all', tpp: 'PSDNO-FSA-1' },
      '{"as":"1","accounts":"all","tpp":"PSDNO-FSA-1"}',
    ],
    [
      '/operator/consents/revoke',
      revokeConsent,
      { as: '1', agreementId: 'a' },
      '{"as":"1","agreementId":"a"}',
    ],
    ['/operator/clock/advance', advanceClock, { seconds: 90 }, '{"seconds":90}'],
    ['/operator/clock/set', setClock, { now: '2026-11-21T12:00:00Z' }, '{"now":"2026-11-21T12:00:00Z"}'],
  ] as const)('POST %s says the rest in JSON', (path, operation, input, body) => {
    expect((operation as AnyOperation).request(input, context)).toEqual({
      method: 'POST',
      target: `/api-sandbox${path}`,
      headers: [...plain, ['Content-Type', 'application/json']],
      body: Buffer.from(body),
    });
  });
});

describe('what to do about an act that is refused [C-error-text]', () => {
  const hint = (operation: unknown, input: unknown, code: ErrorCode, path?: string) =>
    hintFor(
      (operation as AnyOperation).operation,
      [{ category: 'ERROR', code, ...(path === undefined ? {} : { path }) }],
      input,
    );

  it('names the argument that the member comes from', () => {
    expect(hint(approveSca, { id }, 'RESOURCE_UNKNOWN', 'as')).toBe('Change --as.');
    expect(hint(approveSca, { id }, 'RESOURCE_UNKNOWN', 'agreementId')).toBe('Change --agreement.');
    expect(hint(approveSca, { id }, 'RESOURCE_UNKNOWN', 'accounts[1]')).toBe('Change --accounts.');
    expect(hint(advanceClock, { seconds: 1 }, 'FORMAT_ERROR', 'seconds')).toBe('Change DURATION.');
    expect(hint(setClock, { now: '' }, 'FORMAT_ERROR', 'now')).toBe('Change TIME.');
  });

  it('names the next command where there is nothing to play', () => {
    expect(hint(approveSca, { id }, 'RESOURCE_UNKNOWN')).toContain('psd2 basket create');
    expect(hint(expireSca, { id }, 'CONFLICT')).toContain(`\npsd2 status ${id}\n`);
    expect(hint(runBatch, undefined, 'SYSTEM_ERROR')).toBeUndefined();
  });
});
