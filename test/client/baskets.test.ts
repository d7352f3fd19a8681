import { describe, expect, it } from 'vitest';
import {
  createBasket,
  deleteBasket,
  listBasketAuthorisations,
  readBasket,
  readBasketAuthorisation,
  readBasketStatus,
  startBasketAuthorisation,
} from '../../src/client/baskets.ts';
import type { CallContext } from '../../src/client/operation.ts';
import {
  createPayment,
  type PaymentKind,
  readFeeInformation,
  readPayment,
  readPaymentStatus,
} from '../../src/client/payments.ts';
import { hintFor } from '../../src/session/hints.ts';
import type { ErrorCode, TppMessage } from '../../src/wire/errors.ts';

const DOMESTIC = 'norwegian-domestic-credit-transfers';
const body = Buffer.from('{"a" : 1}');

const context: CallContext = {
  basePath: '/api-sandbox',
  requestId: 'request-1',
  acceptFix: 'amount-as-string',
  tppSessionId: 'session-1',
  tppRedirectUri: 'https://tpp.example/cb',
  psu: { psuId: 'kari' },
};

const headers = [
  ['Accept', 'application/json'],
  ['X-Request-ID', 'request-1'],
  ['x-accept-fix', 'amount-as-string'],
  ['TPP-Session-ID', 'session-1'],
  ['TPP-Redirect-URI', 'https://tpp.example/cb'],
  ['PSU-ID', 'kari'],
];
const json = ['Content-Type', 'application/json'];

function error(code: ErrorCode, path?: string): TppMessage {
  return { category: 'ERROR', code, ...(path === undefined ? {} : { path }) };
}

describe('creating a payment of every kind [C-create-kinds, D1-payment-paths]', () => {
  /** D1-payment-paths. */
  const targets: readonly (readonly [PaymentKind, string])[] = [
    ['domestic', `payments/${DOMESTIC}`],
    ['cross-border', 'payments/norwegian-cross-border-credit-transfers'],
    ['instant', 'payments/instant-norwegian-credit-transfers-straks'],
    ['periodic', `periodic-payments/${DOMESTIC}`],
    ['bulk', `bulk-payments/${DOMESTIC}`],
  ];

  it.each(targets)('%s is a POST to %s', (kind, target) => {
    const request = createPayment.request({ kind, body, allowLogicalDuplicate: false }, context);
    expect(request).toEqual({
      method: 'POST',
      target: `/api-sandbox/v1/${target}`,
      headers: [...headers, json],
      body,
    });
  });

  const hint = (kind: PaymentKind, messages: readonly TppMessage[], rows?: readonly number[]) =>
    hintFor(createPayment.operation, messages, { kind, body, rows, allowLogicalDuplicate: false });

  it('names the flags of its kind', () => {
    const iban = [error('FORMAT_ERROR', 'creditorAccount.iban')];
    expect(hint('cross-border', iban)).toBe('Change --to-iban.');
    expect(hint('domestic', iban)).toBeUndefined();
    expect(hint('cross-border', [error('FORMAT_ERROR', 'creditorAccount')])).toBe(
      'Change --to-bban, --to-iban.',
    );
    expect(hint('periodic', [error('EXECUTION_DATE_INVALID', 'startDate')])).toBe('Change --start-date.');
  });

  it('names the rows of a bulk that came as a table, else the member', () => {
    const messages = [error('KID_INVALID', 'payments[1].remittanceInformationStructuredArray[0].reference')];
    const twice = [error('CONFLICT', 'payments[0]'), error('FORMAT_ERROR', 'payments[1].creditorName')];
    expect(hint('bulk', messages, [2, 5])).toBe('Change row 5 of the file.');
    expect(hint('bulk', twice, [2, 5])).toBe(
      'Change row 2 of the file, column to-name in row 5 of the file, or send --allow-duplicate.',
    );
    expect(hint('bulk', twice)).toBe(
      'Change payments[0] in the file, payments[1].creditorName in the file, or send --allow-duplicate.',
    );
  });

  it('says what lack of funds and a right that was taken away mean', () => {
    expect(hint('instant', [error('PAYMENT_FAILED', 'instructedAmount.amount')])).toMatch(
      /^Change --amount, .*:\npsd2 sandbox account list$/,
    );
    expect(hint('instant', [error('FORBIDDEN', 'debtorAccount.bban')])).toMatch(
      /^Change --from-bban\. Payments from this account are blocked/,
    );
    expect(hint('instant', [error('FORBIDDEN')])).toBeUndefined();
  });
});

