import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/wire/operations.ts';
import type { Send } from '../../support/bank.ts';
import { expectRefusal, type Refusal } from './expectations.ts';
import { filledUp, mebibyte } from './messages.ts';
import { bankOf, itAnswers, type Row } from './rows.ts';

const creation = '/v1/payments/norwegian-domestic-credit-transfers';

describe('paths and products [D2-not-found, D1-product-unknown]', () => {
  const paths: readonly (readonly [string, string, Refusal])[] = [
    ['POST', '/v1/nothing', { status: 404, code: 'NOT_FOUND' }],
    ['GET', '/v1/nothing', { status: 404, code: 'NOT_FOUND' }],
    ['POST', '/v1/payments', { status: 404, code: 'NOT_FOUND' }],
    ['POST', '/', { status: 404, code: 'NOT_FOUND' }],
    ['POST', `/v2/payments/norwegian-domestic-credit-transfers`, { status: 404, code: 'NOT_FOUND' }],
    ['GET', `${creation}/AAAAAAAAAAAAAAAAAAAAAA/nothing`, { status: 404, code: 'NOT_FOUND' }],
    ['POST', '/v1/payments/sepa-credit-transfers', { status: 404, code: 'PRODUCT_UNKNOWN' }],
    ['POST', '/v1/payments/Norwegian-Domestic-Credit-Transfers', { status: 404, code: 'PRODUCT_UNKNOWN' }],
  ];
  const bank = bankOf();
  for (const [method, path, refusal] of paths) {
    it(`answers ${method} ${path} with ${refusal.code}`, async () => {
      const send: Send = method === 'POST' ? { method, path, body: bank().payment() } : { method, path };
      expectRefusal(await bank().send(send), refusal);
    });
  }
});

describe('operations that are known and not built [D2-not-built]', () => {
  const bank = bankOf();
  const filled = (path: string) => path.replaceAll(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAAA');
  const notBuilt = OPERATIONS.filter(({ isBuilt }) => !isBuilt);

  it.each(notBuilt)('answers $method $path with 501, which names it', async ({ method, path }) => {
    const answer = await bank().send({ method, path: filled(path), rawBody: '' });
    expectRefusal(answer, { status: 501, code: 'SYSTEM_ERROR' });
    expect(answer.json.tppMessages[0].text).toBe(
      `this version of the bank does not have ${method} ${path} yet`,
    );
  });

  it('answers a method that they do not have with those that they have', async () => {
    const answer = await bank().send({ method: 'PUT', path: '/v1/sandbox/customers', rawBody: '' });
    expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
    expect(answer.header('Allow')).toBe('GET, POST');
  });
});

describe('methods that a path does not have [D2-method]', () => {
  const methods: readonly (readonly [string, string, string])[] = [
    ['GET', creation, 'POST'],
    ['PUT', creation, 'POST'],
    ['DELETE', creation, 'POST'],
    ['PATCH', creation, 'POST'],
    ['PUT', `${creation}/AAAAAAAAAAAAAAAAAAAAAA`, 'GET'],
    ['POST', `${creation}/AAAAAAAAAAAAAAAAAAAAAA/status`, 'GET'],
    ['GET', '/v1/sandbox/initialize', 'POST'],
  ];
  const bank = bankOf();
  for (const [method, path, allowed] of methods) {
    it(`answers ${method} ${path} with the methods that are allowed`, async () => {
      const answer = await bank().send({ method, path, rawBody: '' });
      expectRefusal(answer, { status: 405, code: 'BAD_REQUEST' });
      const allow = (answer.header('Allow') ?? '').split(/, */);
      expect(allow).toContain(allowed);
      expect(allow).not.toContain(method);
    });
  }
});

describe('the size of a body [D2-body-size, S12-body-limit]', () => {
  const bank = bankOf();

  it('can be 1 MiB', async () => {
    const answer = await bank().send({ rawBody: filledUp(bank().payment(), mebibyte) });
    expect(answer.status).toBe(201);
  });

  it('cannot be one byte more', async () => {
    const answer = await bank().send({ rawBody: filledUp(bank().payment(), mebibyte + 1) });
    expectRefusal(answer, { status: 413, code: 'BAD_REQUEST' });
  });
});

describe('media types [D2-accept, D2-media-type]', () => {
  const accept = [
    '*/*',
    'application/*',
    'application/json',
    'application/problem+json',
    'text/html, application/json;q=0.5',
    'application/json; charset=utf-8',
  ];
  const bank = bankOf();
  it('reads Accept on several lines as one list', async () => {
    const answer = await bank().send({ headers: { Accept: ['text/html', 'application/json'] } });
    expect(answer.status).toBe(201);
  });

  const noAccept = ['text/html', 'application/xml', 'text/*', 'image/png, text/plain'];
  const content = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ];
  const noContent = [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json; charset=iso-8859-1',
    'application/jsonp',
    'json',
  ];
  itAnswers([
    ...accept.map(
      (value): Row => ({ what: `Accept: ${value}`, send: { headers: { Accept: value } }, answer: 'created' }),
    ),
    ...noAccept.map(
      (value): Row => ({
        what: `Accept: ${value}`,
        send: { headers: { Accept: value } },
        answer: { status: 406, code: 'BAD_REQUEST' },
      }),
    ),
    ...content.map(
      (value): Row => ({
        what: `Content-Type: ${value}`,
        send: { headers: { 'Content-Type': value } },
        answer: 'created',
      }),
    ),
    ...noContent.map(
      (value): Row => ({
        what: `Content-Type: ${value}`,
        send: { headers: { 'Content-Type': value } },
        answer: { status: 415, code: 'BAD_REQUEST' },
      }),
    ),
  ]);
});
