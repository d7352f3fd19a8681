import { describe, expect, it } from 'vitest';
import type { CallContext, Operation } from '../../src/client/operation.ts';
import {
  cancelPayment,
  listAuthorisations,
  listCancellationAuthorisations,
  parseAuthorisationId,
  readAuthorisation,
  readCancellationAuthorisation,
  readPayment,
  readPaymentStatus,
  startAuthorisation,
  startCancellationAuthorisation,
} from '../../src/client/payments.ts';
import { resolveLink } from '../../src/client/resolve-link.ts';
import { Fault } from '../../src/errors.ts';
import type { HttpResponse } from '../../src/message.ts';
import { hintFor } from '../../src/session/hints.ts';
import type { ErrorCode } from '../../src/wire/errors.ts';

const reference = {
  service: 'payments' as const,
  product: 'norwegian-domestic-credit-transfers',
  paymentId: 'kQ3nV0b1cT8sYpR5dW2xZa',
  authorisationId: '2znfPNNi0hnEsWhP96LyFV',
};

const context: CallContext = {
  basePath: '/api-sandbox',
  requestId: 'request-1',
  acceptFix: 'amount-as-string',
  tppSessionId: 'session-1',
  tppRedirectUri: 'https://tpp.example/cb',
  psuIpAddress: '192.0.2.1',
  psu: { psuId: '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11' },
};

const self = `/api-sandbox/v1/payments/${reference.product}/${reference.paymentId}`;
const one = `/${reference.authorisationId}`;

function answer(status: number, value?: unknown): HttpResponse {
  return { status, headers: [], body: Buffer.from(value === undefined ? '' : JSON.stringify(value)) };
}

function faultOf(act: () => unknown): Fault {
  try {
    act();
  } catch (fault) {
    if (fault instanceof Fault) return fault;
    throw fault;
  }
  throw new Error('no fault');
}

describe('operations on the authorisations of a payment [D1-authorisations]', () => {
  it.each([
    ['POST', '/authorisations', startAuthorisation],
    ['GET', '/authorisations', listAuthorisations],
    ['GET', `/authorisations${one}`, readAuthorisation],
    ['POST', '/cancellation-authorisations', startCancellationAuthorisation],
    ['GET', '/cancellation-authorisations', listCancellationAuthorisations],
    ['GET', `/cancellation-authorisations${one}`, readCancellationAuthorisation],
    ['DELETE', '', cancelPayment],
  ] as const)('%s …%s has the headers of a payment and no body', (method, path, operation) => {
    const { request } = operation as Operation<typeof reference, unknown>;
    expect(request(reference, context)).toEqual({
      method,
      target: self + path,
      headers: [
        ['Accept', 'application/json'],
        ['X-Request-ID', 'request-1'],
        ['x-accept-fix', 'amount-as-string'],
        ['TPP-Session-ID', 'session-1'],
        ['TPP-Redirect-URI', 'https://tpp.example/cb'],
        ['PSU-ID', '3f2c8a52-5f0e-4c5a-9a54-6f0f6d2f5a11'],
        ['PSU-IP-Address', '192.0.2.1'],
      ],
      body: new Uint8Array(),
    });
  });

  it('read what the bank answers as it came', async () => {
    const started = { scaStatus: 'RECEIVED', authorisationId: 'a', _links: {}, more: 1 };
    expect(await startAuthorisation.resource(answer(201, started))).toEqual(started);
    expect(await listAuthorisations.resource(answer(200, { authorisationIds: [] }))).toEqual({
      authorisationIds: [],
    });
    expect(await readAuthorisation.resource(answer(200, { scaStatus: 'FAILED', _links: {} }))).toEqual({
      scaStatus: 'FAILED',
      _links: {},
    });
  });
});

describe('cancelling a payment [D4-cancel]', () => {
  it('is done with 204, and needs an SCA with 202', async () => {
    const pending = { transactionStatus: 'ACTC', _links: {} };
    expect(await cancelPayment.resource(answer(204))).toBeUndefined();
    expect(await cancelPayment.resource(answer(202, pending))).toEqual(pending);
    await expect(cancelPayment.resource(answer(202))).rejects.toMatchObject({ code: 'ANSWER_INVALID' });
  });
});