describe('asking for fees [C-fees]', () => {
  it('is a POST below the instant product', () => {
    expect(readFeeInformation.request({ body }, context)).toEqual({
      method: 'POST',
      target: '/api-sandbox/v1/payments/instant-norwegian-credit-transfers-straks/fee-information',
      headers: [...headers, json],
      body,
    });
    expect(hintFor(readFeeInformation.operation, [error('FORMAT_ERROR', 'amount.amount')], { body })).toBe(
      'Change --amount.',
    );
  });
});

describe('reading a payment of every service [C-payment-product]', () => {
  it.each(['payments', 'bulk-payments', 'periodic-payments'] as const)('asks below %s', (service) => {
    const reference = { service, product: DOMESTIC, paymentId: 'p' };
    const self = `/api-sandbox/v1/${service}/${DOMESTIC}/p`;
    expect(readPayment.request(reference, context).target).toBe(self);
    expect(readPaymentStatus.request(reference, context).target).toBe(`${self}/status`);
  });

  it('says what may be wrong with --product', () => {
    const reference = { service: 'bulk-payments', product: 'x', paymentId: 'p' } as const;
    for (const code of ['PRODUCT_INVALID', 'PRODUCT_UNKNOWN'] as const) {
      expect(hintFor(readPayment.operation, [error(code)], reference)).toMatch(/^Check --product\. /);
    }
  });
});

describe('operations on signing baskets [C-basket, D1-baskets]', () => {
  const one = '/api-sandbox/v1/signing-baskets/b%2Fc';
  const reference = { basketId: 'b/c', authorisationId: 'a' };

  it('create one of paymentIds', () => {
    expect(createBasket.request({ paymentIds: ['p', 'q'] }, context)).toEqual({
      method: 'POST',
      target: '/api-sandbox/v1/signing-baskets',
      headers: [...headers, json],
      body: Buffer.from('{"paymentIds":["p","q"]}'),
    });
  });

  it.each([
    [readBasket, 'GET', one],
    [readBasketStatus, 'GET', `${one}/status`],
    [deleteBasket, 'DELETE', one],
    [startBasketAuthorisation, 'POST', `${one}/authorisations`],
    [listBasketAuthorisations, 'GET', `${one}/authorisations`],
    [readBasketAuthorisation, 'GET', `${one}/authorisations/a`],
  ] as const)('$0.operation is $1 $2', (operation, method, target) => {
    expect(operation.request(reference, context)).toEqual({
      method,
      target,
      headers,
      body: new Uint8Array(),
    });
  });

  it('read nothing of an answer without a body', async () => {
    const deleted = { status: 204, headers: [], body: new Uint8Array() };
    expect(await deleteBasket.resource(deleted)).toEqual({});
  });

  it('name each payment that can not be in the basket, and why', () => {
    const messages = [
      error('REFERENCE_MIX_INVALID', 'paymentIds[1]'),
      error('RESOURCE_UNKNOWN', 'paymentIds[0]'),
      error('CONFLICT', 'paymentIds[2]'),
    ];
    const lines = hintFor(createBasket.operation, messages, { paymentIds: ['p', 'q', 'r'] })?.split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^Remove q: .*not bulk or periodic/),
      expect.stringMatching(/^Remove p: .*--as/),
      expect.stringMatching(/^Remove r: .*another basket/),
    ]);
    expect(
      hintFor(createBasket.operation, [error('FORMAT_ERROR', 'paymentIds')], { paymentIds: [] }),
    ).toBeUndefined();
  });

  it('name the next command where the basket is not in the state for it', () => {
    const hint = (code: ErrorCode) => hintFor(deleteBasket.operation, [error(code)], { basketId: 'b' });
    expect(hint('CONFLICT')).toContain('psd2 basket status b');
    expect(hint('RESOURCE_UNKNOWN')).toContain('--as');
    expect(hint('FORBIDDEN')).toBeUndefined();
  });
});