describe('the id of a started authorisation [D2-sca-status-link]', () => {
  const links = (href: string) => ({ scaStatus: { href, verbs: ['GET'] as const } });
  const here = { basePath: '' };

  it.each([
    [`${self}/authorisations/abc`, 'abc'],
    [`${self}/cancellation-authorisations/abc`, 'abc'],
    [`${self}/authorisations/enc!!a%3D%3D`, 'enc!!a=='],
  ])('is the last segment of %s', (href, id) => {
    expect(parseAuthorisationId(links(href), here)).toBe(id);
  });

  it.each([
    `${self}/authorisations`,
    `${self}/authorisations/`,
    `${self}/authorisations/a/b`,
    `${self}/authorisations/a?x=1`,
    `${self}/authorisations/%zz`,
    `${self}/others/abc`,
  ])('is none in %s', (href) => {
    expect(faultOf(() => parseAuthorisationId(links(href), here))).toMatchObject({ code: 'ANSWER_INVALID' });
  });

  it('is none where there is no such link', () => {
    expect(faultOf(() => parseAuthorisationId({}, here))).toMatchObject({ code: 'ANSWER_INVALID' });
  });
});

describe('a link of the bank [S10-links-followed]', () => {
  const place = { origin: 'https://bank.example', basePath: '/api' };
  const to = (href: string) => resolveLink('next', { href, verbs: ['GET'] }, place);

  it.each([
    ['/api/v1/accounts?page=2', '/api/v1/accounts?page=2'],
    ['https://bank.example/api/v1/accounts', '/api/v1/accounts'],
    ['https://bank.example:443/api/v1/accounts', '/api/v1/accounts'],
  ])('%s is followed', (href, target) => {
    expect(to(href)).toBe(target);
  });

  it.each([
    'https://evil.example/api/v1/accounts',
    '//evil.example/api/v1/accounts',
    'https://bank.example:8443/api/v1/accounts',
    'http://bank.example/api/v1/accounts',
    'https://bank.example.evil.example/api/v1',
    '/v1/accounts',
    '/apixyz/v1/accounts',
    '/api/../v1/accounts',
    '/api/%2e%2e/v1/accounts',
    'file:///api/v1',
    'https://',
  ])('%s is not', (href) => {
    expect(faultOf(() => to(href))).toMatchObject({
      code: 'ANSWER_INVALID',
      message: expect.stringContaining(`${href}, wasn't followed`),
    });
  });
});

describe('what to do about a payment that is refused [C-error-text]', () => {
  const hint = (operation: Operation<typeof reference, unknown>, code: ErrorCode) =>
    hintFor(operation.operation, [{ category: 'ERROR', code }], reference);

  it('names the approval where a payment can not be read', () => {
    for (const operation of [readPayment, readPaymentStatus]) {
      expect(hint(operation, 'RESOURCE_UNKNOWN')).toContain(`psd2 sca approve ${reference.paymentId}`);
      expect(hint(operation, 'PRODUCT_UNKNOWN')).toContain('--product');
      expect(hint(operation, 'FORMAT_ERROR')).toBeUndefined();
    }
  });

  it('tells a right that was taken away from a role that the certificate lacks', () => {
    const taken = { category: 'ERROR', code: 'FORBIDDEN', path: 'debtorAccount.bban' } as const;
    expect(hintFor(startAuthorisation.operation, [taken], reference)).toMatch(
      /^Payments from its account are blocked/,
    );
    expect(hint(startAuthorisation, 'FORBIDDEN')).toBeUndefined();
  });

  it('names the status where its state forbids what was asked', () => {
    for (const operation of [cancelPayment, startAuthorisation, startCancellationAuthorisation]) {
      expect(hint(operation, 'CONFLICT')).toContain(`psd2 status ${reference.paymentId}`);
      expect(hint(operation, 'RESOURCE_UNKNOWN')).toContain('--product');
      expect(hint(operation, 'HTTP_HEADER_REQUIRED')).toBeUndefined();
    }
  });
});
